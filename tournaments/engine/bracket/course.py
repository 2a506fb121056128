"""The course of a bracket: who stands where, from lines and results alone."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tournaments.engine.plan import VACANT, BracketPlan, Node, Source
from tournaments.engine.state import Outcome, Pin

TOP: Final = 1
BOTTOM: Final = 2

UNDECIDED: Final = frozenset({"waiting", "due", "open"})
"""States of a match that is still to come."""

Side = tuple[int, int]
"""The number of a node and `TOP` or `BOTTOM`."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A match of the plan as it stands now.

    `top` and `bottom`: an entrant's number, `VACANT` for nobody ever, None while it is
    not known. `state`: "waiting" (a side is not known yet), "due" (both are known and
    there is no match yet), "open" (there is a match without a result), "decided",
    "bye" (one side is vacant: the other goes on), "empty" (both are) or "needless" (a
    reset that is not played). `winner` and `loser` alike: a number, `VACANT` or None.
    A double forfeit has neither: both are `VACANT`. `outcome` is that of a match; a bye
    follows from the vacant side, whether it was written down or not.
    """

    node: Node
    top: int | None
    bottom: int | None
    state: str
    winner: int | None
    loser: int | None
    outcome: Outcome | None = None

    @property
    def is_undecided(self) -> bool:
        """Whether the match is still to come: waiting, due or open."""
        return self.state in UNDECIDED

    def has(self, entrant: int) -> bool:
        """Return True if an entrant stands on a side."""
        return entrant in (self.top, self.bottom)


@dataclass(frozen=True, slots=True)
class BracketCourse:
    """All matches of a plan as they stand, by number of the node.

    `winner_to` and `loser_to` say on which side of which node a node's winner and loser
    arrive; a node that leads nowhere is missing. `gone` have withdrawn. `started`:
    sections and who has played in them (byes and walk-overs won not counted).
    """

    plan: BracketPlan
    slots: Mapping[int, Slot]
    winner_to: Mapping[int, Side] = field(default_factory=dict)
    loser_to: Mapping[int, Side] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()
    started: frozenset[tuple[str, int]] = frozenset()

    def due(self) -> list[Slot]:
        """Return the matches that can be opened now, in playing order."""
        return [slot for slot in self.slots.values() if slot.state == "due"]

    def after(self, number: int) -> tuple[Node | None, Node | None]:
        """Return the nodes to which the winner and the loser of a node go."""
        onward = (self.winner_to.get(number), self.loser_to.get(number))
        winners, losers = (
            self.slots[side[0]].node if side is not None else None for side in onward
        )
        return winners, losers

    def depends_on(self, number: int) -> tuple[int, ...]:
        """Return all nodes that the result of a node can change, in playing order."""
        found: set[int] = set()
        waiting = [number]
        while waiting:
            latest = waiting.pop()
            for onward in (self.winner_to, self.loser_to):
                side = onward.get(latest)
                if side is not None and side[0] not in found:
                    found.add(side[0])
                    waiting.append(side[0])
        return tuple(sorted(found))

    def possible(self, number: int, side: int) -> frozenset[int]:
        """Return the entrants who can stand on a side (1 top, 2 bottom) of a node.

        One if it is known who does, nobody if the side is vacant.
        """
        slot = self.slots[number]
        known = slot.top if side == TOP else slot.bottom
        if known is not None:
            return frozenset({known} - {VACANT})
        source = slot.node.top if side == TOP else slot.node.bottom
        before = self.slots[source.of].node
        if slot.node.is_reset:  # the same two once more, on the same sides
            return self.possible(source.of, side)
        coming = self.possible(source.of, TOP) | self.possible(source.of, BOTTOM)
        if source.kind == "first_loser":
            coming -= {one for one in coming if (before.section, one) in self.started}
        return coming - self.gone

    def path(self, entrant: int) -> list[Slot]:
        """Return where an entrant was, is and may still come, in playing order.

        He stands on a side of those where he was and is.
        """
        certain = {slot.node.number for slot in self._of(entrant)}
        ahead: set[int] = set()
        waiting = [number for number in certain if self.slots[number].is_undecided]
        while waiting:
            for number in self._next(waiting.pop(), entrant):
                if number not in ahead | certain:
                    ahead.add(number)
                    waiting.append(number)
        return [self.slots[number] for number in sorted(certain | ahead)]

    def where_now(self, entrant: int) -> Slot | None:
        """Return the match an entrant plays or waits for, None if there is none."""
        return next((slot for slot in self._of(entrant) if slot.is_undecided), None)

    def everywhere(self) -> dict[int, Slot]:
        """Return `where_now` of everybody who still has a match, in one pass."""
        found: dict[int, Slot] = {}
        for slot in self.slots.values():
            if slot.is_undecided:
                for entrant in (slot.top, slot.bottom):
                    if entrant:
                        found.setdefault(entrant, slot)
        return found

    def _of(self, entrant: int) -> Iterator[Slot]:
        return (slot for slot in self.slots.values() if slot.has(entrant))

    def _next(self, number: int, entrant: int) -> Iterator[int]:
        """Yield where an entrant of an undecided node can still come from there."""
        for onward in (self.winner_to, self.loser_to):
            target = onward.get(number)
            if target is not None and self._is_way(target, number, entrant):
                yield target[0]

    def _is_way(self, target: Side, number: int, entrant: int) -> bool:
        slot, side = self.slots[target[0]], target[1]
        known = slot.top if side == TOP else slot.bottom
        source = slot.node.top if side == TOP else slot.node.bottom
        section = self.slots[number].node.section
        has_played = (section, entrant) in self.started
        return known is None and not (source.kind == "first_loser" and has_played)


def course(
    plan: BracketPlan,
    *,
    lines: Mapping[int, int],
    outcomes: Iterable[Outcome] = (),
    pins: Iterable[Pin] = (),
    gone: Collection[int] = (),
) -> BracketCourse:
    """Walk everybody through the plan.

    `lines` maps entrant number to line; `outcomes` are told apart by their `slot`.
    An outcome stands for the two it names even where the results before it would now
    bring others (the sides of its slot are then those it names). That of a bye says
    nothing: who has one follows from the vacant sides. Who is in `gone` has withdrawn:
    wherever he arrives without a match, his side is vacant; a match of his that is open
    stays open until it is decided.
    """
    walk = _Walk(
        at_line={line: entrant for entrant, line in lines.items()},
        matches={one.slot: one for one in outcomes if one.slot and one.two is not None},
        pinned={(pin.slot, pin.side): pin.entrant or VACANT for pin in pins},
        gone=frozenset(gone),
    )
    for node in plan.nodes:
        walk.slots[node.number] = walk.slot(node)
    winner_to, loser_to = _ways(plan)
    return BracketCourse(
        plan, walk.slots, winner_to, loser_to, walk.gone, frozenset(walk.started)
    )


def _ways(plan: BracketPlan) -> tuple[dict[int, Side], dict[int, Side]]:
    winner_to: dict[int, Side] = {}
    loser_to: dict[int, Side] = {}
    for node in plan.nodes:
        for side, source in ((TOP, node.top), (BOTTOM, node.bottom)):
            if source.kind == "winner":
                winner_to[source.of] = (node.number, side)
            elif source.kind != "line":
                loser_to[source.of] = (node.number, side)
    return winner_to, loser_to


@dataclass(slots=True)
class _Walk:
    """What is known of the nodes walked so far; every node follows its sources."""

    at_line: Mapping[int, int]
    matches: Mapping[int, Outcome]
    pinned: Mapping[Side, int]
    gone: frozenset[int]
    slots: dict[int, Slot] = field(default_factory=dict)
    started: set[tuple[str, int]] = field(default_factory=set)
    late: set[int] = field(default_factory=set)
    """Nodes whose loser has played in the section before, or will have."""

    def slot(self, node: Node) -> Slot:
        """Return a node as it stands."""
        top = self._arriving((node.number, TOP), node.top)
        bottom = self._arriving((node.number, BOTTOM), node.bottom)
        match = self.matches.get(node.number)
        if match is not None:
            return self._matched(node, match, (top, bottom))
        if node.is_reset and self._is_needless(node):
            return Slot(node, VACANT, VACANT, "needless", VACANT, VACANT)
        if top is None or bottom is None:
            loser = VACANT if VACANT in (top, bottom) else None
            return Slot(node, top, bottom, "waiting", None, loser)
        if top and bottom:
            if {(node.section, top), (node.section, bottom)} <= self.started:
                self.late.add(node.number)
            return Slot(node, top, bottom, "due", None, None)
        state = "bye" if top or bottom else "empty"
        return Slot(node, top, bottom, state, top or bottom, VACANT)

    def _arriving(self, side: Side, source: Source) -> int | None:
        """Return who comes to a side: a pin decides, else the source."""
        coming = self.pinned.get(side)
        if coming is None:
            coming = self._sent(source)
        return VACANT if coming in self.gone else coming

    def _sent(self, source: Source) -> int | None:
        if source.kind == "line":
            return self.at_line.get(source.of, VACANT)
        before = self.slots[source.of]
        if source.kind == "winner":
            return before.winner
        if source.kind == "first_loser" and source.of in self.late:
            return VACANT
        return before.loser

    def _matched(
        self, node: Node, match: Outcome, coming: tuple[int | None, int | None]
    ) -> Slot:
        """Return a node of which there is a match, with those whom it names."""
        top, bottom = match.one, match.two or VACANT
        if coming[0] == bottom or coming[1] == top:
            top, bottom = bottom, top
        section = node.section
        both = {(section, top), (section, bottom)}
        if match.is_open:
            if both <= self.started:
                self.late.add(node.number)
            return Slot(node, top, bottom, "open", None, None, match)
        if match.winner is None:
            return Slot(node, top, bottom, "decided", VACANT, VACANT, match)
        winner, loser = match.winner, bottom if match.winner == top else top
        if (section, loser) in self.started:
            self.late.add(node.number)
        self.started |= both if match.played else {(section, loser)}
        return Slot(node, top, bottom, "decided", winner, loser, match)

    def _is_needless(self, node: Node) -> bool:
        """Return True if a reset is not played: the unbeaten one has won the final.

        Likewise if there was no final to be won: a bye or a double forfeit.
        """
        final = self.slots[node.top.of]
        if final.is_undecided:
            return False
        return final.state != "decided" or final.loser != final.top
