"""Places in a bracket: how far each entrant has come, from the course."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from matches.rules.refusals import Message
from tournaments.engine.bracket.course import BracketCourse, Slot, course
from tournaments.engine.bracket.preliminary import section_of_line
from tournaments.engine.bracket.shapes import FINAL, LOWER, MAIN, drop_round
from tournaments.engine.plan import PRELIMINARY, BracketPlan, Node
from tournaments.engine.standings import STILL_IN, Apart, Rank, Standings, placed
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import StageState

CAME_FURTHER = Message("bracket.came_further", "Got further than %(other)s.")
NOT_LOST = Message("bracket.not_lost", "Has not lost yet; %(other)s has.")
EQUALLY_FAR = Message(
    "bracket.equally_far", "%(count)s players got equally far and share this place."
)


def course_of(state: StageState, plan: BracketPlan) -> BracketCourse:
    return course(
        plan,
        lines={
            entrant.number: entrant.lot
            for entrant in state.entrants
            if entrant.lot is not None
        },
        outcomes=state.outcomes,
        pins=state.pins,
        gone={entrant.number for entrant in state.entrants if not entrant.present},
        legs=state.options.legs,
    )


def is_decided(state: StageState, plan: BracketPlan) -> bool:
    if all(entrant.lot is None for entrant in state.entrants):
        return False
    return not any(one.is_undecided for one in course_of(state, plan).slots.values())


def single_standings(state: StageState, plan: BracketPlan) -> Standings:
    """Rank all entrants by the round reached in the main bracket.

    Entrants that go out in the same round share the place; those that still play in it
    are above them. A bye counts as a round survived. After a double forfeit both are
    out in its round. An entrant without a match or bye comes last. Late entries that
    begin in a branch have no place here.
    """
    marks = _marks(course_of(state, plan), {MAIN: 0})
    return marks.placed(
        {number: marks.rank(number) for number in _in_main(state, plan, marks)}
    )


def double_standings(state: StageState, plan: BracketPlan) -> Standings:
    """Rank all entrants by the round reached in main bracket, lower bracket and final.

    Entrants without a loss that still play come first, then those in the lower bracket,
    then those that are out, by the lower round reached; those that go out in the same
    one share the place. A main round counts as the lower round in which its losers play
    first.
    """
    lower = max((node.round for node in plan.of(LOWER)), default=0)
    marks = _marks(course_of(state, plan), {MAIN: 0, LOWER: 0, FINAL: lower})
    ranks: dict[int, Rank] = {}
    for number in _in_main(state, plan, marks):
        reached, plays = marks.rank(number)
        ranks[number] = (plays + (plays and not marks.losses[number]), reached)
    return marks.placed(ranks, _apart_with_two_lives)


def branch_standings(state: StageState, plan: BracketPlan, section: str) -> Standings:
    marks = _marks(course_of(state, plan), {section: 0})
    return marks.placed({number: marks.rank(number) for number in marks.reached})


def _in_main(state: StageState, plan: BracketPlan, marks: "_Marks") -> Iterator[int]:
    """Yield the entrants that have drawn a line of the main bracket, or play there.

    Before the draw these are all.
    """
    is_drawn = any(entrant.lot is not None for entrant in state.entrants)
    for entrant in state.entrants:
        lot = entrant.lot
        has_line = lot is not None and section_of_line(plan, lot) == MAIN
        if has_line or not is_drawn or entrant.number in marks.reached:
            yield entrant.number


def _apart(upper: Rank, lower: Rank) -> Message:
    return CAME_FURTHER if upper[0] != lower[0] else STILL_IN


def _apart_with_two_lives(upper: Rank, lower: Rank) -> Message:
    if upper[0] == lower[0]:
        return CAME_FURTHER
    return NOT_LOST if lower[0] else STILL_IN


@dataclass(slots=True)
class _Marks:
    """Counts by entrant; `reached` is the highest level, `wins` leave byes out."""

    reached: Counter[int] = field(default_factory=Counter)
    playing: set[int] = field(default_factory=set)
    wins: Counter[int] = field(default_factory=Counter)
    losses: Counter[int] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    outstanding: int = 0

    def rank(self, number: int) -> tuple[int, int]:
        """Return the level reached, and 1 if the entrant still plays, else 0."""
        return self.reached[number], int(number in self.playing)

    def add(self, slot: Slot, number: int, *, level: int, next_level: int) -> None:
        if number in self.playing:  # here by a disputed result, which counts nowhere
            return
        has_won = slot.winner == number and not slot.is_undecided
        reached = next_level if has_won else level
        self.reached[number] = max(self.reached[number], reached)
        self.wins[number] += has_won and slot.state != "bye"
        self.byes[number] += slot.state == "bye"
        self.losses[number] += slot.state == "decided" and not has_won
        if slot.is_undecided:
            self.playing.add(number)

    def placed(self, ranks: Mapping[int, Rank], apart: Apart = _apart) -> Standings:
        tally = Tally(
            wins={number: self.wins[number] for number in ranks},
            losses={number: self.losses[number] for number in ranks},
            byes={number: self.byes[number] for number in ranks},
            beaten={},
            lost_to={},
            outstanding=self.outstanding,
        )
        return placed(tally, (), ranks, equal=EQUALLY_FAR, apart=apart)


def _marks(walked: BracketCourse, sections: Mapping[str, int]) -> _Marks:
    is_double = LOWER in sections

    def worth(node: Node) -> int:
        if is_double and node.section == MAIN:
            return drop_round(node.round)
        return node.round + sections[node.section]

    marks = _Marks()
    for number, slot in walked.slots.items():
        section = slot.node.section
        if section.removesuffix(PRELIMINARY) not in sections:
            continue
        marks.outstanding += slot.is_undecided
        onward = walked.winner_to.get(number)
        following = walked.slots[onward[0]].node if onward else None
        if following is not None and section.endswith(PRELIMINARY):
            next_level = worth(following)
            level = next_level - 1
        else:
            level = worth(slot.node)
            next_level = worth(following) if following is not None else level + 1
        for entrant in (slot.top, slot.bottom):
            if entrant:
                marks.add(slot, entrant, level=level, next_level=next_level)
    return marks
