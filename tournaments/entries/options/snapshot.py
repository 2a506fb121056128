"""The snapshot of a stage from which the options for an entry are computed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from django.db.models import Max

from matches.ledger.models.match import Match
from tournaments import engine
from tournaments.brackets import Bracket, bracket_of
from tournaments.brackets.words import BracketNames, BracketPart
from tournaments.engine import (
    VACANT,
    BracketCourse,
    Format,
    LateEntry,
    Outcome,
    Slot,
    StageState,
)
from tournaments.engine.bracket.refit import DrawnBracket, misfits
from tournaments.entries.options import words
from tournaments.results.amendments.set_aside import drawn_in
from tournaments.rounds import engine_state
from tournaments.rounds.engine_state import entries_of
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.rounds.rows import Names
from tournaments.structure.models import Division, Entry, Stage
from tournaments.structure.queries import PlannedLine, StageTitle

READY: Final = Match.State.READY.value


@dataclass(frozen=True)
class StageSnapshot:
    """A root stage as of now; `newest` is its last published round, 0 for none."""

    root: Stage
    state: StageState
    names: Names
    rows: tuple[Pairing, ...]
    newest: int
    bracket: Bracket | None

    @property
    def format(self) -> Format:
        """The format of the stage."""
        return engine.format_named(self.root.format)

    @property
    def late(self) -> LateEntry:
        """The late-entry rules of the format. Raises ValueError for a bracket."""
        found = self.format.late
        if found is None:
            message = f"{self.root.format} is drawn once"
            raise ValueError(message)
        return found

    @cached_property
    def seed(self) -> str:
        """The random number of the first draw, from which later lots are drawn too."""
        drawn = Draw.objects.filter(stage=self.root, round__isnull=False)
        first = drawn.order_by("round_number").values_list("seed", flat=True).first()
        return first or ""

    @property
    def title(self) -> StageTitle:
        """The title of the stage, as a reader sees it."""
        return StageTitle(self.root)

    @property
    def is_drawn(self) -> bool:
        """Whether a round of the stage is published."""
        return self.newest > 0

    @cached_property
    def drawn(self) -> DrawnBracket:
        """The facts of a bracket."""
        return drawn_in(self.root, self.state)

    @cached_property
    def words(self) -> BracketNames:
        """The names of the parts of a bracket. Raises ValueError without one."""
        if self.bracket is None:
            message = f"{self.root} is no drawn bracket"
            raise ValueError(message)
        return BracketNames(self.bracket)

    @cached_property
    def course(self) -> BracketCourse:
        """The course of the bracket as of now."""
        return self.drawn.course()

    @cached_property
    def _rows_of(self) -> dict[int, list[Pairing]]:
        """The live pairings by the number of an entry, read once for all entries."""
        found: dict[int, list[Pairing]] = {}
        for row in self.rows:
            for number in sides(row):
                found.setdefault(number, []).append(row)
        return found

    @cached_property
    def _seated(self) -> frozenset[int]:
        """The entries with a line or a place in the bracket."""
        lines = self.root.lot_of if self.root.is_plan else ()
        return frozenset((*lines, *(pin.entrant for pin in self.state.pins)))

    def of(self, number: int) -> list[Pairing]:
        """Return the live pairings of an entry."""
        return list(self._rows_of.get(number, ()))

    def open_of(self, number: int) -> list[Pairing]:
        """Return the pairings of an entry whose match has no result."""
        return [row for row in self.of(number) if row.match and not is_over(row.match)]

    def at_slots(self, slots: Iterable[int]) -> list[Pairing]:
        """Return the pairings of some slots of a bracket."""
        wanted = set(slots)
        return [row for row in self.rows if row.slot in wanted]

    def unfit(self, after: DrawnBracket, slot: int) -> list[Pairing]:
        """Return the matches that no longer fit if a bracket changes at a slot."""
        among = {slot, *self.course.depends_on(slot)}
        taken = [row.slot for row in self.rows if row.slot in among]
        return self.at_slots(misfits(after, [one for one in taken if one is not None]))

    def takes_part(self, number: int) -> bool:
        """Return True if an entry has been drawn here."""
        return number in self._seated or number in self._rows_of


def snapshots_of(division: Division) -> list[StageSnapshot]:
    """Return snapshots of the root stages of a division, in order."""
    roots = Stage.objects.filter(division=division, parent__isnull=True)
    rows = roots.select_related("division__tournament", "division__profile", "source")
    return [snapshot_of(root) for root in rows.order_by("number")]


def snapshot_of(root: Stage) -> StageSnapshot:
    """Return a snapshot of a root stage."""
    newest = Round.objects.filter(stage=root).aggregate(newest=Max("number"))
    people = Entry.objects.filter(division=root.division_id)
    shown = people.only("number", "player_id", "withdrawn_at")
    return StageSnapshot(
        root=root,
        state=engine_state.load(root, entries=entries_of(root, waiting=True)),
        names=Names(people.values_list("number", "player__name")),
        rows=tuple(_pairings(root, {entry.pk: entry for entry in shown})),
        newest=newest["newest"] or 0,
        bracket=bracket_of(root),
    )


def _pairings(root: Stage, entries: Mapping[int, Entry]) -> Iterator[Pairing]:
    """Yield the live pairings of a stage in order, with their matches. One query.

    An entry is in a pairing of every round: all of them share one object. Of a match
    only its state and score are read, for there can be thousands.
    """
    rows = (
        Pairing.objects.live()
        .filter(draw__stage=root)
        .select_related("match")
        .only(
            *("draw", "round_number", "position", "leg", "slot", "table", "notes"),
            *("entry_1", "entry_2", "match_number"),
            *("match__state", "match__winner", "match__score_1", "match__score_2"),
        )
    )
    for row in rows.order_by("round_number", "position", "leg"):
        # Set by hand instead of joined: with thousands of rows the same few hundred
        # entries would be made again for each.
        row.entry_1 = entries[row.entry_1_id]
        row.entry_2 = None if row.entry_2_id is None else entries[row.entry_2_id]
        yield row


def sides(row: Pairing) -> tuple[int, int]:
    """Return the entry numbers of a pairing, 0 as the second one of a bye."""
    return row.entry_1.number, row.entry_2.number if row.entry_2 else 0


def other_side(row: Pairing, number: int) -> int:
    """Return the entry number of the opponent, 0 for a bye."""
    one, two = sides(row)
    return two if one == number else one


def side_of(row: Pairing, number: int) -> int:
    """Return the side of an entry in a match, 1 or 2."""
    return 1 if row.entry_1.number == number else 2


def is_over(match: Match) -> bool:
    """Return True if a match has a result or was cancelled."""
    return match.is_over or match.state == Match.State.VOID


def is_ready(row: Pairing) -> bool:
    """Return True if the pairing has a match and it has not begun."""
    return row.match is not None and row.match.state == READY


def label_of(row: Pairing) -> str:
    """Return the label of a match, as `M7`."""
    return f"M{row.match_number}"


def decided(drawn: DrawnBracket, slot: int, winner: int | None) -> DrawnBracket:
    """Return a bracket in which a match has ended without play; None: both lose."""
    return replace(
        drawn,
        outcomes=tuple(_ended(outcome, slot, winner) for outcome in drawn.outcomes),
    )


def _ended(outcome: Outcome, slot: int, winner: int | None) -> Outcome:
    if outcome.slot != slot:
        return outcome
    return replace(outcome, winner=winner, played=False, nobody=winner is None)


def aside_lines(
    snapshot: StageSnapshot, rows: Iterable[Pairing]
) -> Iterator[PlannedLine]:
    """Yield a line for each match that is set aside."""
    for row in rows:
        one, two = sides(row)
        values = {
            "match": label_of(row),
            "one": snapshot.names[one],
            "two": snapshot.names[two],
        }
        yield PlannedLine(words.UNBEGUN_SET_ASIDE, values)


def moves(
    snapshot: StageSnapshot, before: BracketCourse, after: BracketCourse
) -> Iterator[PlannedLine]:
    """Yield a line for each meeting or bye that differs between two courses."""
    for number, slot in after.slots.items():
        was = before.slots.get(number) or Slot(
            slot.node, None, None, "waiting", None, None
        )
        now_both = bool(slot.top and slot.bottom)
        where = snapshot.words.round(slot.node.section, slot.node.round)
        # Compared as sets: an exchange of the two sides is not told.
        if now_both and slot.is_undecided:
            if {slot.top, slot.bottom} != {was.top, was.bottom}:
                one, two = slot.top or 0, slot.bottom or 0
                both = {"one": snapshot.names[one], "two": snapshot.names[two]}
                yield PlannedLine(words.MEET, {"where": where, **both})
        elif slot.state == "bye" and (
            was.state != "bye" or (was.top or was.bottom) != (slot.top or slot.bottom)
        ):
            name = snapshot.names[slot.top or slot.bottom or 0]
            yield PlannedLine(words.HAS_BYE, {"where": where, "name": name})
        elif slot.state == "waiting":
            yield from _waiting(snapshot, was, slot, where=where)
        if was.state == "bye" and slot.state != "bye":
            name = snapshot.names[was.top or was.bottom or 0]
            yield PlannedLine(words.HAS_NO_BYE, {"where": where, "name": name})


def _waiting(
    snapshot: StageSnapshot, was: Slot, slot: Slot, *, where: BracketPart
) -> Iterator[PlannedLine]:
    """Yield lines on new sides of a match that waits for an opponent."""
    for who, before in ((slot.top, was.top), (slot.bottom, was.bottom)):
        if who is None or who == before:
            continue
        if who == VACANT:
            yield PlannedLine(words.NEXT_HAS_BYE, {"where": where})
        elif not was.has(who):
            yield PlannedLine(
                words.WAITS_FOR_OPPONENT,
                {
                    "where": where,
                    "name": snapshot.names[who],
                },
            )


def lost_sections(
    snapshot: StageSnapshot, number: int, *, before: BracketCourse, after: BracketCourse
) -> Iterator[PlannedLine]:
    """Yield a line for each section that an entry can no longer reach."""
    was = [slot.node.section for slot in before.path(number)]
    now = {slot.node.section for slot in after.path(number)}
    for section in dict.fromkeys(was):
        if section not in now:
            yield PlannedLine(
                words.NO_PLACE, {"stage": snapshot.words.section(section)}
            )


def place_line(state: StageState, number: int) -> Iterator[PlannedLine]:
    """Yield a line with the place of an entry in the standings, none without one."""
    for row in engine.standings(state).rows:
        if row.entrant == number:
            message = words.SHARED_PLACE if row.shared else words.PLACE
            yield PlannedLine(message, {"place": row.place})
