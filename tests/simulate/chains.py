"""Stages that feed each other: the standings of one are the field of the next."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tests.simulate import MANY, MOST, NONE, happens
from tests.simulate.brackets import BRANCHES, Cup, CupStory, play_on
from tests.simulate.checks import faults_of, lives_lost
from tests.simulate.cup_checks import cup_faults_of
from tests.simulate.rounds import Chosen, Kind, Story, play_rounds
from tournaments.engine import Options, StageState, standings
from tournaments.engine.formats.round_robin.pairing import group_of
from tournaments.engine.formats.round_robin.standings import group_standings

FINAL = Cup("final", "elimination", BRANCHES)


@dataclass(frozen=True, slots=True)
class Chain:
    """A stage of rounds and the final that it feeds; `take` says how many go on."""

    name: str
    first: Kind
    take: Callable[[Random, StageState], int]
    most: int = 256


@dataclass(slots=True)
class ChainStory:
    """Both stages; `final` is None if less than two came through."""

    chain: Chain
    first: Story
    order: list[int]
    final: CupStory | None = None


def play_chain(chain: Chain, size: int, seed: int) -> ChainStory:
    """Play both stages to their end."""
    first = play_rounds(chain.first, size, seed)
    random = Random(f"{chain.name} {size} {seed}")
    rows = standings(first.final).rows
    present = {one.number for one in first.final.entrants if one.present}
    order = [row.entrant for row in rows if row.entrant in present]
    order = order[: chain.take(random, first.final)]
    story = ChainStory(chain, first, order)
    if len(order) < 2:
        return story
    people = {one.number: one for one in first.final.entrants}
    field = tuple(
        replace(people[number], seed=rank, lot=None, joined=1, wants_bye=False)
        for rank, number in enumerate(order, start=1)
    )
    options = Options(
        seeded=len(order), branches=random.choice(BRANCHES), byes="spread"
    )
    before = StageState("elimination", 0, 7, field, options=options)
    mishaps = random.choice((NONE, MANY, MOST))
    story.final = play_on(FINAL, before, random, replace(mishaps, late_entry=0))
    return story


def chain_faults_of(story: ChainStory) -> Iterator[str]:
    """Yield what is wrong with either stage, or with the way from one to the other."""
    for fault in faults_of(story.first):
        yield f"first stage: {fault}"
    key = story.chain.first.format
    if key == "lives":
        yield from _survivors(story.first.final)
    if key == "round_robin" and len(story.order) > 1:
        yield from _winners_first(story)
    if story.final is None:
        return
    for fault in cup_faults_of(story.final):
        yield f"final: {fault}"
    yield from _seeds(story.order, story.final.drawn.lots)


def _survivors(state: StageState) -> Iterator[str]:
    lost = lives_lost(state)
    alive = sum(
        one.present and lost[one.number] < state.options.lives for one in state.entrants
    )
    if alive > max(state.options.survivors, 1) and alive > 1:
        yield f"still in: {alive}"


def _winners_first(story: ChainStory) -> Iterator[str]:
    """Check that nobody goes on before somebody with a better place in a group."""
    state = story.first.final
    place = {
        row.entrant: row.place
        for table in group_standings(state).values()
        for row in table.rows
    }
    places = [place[number] for number in story.order if number in place]
    if places != sorted(places):
        yield f"places in the groups: {places}"


def _seeds(order: list[int], lots: dict[int, int]) -> Iterator[str]:
    """Check that the best cannot meet early, and that the byes are theirs.

    The best two are in different halves, the best four in different quarters.
    """
    size = 1 << max(len(order) - 1, 1).bit_length()
    best = 2
    while best <= len(order):
        block = size // best
        blocks = {(lots[number] - 1) // block for number in order[:best]}
        if len(blocks) != best:
            yield f"the best {best} of {len(order)} can meet too early"
        best *= 2
    taken = set(lots.values())
    for rank, number in enumerate(order, start=1):
        has_bye = (lots[number] - 1 ^ 1) + 1 not in taken
        if has_bye != (rank <= size - len(order)):
            yield f"number {rank} of {len(order)}: bye {has_bye}"


def _top(random: Random, state: StageState) -> int:
    return random.choice((2, 4, 8, 16, 5, 11, 500))


def _everybody(random: Random, state: StageState) -> int:
    return max(state.options.survivors, 2)


def _two_of_a_group(random: Random, state: StageState) -> int:
    groups = {group_of(one.lot) for one in state.entrants if one.lot is not None}
    return len(groups) * random.choice((1, 2))


def _swiss(random: Random, size: int) -> Chosen:
    return {"rounds": random.randrange(3, 7), "bye": Fraction(1)}


def _lives(random: Random, size: int) -> Chosen:
    survivors = random.choice((2, 4, 8))
    return {"options": Options(lives=random.choice((2, 3)), survivors=survivors)}


def _groups(random: Random, size: int) -> Chosen:
    groups = max(size // random.randrange(3, 7), 1)
    times = 2 if happens(random, 20) else 1
    return {"options": Options(groups=groups, times=times, seeded=groups)}


EVERYTHING = (NONE, MANY, MOST)

CHAINS = (
    Chain(
        "Swiss, then knock-out",
        Kind("Swiss of a chain", "swiss", _swiss, mishaps=EVERYTHING, corrections=10),
        _top,
    ),
    Chain(
        "Groups, then knockout",
        Kind("Groups of a chain", "round_robin", _groups, mishaps=EVERYTHING),
        _two_of_a_group,
    ),
    Chain(
        "Lives, then final",
        Kind("Lives of a chain", "lives", _lives, mishaps=EVERYTHING),
        _everybody,
    ),
)
