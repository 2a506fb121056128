"""Ratings: what a match is worth, by the formulas that federations and clubs publish.

Ratings are whole numbers of 1/10,000 point, so that they are the same wherever they are
stored: 1500 points are 15,000,000. Every change is rounded once, when the match is
rated. A rating follows from the matches in their order and from nothing else:

>>> from matches.rules.ratings import Ladder, formula_of
>>> ladder = Ladder(formula_of("fibs"))
>>> ladder.rate([(1, 2, 7, 1)])  # players 1 and 2, to 7 points, 1 won
[(15000000, 15264575, 15000000, 14735425)]
>>> ladder.rating_of(1), ladder.experience[1]
(15264575, 7)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, TypeAlias

from matches.rules.game import gettext_noop

POINT: Final = 10_000
"""One point of rating, in the units that are stored."""
LONGEST: Final = 99
_STEEPEST: Final = 300.0
"""Beyond this exponent a chance is 0 in every digit that counts."""


Worth: TypeAlias = tuple[int, int, int, int]
"""Rating before and after the match, of player 1 and of player 2."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A published way to rate, with its constants; `code` and `version` are stored.

    The chance that the loser would have won is

        P = 1 / (10^((winner − loser) · √n / 2000) + 1)        n = length of the match

    and each player moves by `weight(n) · K · P`, the winner up, the loser down. The
    weight is `4√n`, or n with `by_length`. K is 1, or falls with the player's own
    experience, the sum of the lengths of their matches, from `ramp` to 1 in steps of
    `1 / ramp_length`.

    A list that is only `imported` computes nothing.
    """

    code: str
    version: int
    english: str
    source: str
    start: int = 1500
    by_length: bool = False
    ramp: int = 1
    ramp_length: int = 1
    provisional: int = 0
    imported: bool = False

    def weight(self, length: int) -> float:
        """Return the most points that a match of this length can move if K is 1."""
        return float(length) if self.by_length else 4 * sqrt(length)


FIBS: Final = Formula(
    "fibs",
    1,
    gettext_noop("FIBS, ratings of new players change faster"),
    "FIBS manual pages “formula” and “ratings”, repeated by Kevin Bastian at "
    "bkgm.com/articles/McCool/ratings.html",
    ramp=5,
    ramp_length=100,
)
"""First Internet Backgammon Server: K = max(1, 5 − experience / 100), start 1500."""

STEADY: Final = Formula(
    "steady",
    1,
    gettext_noop("FIBS without the ramp, as in Belgium"),
    "Belgian federation, bgfed.be/rating-2",
    provisional=100,
)
"""Belgian federation: the FIBS formula with K = 1; provisional below 100 points."""

BRASS_CITY: Final = Formula(
    "brass-city",
    1,
    gettext_noop("Brass City, ratings of new players change a little faster"),
    "Brass City Backgammon, brasscitybackgammon.com",
    ramp=2,
    ramp_length=400,
)
"""Brass City club: the FIBS formula with K = max(1, 2 − experience / 400)."""

JAPAN: Final = Formula(
    "japan",
    1,
    gettext_noop("Japan: by match length, starting at 1000"),
    "Japan Backgammon League, rating.backgammon.or.jp/about",
    start=1000,
    by_length=True,
)
"""Japan Backgammon League: n · P for both players, start 1000."""

IMPORTED: Final = Formula(
    "imported",
    1,
    gettext_noop("Not calculated: ratings imported from a federation"),
    "",
    imported=True,
)
"""The list of a federation: it shows what was imported, and no match changes it."""

FORMULAS: Final = (FIBS, STEADY, BRASS_CITY, JAPAN, IMPORTED)


def formula_of(code: str, version: int = 1) -> Formula:
    """Return the formula with this code and version. Raises KeyError."""
    for formula in FORMULAS:
        if (formula.code, formula.version) == (code, version):
            return formula
    raise KeyError(code, version)


@dataclass(slots=True)
class Ladder:
    """The ratings of a list while it is computed.

    `start` is the rating of a player who has none yet. With `counts_own`, the
    experience for K includes the match just played; the published texts leave that
    open, and before the match is usual.

    `experience` is a list with a place for every number of a player up to the highest:
    a club may have a million matches, and this is the fastest to read. So are the
    ratings, whole numbers that are kept as floats, because every match computes with
    floats.
    """

    formula: Formula
    start: int = -1
    counts_own: bool = False
    experience: list[int] = field(default_factory=list)
    given: set[int] = field(default_factory=set)
    """The players whose rating was imported; all others have experience by a match."""
    _ratings: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.start < 0:
            self.start = self.formula.start * POINT

    def players(self) -> list[int]:
        given = self.given
        return [
            player
            for player, experience in enumerate(self.experience)
            if experience or player in given
        ]

    def rating_of(self, player: int) -> int:
        return int(self._ratings[player])

    def give(self, player: int, rating: int, experience: int) -> None:
        self._grow(player)
        self._ratings[player] = float(rating)
        self.experience[player] = experience
        self.given.add(player)

    def rate(self, results: Iterable[Sequence[int]]) -> list[Worth]:
        """Rate matches in their order, in one loop over plain numbers.

        A result is player 1, player 2, the length, and the side that won.
        """
        formula, ratings, experience = self.formula, self._ratings, self.experience
        lengths = range(LONGEST + 1)
        weights = [POINT * formula.weight(length) for length in lengths]
        slopes = [sqrt(length) / (2000 * POINT) for length in lengths]
        ramp, ramp_length = formula.ramp, formula.ramp_length
        own = self.counts_own
        known = len(ratings)
        worths: list[Worth] = []
        for one, two, length, winner in results:
            if one >= known or two >= known:
                known = self._grow(2 * max(one, two))
            before_1, before_2 = ratings[one], ratings[two]
            had_1, had_2 = experience[one], experience[two]
            experience[one] = had_1 + length
            experience[two] = had_2 + length
            if own:
                had_1 += length
                had_2 += length
            lead = before_1 - before_2 if winner == 1 else before_2 - before_1
            exponent = lead * slopes[length]
            # 10.0 ** 309 raises OverflowError; beyond the limit the chance is 0 or 1 in
            # every digit that is stored.
            if not -_STEEPEST < exponent < _STEEPEST:
                exponent = _STEEPEST if exponent > 0 else -_STEEPEST
            moved = weights[length] / (10.0**exponent + 1)
            # IEEE 754 fixes the result of each operation, so every machine gets the
            # same; `round` rounds half to even.
            move_1 = round(moved * max(1.0, ramp - had_1 / ramp_length))
            move_2 = round(moved * max(1.0, ramp - had_2 / ramp_length))
            if winner == 1:
                ratings[one] = after_1 = before_1 + move_1
                ratings[two] = after_2 = before_2 - move_2
            else:
                ratings[one] = after_1 = before_1 - move_1
                ratings[two] = after_2 = before_2 + move_2
            worths.append((int(before_1), int(after_1), int(before_2), int(after_2)))
        return worths

    def _grow(self, player: int) -> int:
        """Make room for the players up to this one; return for how many there is."""
        missing = player + 1 - len(self._ratings)
        if missing > 0:
            self._ratings += [float(self.start)] * missing
            self.experience += [0] * missing
        return len(self._ratings)
