"""Keeping entrants apart through a whole bracket: the latest possible meeting counts.

Two that share a person, then two that are not to meet, then two from one group of the
source stage get lines such that they meet as late as possible: first in different
halves, then in different quarters and so on. Last, entrants of one club, country or
family do not meet in the first round. An earlier kind weighs more than all later ones,
and an earlier round more than all later rounds.

Entrants exchange lines with others of the same rank only. Entrants placed by lot are
one rank. Seeds are divided into ranks by their groups (see `keep_apart`), and the
first rank keeps its lines; without groups all seeds keep theirs. Only if two would meet
earlier than need be, all but the first rank may exchange lines, and if two would meet
in the first round, all but the first seed.

The search begins with the lines that `keep_apart` leaves, and
exchanges two lines as long as it helps. If a better answer may exist, it begins again
with other lots (see `lots`): the purpose `FORMAT:apart:A` of attempt A, from 2 on,
orders the entrants of each rank. The best attempt counts, the first of equal ones.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from tournaments.engine.bracket.keep_apart import SHARED
from tournaments.engine.state import Entrant, StageState

ATTEMPTS: Final = 60
LAST_WAY: Final = 2
LARGE: Final = 64
"""Above this number of entrants `FEW` attempts are made, because each takes long."""
FEW: Final = 4
Lines = dict[int, int]
"""The line of each entrant."""
ByLot = Callable[[str, Iterable[int]], list[int]]
"""Orders entrants by the lots of a purpose."""


def far_apart(
    at: Mapping[int, int],
    ranks: Sequence[Sequence[int]],
    others: Sequence[int],
    *,
    state: StageState,
    by_lot: ByLot,
) -> dict[int, int]:
    """Return entrant numbers by line after the exchanges.

    `at` maps lines to entrants, `ranks` are the seeds, the best rank first; `others`
    are the unseeded ones in the order of lots.
    """
    wishes = _Wishes.of(state, at.values(), lines=max(at, default=1))
    start = {number: line for line, number in at.items()}
    if not wishes.mates:
        return dict(at)
    best = start
    for way, movable in enumerate(_ways(ranks, others)):
        # A looser rule is only used if the stricter one left two of them too near:
        # seeds move last.
        if way and wishes.is_least(_EntrantLines(dict(best), wishes).total()):
            break
        if way < LAST_WAY or wishes.clash_at_once(best):
            best = _best(best, movable, wishes, by_lot=by_lot)
    return {
        line: number for number, line in sorted(best.items(), key=lambda one: one[1])
    }


def _ways(
    ranks: Sequence[Sequence[int]], others: Sequence[int]
) -> list[list[list[int]]]:
    """Return which entrants may exchange lines, the strictest rule first."""
    rest = [number for rank in ranks[1:] for number in rank]
    ways = [[*map(list, ranks[1:]), list(others)]]
    if len(ranks) > 1:
        ways.append([[*rest, *others]])
        ways.append([[*ranks[0][1:], *rest, *others]])
    return ways


def _best(
    start: Lines, movable: Sequence[Sequence[int]], wishes: "_Wishes", *, by_lot: ByLot
) -> Lines:
    best: Lines | None = None
    least = 0
    attempts = ATTEMPTS if len(start) <= LARGE else FEW
    for attempt in range(1, attempts + 1):
        lines = start
        if attempt > 1:
            # From another start each time: exchanges of two end where no single one
            # helps, which need not be the best. The lots of the attempt make the starts
            # the same everywhere.
            lines = _again(start, movable, by_lot=by_lot, attempt=attempt)
        placed = _EntrantLines(dict(lines), wishes)
        # Ends: every exchange lowers the total weight, a whole number of 0 or more.
        while sum(placed.improve(rank) for rank in movable):
            pass
        weight = placed.total()
        if best is None or weight < least:
            best, least = placed.line_of, weight
        if wishes.is_least(least):
            break
    if best is None:
        raise AssertionError("the first attempt has an answer")
    return best


def _again(
    start: Lines, movable: Sequence[Sequence[int]], *, by_lot: ByLot, attempt: int
) -> Lines:
    lines = dict(start)
    for rank in movable:
        order = by_lot(f"apart:{attempt}", rank)
        free = sorted(start[number] for number in rank)
        lines |= dict(zip(order, free, strict=True))
    return lines


@dataclass(frozen=True, slots=True)
class _Wishes:
    """The pairs to be kept apart, and the weight of a meeting.

    `mates`: by entrant and mate, the weight of a meeting by its round, the first round
    first. `kinds`: values by entrant that should differ in the first round, each with
    its weight; all of these together weigh less than `unit`. `bound`: the mates never
    weigh less.
    """

    mates: Mapping[int, Mapping[int, Sequence[int]]]
    kinds: Sequence[tuple[Mapping[int, str], int]]
    unit: int
    bound: int

    def is_least(self, weight: int) -> bool:
        return weight // self.unit <= self.bound // self.unit

    @classmethod
    def of(cls, state: StageState, numbers: Iterable[int], *, lines: int) -> "_Wishes":
        here = set(numbers)
        entrants = [entrant for entrant in state.entrants if entrant.number in here]
        rounds = max((lines - 1).bit_length(), 1)
        base = len(here) ** 2 + 1
        kinds = []
        unit = 1
        for kind in reversed([kind for kind in state.options.apart if kind in SHARED]):
            kinds.append((_values(entrants, kind), unit))
            # In base `base` each digit is one kind: no sum of meetings is as large as
            # the base, so an earlier kind outweighs all later ones.
            unit *= base
        mates: defaultdict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
        groups = _values(entrants, "group")
        bound, first = 0, unit
        for pairs in (
            _pairs_within(groups),
            [pair for pair in state.options.forbidden if here.issuperset(pair)],
            [pair for pair in state.same_person if here.issuperset(pair)],
        ):
            scale = tuple(
                unit * base ** (rounds - 1 - number) if number < rounds else 0
                for number in range(1, rounds + 1)
            )
            if pairs and not bound and not mates:
                bound = _least(Counter(groups.values()), scale)
            for one, two in pairs:
                known = mates[one].get(two, (0,) * rounds)
                both = tuple(map(sum, zip(known, scale, strict=True)))
                mates[one][two] = mates[two][one] = both
            if pairs:
                unit *= base**rounds
        return cls(mates, kinds, first, bound)

    def clash_at_once(self, line_of: Lines) -> bool:
        return any(
            (line_of[one] - 1) ^ (line_of[two] - 1) == 1
            for one, mates in self.mates.items()
            for two in mates
        )


def _values(entrants: Iterable[Entrant], kind: str) -> dict[int, str]:
    values = {
        entrant.number: SHARED[kind](entrant).strip().casefold() for entrant in entrants
    }
    return {number: value for number, value in values.items() if value}


def _pairs_within(values: Mapping[int, str]) -> list[tuple[int, int]]:
    members: defaultdict[str, list[int]] = defaultdict(list)
    for number in sorted(values):
        members[values[number]].append(number)
    return [pair for some in members.values() for pair in combinations(some, 2)]


def _least(groups: Mapping[str, int], scale: Sequence[int]) -> int:
    rounds, bound = len(scale), 0
    for members in groups.values():
        before = 0
        for number, weight in enumerate(scale, start=1):
            blocks = 2 ** (rounds - number)
            some, more = divmod(members, blocks)
            within = more * _twos(some + 1) + (blocks - more) * _twos(some)
            bound += weight * (within - before)
            before = within
    return bound


def _twos(count: int) -> int:
    return count * (count - 1) // 2


@dataclass(slots=True)
class _EntrantLines:
    """The lines of all entrants, while some are exchanged; `at` is the inverse."""

    line_of: Lines
    wishes: _Wishes
    at: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.at = {line: number for number, line in self.line_of.items()}

    def improve(self, rank: Sequence[int]) -> bool:
        helped = False
        for one in sorted(rank, key=self.line_of.__getitem__):
            if not self._weight(one):
                continue
            gain, other = max(
                ((self._gain(one, two), -place) for place, two in enumerate(rank)),
                default=(0, 0),
            )
            if gain > 0:
                self._exchange(one, rank[-other])
                helped = True
        return helped

    def total(self) -> int:
        return sum(self._weight(number) for number in self.line_of) // 2

    def _gain(self, one: int, two: int) -> int:
        before = self._weight(one) + self._weight(two)
        self._exchange(one, two)
        gain = before - self._weight(one) - self._weight(two)
        self._exchange(one, two)
        return gain

    def _exchange(self, one: int, two: int) -> None:
        line_of, at = self.line_of, self.at
        line_of[one], line_of[two] = line_of[two], line_of[one]
        at[line_of[one]], at[line_of[two]] = one, two

    def _weight(self, number: int) -> int:
        line_of = self.line_of
        line = line_of[number] - 1
        weight = sum(
            scale[(line ^ (line_of[mate] - 1)).bit_length() - 1]
            for mate, scale in self.wishes.mates.get(number, {}).items()
        )
        if self.wishes.kinds:
            partner = self.at.get((line ^ 1) + 1)
            for values, unit in self.wishes.kinds:
                value = values.get(number)
                if value is not None and partner is not None:
                    weight += unit * (values.get(partner) == value)
        return weight
