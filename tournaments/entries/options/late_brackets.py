"""Late entry in a drawn bracket: a place by lot, or another one by hand.

In order: a line with a bye, a preliminary match against a drawn opponent, and the same
in each branch that is not yet past. Among equal places the lot decides, from the random
number of the draw, whoever the late entry is; a place that sets no match aside comes
before one that does.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from tournaments.engine import VACANT, Pin, Slot
from tournaments.engine.bracket.preliminary import (
    late_line,
    takes_late,
    with_preliminaries,
)
from tournaments.engine.bracket.refit import DrawnBracket
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.plan import PRELIMINARY
from tournaments.entries.options import words
from tournaments.entries.options.choices import Choice, ChoiceGroup, EntryChange
from tournaments.entries.options.snapshot import (
    StageSnapshot,
    aside_lines,
    is_ready,
    label_of,
    moves,
)
from tournaments.rounds.engine_state import drawn_plan_of
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Entry, Placing
from tournaments.structure.names import stored_name
from tournaments.structure.queries import PlannedLine

MAIN: Final = "main"
FINAL: Final = "final"
LATE: Final = "late:%s"
"""The purpose of the lots of places in a section; lots are drawn for lines and sides.
"""


@dataclass(frozen=True, slots=True)
class _Place:
    """A place for a late entry: `after` is the bracket with it, `key` its lot."""

    key: int
    title: PlannedLine
    after: DrawnBracket
    change: EntryChange
    act: str
    params: dict[str, object]
    unfit: Sequence[Pairing]

    @property
    def begun(self) -> list[Pairing]:
        """The matches that would no longer fit, and have begun."""
        return [row for row in self.unfit if not is_ready(row)]


def late_in_bracket(snapshot: StageSnapshot, entry: Entry) -> ChoiceGroup:
    """Return the places that an entry without a line can take."""
    lines = _lines(snapshot, entry)
    free = _by_lot(snapshot, "line", [place for place in lines if not place.begun])
    places = [
        *free[:1],
        *_first(_preliminaries(snapshot, entry, MAIN)),
        *_in_branches(snapshot, entry),
    ]
    choices = [_choice(snapshot, entry, place) for place in places]
    if places and not places[0].unfit:
        choices[0] = replace(choices[0], is_recommended=True)
    others = [_choice(snapshot, entry, place, by_hand=True) for place in free[1:]]
    refusals = [
        PlannedLine(
            words.SLOT_TAKEN,
            {
                "line": place.params["line"],
                "matches": ", ".join(map(label_of, place.begun)),
            },
        )
        for place in lines
        if place.begun
    ]
    if not free:
        refusals.insert(0, PlannedLine(words.BRACKET_FULL))
    if not choices:
        refusals.append(PlannedLine(words.COUNTS_NOWHERE))
    title = PlannedLine(words.BEGIN)
    return ChoiceGroup(
        title,
        (*choices, *others),
        tuple(refusals),
        note=PlannedLine(words.DRAWN_BY_LOT) if choices else None,
        button=title,
    )


def _in_branches(snapshot: StageSnapshot, entry: Entry) -> Iterator[_Place]:
    """Yield a place in each branch that is not yet past: a free one, or a match."""
    for section in snapshot.course.plan.sections():
        if section in {MAIN, FINAL} or section.endswith(PRELIMINARY):
            continue
        vacant = [
            place for place in _vacant(snapshot, entry, section) if not place.begun
        ]
        matches = () if vacant else _preliminaries(snapshot, entry, section)
        yield from _by_lot(snapshot, section, vacant)[:1] or _first(matches)


def _first(places: Iterable[_Place]) -> list[_Place]:
    """Return the first place where no match has begun, if there is one."""
    return list(islice((place for place in places if not place.begun), 1))


def _by_lot(
    snapshot: StageSnapshot, kind: str, places: Sequence[_Place]
) -> list[_Place]:
    """Return places in the order of their lots, those that set none aside first."""
    order = by_lot(snapshot.seed, LATE % kind, [place.key for place in places])
    rank = {key: index for index, key in enumerate(order)}
    return sorted(places, key=lambda place: (bool(place.unfit), rank[place.key]))


def _choice(
    snapshot: StageSnapshot, entry: Entry, place: _Place, *, by_hand: bool = False
) -> Choice:
    placing = Placing.BY_HAND if by_hand else Placing.BY_LOT
    return Choice(
        key=f"{place.act.rpartition('_')[2]}-{snapshot.root.number}-{place.key}",
        root=snapshot.root,
        title=place.title,
        effects=_effects(snapshot, place),
        act=f"{place.act}_by_hand" if by_hand else place.act,
        params={"name": snapshot.names[entry.number], **place.params},
        change=replace(
            place.change,
            here={entry.number: True},
            placed={entry.number: placing.value},
            aside=tuple(row.pk for row in place.unfit),
        ),
        is_folded=by_hand,
        needs_reason=by_hand,
    )


def _effects(snapshot: StageSnapshot, place: _Place) -> tuple[PlannedLine, ...]:
    kept = place.after.without([row.slot for row in place.unfit if row.slot])
    return (
        *moves(snapshot, snapshot.course, kept.course()),
        *aside_lines(snapshot, place.unfit),
    )


def _lines(snapshot: StageSnapshot, entry: Entry) -> list[_Place]:
    """Return the vacant lines; that of an entry that left before playing is one."""
    lots = snapshot.root.lot_of
    taken = {
        line
        for number, line in lots.items()
        if number not in snapshot.drawn.gone or snapshot.of(number)
    }
    free = [
        line for line in range(1, snapshot.drawn.plan.lines + 1) if line not in taken
    ]
    return [_line(snapshot, entry, line) for line in free]


def _line(snapshot: StageSnapshot, entry: Entry, line: int) -> _Place:
    slot, drawn = _fed_by_line(snapshot, line), snapshot.drawn
    leaving = [one for one, lot in snapshot.root.lot_of.items() if lot == line]
    lines = {one: lot for one, lot in drawn.lines.items() if one not in leaving}
    after = replace(drawn, lines=lines | {entry.number: line})
    is_top = slot.node.top == ("line", line)
    opponent = (slot.bottom if is_top else slot.top) or VACANT
    title = words.TAKES_SLOT_OF_BYE if opponent else words.TAKES_SLOT_WITH_BYE
    values = {"line": line, "name": snapshot.names[opponent] if opponent else ""}
    return _Place(
        line,
        PlannedLine(title, values),
        after,
        EntryChange(lots={**dict.fromkeys(leaving), entry.number: line}),
        "late_took_line",
        {"line": line},
        snapshot.unfit(after, slot.node.number),
    )


def _fed_by_line(snapshot: StageSnapshot, line: int) -> Slot:
    return next(
        slot
        for slot in snapshot.course.slots.values()
        if ("line", line) in (slot.node.top, slot.node.bottom)
    )


def _preliminaries(
    snapshot: StageSnapshot, entry: Entry, section: str
) -> Iterator[_Place]:
    """Yield preliminary matches against those who begin in a section, by lot."""
    drawn, root = snapshot.drawn, snapshot.root
    plan, taken = drawn_plan_of(root), root.lot_of.values()
    places = {
        late_line(plan, node.number, side): (snapshot.course.slots[node.number], side)
        for node in plan.of(section)
        for side, source in enumerate((node.top, node.bottom), start=1)
        if source.kind != "winner" and not node.is_reset
    }
    for line in by_lot(snapshot.seed, LATE % f"{section}{PRELIMINARY}", places):
        slot, side = places[line]
        opponent = slot.top if side == 1 else slot.bottom
        if not slot.is_undecided or opponent == VACANT:
            continue
        if not takes_late(plan, taken, (slot.node.number, side)):
            continue
        lines = {**drawn.lines, entry.number: line}
        after = replace(
            drawn, lines=lines, plan=with_preliminaries(plan, lines.values())
        )
        yield _Place(
            line,
            _preliminary_title(snapshot, slot, opponent),
            after,
            EntryChange(lots={entry.number: line}),
            "late_plays_preliminary",
            {"stage": stored_name(str(snapshot.words.section(section)))},
            snapshot.unfit(after, slot.node.number),
        )


def _preliminary_title(
    snapshot: StageSnapshot, slot: Slot, opponent: int | None
) -> PlannedLine:
    if opponent:
        return PlannedLine(words.PLAYS_PRELIMINARY, {"name": snapshot.names[opponent]})
    where = snapshot.words.round(slot.node.section, slot.node.round)
    return PlannedLine(
        words.PLAYS_PRELIMINARY_AT,
        {"where": where, "number": slot.node.position + 1},
    )


def _vacant(snapshot: StageSnapshot, entry: Entry, section: str) -> Iterator[_Place]:
    """Yield the vacant sides in the first round of a branch."""
    pinned = {(pin.slot, pin.side) for pin in snapshot.state.pins}
    for slot in snapshot.course.slots.values():
        node = slot.node
        if node.section != section or node.round != 1:
            continue
        if slot.state not in {"waiting", "bye", "empty"}:
            continue
        for side, who in enumerate((slot.top, slot.bottom), start=1):
            if who != VACANT or (node.number, side) in pinned:
                continue
            pin = Pin(node.number, side, entry.number)
            after = replace(snapshot.drawn, pins=(*snapshot.drawn.pins, pin))
            where = snapshot.words.round(section, node.round)
            yield _Place(
                2 * node.number + side,
                PlannedLine(
                    words.TAKES_PLACE,
                    {"where": where, "number": node.position + 1},
                ),
                after,
                EntryChange(pin=pin),
                "late_took_place",
                {"stage": stored_name(str(snapshot.words.section(section)))},
                snapshot.unfit(after, node.number),
            )
