"""Plays a bracket to its end, one due match after the other."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from random import Random

from tournaments.engine import BracketCourse, BracketPlan, Outcome, Slot, course

Result = Callable[[Slot], Outcome]


def won(slot: Slot, winner: int | None, *, played: bool = True) -> Outcome:
    """Return a match of a slot as the winner's; None is a double forfeit."""
    assert slot.top
    assert slot.bottom
    return Outcome(
        slot.node.round,
        slot.top,
        slot.bottom,
        winner,
        played=played and winner is not None,
        nobody=winner is None,
        slot=slot.node.number,
    )


def by_lot(random: Random, *, walkovers: int = 0, forfeits: int = 0) -> Result:
    """Return results at random, so many walk-overs and double forfeits in a hundred."""

    def result(slot: Slot) -> Outcome:
        winner = random.choice((slot.top, slot.bottom))
        if random.randrange(100) < forfeits:
            return won(slot, None)
        return won(slot, winner, played=random.randrange(100) >= walkovers)

    return result


def stronger(slot: Slot) -> Outcome:
    """Let the lower number win."""
    assert slot.top
    assert slot.bottom
    return won(slot, min(slot.top, slot.bottom))


@dataclass
class Event:
    """A bracket under way; `play` goes on until nothing is due."""

    plan: BracketPlan
    lines: dict[int, int]
    gone: set[int] = field(default_factory=set)
    outcomes: list[Outcome] = field(default_factory=list)

    def course(self) -> BracketCourse:
        """Return how it stands."""
        return course(
            self.plan, lines=self.lines, outcomes=self.outcomes, gone=self.gone
        )

    def play(self, result: Result, *, only: Collection[str] = ()) -> BracketCourse:
        """Decide what is due, all of it at once, until nothing is."""
        while True:
            walked = self.course()
            due = [
                slot for slot in walked.due() if not only or slot.node.section in only
            ]
            if not due:
                return walked
            self.outcomes += [result(slot) for slot in due]


def full(plan: BracketPlan) -> Event:
    """Return a bracket without byes; everybody's line is their number."""
    return Event(plan, {number: number for number in range(1, plan.lines + 1)})


def lost(event: Event, entrant: int) -> int:
    """Return how many matches an entrant has lost."""
    return sum(
        one.winner != entrant and not one.is_open
        for one in event.outcomes
        if entrant in {one.one, one.two}
    )
