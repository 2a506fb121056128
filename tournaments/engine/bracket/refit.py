"""Fitting the matches of a bracket to a changed result, without any side effects.

After a correction, a match "fits" if its two entrants still come to its slot. These
functions find the matches that do not fit, and the pins that make them fit.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tournaments.engine.bracket.course import BracketCourse, Slot, course
from tournaments.engine.plan import BracketPlan
from tournaments.engine.state import Outcome, Pin

TOP: Final = 1
BOTTOM: Final = 2
Place = tuple[int, int]
"""The number of a slot, and `TOP` or `BOTTOM`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnBracket:
    plan: BracketPlan
    lines: Mapping[int, int]
    outcomes: tuple[Outcome, ...]
    pins: tuple[Pin, ...] = ()
    gone: frozenset[int] = frozenset()
    legs: int = 1

    def course(self, *, present: Collection[int] = ()) -> BracketCourse:
        """Return the course, as if the entrants in `present` had not withdrawn.

        Disputed results are taken as they stand: later matches keep their entrants.
        """
        return course(
            self.plan,
            lines=self.lines,
            outcomes=(replace(one, disputed=False) for one in self.outcomes),
            pins=self.pins,
            gone=self.gone - set(present),
            legs=self.legs,
        )

    def without(self, slots: Collection[int]) -> "DrawnBracket":
        kept = tuple(outcome for outcome in self.outcomes if outcome.slot not in slots)
        return replace(self, outcomes=kept)


def misfits(drawn: DrawnBracket, among: Iterable[int]) -> tuple[int, ...]:
    """Return the slots whose match names other entrants than those that come there.

    `among` are the slots to check. A match that depends on a removed match is removed
    too, unless the same two entrants come to it in any case; so is one whose slot is
    gone. A played match still fits if an entrant has withdrawn since.
    """
    matches = {outcome.slot: outcome for outcome in drawn.outcomes}
    checked = [number for number in among if number in matches]
    order = {node.number: place for place, node in enumerate(drawn.plan.nodes)}
    found = [number for number in checked if number not in order]
    # In playing order, so that a match is judged without those removed before it.
    for number in sorted(order.keys() & set(checked), key=order.__getitem__):
        match = matches[number]
        both = {match.one, match.two or 0}
        slot = drawn.without([*found, number]).course(present=both).slots[number]
        if slot.state != "due" or {slot.top, slot.bottom} != both:
            found.append(number)
    return tuple(found)


def freed(drawn: DrawnBracket, changed: int) -> DrawnBracket:
    walked = drawn.course()
    following = {changed, *walked.depends_on(changed)}
    kept = tuple(
        pin
        for pin in drawn.pins
        if _source(walked.slots[pin.slot], pin) not in following
    )
    return replace(drawn, pins=kept)


def replayed(drawn: DrawnBracket, changed: int) -> tuple[DrawnBracket, tuple[int, ...]]:
    """Return the bracket as it goes on from a match, and the slots that lose theirs."""
    free = freed(drawn, changed)
    aside = misfits(free, free.course().depends_on(changed))
    after = free.without(aside)
    if is_sound(after):
        return after, aside
    # Without pins no entrant can be in two places: the lines and results alone send
    # each entrant along one path.
    free = replace(drawn, pins=())
    aside = misfits(free, [node.number for node in drawn.plan.nodes])
    return free.without(aside), aside


def moved(was: BracketCourse, now: BracketCourse) -> set[int]:
    return {
        number
        for number, slot in now.slots.items()
        if _standing(slot) != _standing(was.slots[number])
    }


def is_sound(drawn: DrawnBracket) -> bool:
    waiting = [
        entrant
        for slot in drawn.course().slots.values()
        if slot.is_undecided
        for entrant in (slot.top, slot.bottom)
        if entrant
    ]
    return len(waiting) == len(set(waiting))


def kept_winners(
    before: DrawnBracket, after: DrawnBracket, changed: int
) -> DrawnBracket:
    """Pin all who depend on a match where they were, though its winner is another."""
    was = before.course()
    pins = {(pin.slot, pin.side): pin.entrant for pin in after.pins}
    for onward in (was.winner_to, was.loser_to):
        place = onward.get(changed)
        if place is not None:
            _pin(pins, place, was)
    following = was.depends_on(changed)
    # A pin can move entrants further on, so the comparison is repeated until nothing
    # differs. Each pass settles at least one more node, which bounds the loop.
    for _ in following:
        held_now = replace(after, pins=_as_pins(pins))
        now = held_now.course()
        moved = [
            (number, side)
            for number in following
            for side in (TOP, BOTTOM)
            if _side(was.slots[number], side) is not None
            and _side(now.slots[number], side) != _side(was.slots[number], side)
            and (number, side) not in pins
        ]
        if not moved:
            break
        for place in moved:
            _pin(pins, place, was)
    return replace(after, pins=_as_pins(pins))


def exchanged(drawn: DrawnBracket, places: Mapping[Place, int]) -> DrawnBracket:
    """Return the bracket with further pins; `places` maps a place to an entrant."""
    pins: dict[Place, int | None] = {
        (pin.slot, pin.side): pin.entrant for pin in drawn.pins
    }
    return replace(drawn, pins=_as_pins(pins | dict(places)))


def place_of(slot: Slot, entrant: int) -> Place:
    return slot.node.number, TOP if slot.top == entrant else BOTTOM


def _standing(slot: Slot) -> tuple[object, ...]:
    is_played = slot.state in {"open", "decided"}
    return slot.top, slot.bottom, "" if is_played else slot.state


def _pin(pins: dict[Place, int | None], place: Place, was: BracketCourse) -> None:
    known = _side(was.slots[place[0]], place[1])
    if known is not None:
        pins[place] = known or None


def _side(slot: Slot, side: int) -> int | None:
    return slot.top if side == TOP else slot.bottom


def _source(slot: Slot, pin: Pin) -> int:
    source = slot.node.top if pin.side == TOP else slot.node.bottom
    return 0 if source.kind == "line" else source.of


def _as_pins(pins: Mapping[Place, int | None]) -> tuple[Pin, ...]:
    return tuple(Pin(*place, entrant) for place, entrant in sorted(pins.items()))
