"""Late entry in a drawn bracket: the lines and places that a latecomer can take."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tournaments.engine import VACANT, Node, Pin, Slot
from tournaments.engine.bracket.lines import lines_by_seed
from tournaments.engine.bracket.refit import DrawnBracket
from tournaments.engine.pairing.lots import by_lot
from tournaments.participation import words
from tournaments.participation.choices import Choice, ChoiceGroup, EntryChange
from tournaments.participation.snapshot import (
    StageSnapshot,
    aside_lines,
    is_ready,
    label_of,
    moves,
)
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.lines import PlannedLine
from tournaments.structure.models import Entry
from tournaments.structure.names import stored_name

MAIN: Final = "main"
FINAL: Final = "final"


def late_in_bracket(snapshot: StageSnapshot, entry: Entry) -> ChoiceGroup:
    """Return the places that an entry without a line can take."""
    vacant = _vacant(snapshot)
    found = [_line(snapshot, entry, line) for line in vacant]
    refusals = [one for one in found if isinstance(one, PlannedLine)]
    choices = _ordered([one for one in found if isinstance(one, Choice)])
    if not choices:
        refusals.insert(0, PlannedLine(words.BRACKET_FULL))
        places = [
            _place(snapshot, entry, slot=slot, side=side)
            for slot, side in _free_sides(snapshot)
        ]
        choices = _ordered([place for place in places if isinstance(place, Choice)])
    title = PlannedLine(words.BEGIN)
    return ChoiceGroup(title, choices, tuple(refusals), button=title)


def _ordered(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return the choices, those that set no match aside first; all but one folded."""
    # `sorted` is stable: within both kinds the order of `_vacant` stays.
    ranked = sorted(choices, key=lambda choice: bool(choice.change.aside))
    return tuple(
        replace(
            choice,
            is_recommended=index == 0 and not choice.change.aside,
            is_folded=index > 0,
        )
        for index, choice in enumerate(ranked)
    )


def _vacant(snapshot: StageSnapshot) -> list[int]:
    """Return the vacant lines, in the order in which latecomers get them.

    This is the reverse of the order in which the rule of the byes left lines vacant, so
    that the field becomes what it would have been with one more entry. The line of an
    entry that withdrew before its first match is vacant, too, and comes last.
    """
    taken = {
        line: number
        for number, line in snapshot.root.lot_of.items()
        if number not in snapshot.drawn.gone or snapshot.of(number)
    }
    lines = [one for one in _given(snapshot) if one not in taken]
    left = set(snapshot.root.lot_of.values()) - set(taken)
    return [*(line for line in lines if line not in left), *sorted(left)]


def _given(snapshot: StageSnapshot) -> list[int]:
    size, rule = snapshot.drawn.plan.lines, snapshot.state.options.byes
    if rule == "top":
        return list(range(size, 0, -1))
    if rule == "bottom":
        return list(range(1, size + 1))
    if rule == "lots":
        draw = Draw.objects.filter(stage=snapshot.root, round__isnull=False).first()
        seed = draw.seed if draw else ""
        lots = by_lot(seed, f"{snapshot.root.format}:byes", range(1, size + 1))
        return list(reversed(lots))
    return list(lines_by_seed(size))


def _line(snapshot: StageSnapshot, entry: Entry, line: int) -> Choice | PlannedLine:
    slot, drawn = _first_slot(snapshot, line), snapshot.drawn
    leaving = [one for one, lot in snapshot.root.lot_of.items() if lot == line]
    lines = {one: lot for one, lot in drawn.lines.items() if one not in leaving}
    after = replace(drawn, lines=lines | {entry.number: line})
    unfit = snapshot.unfit(after, slot.node.number)
    opponent = _opposite(slot, line)
    values = {"line": line, "name": snapshot.names[opponent] if opponent else ""}
    begun = [row for row in unfit if not is_ready(row)]
    if begun:
        return PlannedLine(
            words.SLOT_TAKEN,
            {
                **values,
                "matches": ", ".join(label_of(row) for row in begun),
            },
        )
    if opponent:
        title = PlannedLine(words.TAKES_SLOT_OF_BYE, values)
    else:
        title = PlannedLine(words.TAKES_SLOT_WITH_BYE, values)
    return Choice(
        key=f"line-{snapshot.root.number}-{line}",
        root=snapshot.root,
        title=title,
        effects=_effects(snapshot, after, unfit),
        act="late_took_line",
        params={"name": snapshot.names[entry.number], "line": line},
        change=EntryChange(
            here={entry.number: True},
            lots={**dict.fromkeys(leaving), entry.number: line},
            aside=tuple(row.pk for row in unfit),
        ),
    )


def _free_sides(snapshot: StageSnapshot) -> Iterator[tuple[Slot, int]]:
    """Yield the vacant sides in the first rounds of the branches."""
    pinned = {(pin.slot, pin.side) for pin in snapshot.state.pins}
    for slot in snapshot.course.slots.values():
        node = slot.node
        if node.section in {MAIN, FINAL} or node.round != 1:
            continue
        if slot.state not in {"waiting", "bye", "empty"}:
            continue
        for side, who in ((1, slot.top), (2, slot.bottom)):
            if who == VACANT and (node.number, side) not in pinned:
                yield slot, side


def _place(
    snapshot: StageSnapshot, entry: Entry, *, slot: Slot, side: int
) -> Choice | None:
    """Return the option to take a side of a slot, None if a match there has begun."""
    pin = Pin(slot.node.number, side, entry.number)
    after = replace(snapshot.drawn, pins=(*snapshot.drawn.pins, pin))
    unfit = snapshot.unfit(after, slot.node.number)
    if any(not is_ready(row) for row in unfit):
        return None
    values = {
        "where": snapshot.words.round(slot.node.section, slot.node.round),
        "number": slot.node.position + 1,
    }
    return Choice(
        key=f"place-{snapshot.root.number}-{slot.node.number}.{side}",
        root=snapshot.root,
        title=PlannedLine(words.TAKES_PLACE, values),
        effects=_effects(snapshot, after, unfit),
        act="late_took_place",
        params={
            "name": snapshot.names[entry.number],
            "stage": stored_name(str(snapshot.words.section(slot.node.section))),
        },
        change=EntryChange(
            here={entry.number: True},
            pin=pin,
            aside=tuple(row.pk for row in unfit),
        ),
    )


def _effects(
    snapshot: StageSnapshot, after: DrawnBracket, unfit: Sequence[Pairing]
) -> tuple[PlannedLine, ...]:
    kept = after.without([row.slot for row in unfit if row.slot is not None])
    return (
        *moves(snapshot, snapshot.course, kept.course()),
        *aside_lines(snapshot, unfit),
    )


def _first_slot(snapshot: StageSnapshot, line: int) -> Slot:
    return next(
        slot
        for slot in snapshot.course.slots.values()
        if ("line", line) in _sources(slot.node)
    )


def _sources(node: Node) -> set[tuple[str, int]]:
    return {(node.top.kind, node.top.of), (node.bottom.kind, node.bottom.of)}


def _opposite(slot: Slot, line: int) -> int:
    is_top = slot.node.top.of == line
    return (slot.bottom if is_top else slot.top) or VACANT
