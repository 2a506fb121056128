"""One game: its winner, the kind of the win, and its points.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023), sections "Gammon
& Backgammon" and "Dobleterningen"; Swedish federation, "Såhär spelas backgammon" (2021,
revised 2023), sections "Gammon och Backgammon" and "Dubbling"; older Norwegian leaflet
"Spilleregler", section 8 (automatic doubles, poengspill).
"""

from dataclasses import KW_ONLY, dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Final, NamedTuple


def gettext_noop(message: str) -> str:
    """Return the message unchanged; `makemessages` collects arguments of this name."""
    return message


LARGEST_CUBE: Final = 2**20
"""The highest value of the cube in a record if the rules set no limit."""


class Side(IntEnum):
    """One of the two players: ONE is ● and above on paper, TWO is ○ and below."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> "Side":
        return Side.TWO if self == Side.ONE else Side.ONE


class Kind(StrEnum):
    """Source: Danish federation, Lektion 0 (2023), "Gammon & Backgammon"."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"

    @property
    def multiplier(self) -> int:
        return _MULTIPLIERS[self]


class Ending(StrEnum):
    """The way in which a game ended.

    RESIGNED: given up, at the kind agreed on. AWARDED: given by the director. WASHED:
    cancelled; the game stays on the sheet and gives no points.
    """

    PLAYED = "played"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    AWARDED = "awarded"
    WASHED = "washed"


class AwardReason(StrEnum):
    """The reason why other points count than those the rules compute.

    CRAWFORD_ANNULLED: a double in the Crawford game, counted as if the cube had not
    been turned (Danish reading). CRAWFORD_STANDS: the same, found too late, so that the
    cube counts (American reading). DECISION: a ruling of the director. SETTLED: the
    players divided the stake, in money play only. AGREED: a resignation at other points
    than cube times kind.
    """

    CRAWFORD_ANNULLED = "crawford-annulled"
    CRAWFORD_STANDS = "crawford-stands"
    DECISION = "decision"
    SETTLED = "settled"
    AGREED = "agreed"


CHECKERS: Final = 15


class Checkers(NamedTuple):
    """The places of the loser's remaining checkers, for poengspill.

    `home` is the loser's own home board, `outer` the loser's own outer board;
    `far_outer` and `far_home` are the winner's, `far_home` together with the bar.

    Source: older Norwegian leaflet "Spilleregler", section 8.
    """

    home: int = 0
    outer: int = 0
    far_outer: int = 0
    far_home: int = 0

    @property
    def left(self) -> int:
        """The number of checkers left, 1–15 when a game is won."""
        return sum(self)

    @property
    def kind(self) -> "Kind":
        """What they make of the game: a gammon if none was borne off."""
        if self.left < CHECKERS:
            return Kind.SINGLE
        return Kind.BACKGAMMON if self.far_home else Kind.GAMMON

    @property
    def points(self) -> int:
        """The points they cost: 1 to 4 each, 1–60 in all."""
        return self.home + 2 * self.outer + 3 * self.far_outer + 4 * self.far_home


_MULTIPLIERS: Final = {Kind.SINGLE: 1, Kind.GAMMON: 2, Kind.BACKGAMMON: 3}


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game, as on a score sheet.

    `cube` is the stake when the game ended: 1, 2, 4, … A double that was refused leaves
    it at the value before, and so does a beaver that was refused; neither is counted.
    `automatic` is the number of automatic doubles before the first move. `beavers` is
    the number of accepted beavers in the game, raccoons included. `awarded` are the
    points that count instead of the computed ones, for `reason`; a fraction is possible
    only in money play. The winner of a washed game has no meaning.

    Nothing is checked here: what a match allows depends on its score, so `apply` and
    `replay` check it.
    """

    winner: Side
    kind: Kind = Kind.SINGLE
    _: KW_ONLY
    cube: int = 1
    ending: Ending = Ending.PLAYED
    automatic: int = 0
    beavers: int = 0
    checkers: Checkers | None = None
    awarded: int | Fraction | None = None
    reason: AwardReason | None = None

    @property
    def points(self) -> int:
        """Cube times 1, 2 or 3, without the rules of a match."""
        return self.cube * self.kind.multiplier

    @property
    def opening(self) -> int:
        return 1 << max(0, self.automatic)

    @property
    def is_turned(self) -> bool:
        """Whether a player turned the cube; automatic doubles do not count."""
        return self.cube > self.opening

    @property
    def is_doubled(self) -> bool:
        """Whether a player doubled at all, also if the double was dropped."""
        return self.cube > 1 or self.automatic > 0 or self.ending == Ending.DROPPED


def is_cube_value(value: int) -> bool:
    """Source: Swedish federation (2021), "Dubbling": doubling may go on for ever."""
    return value >= 1 and value & (value - 1) == 0
