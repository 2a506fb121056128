"""The course of a bracket: the entrants of every match, from lines and results alone.

Nothing about the course is stored. It is computed from the plan, the lines, the
outcomes, the pins and the withdrawals whenever it is needed, so it cannot contradict
them.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.engine.plan import VACANT, BracketPlan, Node, Source
from tournaments.engine.state import Outcome, Pin

TOP: Final = 1
BOTTOM: Final = 2
UNDECIDED: Final = frozenset({"waiting", "due", "open"})
"""States of a match without a result."""

Side = tuple[int, int]
"""The number of a node and `TOP` or `BOTTOM`."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A match of the plan as it stands now.

    `top` and `bottom`: the number of an entrant, `VACANT` if no entrant will ever come,
    None while it is not known.

    `state` is one of:

    - "waiting": a side is not known yet
    - "due": both sides are known, and there is no match yet, or a further one of a tie
      has to be played
    - "open": there is a match without a result, or with a disputed one
    - "decided": there is a match with a result
    - "bye": one side is vacant, the other one advances
    - "empty": both sides are vacant
    - "needless": a reset of the final that is not played

    `winner` and `loser`: a number, `VACANT`, or None while not known; both are `VACANT`
    after a double forfeit. `outcome` is the outcome of a match or tie, None without a
    match, and `played` the number of its matches. A bye follows from the vacant side
    and needs no outcome.
    """

    node: Node
    top: int | None
    bottom: int | None
    state: str
    winner: int | None
    loser: int | None
    outcome: Outcome | None = None
    played: int = 0

    @property
    def is_undecided(self) -> bool:
        return self.state in UNDECIDED

    def has(self, entrant: int) -> bool:
        return entrant in (self.top, self.bottom)


@dataclass(frozen=True, slots=True)
class BracketCourse:
    """All matches of a plan as of now; `slots` is keyed by the number of the node.

    `winner_to` and `loser_to` map a node to the side of the node to which its winner
    and its loser advance; a node that leads nowhere is missing. `gone`: entrants that
    have withdrawn. `started`: pairs of a section and an entrant that has played in it
    (byes and walk-overs won do not count).
    """

    plan: BracketPlan
    slots: Mapping[int, Slot]
    winner_to: Mapping[int, Side] = field(default_factory=dict)
    loser_to: Mapping[int, Side] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()
    started: frozenset[tuple[str, int]] = frozenset()

    def due(self) -> list[Slot]:
        return [slot for slot in self.slots.values() if slot.state == "due"]

    def after(self, number: int) -> tuple[Node | None, Node | None]:
        onward = (self.winner_to.get(number), self.loser_to.get(number))
        winners, losers = (
            self.slots[side[0]].node if side is not None else None for side in onward
        )
        return winners, losers

    def depends_on(
        self, number: int, *, pinned: Collection[Side] = ()
    ) -> tuple[int, ...]:
        """Return all nodes that the result of a node can change, in playing order.

        A pinned side depends on nothing.
        """
        found: set[int] = set()
        waiting = [number]
        while waiting:
            latest = waiting.pop()
            for onward in (self.winner_to, self.loser_to):
                side = onward.get(latest)
                # Two ways may lead to one node (a loser who comes back); it is followed
                # once, so this ends.
                if side is not None and side not in pinned and side[0] not in found:
                    found.add(side[0])
                    waiting.append(side[0])
        return tuple(one for one in self.slots if one in found)

    def possible(self, number: int, side: int) -> frozenset[int]:
        """Return who can come to a side (1 top, 2 bottom); none if it is vacant."""
        slot = self.slots[number]
        known = slot.top if side == TOP else slot.bottom
        if known is not None:
            return frozenset({known} - {VACANT})
        source = slot.node.top if side == TOP else slot.node.bottom
        before = self.slots[source.of].node
        # Depth is bounded by the rounds of the plan: a source always stands before its
        # node.
        if slot.node.is_reset:  # the same two once more, on the same sides
            return self.possible(source.of, side)
        coming = self.possible(source.of, TOP) | self.possible(source.of, BOTTOM)
        if source.kind == "first_loser":
            coming -= {one for one in coming if (before.section, one) in self.started}
        return coming - self.gone

    def path(self, entrant: int) -> list[Slot]:
        """Return the slots where an entrant was, is and may still come, in order."""
        certain = {slot.node.number for slot in self._of(entrant)}
        ahead: set[int] = set()
        waiting = [number for number in certain if self.slots[number].is_undecided]
        while waiting:
            for number in self._next(waiting.pop(), entrant):
                if number not in ahead | certain:
                    ahead.add(number)
                    waiting.append(number)
        passed = certain | ahead
        return [slot for number, slot in self.slots.items() if number in passed]

    def where_now(self, entrant: int) -> Slot | None:
        """Return the match an entrant plays or waits for, None if there is none."""
        return next((slot for slot in self._of(entrant) if slot.is_undecided), None)

    def everywhere(self) -> dict[int, Slot]:
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
    legs: int = 1,
) -> BracketCourse:
    """Compute the course of a bracket.

    With `legs` two entrants meet in a tie: the best of so many matches goes on.

    `lines` maps entrant number to line. `outcomes` belong to nodes by their `slot`. An
    outcome keeps the two entrants that it names, even if corrected results before it
    would now bring others. The outcome of a bye is ignored, because byes follow from
    vacant sides. An entrant in `gone` has withdrawn: a side that they reach without a
    match becomes vacant, and an open match of theirs stays open until it is decided.
    """
    # A pin to None means that the side is vacant.
    matches: defaultdict[int, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.slot and outcome.two is not None:
            matches[outcome.slot].append(outcome)
    walk = _Walk(
        at_line={line: entrant for entrant, line in lines.items()},
        matches=matches,
        legs=legs,
        pinned={(pin.slot, pin.side): pin.entrant or VACANT for pin in pins},
        gone=frozenset(gone),
    )
    # One pass is enough: nodes are in playing order, so sources come before targets.
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
    at_line: Mapping[int, int]
    matches: Mapping[int, Sequence[Outcome]]
    legs: int
    pinned: Mapping[Side, int]
    gone: frozenset[int]
    slots: dict[int, Slot] = field(default_factory=dict)
    started: set[tuple[str, int]] = field(default_factory=set)
    late: set[int] = field(default_factory=set)
    """Nodes whose loser has played in the section before, or certainly will have.

    Their "first_loser" goes nowhere.
    """

    def slot(self, node: Node) -> Slot:
        top = self._arriving((node.number, TOP), node.top)
        bottom = self._arriving((node.number, BOTTOM), node.bottom)
        if matches := self.matches.get(node.number):
            slot = self._matched(node, self._tie(matches), (top, bottom))
            is_due = slot.state == "open" and not any(one.is_open for one in matches)
            state = "due" if is_due else slot.state
            return replace(slot, state=state, played=len(matches))
        if node.is_reset and self._is_needless(node):
            return Slot(node, VACANT, VACANT, "needless", VACANT, VACANT)
        if top is None or bottom is None:
            # With one vacant side it will be a bye, which has no loser. This is known
            # already, and matches that wait for the loser become byes at once.
            loser = VACANT if VACANT in (top, bottom) else None
            return Slot(node, top, bottom, "waiting", None, loser)
        if top and bottom:
            if {(node.section, top), (node.section, bottom)} <= self.started:
                self.late.add(node.number)
            return Slot(node, top, bottom, "due", None, None)
        state = "bye" if top or bottom else "empty"
        return Slot(node, top, bottom, state, top or bottom, VACANT)

    def _arriving(self, side: Side, source: Source) -> int | None:
        """Return the entrant that comes to a side; a pin overrides the source."""
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
        """Return the slot of a node with a match; the match names the entrants."""
        top, bottom = match.one, match.two or VACANT
        # The order in the match says nothing about sides: put an entrant on the side to
        # which it came, if that is known.
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

    def _tie(self, matches: Sequence[Outcome]) -> Outcome:
        """Return the outcome of a tie, with the matches won in place of points.

        A match that was given up or not played decides all of it, and who withdraws
        with no match open has lost it.
        """
        first, won = matches[0], Counter[int]()
        for match in matches:
            if self.legs == 1 or match.is_open or match.winner is None:
                return match
            won[match.winner] += 1
            if not match.played or 2 * won[match.winner] > self.legs:
                break
        winner, nobody = match.winner, False
        if match.played and 2 * max(won.values()) <= self.legs:
            left = sorted({first.one, first.two or VACANT} - self.gone)
            winner, nobody = left[0] if len(left) == 1 else None, not left
        return replace(
            first,
            winner=winner,
            nobody=nobody,
            played=match.played,
            points_one=won[first.one],
            points_two=won[first.two or VACANT],
        )

    def _is_needless(self, node: Node) -> bool:
        """Return True if the reset is not played.

        It is not played if the unbeaten entrant (top) has won the final, or if the
        final was a bye or a double forfeit.
        """
        final = self.slots[node.top.of]
        if final.is_undecided:
            return False
        return final.state != "decided" or final.loser != final.top
