"""A bracket with all its branches, read in a fixed number of queries."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from matches.ledger.lists import state_tag
from matches.ledger.models.match import Match
from matches.players.names import fold, fold_words, is_found
from tournaments.engine import BracketCourse, Slot
from tournaments.engine.plan import PRELIMINARY
from tournaments.rounds import engine_state
from tournaments.rounds.models import Draw, Pairing, PairingQuerySet
from tournaments.rounds.rows import Names
from tournaments.structure.models import Entry, Stage

MAIN: Final = engine_state.MAIN
_SCORED: Final = frozenset(
    {
        Match.State.PLAYING.value,
        Match.State.REPORTED.value,
        Match.State.UNFINISHED.value,
        Match.State.DONE.value,
    }
)
_AT_A_TABLE: Final = frozenset({Match.State.READY.value, Match.State.PLAYING.value})
_ON_THE_BOARD: Final = frozenset({"", Match.How.PLAYED.value})


class BracketMatch(NamedTuple):
    """The match of a slot. `one` is the entry with the score `score_1`.

    Of a tie it is the newest match, with how many each of the two has `won`.
    """

    label: str
    code: str
    one: int
    two: int
    score_1: int
    score_2: int
    winner: int | None
    how: str
    state: str
    table: int | None
    is_locked: bool = False
    won: Mapping[int, int] | None = None

    @property
    def is_played(self) -> bool:
        """Whether the match was decided at the board, or is not decided yet."""
        return self.how in _ON_THE_BOARD

    @property
    def tag(self) -> str:
        is_called = self.table is not None
        return state_tag(
            self.state, self.how, is_called=is_called, is_locked=self.is_locked
        )

    @property
    def is_at_table(self) -> bool:
        is_called = self.table is not None and not self.is_locked
        return is_called and self.state in _AT_A_TABLE

    def points_of(self, entry: int) -> int | None:
        """Return the points of an entry, None if there are none to show."""
        if self.won is not None and self.is_played:
            return self.won.get(entry, 0)
        if self.state not in _SCORED or not self.is_played:
            return None
        return {self.one: self.score_1, self.two: self.score_2}.get(entry)


@dataclass(frozen=True)
class Bracket:
    """A drawn bracket and its branches, as read at one time.

    `stages` holds the stage of each branch by section; other sections belong to `root`.
    """

    root: Stage
    stages: Mapping[str, Stage]
    course: BracketCourse
    names: Names
    meetings: Mapping[int, BracketMatch] = field(default_factory=dict)

    @cached_property
    def sections(self) -> tuple[str, ...]:
        return self.course.plan.sections()

    @cached_property
    def rounds(self) -> Mapping[str, Mapping[int, Sequence[Slot]]]:
        found: dict[str, dict[int, list[Slot]]] = {
            section: {} for section in self.sections
        }
        for slot in self.course.slots.values():
            node = slot.node
            found[node.section].setdefault(node.round, []).append(slot)
        for rounds in found.values():
            for slots in rounds.values():
                slots.sort(key=lambda slot: slot.node.position)
        return found

    @property
    def entrants(self) -> int:
        return len(self.root.lots)

    def label(self, slot: int) -> str:
        """Return the number of the match in a slot (M24), empty without a match."""
        meeting = self.meetings.get(slot)
        if meeting is not None:
            return meeting.label
        kept = self.root.number_of(slot)
        return f"M{kept}" if kept else ""

    def stage_of(self, section: str) -> Stage:
        return self.stages.get(section.removesuffix(PRELIMINARY), self.root)

    def section_of(self, stage: Stage) -> str:
        """Return the section that a stage shows first."""
        return stage.section if stage.section in self.sections else MAIN

    def is_double(self) -> bool:
        return "lower" in self.sections

    def winner(self, section: str) -> int | None:
        """Return the entry that has won a section, None before its last match."""
        rounds = self.rounds[section]
        slots = [slot for slot in rounds[max(rounds)] if slot.state != "needless"]
        last = slots[-1] if slots else rounds[max(rounds) - 1][-1]
        return last.winner or None


def bracket_of(stage: Stage) -> Bracket | None:
    """Return the bracket of a stage, None before its draw is published.

    Seven queries for any size, if the caller has fetched the parents of a branch.
    """
    root = stage.root
    if root.plan is None:
        return None
    return Bracket(
        root=root,
        stages=_stages(root),
        course=engine_state.course_of(root, engine_state.load(root)),
        names=_names(root),
        meetings=_meetings_of(root),
    )


def _meetings_of(root: Stage) -> dict[int, BracketMatch]:
    """Return the match or the tie of each slot. One query."""
    found: dict[int, list[BracketMatch]] = {}
    for slot, meeting in meetings(Pairing.objects.filter(draw__stage=root)):
        found.setdefault(slot, []).append(meeting)
    return {
        slot: rows[-1] if root.chosen.legs == 1 else rows[-1]._replace(won=_won(rows))
        for slot, rows in found.items()
    }


def _won(rows: Sequence[BracketMatch]) -> Mapping[int, int]:
    return Counter({1: row.one, 2: row.two}.get(row.winner or 0, 0) for row in rows)


def bracket_of_draft(draw: Draw) -> Bracket:
    """Return the bracket of a draft, before its first match. One query."""
    root = copy(draw.stage)
    root.lots, root.plan = draw.record.get("lots", {}), draw.record.get("plan")
    course = engine_state.course_of(root, draw.made_from)
    return Bracket(root=root, stages={}, course=course, names=_names(root))


class BracketName(NamedTuple):
    entry: int
    name: str
    key: str


def names_in(bracket: Bracket) -> list[BracketName]:
    """Return all entrants with a line, in the order of the names. One query."""
    entries = Entry.objects.filter(division=bracket.root.division_id)
    keys: dict[int, str] = dict(entries.values_list("number", "player__key"))
    found = [
        BracketName(number, bracket.names[number], keys.get(number, ""))
        for number in bracket.root.lot_of
    ]
    return sorted(found, key=lambda one: fold_words(one.name))


def named(bracket: Bracket, text: str) -> list[BracketName]:
    """Return those whose names contain all words of a text. One query."""
    if not fold(text):
        return []
    return [one for one in names_in(bracket) if is_found(text, one.name)]


def _stages(root: Stage) -> dict[str, Stage]:
    rows = Stage.objects.filter(division=root.division_id).order_by("number")
    kept, stages = {root.pk}, {}
    for row in rows:
        if row.parent_id in kept:
            kept.add(row.pk)
            row.division = root.division
            stages[row.section] = row
    return stages


def _names(root: Stage) -> Names:
    rows = Entry.objects.filter(division=root.division_id)
    return Names(rows.values_list("number", "player__name"))


def meetings(pairings: PairingQuerySet) -> Iterator[tuple[int, BracketMatch]]:
    """Yield the matches of published pairings, each with its slot, 0 for none.

    One query.
    """
    rows = (
        pairings.live()
        .with_match()
        .order_by("round_number", "position", "leg")
        .values_list(
            "slot",
            "match_number",
            "match__code",
            "entry_1__number",
            "entry_2__number",
            "match__score_1",
            "match__score_2",
            "match__winner",
            "match__how",
            "match__state",
            "table",
            "match__locked_at",
        )
    )
    for row in rows:
        values: Sequence[Any] = row
        facts: Sequence[Any] = [*values[2:-1], values[-1] is not None]
        yield values[0] or 0, BracketMatch(f"M{values[1]}", *facts)
