"""Keeping seeds from one group of the source stage apart as long as possible.

The seeds are divided into ranks, read in order: a rank ends before a seed whose group
is in the rank already. So as a rule the winners of the groups are one rank and the
runners-up the next one. The first rank is not changed. In every other rank two seeds
exchange lines if it helps, until no exchange helps. A possible meeting in an earlier
round weighs more than any number of possible meetings in later rounds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from matches.rules.messages import Message
from tournaments.engine.state import Entrant

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
