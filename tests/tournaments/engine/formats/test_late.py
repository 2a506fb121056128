"""Late entry: what somebody has who joins after the first round, or meets a bye."""

import pytest

from tests.simulate import field
from tournaments.engine import (
    DrawnPairing,
    Entrant,
    LateEntry,
    Note,
    Options,
    Outcome,
    StageState,
    format_named,
)
from tournaments.engine.format import HAS_LOSSES, NO_WINS_YET, Joining
from tournaments.engine.formats.lives import BEGINS
from tournaments.engine.formats.monrad import NUMBER, NUMBER_LATER
from tournaments.engine.formats.night import SOON
from tournaments.engine.formats.round_robin.pairing import (
    BYE_SCHEDULE,
    FREE,
    FULL,
    IN_GROUP,
)

BYE = DrawnPairing(3, None)
BY_TABLE = DrawnPairing(3, None, (Note(BYE_SCHEDULE),))


def late_entry(key: str) -> LateEntry:
    found = format_named(key).late
    assert found is not None
    return found


def joins(state: StageState, number: int) -> Joining:
    return late_entry(state.format).next_round(state, number)


def meets(state: StageState, bye: DrawnPairing) -> Joining | None:
    return late_entry(state.format).bye(state, bye)


def after(key: str, rounds: int, **options: int) -> StageState:
    """Three players after so many rounds; 3 had every bye."""
    outcomes = [
        outcome
        for number in range(1, rounds + 1)
        for outcome in (Outcome(number, 1, 2, 1, 7, 3), Outcome(number, 3, None, 3))
    ]
    return StageState(key, 9, 7, field(3), tuple(outcomes), options=Options(**options))


def seated(*lots: int | None, rounds: int = 1) -> StageState:
    """A round robin in which entrant n has the lot at place n."""
    entrants = tuple(
        Entrant(number, lot=lot) for number, lot in enumerate(lots, start=1)
    )
    outcomes = (Outcome(1, 1, 2, 1, 7, 3),) if rounds else ()
    return StageState("round_robin", 9, 7, entrants, outcomes)


@pytest.mark.parametrize("key", ["swiss", "danish"])
def test_where_wins_decide_there_are_none(key):
    state = after(key, 2)
    assert joins(state, 4) == Joining(effects=(Note(NO_WINS_YET),))
    assert meets(state, BYE) == Joining()


def test_at_a_club_night_there_is_no_bye_to_meet():
    state = after("night", 1)
    assert joins(state, 4) == Joining(effects=(Note(SOON),))
    assert meets(state, BYE) is None


def test_each_missed_round_costs_a_life_but_not_the_last():
    for rounds, next_round, bye in ((1, 1, 0), (2, 2, 1), (3, 2, 2), (5, 2, 2)):
        state = after("lives", rounds, lives=3)
        for found, lost in ((joins(state, 4), next_round), (meets(state, BYE), bye)):
            assert found == Joining(effects=(Note(BEGINS, {"lost": lost, "lives": 3}),))


def test_losses_are_told_of_everybody_in_lives():
    assert format_named("lives").has(after("lives", 2)) == {
        number: Note(HAS_LOSSES, {"losses": losses})
        for number, losses in ((1, 0), (2, 2), (3, 0))
    }


def test_a_monrad_has_a_further_player_number():
    state = StageState("monrad", 5, 7, tuple(Entrant(n, lot=9 - n) for n in (1, 2)))
    assert joins(state, 3) == Joining(
        effects=(Note(NO_WINS_YET), Note(NUMBER_LATER, {"number": 9}))
    )
    assert meets(state, BYE) == Joining(effects=(Note(NUMBER, {"number": 9}),), lot=9)
    nobody = StageState("monrad", 5, 7, field(2))
    found = meets(nobody, BYE)
    assert found is not None
    assert found.lot == 1


def test_a_round_robin_has_the_free_number_of_an_odd_group():
    """Lot 10_003 is number 3 of group 1."""
    free = {"number": 2, "group": 1}
    state = seated(10_001, 10_004, 10_003)
    assert joins(state, 4) == Joining(effects=(Note(NO_WINS_YET), Note(FREE, free)))
    assert meets(state, BY_TABLE) == Joining(effects=(Note(FREE, free),), lot=10_002)


def test_the_smallest_group_is_filled_first():
    state = seated(10_001, 10_002, 10_003, 20_001)
    taken = Note(IN_GROUP, {"number": 2, "group": 2})
    assert joins(state, 5).effects == (Note(NO_WINS_YET), taken)
    found = meets(state, BY_TABLE)
    assert found == Joining(
        effects=(Note(IN_GROUP, {"number": 4, "group": 1}),), lot=10_004
    )


def test_even_groups_have_no_number_left():
    assert joins(seated(10_001, 10_002), 3) == Joining(refusal=Note(FULL))


def test_numbers_belong_to_those_who_came_first():
    """4 waits for the one number that is free; 5 comes too late for it."""
    state = seated(10_001, 10_002, 10_003, None)
    assert joins(state, 5).refusal == Note(FULL)
    assert joins(state, 4).refusal is None


def test_only_the_bye_of_the_table_can_be_met():
    """A bye because somebody is away, of somebody without a number, of two."""
    assert meets(seated(10_001, 10_002, 10_003), BYE) is None
    assert meets(seated(10_001, 10_002, None), BY_TABLE) is None
    assert meets(seated(10_001, 10_006, 10_003), BY_TABLE) is None
