"""The names of the rounds of a stage, the same on every page and on paper.

The last rounds of a bracket are named by the matches that they have; other rounds are
numbered.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, gettext_noop

from tournaments.engine import Node
from tournaments.engine.plan import PRELIMINARY
from tournaments.rounds.engine_state import MAIN, plan_of
from tournaments.structure.models import Stage
from tournaments.structure.names import numbered_round

LOWER: Final = "lower"
FINAL: Final = "final"
SEMIFINALS: Final = 2
QUARTERFINALS: Final = 4
EIGHTH_FINALS: Final = 8
FINAL_ROUND: Final = gettext_noop("Final")
PRELIMINARY_MATCHES: Final = gettext_noop("Preliminary matches")
RESET: Final = gettext_noop("Final, if necessary")
NAMES: Final = {
    SEMIFINALS: gettext_noop("Semi-finals"),
    QUARTERFINALS: gettext_noop("Quarter-finals"),
    EIGHTH_FINALS: gettext_noop("Round of 16"),
}
"""The names of rounds by the number of their matches."""


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
        message = self.message(section, number)
        return gettext(message) if message else numbered_round(number)

    def message(self, section: str, number: int) -> str:
        """Return the name of a round as a message, empty for one that has a number."""
        if section == FINAL:
            return FINAL_ROUND if number == 1 else RESET
        if section.endswith(PRELIMINARY):
            return PRELIMINARY_MATCHES
        if self.is_last(section, number):
            return FINAL_ROUND
        if self.has_names(section):
            return NAMES.get(self.width(section, number), "")
        return ""

    def side(self, section: str) -> str:
        """Return the name of a section of a double elimination, else nothing."""
        if not self.is_double:
            return ""
        sides = {MAIN: gettext("Winners’ bracket"), LOWER: gettext("Losers’ bracket")}
        return sides.get(section, "")


@dataclass(frozen=True, slots=True)
class DrawnRounds:
    """The rounds of a drawn bracket by the slots of its matches."""

    nodes: Mapping[int, Node]
    rounds: BracketRounds

    @classmethod
    def of(cls, root: Stage) -> "DrawnRounds":
        """Return the rounds of a stage that has a plan."""
        nodes = {node.number: node for node in plan_of(root).nodes}
        return cls(nodes, BracketRounds.of(nodes.values()))

    def message(self, slot: int) -> str:
        """Return the name of the round of a slot as a message, empty if it has none."""
        node = self.nodes.get(slot)
        return self.rounds.message(node.section, node.round) if node else ""

    def names(self, slot: int) -> tuple[str, ...]:
        """Return the names of the side and the round of a slot, none if it is gone."""
        node = self.nodes.get(slot)
        if node is None:
            return ()
        side = self.rounds.side(node.section)
        return (side, self.rounds.name(node.section, node.round))
