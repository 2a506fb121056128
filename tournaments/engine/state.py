"""Frozen values that go into the engine and come out of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from matches.rules.errors import Param
from matches.rules.text import gettext_noop

Wins = int | Fraction
"""A number of wins, an int where it is whole: a bye may be worth half a win."""

ENTRANT_PARAMS = frozenset({"entrant", "other"})
"""Parameters of a `Note` that are the number of an entrant, not a count."""

REMATCH = gettext_noop("These two have met before: no round without a rematch exists.")
SECOND_BYE = gettext_noop(
    "A further bye: without it players would have to meet for a second time."
)
BYE_HIGHER = gettext_noop("Bye above the lowest score, because of who has already met.")


def shown(wins: Wins) -> int | str:
    """Return wins, whole or half ones, as notes and tables show them, fit for JSON.

    Three halves are the text 1½; a whole number stays a number.
    """
    whole = int(wins)
    return whole if wins == whole else f"{whole or ''}½"


@dataclass(frozen=True, slots=True)
class Note:
    """A remark for people: an English message id and its parameters.

    Parameters called `entrant` or `other` are entrant numbers, because the engine
    knows no names; `named` puts them in.
    """

    message: str
    params: Mapping[str, Param | Fraction] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the English sentence, with entrant numbers for names."""
        return self.message % self.params

    def named(self, names: Mapping[int, str]) -> dict[str, object]:
        """Return the parameters with names in place of entrant numbers."""
        return {
            key: names[value]
            if key in ENTRANT_PARAMS and isinstance(value, int)
            else value
            for key, value in self.params.items()
        }


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry of a division as the engine sees it.

    `number` runs from 1 and never changes. `present`: to be paired in the round that
    is being drawn (checked in, not withdrawn). `joined`: first round he can play.
    `lot`: Monrad player number or line of the cup, given by the first draw.
    """

    number: int
    rating: Decimal | None = None
    club: str = ""
    present: bool = True
    joined: int = 1
    lot: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one pairing.

    `two` is None for a bye, which `one` wins. `winner` is None while open. A
    walk-over (`played` False) counts as a win, but the two have not met. `nobody`: a
    double forfeit, decided with `winner` None; both lose, and they have not met.
    Points are those of the match, 0 or more; what exceeds its length is ignored.
    `length` is that of this match where it is not the stage's.
    """

    round: int
    one: int
    two: int | None
    winner: int | None
    points_one: int = 0
    points_two: int = 0
    played: bool = True
    length: int | None = None
    nobody: bool = field(default=False, kw_only=True)

    @property
    def is_open(self) -> bool:
        """Whether the result is still missing."""
        return self.winner is None and not self.nobody


@dataclass(frozen=True, slots=True)
class StageState:
    """Everything a draw or the standings may depend on, in any order.

    `format` is the key of a format, `rounds` how many are planned, `length` the points
    of a match, 1-99. `bye` is the part of a win that a bye counts, 1, 1/2 or 0; in a
    cup it always lets through. `walkover` is the score that counts for a walk-over in
    the point difference, for a match of N points: "none", "full" for N to 0 or "half"
    for N to N // 2; a bye counts for nothing there.
    """

    format: str
    rounds: int
    length: int
    entrants: tuple[Entrant, ...]
    outcomes: tuple[Outcome, ...] = ()
    bye: Fraction = Fraction(1)
    walkover: str = "none"

    @property
    def next_round(self) -> int:
        """Number of the round that would be drawn now, from 1."""
        return max((outcome.round for outcome in self.outcomes), default=0) + 1

    def due(self) -> list[Entrant]:
        """Entrants who want to play the next round, by number."""
        number = self.next_round
        return sorted(
            (one for one in self.entrants if one.present and one.joined <= number),
            key=lambda entrant: entrant.number,
        )


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants who play each other, or one with a bye (`two` None)."""

    one: int
    two: int | None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round as drawn: pairings in table order, the bye last.

    `lots` holds the lots given by this draw, entrant number to lot.
    """

    round: int
    pairings: tuple[Pairing, ...]
    lots: Mapping[int, int] = field(default_factory=dict)
