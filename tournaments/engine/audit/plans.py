"""Checks of the graph of a bracket: every entrant has one way through it."""

from collections import Counter
from collections.abc import Iterator

from matches.rules.messages import Message
from tournaments.engine.plan import BracketPlan, Node, Source
from tournaments.engine.state import Note, Notes

SIZE = Message(
    "audit.size",
    "The bracket has %(lines)s slots; entrants: %(entrants)s. It needs a power of two "
    "that is large enough.",
)
NUMBER_TWICE = Message(
    "audit.number_twice", "Match %(match)s is in the plan more than once."
)
PLACE_TWICE = Message(
    "audit.place_twice",
    "Match %(match)s is in the place of another match of its round.",
)
UNKNOWN_SOURCE = Message(
    "audit.unknown_source",
    "Match %(match)s is fed by something that is not in the plan.",
)
NOT_BEFORE = Message(
    "audit.not_before",
    "Match %(match)s is fed by match %(of)s, which is not before it.",
)
LINE_UNUSED = Message("audit.line_unused", "Slot %(line)s leads to no match.")
LINE_TWICE = Message("audit.line_twice", "Slot %(line)s leads to more than one match.")
WINNER_TWICE = Message(
    "audit.winner_twice", "The winner of match %(of)s goes to more than one place."
)
LOSER_TWICE = Message(
    "audit.loser_twice", "The loser of match %(of)s goes to more than one place."
)
LINES_APART = Message(
    "audit.lines_apart",
    "Match %(match)s of the first round is not between two neighbouring slots.",
)
TWO_ENDS = Message(
    "audit.two_ends",
    "More than one match of a bracket has a winner who goes nowhere, match %(of)s too.",
)


def audit_plan(plan: BracketPlan, entrants: int) -> tuple[Note, ...]:
    """Return everything wrong with a plan for so many entrants; empty if it is sound.

    Every line leads to one match, every winner and every loser to one more at most and
    to a later one, the neighbours of the lines meet first, and each bracket has one
    end.
    """
    faults = [*_size_faults(plan, entrants), *_place_faults(plan)]
    faults += [*_source_faults(plan), *_line_faults(plan)]
    faults += [*_goer_faults(plan), *_end_faults(plan)]
    return tuple(faults)


def _sources(plan: BracketPlan) -> Iterator[tuple[Node, Source]]:
    for node in plan.nodes:
        yield node, node.top
        yield node, node.bottom


def _size_faults(plan: BracketPlan, entrants: int) -> Notes:
    is_power = plan.lines > 0 and plan.lines & (plan.lines - 1) == 0
    if not is_power or plan.lines < entrants:
        yield Note(SIZE, {"lines": plan.lines, "entrants": entrants})


def _place_faults(plan: BracketPlan) -> Notes:
    numbers = Counter(node.number for node in plan.nodes)
    for number, times in numbers.items():
        if times > 1:
            yield Note(NUMBER_TWICE, {"match": number})
    places = set()
    for node in plan.nodes:
        place = node.section, node.round, node.position
        if place in places:
            yield Note(PLACE_TWICE, {"match": node.number})
        places.add(place)


def _source_faults(plan: BracketPlan) -> Notes:
    known = {node.number for node in plan.nodes}
    for node, source in _sources(plan):
        if source.kind == "line":
            if not 1 <= source.of <= plan.lines:
                yield Note(UNKNOWN_SOURCE, {"match": node.number})
            continue
        is_match = source.kind in {"winner", "loser", "first_loser"}
        if not is_match or source.of not in known:
            yield Note(UNKNOWN_SOURCE, {"match": node.number})
        elif source.of >= node.number:
            yield Note(NOT_BEFORE, {"match": node.number, "of": source.of})


def _line_faults(plan: BracketPlan) -> Notes:
    lines = Counter(
        source.of for _node, source in _sources(plan) if source.kind == "line"
    )
    for line in range(1, plan.lines + 1):
        if not lines[line]:
            yield Note(LINE_UNUSED, {"line": line})
        if lines[line] > 1:
            yield Note(LINE_TWICE, {"line": line})
    for node in plan.nodes:
        kinds = {node.top.kind, node.bottom.kind}
        if "line" not in kinds:
            continue
        upper, lower = sorted((node.top.of, node.bottom.of))
        if kinds != {"line"} or upper % 2 == 0 or lower != upper + 1:
            yield Note(LINES_APART, {"match": node.number})


def _goer_faults(plan: BracketPlan) -> Notes:
    goers = Counter(
        ("winner" if source.kind == "winner" else "loser", source.of)
        for _node, source in _sources(plan)
        if source.kind != "line"
    )
    for (kind, number), times in sorted(goers.items()):
        if times > 1:
            message = WINNER_TWICE if kind == "winner" else LOSER_TWICE
            yield Note(message, {"of": number})


def _end_faults(plan: BracketPlan) -> Notes:
    going = {source.of for _node, source in _sources(plan) if source.kind == "winner"}
    ended = set()
    for node in plan.nodes:
        if node.number in going:
            continue
        if node.section in ended:
            yield Note(TWO_ENDS, {"of": node.number})
        ended.add(node.section)
