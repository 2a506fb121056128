"""Preliminary matches: late entries in a bracket whose lines are all taken.

A late entry gets a line beyond those of the plan. The number of the line says which
side of which match it is drawn against: whoever comes there meets the late entry first,
and the winner takes the side. The loser goes on where the losers of that match go, in
a preliminary match of its own, so nobody is out earlier than in the plan.

Nothing but the line is stored: the plan with its preliminary matches follows from it.
"""

from collections.abc import Collection, Iterator
from typing import Final

from tournaments.engine.plan import PRELIMINARY, BracketPlan, Node, Source

TOP: Final = 1


def late_line(plan: BracketPlan, slot: int, side: int) -> int:
    """Return the line of a late entry who is drawn against one side of a match.

    `side` is 1 (top) or 2.
    """
    return plan.lines + 2 * (slot - 1) + side


def place_of_line(plan: BracketPlan, line: int) -> tuple[int, int]:
    """Return the slot and the side that belong to a line beyond those of the plan."""
    slot, side = divmod(line - plan.lines - 1, 2)
    return slot + 1, side + 1


def section_of_line(plan: BracketPlan, line: int) -> str:
    """Return the section in which the entrant on a line begins."""
    if line <= plan.lines:
        return plan.nodes[0].section.removesuffix(PRELIMINARY)
    slot = place_of_line(plan, line)[0]
    return next(node.section for node in plan.nodes if node.number == slot)


def with_preliminaries(plan: BracketPlan, lines: Collection[int]) -> BracketPlan:
    """Return the plan with the preliminary matches that late lines ask for.

    Raises ValueError if two of them would be played for one side: see `takes_late`.
    """
    late = sorted(line for line in lines if line > plan.lines)
    if not late:
        return plan
    nodes = {node.number: node for node in plan.nodes}
    last = max(nodes)
    onward = _loser_to(plan)
    before: dict[int, list[Node]] = {}
    for line in late:
        place, coming = place_of_line(plan, line), Source("line", line)
        for slot, side in (place, *_on(place, onward)):
            number, node = last + 2 * (slot - 1) + side, nodes[slot]
            held = node.top if side == TOP else node.bottom
            if held == Source("winner", number):
                message = f"two late entries on side {side} of slot {slot}"
                raise ValueError(message)
            before.setdefault(slot, []).append(
                Node(number, node.section + PRELIMINARY, 1, 0, *held, *coming)
            )
            nodes[slot] = _fed_by(node, side, number)
            coming = Source("loser", number)
    return BracketPlan(plan.lines, tuple(_placed(plan, nodes, before)))


def takes_late(
    plan: BracketPlan, lines: Collection[int], place: tuple[int, int]
) -> bool:
    """Return True if one more late entry can be drawn against a side of a match.

    `plan` is the plan without preliminary matches, `place` the slot and the side.
    """
    onward = _loser_to(plan)
    taken = {
        place
        for line in lines
        if line > plan.lines
        for first in (place_of_line(plan, line),)
        for place in (first, *_on(first, onward))
    }
    return taken.isdisjoint({place, *_on(place, onward)})


def _on(
    place: tuple[int, int], onward: dict[int, tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield the sides to which the loser of a match goes, and so on."""
    following = onward.get(place[0])
    while following is not None:
        yield following
        following = onward.get(following[0])


def _loser_to(plan: BracketPlan) -> dict[int, tuple[int, int]]:
    return {
        source.of: (node.number, side)
        for node in plan.nodes
        if not node.is_reset
        for side, source in enumerate((node.top, node.bottom), start=TOP)
        if source.kind in {"loser", "first_loser"}
    }


def _fed_by(node: Node, side: int, number: int) -> Node:
    if side == TOP:
        return node._replace(top_kind="winner", top_of=number)
    return node._replace(bottom_kind="winner", bottom_of=number)


def _placed(
    plan: BracketPlan, nodes: dict[int, Node], before: dict[int, list[Node]]
) -> Iterator[Node]:
    """Yield all nodes in playing order; preliminary ones count from the top."""
    positions: dict[str, int] = {}
    for original in plan.nodes:
        for node in before.get(original.number, ()):
            position = positions.get(node.section, 0)
            positions[node.section] = position + 1
            yield node._replace(position=position)
        yield nodes[original.number]
