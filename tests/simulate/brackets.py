"""Brackets played match by match, in any order, with everything that goes wrong."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from tests.simulate import MANY, MOST, NONE, Mishaps, happens, outcome, with_lots
from tests.simulate.rounds import person, turned
from tournaments.engine import (
    BracketCourse,
    BracketPlan,
    Branch,
    DrawnRound,
    Options,
    Outcome,
    Pin,
    Slot,
    StageState,
    course,
    draw,
    format_named,
    from_record,
    to_record,
)

LONGEST = 500
MOST_CORRECTIONS = 6
SEED = "bracket"
BYES = (Fraction(1), Fraction(1, 2), Fraction(0))
WALKOVERS = ("none", "full", "half")

LAST = Branch(section="last", of="consolation", pattern="shifted")
BRANCHES: tuple[tuple[Branch, ...], ...] = (
    (),
    (Branch(),),
    (Branch(pattern="shifted"),),
    (Branch(pattern="first_loss"),),
    (Branch(), LAST),
    (Branch(pattern="shifted"), LAST),
    (Branch(pattern="first_loss"), LAST),
    (Branch(pattern="shifted"), replace(LAST, pattern="unshifted", first=4, last=5)),
    (Branch(last=2), Branch(section="late", first=3)),
    (Branch(last=9), LAST, Branch(section="deep", of="last", last=9)),
)
"""Brackets of losers, below a main bracket and below each other."""

THIRD: tuple[tuple[Branch, ...], ...] = (
    (),
    (),
    (Branch(section="third", of="lower", pattern="shifted"),),
)


@dataclass(frozen=True, slots=True)
class Cup:
    """One way to play a bracket; `correction`: "", "replay" or "record"."""

    name: str
    format: str
    branches: tuple[tuple[Branch, ...], ...] = ((),)
    correction: str = ""
    mishaps: tuple[Mishaps, ...] = (NONE, MANY, MOST)
    most: int = 512


@dataclass(slots=True)
class CupStory:
    """A bracket to its end.

    `gone`: who has ever withdrawn. `busy`: who was in two matches at once.
    `is_smooth`: no withdrawals, late entries, walk-overs, forfeits or corrections.
    """

    cup: Cup
    before: StageState
    drawn: DrawnRound
    state: StageState
    plan: BracketPlan
    gone: set[int] = field(default_factory=set)
    late: set[int] = field(default_factory=set)
    busy: list[int] = field(default_factory=list)
    steps: int = 0
    corrections: int = 0
    is_smooth: bool = True

    def course(self, state: StageState | None = None) -> BracketCourse:
        """Return how it stands."""
        state = state or self.state
        return course(
            self.plan,
            lines={
                one.number: one.lot for one in state.entrants if one.lot is not None
            },
            outcomes=state.outcomes,
            pins=state.pins,
            gone={one.number for one in state.entrants if not one.present},
        )


def fresh(cup: Cup, random: Random, size: int) -> StageState:
    """Return a bracket that is not drawn yet; some of the field are not there."""
    forbidden = []
    if size > 7 and happens(random, 30):
        one, two = sorted(random.sample(range(1, size + 1), 2))
        forbidden.append((one, two))
    options = Options(
        byes=random.choice(("spread", "spread", "top", "bottom", "lots")),
        seeded=random.choice((0, 0, 2, 4, 8, size)),
        branches=cup.branches[random.randrange(len(cup.branches))] if size > 2 else (),
        reset=happens(random, 70),
        apart=random.choice(((), ("club",), ("country", "club"))),
        forbidden=tuple(forbidden),
    )
    entrants = tuple(
        replace(person(random, number), present=number < 3 or not happens(random, 5))
        for number in range(1, size + 1)
    )
    # Nothing here is decided by what byes and walk-overs count, so any worth will do.
    bye, walkover = BYES[size % len(BYES)], WALKOVERS[size % len(WALKOVERS)]
    return StageState(
        cup.format, 0, 7, entrants, options=options, bye=bye, walkover=walkover
    )


def play_cup(cup: Cup, size: int, seed: int) -> CupStory:
    """Play a bracket of two or more until nothing is due."""
    random = Random(f"{cup.name} {size} {seed}")
    mishaps = cup.mishaps[random.randrange(len(cup.mishaps))]
    return play_on(cup, fresh(cup, random, size), random, mishaps)


def play_on(cup: Cup, before: StageState, random: Random, mishaps: Mishaps) -> CupStory:
    """Draw a bracket and play it until nothing is due."""
    drawn = draw(before, SEED)
    state = replace(before, entrants=with_lots(before, drawn))
    planned = format_named(cup.format).plan
    if planned is None:
        raise AssertionError(cup.format)
    plan = planned(state)
    story = CupStory(cup, before, drawn, replace(state, plan=plan), plan)
    story.gone |= {one.number for one in state.entrants if not one.present}
    story.is_smooth = mishaps == NONE
    while story.steps < LONGEST:
        story.steps += 1
        if story.steps > 1:
            _between(story, random, mishaps)
        if not _step(story, random, mishaps):
            break
    return story


def _step(story: CupStory, random: Random, mishaps: Mishaps) -> bool:
    """Open some of the matches due, decide some that are open; False at the end."""
    walked = story.course()
    due = walked.due()
    open_ = [slot for slot in walked.slots.values() if slot.state == "open"]
    if not due and not open_:
        return False
    at_table = {each for slot in open_ for each in (slot.top, slot.bottom)}
    outcomes = list(story.state.outcomes)
    for slot in due:
        if not happens(random, 75):
            continue
        both = {slot.top, slot.bottom}
        if at_table & both:
            story.busy += [each for each in at_table & both if each]
        at_table |= both
        outcomes.append(replace(_result(slot, random, NONE), winner=None, played=True))
    for place, one in enumerate(outcomes):
        if one.is_open and happens(random, 70):
            slot = walked.slots[one.slot or 0]
            outcomes[place] = _result(slot, random, mishaps)
    story.state = replace(story.state, outcomes=tuple(outcomes))
    return True


def _result(slot: Slot, random: Random, mishaps: Mishaps) -> Outcome:
    """Return a random result of a match; here and there nobody wins."""
    top, bottom = slot.top or 0, slot.bottom or 0
    played = not happens(random, mishaps.walkover)
    if mishaps.double_forfeit and happens(random, mishaps.double_forfeit):
        found = outcome(random, slot.node.round, (top, bottom), played=False)
        found = replace(found, winner=None, nobody=True)
    else:
        found = outcome(random, slot.node.round, (top, bottom), played=played)
    return replace(found, slot=slot.node.number)


def _between(story: CupStory, random: Random, mishaps: Mishaps) -> None:
    for one in story.state.entrants:
        if one.present and happens(random, mishaps.withdrawal):
            story.gone.add(one.number)
            _set_present(story, one.number, present=False)
        elif not one.present and one.lot and happens(random, mishaps.return_after):
            _return(story, one.number)
    if mishaps.late_entry and happens(random, 3 * mishaps.late_entry):
        _enter_late(story, random)
    if story.corrections < MOST_CORRECTIONS and happens(random, 20):
        _correct(story, random)


def _set_present(story: CupStory, number: int, *, present: bool) -> None:
    story.state = replace(
        story.state,
        entrants=tuple(
            replace(one, present=present) if one.number == number else one
            for one in story.state.entrants
        ),
    )


def _return(story: CupStory, number: int) -> None:
    """Let somebody come back whose place nobody has gone past."""
    before = story.state
    _set_present(story, number, present=True)
    walked = story.course()
    slot = walked.where_now(number)
    if slot is None or _has_matches(story, walked, slot.node.number):
        story.state = before


def _has_matches(story: CupStory, walked: BracketCourse, node: int) -> bool:
    """Tell whether a match is played or on that depends on a node."""
    after = set(walked.depends_on(node))
    return any(one.slot in after for one in story.state.outcomes)


def _enter_late(story: CupStory, random: Random) -> None:
    """Give a vacant line to somebody, if its bye has not been used yet."""
    walked = story.course()
    taken = {one.lot for one in story.state.entrants}
    first = [
        node
        for node in story.plan.nodes
        if node.top.kind == "line"
        and {node.top.of, node.bottom.of} - taken - {0}
        and not _has_matches(story, walked, node.number)
    ]
    if not first:
        return
    node = random.choice(first)
    line = min({node.top.of, node.bottom.of} - taken - {0})
    number = max(one.number for one in story.state.entrants) + 1
    late = replace(person(random, number), lot=line)
    story.late.add(number)
    story.state = replace(story.state, entrants=(*story.state.entrants, late))


def _correct(story: CupStory, random: Random) -> None:
    """Turn a result round; what follows is played again or stays as it was played."""
    if not story.cup.correction:
        return
    walked = story.course()
    decided = [slot for slot in walked.slots.values() if slot.state == "decided"]
    if not decided:
        return
    slot = random.choice(decided)
    number = slot.node.number
    story.corrections += 1
    after = set(walked.depends_on(number))
    is_replay = story.cup.correction == "replay"
    outcomes = tuple(
        turned(one, random) if one.slot == number else one
        for one in story.state.outcomes
        if not (is_replay and one.slot in after)
    )
    pins = story.state.pins
    if is_replay:
        pins = tuple(pin for pin in pins if pin.slot not in after)
    elif any(one.slot in after for one in story.state.outcomes):
        pins = (*pins, *_pins_after(walked, number, {(p.slot, p.side) for p in pins}))
    story.state = replace(story.state, outcomes=outcomes, pins=pins)


def _pins_after(
    walked: BracketCourse, number: int, pinned: set[tuple[int, int]]
) -> Iterator[Pin]:
    """Hold fast those who went on from a match."""
    for side in (walked.winner_to.get(number), walked.loser_to.get(number)):
        if side is None or side in pinned:
            continue
        slot = walked.slots[side[0]]
        there = slot.top if side[1] == 1 else slot.bottom
        if there is not None:
            yield Pin(side[0], side[1], there or None)


def drawn_again(story: CupStory) -> bool:
    """Tell whether the record, and another order, give the same lines."""
    read = from_record(to_record(story.before))
    mixed = replace(story.before, entrants=story.before.entrants[::-1])
    return all(draw(one, SEED) == story.drawn for one in (read, mixed))


CUPS = (
    Cup("Elimination", "elimination"),
    Cup("Elimination, branches", "elimination", BRANCHES),
    Cup("Elimination, replayed", "elimination", BRANCHES, "replay"),
    Cup("Elimination, on record", "elimination", BRANCHES, "record"),
    Cup("Double elimination", "double_elimination", THIRD),
    Cup("Double elimination, replayed", "double_elimination", THIRD, "replay"),
    Cup("Double elimination, on record", "double_elimination", THIRD, "record"),
)
