"""Where a latecomer can begin in a bracket whose lines are drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext

from tournaments.engine import VACANT, Node, Pin, Slot
from tournaments.engine.bracket.lines import lines_by_seed
from tournaments.engine.bracket.refit import DrawnBracket
from tournaments.engine.pairing.lots import by_lot
from tournaments.participation.choices import Choice, ChoiceGroup, EntryChange
from tournaments.participation.stage import (
    StageSnapshot,
    aside_lines,
    is_ready,
    label_of,
    moves,
)
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.models import Entry

MAIN: Final = "main"
FINAL: Final = "final"


def late_in_bracket(scene: StageSnapshot, entry: Entry) -> ChoiceGroup:
    """Return the places that somebody who has no line can take."""
    vacant = _vacant(scene)
    found = [_line(scene, entry, line) for line in vacant]
    refusals = [one for one in found if isinstance(one, str)]
    choices = _ordered([one for one in found if isinstance(one, Choice)])
    if not choices:
        refusals.insert(0, gettext("The main bracket is full: no line is free."))
        places = [
            _place(scene, entry, slot=slot, side=side)
            for slot, side in _free_sides(scene)
        ]
        choices = _ordered([one for one in places if isinstance(one, Choice)])
    title = gettext("Begin to play")
    return ChoiceGroup(title, choices, tuple(refusals), button=title)


def _ordered(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Show one choice, the rest folded: first those that put no match away."""
    ranked = sorted(choices, key=lambda choice: bool(choice.change.aside))  # stable
    return tuple(
        replace(
            choice,
            is_recommended=index == 0 and not choice.change.aside,
            is_folded=index > 0,
        )
        for index, choice in enumerate(ranked)
    )


def _vacant(scene: StageSnapshot) -> list[int]:
    """Return the lines that nobody stands on, in the order in which they are given.

    That is the reverse of the order in which the rule of the byes left them vacant: the
    field is as it would have been with one more. Who withdrew before the first match
    leaves his line.
    """
    taken = {
        line: number
        for number, line in scene.root.lot_of.items()
        if number not in scene.drawn.gone or scene.of(number)
    }
    lines = [one for one in _given(scene) if one not in taken]
    left = set(scene.root.lot_of.values()) - set(taken)
    return [*(one for one in lines if one not in left), *sorted(left)]


def _given(scene: StageSnapshot) -> list[int]:
    size, rule = scene.drawn.plan.lines, scene.state.options.byes
    if rule == "top":
        return list(range(size, 0, -1))
    if rule == "bottom":
        return list(range(1, size + 1))
    if rule == "lots":
        draw = Draw.objects.filter(stage=scene.root, round__isnull=False).first()
        seed = draw.seed if draw else ""
        lots = by_lot(seed, f"{scene.root.format}:byes", range(1, size + 1))
        return list(reversed(lots))
    return list(lines_by_seed(size))


def _line(scene: StageSnapshot, entry: Entry, line: int) -> Choice | str:
    slot, drawn = _first_slot(scene, line), scene.drawn
    leaving = [one for one, lot in scene.root.lot_of.items() if lot == line]
    lines = {one: lot for one, lot in drawn.lines.items() if one not in leaving}
    after = replace(drawn, lines=lines | {entry.number: line})
    unfit = scene.unfit(after, slot.node.number)
    opponent = _opposite(slot, line)
    values = {"line": line, "name": scene.names[opponent] if opponent else ""}
    begun = [row for row in unfit if not is_ready(row)]
    if begun:
        return gettext("Line %(line)s is gone: %(matches)s rests on that bye.") % {
            **values,
            "matches": ", ".join(label_of(row) for row in begun),
        }
    if opponent:
        title = gettext("Takes line %(line)s: plays %(name)s, who had a bye.") % values
    else:
        title = gettext("Takes line %(line)s, with a bye in the first round.") % values
    return Choice(
        key=f"line-{scene.root.number}-{line}",
        root=scene.root,
        title=title,
        effects=_effects(scene, after, unfit),
        act="late_took_line",
        params={"name": scene.names[entry.number], "line": line},
        change=EntryChange(
            here={entry.number: True},
            lots={**dict.fromkeys(leaving), entry.number: line},
            aside=tuple(row.pk for row in unfit),
        ),
    )


def _free_sides(scene: StageSnapshot) -> Iterator[tuple[Slot, int]]:
    """Yield the sides where nobody will stand in the first rounds of the branches."""
    pinned = {(pin.slot, pin.side) for pin in scene.state.pins}
    for slot in scene.course.slots.values():
        node = slot.node
        if node.section in {MAIN, FINAL} or node.round != 1:
            continue
        if slot.state not in {"waiting", "bye", "empty"}:
            continue
        for side, who in ((1, slot.top), (2, slot.bottom)):
            if who == VACANT and (node.number, side) not in pinned:
                yield slot, side


def _place(
    scene: StageSnapshot, entry: Entry, *, slot: Slot, side: int
) -> Choice | str:
    pin = Pin(slot.node.number, side, entry.number)
    after = replace(scene.drawn, pins=(*scene.drawn.pins, pin))
    unfit = scene.unfit(after, slot.node.number)
    if any(not is_ready(row) for row in unfit):
        return ""
    values = {
        "where": scene.words.round_here(slot.node.section, slot.node.round),
        "number": slot.node.position + 1,
    }
    return Choice(
        key=f"place-{scene.root.number}-{slot.node.number}.{side}",
        root=scene.root,
        title=gettext("Takes a free place: %(where)s, match %(number)s.") % values,
        effects=_effects(scene, after, unfit),
        act="late_took_place",
        params={
            "name": scene.names[entry.number],
            "stage": scene.words.section(slot.node.section),
        },
        change=EntryChange(
            here={entry.number: True},
            pin=pin,
            aside=tuple(row.pk for row in unfit),
        ),
    )


def _effects(
    scene: StageSnapshot, after: DrawnBracket, unfit: Sequence[Pairing]
) -> tuple[str, ...]:
    kept = after.without([row.slot for row in unfit if row.slot is not None])
    return (*moves(scene, scene.course, kept.course()), *aside_lines(scene, unfit))


def _first_slot(scene: StageSnapshot, line: int) -> Slot:
    return next(
        slot
        for slot in scene.course.slots.values()
        if ("line", line) in _sources(slot.node)
    )


def _sources(node: Node) -> set[tuple[str, int]]:
    return {(node.top.kind, node.top.of), (node.bottom.kind, node.bottom.of)}


def _opposite(slot: Slot, line: int) -> int:
    is_top = slot.node.top.of == line
    return (slot.bottom if is_top else slot.top) or VACANT
