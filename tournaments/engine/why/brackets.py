"""Reasons in a bracket: the drawn lines, and the matches before."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from matches.rules.refusals import Message
from tournaments.engine.bracket.course import BracketCourse
from tournaments.engine.bracket.lines import lines_by_seed
from tournaments.engine.bracket.places import course_of
from tournaments.engine.plan import VACANT, BracketPlan, Node, Source
from tournaments.engine.state import DrawnPairing, Note, Notes, StageState
from tournaments.engine.why.rounds import (
    PairQuestion,
    PairReasons,
    Swaps,
    exchanges,
    lots_as_drawn,
    without_mark,
)

LINE = Message("why.line", "%(entrant)s was drawn into slot %(line)s of the bracket.")
SEEDED = Message("why.seeded", "%(entrant)s is seed %(seed)s, placed in slot %(line)s.")
MEET = Message(
    "why.meet", "The players in slots %(line)s and %(next)s meet in the first round."
)
WINNER = Message("why.winner", "%(entrant)s won the previous match: %(slot)s.")
WINNER_BYE = Message(
    "why.winner_bye", "%(entrant)s had a bye in the previous match: %(slot)s."
)
LOSER = Message(
    "why.loser", "%(entrant)s lost another match and continues here: %(slot)s."
)
FIRST_LOSER = Message(
    "why.first_loser",
    "%(entrant)s lost their first match and continues here: %(slot)s.",
)
RESET = Message(
    "why.reset", "Both players now have one loss, so the final is played again."
)
PINNED = Message("why.pinned", "The director placed %(entrant)s in this match.")
STANDS = Message(
    "why.stands",
    "%(entrant)s stays in this match although a result was corrected later.",
)
VACANT_LINE = Message(
    "why.vacant_line",
    "Slot %(line)s is empty: the bracket has %(lines)s slots for %(count)s players.",
)
VACANT_BY: Mapping[str, Message] = {
    "spread": Message(
        "why.vacant_by_spread",
        "Empty slots are spread over the bracket, where the lowest seeds would be.",
    ),
    "top": Message(
        "why.vacant_by_top", "The vacant slots are at the top of the bracket."
    ),
    "bottom": Message(
        "why.vacant_by_bottom", "The vacant slots are at the bottom of the bracket."
    ),
    "lots": Message("why.vacant_by_lots", "Empty slots were chosen at random."),
}
VACANT_FROM = Message(
    "why.vacant_from", "No one comes here from an earlier match: %(slot)s."
)
VACANT_BYE = Message(
    "why.vacant_bye", "No one comes here: the earlier match was a bye: %(slot)s."
)
VACANT_LATE = Message(
    "why.vacant_late",
    "The loser of the earlier match had already played, and only first-match losers "
    "come here: %(slot)s.",
)
VACANT_GONE = Message(
    "why.vacant_gone", "%(other)s would have come here, but has withdrawn."
)
VACANT_PINNED = Message("why.vacant_pinned", "The director has left this place empty.")
LOTS_ONLY = Message(
    "why.lots_only", "Purely random: no other bracket would have been better or worse."
)
RULES_FIRST = Message(
    "why.rules_first",
    "Seeding and players to be kept apart came first; the rest was random.",
)
NO_CHOICE = Message("why.no_choice", "The bracket determines who meets here.")


@dataclass(frozen=True, slots=True)
class DrawnLines:
    """`drawn_lines` are the lines before the `swaps` of a director."""

    state: StageState
    lines: Mapping[int, int]
    plan: BracketPlan
    course: BracketCourse
    seeds: Mapping[int, int]
    drawn_lines: Mapping[int, int]
    swaps: Swaps = ()

    def is_moved(self, number: int | None) -> bool:
        was = self.drawn_lines.get(number or 0)
        return was is not None and was != self.lines.get(number or 0)

    @property
    def at_line(self) -> Mapping[int, int]:
        return {line: number for number, line in self.lines.items()}


def reasons(
    plan: Callable[[StageState], BracketPlan], asked: PairQuestion
) -> PairReasons:
    """`plan` is that of the format."""
    pairing, bracket = asked.pairing, bracket_of(asked, plan)
    node = node_of(bracket, pairing, asked.slot)
    noted = (without_mark(pairing) if asked.swaps else pairing).notes
    found = (*noted, *facts(bracket, pairing, node))
    return PairReasons(found, (), nothing_chosen(bracket, node, pairing))


def bracket_of(
    asked: PairQuestion, plan: Callable[[StageState], BracketPlan]
) -> DrawnLines:
    state, drawn, swaps = asked.state, asked.drawn, asked.swaps
    entrants = tuple(
        replace(entrant, lot=entrant.lot or drawn.lots.get(entrant.number))
        for entrant in state.entrants
    )
    found = state.plan or plan(replace(state, entrants=entrants))
    lines = {
        entrant.number: entrant.lot for entrant in entrants if entrant.lot is not None
    }
    walked = course_of(replace(state, entrants=entrants), found)
    lots = lots_as_drawn(dict(drawn.lots), swaps)
    seeds = _seeds(state, lots, found.lines)
    return DrawnLines(state, lines, found, walked, seeds, lots, swaps)


def _seeds(state: StageState, lots: Mapping[int, int], lines: int) -> Mapping[int, int]:
    at_line = {line: number for number, line in lots.items()}
    taken = [line for line in lines_by_seed(lines) if line in at_line]
    best = [at_line[line] for line in taken[: state.options.seeded]]
    by_place = {
        entrant.number: entrant.seed for entrant in state.entrants if entrant.group
    }
    if all(by_place.get(number) for number in best):  # some have changed lines
        best.sort(key=lambda number: by_place[number] or 0)
    return {number: rank for rank, number in enumerate(best, start=1)}


def facts(bracket: DrawnLines, pairing: DrawnPairing, node: Node) -> Notes:
    """Yield where the entrants of a match come from, and why a side is vacant."""
    if node.is_reset:
        yield Note(RESET)
    sides = _sides(bracket, pairing, node)
    for side, source, number in sides:
        pinned = _pinned(bracket, node, side)
        if number is None:
            yield from _vacant(bracket, source, pinned)
        elif pinned == number:
            yield Note(PINNED, {"entrant": number})
        else:
            yield from _came(bracket, number, source)
    if node.top.kind == node.bottom.kind == "line" and pairing.two is not None:
        yield Note(MEET, {"line": node.top.of, "next": node.bottom.of})


def node_of(bracket: DrawnLines, pairing: DrawnPairing, slot: int | None) -> Node:
    if slot is not None:
        return bracket.course.slots[slot].node
    line = bracket.lines[pairing.one]
    for node in bracket.plan.nodes:
        if Source("line", line) in (node.top, node.bottom):
            return node
    raise AssertionError("every line belongs to a match of the first round")


def nothing_chosen(
    bracket: DrawnLines, node: Node, pairing: DrawnPairing
) -> tuple[Note, ...]:
    options = bracket.state.options
    is_first = "line" in (node.top.kind, node.bottom.kind)
    if is_first and any(map(bracket.is_moved, (pairing.one, pairing.two))):
        return ()
    if not is_first:
        return (Note(NO_CHOICE),)
    has_groups = any(entrant.group for entrant in bracket.state.entrants)
    if bracket.seeds or has_groups or options.apart or options.forbidden:
        return (Note(RULES_FIRST),)
    return (Note(LOTS_ONLY),)


def _sides(
    bracket: DrawnLines, pairing: DrawnPairing, node: Node
) -> list[tuple[int, Source, int | None]]:
    slot = bracket.course.slots[node.number]
    one, two = pairing.one, pairing.two
    if one == slot.bottom or (two is not None and two == slot.top):
        return [(1, node.top, two), (2, node.bottom, one)]
    return [(1, node.top, one), (2, node.bottom, two)]


def _pinned(bracket: DrawnLines, node: Node, side: int) -> int | None:
    for pin in bracket.state.pins:
        if (pin.slot, pin.side) == (node.number, side):
            return pin.entrant or VACANT
    return None


def _came(bracket: DrawnLines, number: int, source: Source) -> Notes:
    if source.kind != "line":
        yield _passed_on(bracket, number, source)
        return
    if bracket.lines.get(number) == source.of and bracket.is_moved(number):
        yield _lined(bracket, number, bracket.drawn_lines[number])
        yield from exchanges(number, bracket.swaps)
        return
    if bracket.lines.get(number) != source.of:
        yield Note(STANDS, {"entrant": number})
        return
    yield _lined(bracket, number, source.of)


def _passed_on(bracket: DrawnLines, number: int, source: Source) -> Note:
    before = bracket.course.slots[source.of]
    params = {"entrant": number, "slot": source.of}
    if source.kind == "winner" and before.winner == number:
        return Note(WINNER if before.state == "decided" else WINNER_BYE, params)
    if source.kind != "winner" and before.loser == number:
        return Note(LOSER if source.kind == "loser" else FIRST_LOSER, params)
    return Note(STANDS, {"entrant": number})


def _lined(bracket: DrawnLines, number: int, line: int) -> Note:
    seed = bracket.seeds.get(number)
    if seed is None:
        return Note(LINE, {"entrant": number, "line": line})
    return Note(SEEDED, {"entrant": number, "seed": seed, "line": line})


def _vacant(bracket: DrawnLines, source: Source, pinned: int | None) -> Notes:
    if pinned is not None:
        yield Note(VACANT_GONE, {"other": pinned}) if pinned else Note(VACANT_PINNED)
        return
    if source.kind == "line":
        yield from _vacant_line(bracket, source.of)
        return
    before = bracket.course.slots[source.of]
    coming = before.winner if source.kind == "winner" else before.loser
    params = {"slot": source.of}
    if coming and coming in bracket.course.gone:
        yield Note(VACANT_GONE, {"other": coming, **params})
    elif coming:
        yield Note(VACANT_LATE, params)
    elif source.kind != "winner" and before.state == "bye":
        yield Note(VACANT_BYE, params)
    else:
        yield Note(VACANT_FROM, params)


def _vacant_line(bracket: DrawnLines, line: int) -> Notes:
    there = bracket.at_line.get(line)
    if there is not None:
        yield Note(VACANT_GONE, {"other": there})
        return
    yield Note(
        VACANT_LINE,
        {"line": line, "lines": bracket.plan.lines, "count": len(bracket.lines)},
    )
    yield Note(VACANT_BY[bracket.state.options.byes])
