"""Seeds who come from the same group of the stage before meet as late as they can.

The seeds are read in order: a rank ends where somebody of a group comes who is in it
already, so that as a rule the winners of the groups are one rank, the seconds the next
one. The first rank stays where it is. In every other one two exchange lines, the first
two of whom it helps, until no exchange helps. A meeting that is possible in an earlier
round weighs more than any number of later ones.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from matches.rules.text import gettext_noop
from tournaments.engine.state import Entrant

CROSSED = gettext_noop(
    "%(entrant)s has changed lines with somebody of the same rank in another group, so "
    "that players of one group meet later."
)


def crossed(
    at: Mapping[int, int], entrants: Iterable[Entrant], *, size: int
) -> dict[int, int]:
    """Return who is on which line after the exchanges.

    `at` maps the lines of the seeds to them, the best first; `size` is that of the
    whole bracket.
    """
    groups = {one.number: one.group for one in entrants if one.group}
    field = _Field({number: line for line, number in at.items()}, groups, size)
    ranks = _ranks(list(at.values()), groups)[1:]
    while any(field.improve(rank) for rank in ranks):
        pass
    return {field.line_of[number]: number for number in at.values()}


def _ranks(seeds: Sequence[int], groups: Mapping[int, str]) -> list[list[int]]:
    """Divide the seeds; who comes from no group has a rank of his own."""
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
class _Field:
    """The lines of the seeds, while some are exchanged."""

    line_of: dict[int, int]
    groups: Mapping[int, str]
    size: int

    def improve(self, rank: Sequence[int]) -> bool:
        """Exchange whoever it helps; tell whether there was anybody."""
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
        """Return how bad the line is: for each of his group how soon they can meet."""
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
