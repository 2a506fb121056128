"""The names of the rounds of a stage, the same on every page and on paper.

The last rounds of a bracket are named by the matches that they have; other rounds are
numbered.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from tournaments.engine import Node
from tournaments.rounds.engine_state import MAIN

LOWER: Final = "lower"
FINAL: Final = "final"
SEMIFINALS: Final = 2
QUARTERFINALS: Final = 4
EIGHTH_FINALS: Final = 8


def round_number(number: int) -> str:
    """Return the name of a round that has no other: Round 3."""
    return gettext("Round %(number)s") % {"number": number}


@dataclass(frozen=True, slots=True)
class BracketRounds:
    """The number of matches in each round of a bracket, by section and round."""

    widths: Mapping[str, Mapping[int, int]]

    @classmethod
    def of(cls, nodes: Iterable[Node]) -> "BracketRounds":
        """Count the matches of a bracket."""
        widths: dict[str, Counter[int]] = defaultdict(Counter)
        for node in nodes:
            widths[node.section][node.round] += 1
        return cls(widths)

    @property
    def is_double(self) -> bool:
        """Whether the main bracket is the winners' side of a double elimination."""
        return LOWER in self.widths

    def has_names(self, section: str) -> bool:
        """Return True where rounds are semi-finals and so on: in a single bracket."""
        return section == MAIN and not self.is_double

    def is_last(self, section: str, number: int) -> bool:
        """Return True for the last round of a section."""
        return number == max(self.widths[section])

    def width(self, section: str, number: int) -> int:
        """Return the number of matches of a round."""
        return self.widths[section][number]

    def name(self, section: str, number: int) -> str:
        """Return the name of a round within its section."""
        if section == FINAL:
            return gettext("Final") if number == 1 else gettext("Final, if necessary")
        if self.is_last(section, number):
            return gettext("Final")
        if self.has_names(section):
            width = self.width(section, number)
            if width == SEMIFINALS:
                return gettext("Semi-finals")
            if width == QUARTERFINALS:
                return gettext("Quarter-finals")
            if width == EIGHTH_FINALS:
                return gettext("Round of 16")
        return round_number(number)

    def side(self, section: str) -> str:
        """Return the name of a section of a double elimination, else nothing."""
        if not self.is_double:
            return ""
        sides = {MAIN: gettext("Winners’ side"), LOWER: gettext("Losers’ side")}
        return sides.get(section, "")
