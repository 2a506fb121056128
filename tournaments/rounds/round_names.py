"""The rounds of a stage: how many there are, and their names on pages and on paper.

The last rounds of a bracket are named by the matches that they have; other rounds are
numbered.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import Count
from django.utils.translation import gettext, gettext_noop

from tournaments import engine
from tournaments.engine import Node, RoundsAsked, format_named
from tournaments.engine.plan import PRELIMINARY
from tournaments.rounds import engine_state
from tournaments.rounds.engine_state import MAIN, plan_of
from tournaments.structure.models import Entry, Stage
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
    widths: Mapping[str, Mapping[int, int]]

    @classmethod
    def of(cls, nodes: Iterable[Node]) -> "BracketRounds":
        widths: dict[str, Counter[int]] = defaultdict(Counter)
        for node in nodes:
            widths[node.section][node.round] += 1
        return cls(widths)

    @property
    def is_double(self) -> bool:
        """Whether the main bracket is the winners' side of a double elimination."""
        return LOWER in self.widths

    def has_names(self, section: str) -> bool:
        return section == MAIN and not self.is_double

    def is_last(self, section: str, number: int) -> bool:
        return number == max(self.widths[section])

    def width(self, section: str, number: int) -> int:
        return self.widths[section][number]

    def name(self, section: str, number: int) -> str:
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
        if not self.is_double:
            return ""
        sides = {MAIN: gettext("Winners’ bracket"), LOWER: gettext("Losers’ bracket")}
        return sides.get(section, "")


@dataclass(frozen=True, slots=True)
class DrawnRounds:
    nodes: Mapping[int, Node]
    rounds: BracketRounds

    @classmethod
    def of(cls, root: Stage) -> "DrawnRounds":
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


def rounds_planned(stage: Stage) -> int:
    """Return the number of rounds of a stage: see `rounds_planned_with`.

    One query while the field is unknown and decides the number, none otherwise.
    """
    # A branch has no format, and only the rounds of its plan.
    is_known = (
        stage.is_branch
        or stage.lots
        or stage.field
        or stage.take
        or _is_as_asked(stage)
    )
    return rounds_planned_with(stage, {} if is_known else entry_counts(stage))


def entry_counts(stage: Stage) -> dict[str, int]:
    """Count the entries of a stage's division that are to play. One query.

    The key `entries` has their number, `here` the number of those checked in.
    """
    entries = Entry.objects.filter(division=stage.division_id).active().placed()
    return entries.aggregate(entries=Count("pk"), here=Count("checked_in_at"))


def rounds_planned_with(stage: Stage, counts: dict[str, int]) -> int:
    """Return the number of rounds of a stage; 0 if it is not known beforehand.

    A drawn bracket has the rounds of its plan, a branch those of its section. `counts`
    are the `entry_counts` of the division, used while the field is unknown. No query.
    """
    if stage.is_plan and stage.root.plan is not None:
        section = stage.section or engine_state.MAIN
        plan = engine_state.plan_of(stage.root)
        return max((node.round for node in plan.of(section)), default=0)
    if stage.is_branch or _has_no_plan(stage):
        return 0
    return engine.round_count(
        stage.format,
        len(stage.lots)
        or len(stage.field or ())
        or stage.take
        or counts.get("here", 0),
        stage.rounds,
        # Who may meet changes no count.
        options=replace(stage.chosen, apart=(), forbidden=()),
    )


def _is_as_asked(stage: Stage) -> bool:
    if not stage.rounds or stage.is_branch:
        return False
    return format_named(stage.format).rounds_asked is RoundsAsked.YES


def _has_no_plan(stage: Stage) -> bool:
    known = engine.format_named(stage.format)
    return known.is_endless or known.is_until_decided
