"""Keeping entrants apart in a bracket: in its first round, and seeds of one group.

In the first round the matches are checked from top to bottom, the lower side of a match
first. If the two should not meet, one of them exchanges lines with another unseeded
entrant: the one for which the exchange helps most, of equal ones the first in the order
of lots. This is repeated until no exchange helps. Seeded entrants keep their lines. A
forbidden match weighs more than any number of other matches, then a match within a
group of the source stage, then the kinds in the order in which the director named them.

`crossed` keeps seeds from one group of the source stage apart as long as possible.
The seeds are divided into ranks, read in order: a rank ends before a seed whose group
is in the rank already. So as a rule the winners of the groups are one rank and the
runners-up the next one. The first rank is not changed. In every other rank two seeds
exchange lines if it helps, until no exchange helps. A possible meeting in an earlier
round weighs more than any number of possible meetings in later rounds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from matches.rules.refusals import Message
from tournaments.engine.state import NOT_TO_MEET, Entrant, Note, Notes, Options

APART: Mapping[str, Message] = {
    "group": Message(
        "bracket.apart_group", "Same group: no swap within the same rank would help."
    ),
    "family": Message(
        "bracket.apart_family", "Same family: no swap of two slots would help."
    ),
    "club": Message(
        "bracket.apart_club", "Same club: no swap of two slots would help."
    ),
    "country": Message(
        "bracket.apart_country", "Same country: no swap of two slots would help."
    ),
}
"""The note of a match of two that share this, where it could not be avoided."""

SHARED: Final[Mapping[str, Callable[[Entrant], str]]] = {
    "group": lambda entrant: entrant.group,
    "family": lambda entrant: entrant.family,
    "club": lambda entrant: entrant.club,
    "country": lambda entrant: entrant.country,
}


class Clashes:
    def __init__(self, entrants: Sequence[Entrant], options: Options) -> None:
        self.forbidden = {frozenset(pair) for pair in options.forbidden}
        group = ["group"] if any(entrant.group for entrant in entrants) else []
        self.kinds = [kind for kind in (*group, *options.apart) if kind in SHARED]
        self.of = {
            kind: {
                entrant.number: SHARED[kind](entrant).strip().casefold()
                for entrant in entrants
            }
            for kind in self.kinds
        }
        self.more = len(entrants) + 1

    @property
    def are_none(self) -> bool:
        return not self.forbidden and not self.kinds

    def notes(self, one: int, two: int) -> Notes:
        if frozenset((one, two)) in self.forbidden:
            yield Note(NOT_TO_MEET)
        for kind in self.kinds:
            if self._share(kind, one, two):
                yield Note(APART[kind])

    def weight(self, one: int | None, two: int | None) -> int:
        """Return the weight of a meeting; 0 if it is allowed or a bye."""
        if one is None or two is None:
            return 0
        # A number in base `more`: a digit is the sum of at most all matches, so an
        # earlier criterion outweighs all later ones together.
        weight = int(frozenset((one, two)) in self.forbidden)
        for kind in self.kinds:
            weight = weight * self.more + self._share(kind, one, two)
        return weight

    def _share(self, kind: str, one: int, two: int) -> bool:
        of = self.of[kind]
        return of[one] == of[two] != ""


def separate(
    at: Mapping[int, int], others: Sequence[int], clashes: Clashes
) -> dict[int, int]:
    """`at` maps lines to entrants; `others` are unseeded, in the order of lots."""
    if clashes.are_none:
        return dict(at)
    field = _Exchanges(
        dict(at), {number: line for line, number in at.items()}, tuple(others), clashes
    )
    # Ends: every exchange lowers the total weight, a whole number of 0 or more.
    while field.improve():
        pass
    return field.at


@dataclass(slots=True)
class _Exchanges:
    """The lines during the exchanges; `line_of` is the inverse of `at`."""

    at: dict[int, int]
    line_of: dict[int, int]
    others: tuple[int, ...]
    clashes: Clashes

    def improve(self) -> bool:
        # Seeds stay where they are; only the line of an unseeded entrant is exchanged.
        movable, helped = set(self.others), False
        for line in sorted(self.at, key=lambda number: ((number - 1) // 2, -number)):
            number = self.at[line]
            if number in movable and self._weight(number, line):
                helped |= self._move(line)
        return helped

    def _move(self, line: int) -> bool:
        places = [self.line_of[other] for other in self.others]
        gains = [self._gain(line, place) for place in places]
        most = max(gains)
        if most <= 0:
            return False
        best = places[gains.index(most)]
        one, two = self.at[line], self.at[best]
        self.at[line], self.at[best] = two, one
        self.line_of[one], self.line_of[two] = best, line
        return True

    def _gain(self, line: int, other: int) -> int:
        if other in {line, _partner(line)}:
            return 0
        one, two = self.at[line], self.at[other]
        before = self._weight(one, line) + self._weight(two, other)
        return before - self._weight(one, other) - self._weight(two, line)

    def _weight(self, number: int, line: int) -> int:
        return self.clashes.weight(number, self.at.get(_partner(line)))


def _partner(line: int) -> int:
    """Return the other line of a match of the first round."""
    return line + 1 if line % 2 else line - 1


CROSSED = Message(
    "bracket.crossed",
    "%(entrant)s swapped slots with a player of the same rank in another group, so "
    "that players from one group meet later.",
)


def crossed(
    at: Mapping[int, int], entrants: Iterable[Entrant], *, size: int
) -> dict[int, int]:
    """Return entrant numbers by line after the exchanges.

    `at` maps lines to the numbers of the seeds, the best seed first; `size` is the
    number of lines of the whole bracket.
    """
    groups = {entrant.number: entrant.group for entrant in entrants if entrant.group}
    field = _SeedLines({number: line for line, number in at.items()}, groups, size)
    ranks = ranks_of(list(at.values()), groups)[1:]
    # Ends: every exchange lowers the total weight, a whole number of 0 or more.
    while any(field.improve(rank) for rank in ranks):
        pass
    return {field.line_of[number]: number for number in at.values()}


def ranks_of(seeds: Sequence[int], groups: Mapping[int, str]) -> list[list[int]]:
    ranks: list[list[int]] = []
    here: set[str] = set()
    for number in seeds:
        group = groups.get(number, "")
        if not ranks or group in here or "" in {group, *here}:
            ranks.append([])
            here = set()
        ranks[-1].append(number)
        here.add(group)
    return ranks


@dataclass(frozen=True, slots=True)
class _SeedLines:
    line_of: dict[int, int]
    groups: Mapping[int, str]
    size: int

    def improve(self, rank: Sequence[int]) -> bool:
        """Exchange the lines of two seeds where it helps; True if it ever did."""
        helped = False
        for one, two in combinations(rank, 2):
            before = self._weight(one) + self._weight(two)
            if not before:
                continue
            self._exchange(one, two)
            if self._weight(one) + self._weight(two) < before:
                helped = True
            else:
                self._exchange(one, two)
        return helped

    def _exchange(self, one: int, two: int) -> None:
        line_of = self.line_of
        line_of[one], line_of[two] = line_of[two], line_of[one]

    def _weight(self, number: int) -> int:
        """Return the weight of an entrant's line: the sum over all of its group."""
        return sum(
            self.size ** (self.size.bit_length() - self._round(number, mate))
            for mate in self._mates(number)
        )

    def _round(self, one: int, two: int) -> int:
        return int(((self.line_of[one] - 1) ^ (self.line_of[two] - 1)).bit_length())

    def _mates(self, number: int) -> Iterator[int]:
        group = self.groups.get(number)
        for mate in self.line_of:
            if mate != number and group and self.groups.get(mate) == group:
                yield mate
