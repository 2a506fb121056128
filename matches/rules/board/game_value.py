"""The kind of a win, and its reason: single game, gammon or backgammon.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023), "Gammon &
Backgammon"; older Norwegian leaflet "Spilleregler", section 8 (poengspill too).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from matches.rules.board.position import BAR, HOME, POINTS, Position
from matches.rules.game import Checkers, Kind

_QUARTER: Final = len(HOME)


class WhyWon(StrEnum):
    """The reason for a single game, gammon or backgammon.

    BORNE_OFF: the loser has borne off a checker, a single game. NONE_OFF: the loser has
    borne off no checker, a gammon. ON_BAR, IN_HOME: in addition a checker of the loser
    is still on the bar or in the winner's home board, a backgammon.
    """

    BORNE_OFF = "borne-off"
    NONE_OFF = "none-off"
    ON_BAR = "on-bar"
    IN_HOME = "in-home"


_KINDS: Final = {
    WhyWon.BORNE_OFF: Kind.SINGLE,
    WhyWon.NONE_OFF: Kind.GAMMON,
    WhyWon.ON_BAR: Kind.BACKGAMMON,
    WhyWon.IN_HOME: Kind.BACKGAMMON,
}


@dataclass(frozen=True, slots=True)
class GameValue:
    """The value of a won game, with the evidence for it.

    `mover_won`: the winner is the player from whose side the position is seen. The
    other fields are about the loser: `checkers` is where the remaining checkers are,
    `borne_off` how many are off, `in_home` the points of the winner's home board with
    such checkers, as the winner counts them, lowest first.
    """

    mover_won: bool
    why: WhyWon
    checkers: Checkers
    borne_off: int
    in_home: tuple[int, ...]

    @property
    def kind(self) -> Kind:
        return _KINDS[self.why]


def verdict(position: Position) -> GameValue | None:
    """None while both have checkers left, and for an empty board."""
    mover_won = position.off == position.checkers
    if mover_won == (position.other_off == position.checkers):
        return None
    loser = position.turned if mover_won else position
    in_home = tuple(
        BAR - place for place in reversed(POINTS[-_QUARTER:]) if loser.points[place] > 0
    )
    return GameValue(
        mover_won, _why(loser, in_home), _checkers(loser), loser.off, in_home
    )


def _why(loser: Position, in_home: tuple[int, ...]) -> WhyWon:
    if loser.off > 0:
        return WhyWon.BORNE_OFF
    if loser.points[BAR] > 0:
        return WhyWon.ON_BAR
    return WhyWon.IN_HOME if in_home else WhyWon.NONE_OFF


def _checkers(loser: Position) -> Checkers:
    counts = [max(count, 0) for count in loser.points]
    quarters = [sum(counts[start : start + _QUARTER]) for start in POINTS[::_QUARTER]]
    home, outer, far_outer, far_home = quarters
    return Checkers(home, outer, far_outer, far_home + counts[BAR])
