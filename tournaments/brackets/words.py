"""Names of the parts of a bracket in the reader's language."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.translation import get_language, gettext

from tournaments.brackets.queries import MAIN, Bracket
from tournaments.engine import VACANT, Node, Slot
from tournaments.engine.bracket.course import Side
from tournaments.engine.plan import PRELIMINARY, Source
from tournaments.rounds.round_names import (
    FINAL,
    PRELIMINARY_MATCHES,
    QUARTERFINALS,
    SEMIFINALS,
    BracketRounds,
)
from tournaments.structure.models import Stage
from tournaments.structure.names import shown_name

NAMED_WIDTHS: Final = frozenset({SEMIFINALS, QUARTERFINALS})
"""Widths of rounds with a name that only the main bracket uses."""


class BracketWords:
    """The names of sections, rounds and matches of one bracket.

    A match without a number, because an entrant has a bye there, is named by its round.
    """

    def __init__(self, bracket: Bracket) -> None:
        """Use the language that is active now for `bracket`."""
        self.bracket = bracket
        self.slots = bracket.course.slots
        self.section = cache(self._section)
        self.rounds = BracketRounds.of(slot.node for slot in self.slots.values())
        self.round = cache(self.rounds.name)
        self.round_here = cache(self._round_here)

    def label(self, number: int) -> str:
        """Return the number of a match (M24), empty where no match is played."""
        return self.bracket.label(number)

    def title(self, node: Node) -> str:
        place, width = node.position + 1, self.rounds.width(node.section, node.round)
        if self.rounds.has_names(node.section) or node.section == FINAL:
            if width == 1:
                return self.round(node.section, node.round)
            if width == SEMIFINALS:
                return gettext("Semi-final %(number)s") % {"number": place}
            if width == QUARTERFINALS:
                return gettext("Quarter-final %(number)s") % {"number": place}
        if width == 1:
            return self.round(node.section, node.round)
        return gettext("%(round)s, no. %(number)s") % {
            "round": self.round(node.section, node.round),
            "number": place,
        }

    def match(self, node: Node, *, seen_from: str) -> str:
        """Return the name of a match as seen from a section: M24, or its round."""
        name = self.label(node.number) or _lowered(self.title(node))
        if node.section == seen_from:
            return name
        if not self.label(node.number) and self._is_unmistakable(node):
            return name
        return gettext("%(section)s, %(match)s") % {
            "section": self.section(node.section),
            "match": name,
        }

    def side(self, slot: Slot, top: bool) -> str:
        entry = slot.top if top else slot.bottom
        if entry:
            return self.bracket.names[entry]
        if entry == VACANT:
            return gettext("no one")
        return self.coming(slot.node.top if top else slot.node.bottom, slot.node)

    def coming(self, source: Source, to: Node) -> str:
        before = self.slots[source.of]
        if source.kind == "winner":
            return gettext("winner of %(match)s") % {"match": self._from(before, to)}
        return gettext("loser of %(match)s") % {"match": self._from(before, to)}

    def onward(self, slot: Slot) -> str:
        """Return where the winner of a match goes, empty after the last match."""
        target = self.bracket.course.winner_to.get(slot.node.number)
        if target is None:
            return ""
        after = self.slots[target[0]]
        if after.node.section != slot.node.section:
            return gettext("Winner → %(match)s") % {
                "match": self.match(after.node, seen_from=slot.node.section)
            }
        other = after.bottom if target[1] == 1 else after.top
        if other == VACANT:
            return gettext("Winner gets a bye in the next round")
        who = self.side(after, top=target[1] != 1)
        return gettext("Winner meets %(who)s") % {"who": who}

    def downward(self, slot: Slot) -> str:
        """Return where the loser of a match goes, empty if the loser is out."""
        target = self.bracket.course.loser_to.get(slot.node.number)
        after = self.next_match(target)
        if target is None or after is None:
            return ""
        values = {"match": self.match(after.node, seen_from=slot.node.section)}
        first = self.slots[target[0]].node
        source = first.top if target[1] == 1 else first.bottom
        if after.node.is_reset:
            return ""
        if source.kind == "first_loser":
            return gettext("Loser, if it was their first match → %(match)s") % values
        return gettext("Loser → %(match)s") % values

    def next_match(self, side: Side | None) -> Slot | None:
        """Return the first match of the entrant at a side, after any byes."""
        while side is not None and is_bye(after := self.slots[side[0]]):
            side = self.bracket.course.winner_to.get(after.node.number)
        return self.slots[side[0]] if side else None

    def short_round(self, section: str, number: int) -> str:
        width = self.rounds.width(section, number)
        if section == FINAL:
            return str(number)
        if self.rounds.is_last(section, number):
            # Translators: short for the final; keep it to one or two letters.
            return gettext("F")
        if self.rounds.has_names(section) and width == SEMIFINALS:
            # Translators: short for semi-finals; keep it to two letters.
            return gettext("SF")
        if self.rounds.has_names(section) and width == QUARTERFINALS:
            # Translators: short for quarter-finals; keep it to two letters.
            return gettext("QF")
        return str(number)

    def _from(self, before: Slot, to: Node) -> str:
        label = self.label(before.node.number)
        if label or (before.top and before.bottom):
            return label or f"{self.side(before, True)} – {self.side(before, False)}"
        return self.match(before.node, seen_from=to.section)

    def _section(self, section: str) -> str:
        if section.endswith(PRELIMINARY):
            return gettext("%(section)s, %(match)s") % {
                "section": self.section(section.removesuffix(PRELIMINARY)),
                "match": _lowered(gettext(PRELIMINARY_MATCHES)),
            }
        stage = self.bracket.stages.get(section)
        if stage is not None and stage.name:
            return shown_name(stage.name)
        if side := self.rounds.side(section):
            return side
        if section == FINAL:
            return gettext("Final")
        usual = {
            MAIN: shown_name(self.bracket.root.name) or gettext("Main"),
            "consolation": gettext("Consolation"),
            "last": gettext("Last chance"),
        }
        return usual.get(section, section.replace("_", " ").capitalize())

    def _round_here(self, section: str, number: int) -> str:
        if section.endswith(PRELIMINARY):
            return self.section(section)
        name = self.round(section, number)
        if len(self.bracket.sections) == 1 or section == FINAL:
            return name
        return gettext("%(section)s, %(match)s") % {
            "section": self.section(section),
            "match": _lowered(name),
        }

    def _is_unmistakable(self, node: Node) -> bool:
        """Return True if no other section has a match of the same name."""
        if node.section == FINAL:
            return True
        width = self.rounds.width(node.section, node.round)
        return self.rounds.has_names(node.section) and width in NAMED_WIDTHS


def is_bye(slot: Slot) -> bool:
    """Return True if a side stays vacant, known already or not."""
    return VACANT in (slot.top, slot.bottom)


def _lowered(name: str) -> str:
    return name[:1].lower() + name[1:]


class BracketNames:
    """The names of the parts of one bracket, found when a line is shown."""

    def __init__(self, bracket: Bracket) -> None:
        """Name the parts of `bracket`."""
        self._bracket = bracket
        self._words: dict[str | None, BracketWords] = {}

    @property
    def root(self) -> Stage:
        return self._bracket.root

    def here(self) -> BracketWords:
        # Kept for each language: counting the rounds of a large bracket takes longer
        # than naming one of them.
        language = get_language()
        if language not in self._words:
            self._words[language] = BracketWords(self._bracket)
        return self._words[language]

    def round(self, section: str, number: int) -> "BracketPart":
        return BracketPart(self, section, number)

    def section(self, section: str) -> "BracketPart":
        return BracketPart(self, section)


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A section of a bracket, or one of its rounds; `str()` gives its name."""

    names: BracketNames
    section: str
    round: int | None = None

    def __str__(self) -> str:
        words = self.names.here()
        if self.round is None:
            return words.section(self.section)
        return words.round_here(self.section, self.round)
