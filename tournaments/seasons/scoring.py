"""PURE: the points of an evening in a season, and the table of a season.

Points are whole numbers of 1/10,000 point. Every award is rounded once, so that what a
page shows adds up by hand and does not depend on the order of the results.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import log2, sqrt
from typing import Final, NamedTuple

UNIT: Final = 10_000
"""One point."""
MAIN, CONSOLATION, LAST = range(3)
"""The parts of a division: its main event, and the brackets of its losers."""

NO_PLACES: Final = "none"
LISTED: Final = "listed"
FIELD: Final = "field"
MASTER: Final = "master"
ORDER: Final = "order"
PLACE_KINDS: Final = (NO_PLACES, LISTED, FIELD, MASTER, ORDER)
"""How places score: not at all, by a list of points, by a list of shares of the field,
as Master Points, or by the number of players from one's place to the last."""

SHARED: Final = "shared"
BEST_RESULTS: Final = "results"
MATCHES_WON: Final = "wins"
TIES: Final = (SHARED, BEST_RESULTS, MATCHES_WON)
"""The tie-breaks between equal sums: none, best results in turn, matches won."""

MASTER_PLACE: Final = Fraction(6, 10)
MASTER_SECOND: Final = Fraction(7, 10)

ATTENDANCE: Final = "attendance"
WIN: Final = "win"
BYE: Final = "bye"
WALKOVER: Final = "walkover"
LOSS: Final = "loss"
PLACE: Final = "place"
"""The kinds of a term."""

Parts = tuple[int, int, int]
"""A value for each part, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonScoring:
    """The scoring of a season; all amounts are in units.

    A win pays `win` of its part; with `by_length` times the square root of the match
    length divided by 3. `points` are those of the first, the second … place: points for
    `LISTED`, shares of the field for `FIELD`. Places pay with the weight of their part,
    down to the place `down_to` (0: all). `divisions` are the weights of the first, the
    second … division; all further ones have the last weight.

    `best` results count (0: all); with fewer than `least` evenings there is no place.
    """

    attendance: int = 0
    win: Parts = (0, 0, 0)
    by_length: bool = False
    loss: int = 0
    byes: bool = True
    walkovers: bool = True
    places: str = NO_PLACES
    points: tuple[int, ...] = ()
    place_weights: Parts = (UNIT, 0, 0)
    down_to: int = 0
    divisions: tuple[int, ...] = (UNIT,)
    best: int = 0
    least: int = 0
    ties: str = SHARED

    def weight_of(self, division: int) -> int:
        """Return the weight of a division, counted from 1."""
        return self.divisions[min(division, len(self.divisions)) - 1]


class Placing(NamedTuple):
    """A place in a field; `shared` is the number of those who have it."""

    part: int
    place: int
    shared: int
    field: int


class Wins(NamedTuple):
    """Wins of one kind (WIN, BYE or WALKOVER) in matches of one length."""

    kind: str
    part: int
    length: int
    number: int


class Showing(NamedTuple):
    """The places and wins of one player in one division of an evening."""

    player: int
    division: int
    placings: tuple[Placing, ...]
    wins: tuple[Wins, ...]
    losses: int


class Evening(NamedTuple):
    """A tournament in a season. `order` is its place among all: its day, its number."""

    order: tuple[int, int]
    weight: int
    showings: tuple[Showing, ...]


class PointsTerm(NamedTuple):
    """One part of a sum: `number` times `each`, and what it was for."""

    kind: str
    number: int
    each: int
    division: int = 1
    part: int = MAIN
    length: int = 0
    placing: Placing | None = None

    @property
    def points(self) -> int:
        return self.number * self.each


class EveningResult(NamedTuple):
    """The points of one player for one evening, and the number of matches won."""

    order: tuple[int, int]
    points: int
    terms: tuple[PointsTerm, ...]
    won: int = 0


class ScoredLine(NamedTuple):
    """One row of a table: the results that count, the best first, and the others.

    `place` is 0 for a player with too few evenings. `carried` is the sum from an
    earlier season, which is part of `points`.
    """

    place: int
    shared: bool
    player: int
    points: int
    carried: int
    counted: tuple[EveningResult, ...]
    dropped: tuple[EveningResult, ...]

    @property
    def results(self) -> tuple[EveningResult, ...]:
        return (*self.counted, *self.dropped)

    @property
    def evenings(self) -> int:
        return len(self.results)


def rank_factor(rank: int) -> Fraction:
    if rank == 1:
        return Fraction(1)
    return MASTER_SECOND if rank == 2 else Fraction(1, rank - 1)  # noqa: PLR2004


class Scorer:
    """Computes points by one scoring; caches the values of equal awards."""

    def __init__(self, scoring: SeasonScoring) -> None:
        self._scoring = scoring
        self._worth_of_win = cache(self._win)
        self._worth_of_place = cache(self._place)

    def results(self, evening: Evening) -> dict[int, EveningResult]:
        terms: dict[int, list[PointsTerm]] = defaultdict(list)
        won: dict[int, int] = defaultdict(int)
        for showing in sorted(evening.showings, key=lambda one: one[:2]):
            own = terms[showing.player]
            if not own and self._scoring.attendance:
                each = rounded(self._scoring.attendance, evening.weight)
                own.append(PointsTerm(ATTENDANCE, 1, each))
            own += self._terms(showing, evening.weight)
            for wins in showing.wins:
                if wins.kind == WIN:
                    won[showing.player] += wins.number
        return {
            player: EveningResult(
                *(evening.order, sum(term.points for term in own), tuple(own)),
                won[player],
            )
            for player, own in terms.items()
        }

    def _terms(self, showing: Showing, weight: int) -> Iterable[PointsTerm]:
        scoring, division = self._scoring, showing.division
        for wins in sorted(showing.wins):
            if each := self._worth_of_win(wins._replace(number=1), division, weight):
                yield PointsTerm(
                    *(wins.kind, wins.number, each, division),
                    part=wins.part,
                    length=wins.length,
                )
        if showing.losses and scoring.loss:
            each = rounded(scoring.loss, weight, scoring.weight_of(division))
            yield PointsTerm(LOSS, showing.losses, each, division)
        for placing in sorted(showing.placings):
            if each := self._worth_of_place(placing, division, weight):
                yield PointsTerm(
                    *(PLACE, 1, each, division), part=placing.part, placing=placing
                )

    def _win(self, wins: Wins, division: int, weight: int) -> int:
        scoring = self._scoring
        if wins.kind == BYE and not scoring.byes:
            return 0
        if wins.kind == WALKOVER and not scoring.walkovers:
            return 0
        worth = Fraction(scoring.win[wins.part])
        if scoring.by_length:
            # The square root of a whole number is rounded in the same way by every
            # machine (IEEE 754); as a fraction it is multiplied without further
            # rounding.
            worth *= Fraction(sqrt(wins.length)) / 3
        return rounded(worth, weight, scoring.weight_of(division))

    def _place(self, placing: Placing, division: int, weight: int) -> int:
        """Return the points of a place; players sharing places divide their points."""
        scoring = self._scoring
        if scoring.places == NO_PLACES or 0 < scoring.down_to < placing.place:
            return 0
        ranks = range(placing.place, placing.place + placing.shared)
        paid = sum((self._paid(rank, placing.field) for rank in ranks), Fraction(0))
        return rounded(
            paid / placing.shared,
            *(scoring.place_weights[placing.part], weight, scoring.weight_of(division)),
        )

    def _paid(self, rank: int, field: int) -> Fraction:
        """Return the points of a rank in units, before weights."""
        scoring = self._scoring
        if scoring.places == MASTER:
            # The last bit of `log2` may differ between machines; `rounded` rounds to
            # whole units, far above it.
            size = Fraction(log2(field)) if field else Fraction(0)
            return UNIT * MASTER_PLACE * size * rank_factor(rank)
        if scoring.places == ORDER:
            return Fraction(UNIT * max(field + 1 - rank, 0))
        if rank > len(scoring.points):
            return Fraction(0)
        paid = Fraction(scoring.points[rank - 1])
        return paid * field if scoring.places == FIELD else paid


def rounded(amount: Fraction | int, *weights: int) -> int:
    """Return an amount in units times weights in units, rounded to one unit."""
    worth = Fraction(amount)
    for weight in weights:
        if weight != UNIT:
            worth *= Fraction(weight, UNIT)
    # Once, at the end, and half to even: rounding after each weight would depend on
    # their order.
    return round(worth)


def table(
    scoring: SeasonScoring,
    evenings: Iterable[Evening],
    *,
    carried: Mapping[int, int] | None = None,
    members: Collection[int] | None = None,
) -> list[ScoredLine]:
    """Return the table of a season; with `members` of them alone.

    The order in which evenings and showings come makes no difference.
    """
    scorer = Scorer(scoring)
    found: dict[int, list[EveningResult]] = defaultdict(list)
    for evening in evenings:
        for player, result in scorer.results(evening).items():
            found[player].append(result)
    brought = dict(carried or {})
    players = {*found, *brought} if members is None else {*members}
    lines = [
        _line(scoring, player, found.get(player, ()), carried=brought.get(player, 0))
        for player in players
    ]
    return _placed(scoring, lines)


def _line(
    scoring: SeasonScoring,
    player: int,
    results: Sequence[EveningResult],
    *,
    carried: int,
) -> ScoredLine:
    # The order decides between equal points, so that the same evenings are dropped
    # whatever the order of the rows.
    in_turn = sorted(results, key=lambda result: (-result.points, result.order))
    best = scoring.best or len(in_turn)
    counted, dropped = tuple(in_turn[:best]), tuple(in_turn[best:])
    points = carried + sum(result.points for result in counted)
    has_place = len(in_turn) >= scoring.least
    return ScoredLine(int(has_place), False, player, points, carried, counted, dropped)


def _placed(scoring: SeasonScoring, lines: Iterable[ScoredLine]) -> list[ScoredLine]:
    keyed = sorted(
        ((_key(scoring, line), line) for line in lines),
        key=lambda one: (one[0], one[1].player),
    )
    keys = [key for key, line in keyed if line.place]
    places: list[ScoredLine] = []
    place = 0
    for index, (key, line) in enumerate(keyed):
        if not line.place:
            places.append(line)
            continue
        if not index or keyed[index - 1][0] != key:
            place = index + 1
        # Those with a place come first in `keyed`, so an index into it is one into
        # `keys`.
        around = keys[max(index - 1, 0) : index] + keys[index + 1 : index + 2]
        places.append(line._replace(place=place, shared=key in around))
    return places


def _key(scoring: SeasonScoring, line: ScoredLine) -> tuple[bool, int, tuple[int, ...]]:
    """Return the sort key of lines: those without a place come last."""
    decided: tuple[int, ...] = ()
    if scoring.ties == BEST_RESULTS:
        decided = tuple(-result.points for result in line.results)
    elif scoring.ties == MATCHES_WON:
        decided = (-sum(result.won for result in line.results),)
    return (not line.place, -line.points, decided)
