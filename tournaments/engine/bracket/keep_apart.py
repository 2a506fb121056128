"""Who is kept apart in the first round of a bracket, as far as it can be done.

Of two who ought not to meet one changes lines, matches from top to bottom, the lower
one of a match first. Whoever is seeded stays. Of all others in the order of their lots,
he changes with the first with whom it helps most, until no exchange helps. A forbidden
match weighs more than any number of others, then one of two from the same group of the
stage before, and what a director named first more than what he named later.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from matches.rules.text import gettext_noop
from tournaments.engine.state import Entrant, Note, Options

FORBIDDEN = gettext_noop(
    "These two were not to meet: no exchange of two lines would help."
)
APART: Mapping[str, str] = {
    "group": gettext_noop(
        "These two come from one group: no exchange within the same rank would help."
    ),
    "family": gettext_noop(
        "These two are of one family: no exchange of two lines would help."
    ),
    "club": gettext_noop(
        "These two are of one club: no exchange of two lines would help."
    ),
    "country": gettext_noop(
        "These two are of one country: no exchange of two lines would help."
    ),
}
"""What is noted at a match of two who share this, although they are kept apart."""

SHARED: Final[Mapping[str, Callable[[Entrant], str]]] = {
    "group": lambda entrant: entrant.group,
    "family": lambda entrant: entrant.family,
    "club": lambda entrant: entrant.club,
    "country": lambda entrant: entrant.country,
}


class Clashes:
    """Who ought not to meet in the first round, and how much it matters."""

    def __init__(self, entrants: Sequence[Entrant], options: Options) -> None:
        """Read what the director asked for."""
        self.forbidden = {frozenset(pair) for pair in options.forbidden}
        group = ["group"] if any(one.group for one in entrants) else []
        self.kinds = [kind for kind in (*group, *options.apart) if kind in SHARED]
        self.of = {
            kind: {one.number: SHARED[kind](one).strip().casefold() for one in entrants}
            for kind in self.kinds
        }
        self.more = len(entrants) + 1

    @property
    def are_none(self) -> bool:
        """Whether nobody is kept apart."""
        return not self.forbidden and not self.kinds

    def notes(self, one: int, two: int) -> Iterator[Note]:
        """Yield why two ought not to meet."""
        if frozenset((one, two)) in self.forbidden:
            yield Note(FORBIDDEN)
        for kind in self.kinds:
            if self._share(kind, one, two):
                yield Note(APART[kind])

    def weight(self, one: int | None, two: int | None) -> int:
        """Return how bad it is that two meet; 0 if they may, or if one has a bye."""
        if one is None or two is None:
            return 0
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
    """Return who is on which line after the exchanges.

    `at` maps lines to entrants, `others` are the unseeded in the order of their lots.
    """
    if clashes.are_none:
        return dict(at)
    field = _Field(
        dict(at), {number: line for line, number in at.items()}, tuple(others), clashes
    )
    while field.improve():
        pass
    return field.at


@dataclass(slots=True)
class _Field:
    """The lines while some are exchanged: `line_of` is `at` the other way round."""

    at: dict[int, int]
    line_of: dict[int, int]
    others: tuple[int, ...]
    clashes: Clashes

    def improve(self) -> bool:
        """Go through the matches once; tell whether any exchange helped."""
        movable, helped = set(self.others), False
        for line in sorted(self.at, key=lambda each: ((each - 1) // 2, -each)):
            number = self.at[line]
            if number in movable and self._weight(number, line):
                helped |= self._move(line)
        return helped

    def _move(self, line: int) -> bool:
        """Exchange a line where it helps most; tell whether it helps at all."""
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
        """Return how much better the first round is if two lines are exchanged."""
        if other in {line, _partner(line)}:
            return 0
        one, two = self.at[line], self.at[other]
        before = self._weight(one, line) + self._weight(two, other)
        return before - self._weight(one, other) - self._weight(two, line)

    def _weight(self, number: int, line: int) -> int:
        """Return how bad it is to have an entrant on a line."""
        return self.clashes.weight(number, self.at.get(_partner(line)))


def _partner(line: int) -> int:
    """Return the other line of a match of the first round."""
    return line + 1 if line % 2 else line - 1
