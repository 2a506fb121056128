"""Cutting brackets into sheets for the wall, each a complete part of the bracket."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.registry import A3, A4, LETTER
from matches.rules.game import gettext_noop
from matches.web.club import club, logo_address
from tournaments.brackets import BracketWords, bracket_of
from tournaments.brackets.queries import BracketMatch
from tournaments.brackets.words import is_bye
from tournaments.engine import VACANT, Slot
from tournaments.engine.plan import Source
from tournaments.paper.chart_tree import Leaf, Subtree, parts_of
from tournaments.paper.values import WALL, head_of, is_drawn, of_stage
from tournaments.paper.wall_charts import (
    NO_CHART,
    ChartSheet,
    ChartValues,
    wall_chart,
)
from tournaments.rounds.models import Round
from tournaments.structure.details import about_lines
from tournaments.structure.documents import two_languages_of
from tournaments.structure.models import Stage
from tournaments.structure.queries import title_of
from tournaments.structure.words import points_between

LINES: Final = 34
"""The most lines on a sheet: closer than 7 mm leaves no room to write."""
NOBODY: Final = "–"


def chart_values(words: BracketWords, stage: Stage) -> ChartValues:
    """Return the sheets of a stage; those of a root include its branches. One query."""
    bracket = words.bracket
    if stage.is_branch:
        sections: Sequence[str] = [bracket.section_of(stage)]
    else:
        sections = bracket.sections
    tournament, root = stage.division.tournament, bracket.root
    drawer = _Drawer(words)
    return ChartValues(
        head=head_of(
            tournament,
            title=title_of(root),
            path=reverse("stage", args=[tournament.slug, stage.number]),
            published=Round.objects.filter(stage=root).select_related("draw").first(),
        ),
        about=tuple(about_lines(tournament)),
        logo=logo_address(club().logo),
        sheets=tuple(sheet for section in sections for sheet in drawer.sheets(section)),
        legend=" · ".join(
            (
                *(drawer.about(section) for section in bracket.sections),
                # Translators: on a wall chart: what its short words mean.
                gettext("t: table; L→: loser’s next match")
                if len(bracket.sections) > 1
                # Translators: on a wall chart: what its short word means.
                else gettext("t: table"),
            )
        ),
    )


class _Drawer:
    def __init__(self, words: BracketWords) -> None:
        self.words = words
        self.bracket = words.bracket
        self.slots = words.bracket.course.slots

    def sheets(self, section: str) -> Iterator[ChartSheet]:
        for root in self._roots(section):
            pieces = list(parts_of(root, LINES, letters_of))
            goes_to, about = _goes_to(pieces), gettext("sheet %(letter)s of %(count)s")
            for index, piece in enumerate(pieces):
                place = {"letter": letters_of(index), "count": len(pieces)}
                yield ChartSheet(
                    section=self.words.section(section),
                    about=about % place if len(pieces) > 1 else "",
                    titles=self._titles(section, piece),
                    root=piece,
                    goes_to=goes_to.get(letters_of(index), ""),
                )

    def about(self, section: str) -> str:
        """Return a section with its match numbers and lengths, for the legend."""
        rounds, stage = self.bracket.rounds[section], self.bracket.stage_of(section)
        slots = [slot.node.number for some in rounds.values() for slot in some]
        labels = [label for slot in slots if (label := self.words.label(slot))]
        numbers = sorted(int(label[1:]) for label in labels)
        lengths = [stage.length_of(number) for number in rounds]
        return gettext("%(section)s %(numbers)s, %(points)s") % {
            "section": self.words.section(section),
            "numbers": _span([f"M{number}" for number in numbers]),
            "points": points_between(min(lengths), max(lengths)),
        }

    def _titles(self, section: str, root: Subtree) -> tuple[str, ...]:
        rounds = range(root.first_column, root.column + 1)
        titles = [self.words.round(section, number) for number in rounds]
        has_more = root.column < max(self.bracket.rounds[section])
        after = self.words.round(section, root.column + 1) if has_more else ""
        return (*titles, after or gettext("Winner"))

    def _roots(self, section: str) -> Iterator[Subtree]:
        for slots in self.bracket.rounds[section].values():
            for slot in slots:
                target = self.bracket.course.winner_to.get(slot.node.number)
                if target is None or self.slots[target[0]].node.section != section:
                    yield self._subtree(slot)

    def _subtree(self, slot: Slot) -> Subtree:
        meeting = self.bracket.meetings.get(slot.node.number)
        return Subtree(
            column=slot.node.round,
            label=self.words.label(slot.node.number),
            table=""
            if meeting is None or meeting.table is None
            else str(meeting.table),
            loser_to=self._loser_to(slot),
            name=self.bracket.names[slot.winner] if slot.winner else "",
            points=(
                _points(slot, meeting, slot.top),
                _points(slot, meeting, slot.bottom),
            ),
            top=self._side(slot, slot.node.top, slot.top),
            bottom=self._side(slot, slot.node.bottom, slot.bottom),
            is_played=slot.state != "needless" and not is_bye(slot),
        )

    def _side(self, slot: Slot, source: Source, entry: int | None) -> "Subtree | Leaf":
        column = slot.node.round
        name = self.bracket.names[entry] if entry else ""
        if entry == VACANT:
            name = NOBODY if slot.state == "empty" else gettext("bye")
        if source.kind == "line":
            mark = str(source.of) if source.of else ""
            return Leaf(column, mark, name)
        before = self.slots[source.of]
        is_inside = before.node.section == slot.node.section
        if is_inside and source.kind == "winner":
            return self._subtree(before)
        if slot.node.is_reset:
            return Leaf(column, "", name)
        played = self._played(source)
        label = self.words.label(played.of) if played.kind != "line" else ""
        # Translators: on a wall chart, before a match number: its winner or loser.
        letter = gettext("W") if played.kind == "winner" else gettext("L")
        return Leaf(column, f"{letter} {label}" if label else "", name)

    def _played(self, source: Source) -> Source:
        """Return the match from which an entrant comes, before any byes."""
        while source.kind == "winner" and is_bye(before := self.slots[source.of]):
            node = before.node
            source = node.bottom if before.top == VACANT else node.top
        return source

    def _loser_to(self, slot: Slot) -> str:
        """Return the next match of a loser with its section, if that is another one."""
        after = self.words.next_match(
            self.bracket.course.loser_to.get(slot.node.number)
        )
        if after is None or after.node.is_reset:
            return ""
        label = self.words.label(after.node.number)
        if not label or after.node.section == slot.node.section:
            return label
        return f"{self.words.section(after.node.section)} {label}"


def _span(labels: Sequence[str]) -> str:
    """Return the first and the last of some labels, one alone, empty for none."""
    return "–".join(dict.fromkeys((labels[0], labels[-1]))) if labels else ""


def _points(slot: Slot, meeting: BracketMatch | None, entry: int | None) -> str:
    """Return the text of a score box; a walk-over is marked at its loser."""
    if meeting is None or not entry:
        return ""
    if slot.state == "decided" and not meeting.is_played:
        # Translators: on a wall chart, short for walk-over.
        return "" if slot.winner == entry else gettext("w/o")
    points = meeting.points_of(entry)
    return "" if points is None else str(points)


def _goes_to(pieces: Sequence[Subtree]) -> dict[str, str]:
    """Return, by the letter of a sheet, on which sheet and line its winner goes on."""
    return {
        leaf.mark: gettext("→ sheet %(letter)s, slot %(line)s")
        % {"letter": letters_of(index), "line": line}
        for index, piece in enumerate(pieces)
        for line, leaf in enumerate(piece.leaves(), start=1)
        if leaf.mark.isupper() and leaf.mark.isalpha()
    }


def letters_of(index: int) -> str:
    """Return the letter of a sheet, counted from 0: A to Z, then AA and so on."""
    more, last = divmod(index, len(ascii_uppercase))
    return (letters_of(more - 1) if more else "") + ascii_uppercase[last]


def chart_of(stage: Stage) -> ChartValues:
    """Return the chart of a bracket. Raises NO_CHART."""
    bracket = bracket_of(stage)
    if bracket is None:
        raise NO_CHART()
    return chart_values(BracketWords(bracket), stage)


BRACKET: Final = of_stage(
    "bracket",
    title=gettext_noop("Bracket poster"),
    values=chart_of,
    build=wall_chart,
    papers=(A4, LETTER, A3),
    language=lambda stage: two_languages_of(stage.division.tournament),
    back=lambda stage: reverse(
        "stage", args=[stage.division.tournament.slug, stage.number]
    ),
    is_offered=lambda stage: stage.is_plan,
    is_ready=is_drawn,
    group=WALL,
    note=gettext_noop("PDF for the wall"),
)
