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
    `borne_off` and `on_bar` are their numbers, `in_home` are the points of the winner's
    home board with such checkers, as the winner counts them, lowest first.
    """

    mover_won: bool
    why: WhyWon
    checkers: Checkers
    borne_off: int
    on_bar: int
    in_home: tuple[int, ...]

    @property
    def kind(self) -> Kind:
        return _KINDS[self.why]


@dataclass(frozen=True, slots=True)
class Prospect:
    """The kinds with which one player would or could win.

    `now`: the kind if the game ended in this position. `at_most`: the highest kind that
    is still possible with any dice.
    """

    now: GameValue
    at_most: Kind


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer to "gammon or backgammon?".

    `ended` is the verdict if a player has borne off all checkers, else None. `mover`
    and `other` are the prospects of the two players; for a player who has already lost
    they have no meaning.
    """

    ended: GameValue | None
    mover: Prospect
    other: Prospect


def verdict(position: Position) -> GameValue | None:
    """None while both have checkers left, and for an empty board."""
    mover_done = position.off == position.checkers
    if mover_done == (position.other_off == position.checkers):
        return None
    return verdict_if_over(position, mover_wins=mover_done)


def verdict_if_over(position: Position, *, mover_wins: bool) -> GameValue:
    loser = position.turned if mover_wins else position
    points = loser.points
    in_home = tuple(
        BAR - place for place in reversed(POINTS[-_QUARTER:]) if points[place] > 0
    )
    return GameValue(
        mover_won=mover_wins,
        why=_why(loser, in_home),
        checkers=_checkers(loser),
        borne_off=loser.off,
        on_bar=points[BAR],
        in_home=in_home,
    )


def at_most(position: Position, *, mover_wins: bool) -> Kind:
    """Return the highest kind with which one player can still win.

    If the loser has borne off a checker, only a single game is possible. Otherwise a
    backgammon is impossible once the loser has passed all of the winner's checkers and
    has left the winner's home board: no checker can be hit and sent back any more.
    """
    now = verdict_if_over(position, mover_wins=mover_wins)
    if now.kind != Kind.GAMMON:
        return now.kind
    loser = position.turned if mover_wins else position
    return Kind.BACKGAMMON if _has_contact(loser) else Kind.GAMMON


def explain(position: Position) -> Explanation:
    mover, other = (
        Prospect(
            verdict_if_over(position, mover_wins=mover_wins),
            at_most(position, mover_wins=mover_wins),
        )
        for mover_wins in (True, False)
    )
    return Explanation(verdict(position), mover, other)


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


def _has_contact(position: Position) -> bool:
    own = [place for place, count in enumerate(position.points) if count > 0]
    other = [place for place, count in enumerate(position.points) if count < 0]
    return bool(own and other) and max(own) > min(other)
