"""Keeping entrants apart in the first round of a bracket, as far as possible.

The matches are checked from top to bottom, the lower side of a match first. If the two
should not meet, one of them exchanges lines with another unseeded entrant: the one for
which the exchange helps most, of equal ones the first in the order of lots. This is
repeated until no exchange helps. Seeded entrants keep their lines. A forbidden match
weighs more than any number of other matches, then a match within a group of the source
stage, then the kinds in the order in which the director named them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from matches.rules.messages import Message
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
