"""A format that only tests know: neighbours on the ladder of the standings play.

It is written as `docs/how-to/add-a-format.md` says, in one module and without any other
change to the product.
"""

from collections.abc import Iterator, Mapping

from matches.rules.refusals import Message
from tournaments.engine import DrawnPairing, Note, PairReasons, StageState
from tournaments.engine.format import (
    Format,
    Joining,
    LateEntry,
    Leaving,
    Substitute,
    due_numbers,
    nothing_foreseen,
    standings_by_wins,
)
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import DrawnRound, Promise
from tournaments.engine.why.history import StageHistory
from tournaments.engine.why.rounds import RoundReasons

RESTS = Message("toy_ladder.rests", "Rests at the foot of the ladder.")
RUNG = Message("toy_ladder.rung", "rung %(place)s")
ALONE = Message("toy_ladder.alone", "%(entrant)s is nobody’s neighbour.")
NEIGHBOURS = Message(
    "toy_ladder.neighbours", "%(entrant)s and %(other)s stand rung beside rung."
)
MET_BEFORE = Message("toy_ladder.met_before", "They met in round %(round)s, too.")
NO_CHOICE = Message("toy_ladder.no_choice", "The ladder leaves no choice.")
AT_THE_FOOT = Message("toy_ladder.at_the_foot", "Stands below the lowest rung.")
STEPS_ON = Message("toy_ladder.steps_on", "Steps onto the lowest rung.")


def draw(state: StageState, seed: str) -> DrawnRound:
    """Let neighbours on the ladder play; lots decide between equal ones."""
    numbers, tally = due_numbers(state), tallies.count(state)
    places = {row.entrant: row.place for row in standings_by_wins(state).rows}
    order = by_lot(seed, f"toy_ladder:{state.next_round}", numbers)
    order.sort(key=places.__getitem__)  # stable: equal ones by lot
    rests = []
    if len(order) % 2:
        rests = [min(reversed(order), key=tally.byes.__getitem__)]
        order.remove(rests[0])
    pairs = zip(order[::2], order[1::2], strict=True)
    note = (Note(RESTS),)
    return DrawnRound(
        state.next_round,
        (
            *(DrawnPairing(one, two) for one, two in pairs),
            *(DrawnPairing(one, None, note) for one in rests),
        ),
    )


def rungs(state: StageState) -> Mapping[int, Note]:
    """Return what the draft tells of everybody."""
    places = {row.entrant: row.place for row in standings_by_wins(state).rows}
    return {one: Note(RUNG, {"place": places[one]}) for one in places}


def facts(past: StageHistory, pairing: DrawnPairing) -> Iterator[Note]:
    """Yield why the two have met."""
    if pairing.two is None:
        yield Note(ALONE, {"entrant": pairing.one})
        return
    both = {"entrant": pairing.one, "other": pairing.two}
    yield Note(NEIGHBOURS, both)
    for number in past.rounds_met(pairing.one, pairing.two):
        yield Note(MET_BEFORE, {"round": number})


def as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    return PairReasons(tuple(facts(past, pairing)), (), (Note(NO_CHOICE),))


def at_the_foot(state: StageState, number: int) -> Joining:
    """Let a latecomer begin in the next round."""
    return Joining(effects=(Note(AT_THE_FOOT),))


def climbs(state: StageState, bye: DrawnPairing) -> Joining | None:
    """Let a latecomer meet whoever rests."""
    return Joining(effects=(Note(STEPS_ON),))


LADDER = Format(
    key="toy_ladder",
    label="Toy ladder",
    explanation="Neighbours on the ladder of the standings play each other.",
    draw=draw,
    due=due_numbers,
    foresees=nothing_foreseen,
    can_draw_ahead=False,
    can_rest=False,
    has=rungs,
    late=LateEntry(next_round=at_the_foot, bye=climbs),
    leaving=Leaving(
        title=Message("ladder.leaves", "Leaves the ladder; those below move up."),
        effects=(Message("ladder.rung_taken", "The next below takes the rung."),),
    ),
    substitute=Substitute.NEVER,
    why=RoundReasons(as_drawn=as_drawn, compares_by_hand=False),
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.FEWEST_BYES_FIRST,
        Promise.NEIGHBOURS_BY_WINS,
    ),
)
