"""Qualifying with re-buys: one match each, winners go on."""

from tests.refusals import raises
from tournaments.engine import Entrant, Outcome, StageState, draw, format_named
from tournaments.engine import audit as audited
from tournaments.engine.format import STAGE_FINISHED

FORMAT = format_named("rebuy_round")


def state(entrants: int, *outcomes: Outcome, ahead: bool = False) -> StageState:
    field = tuple(Entrant(number) for number in range(1, entrants + 1))
    return StageState("rebuy_round", 99, 5, field, outcomes, ahead=ahead)


def test_all_but_one_of_an_odd_number_play_once() -> None:
    before = state(5)
    drawn = draw(before, "seed")
    seated = {number for pair in drawn.pairings for number in (pair.one, pair.two)}
    assert (len(drawn.pairings), len(seated)) == (2, 4)
    assert audited(before, drawn) == ()


def test_who_comes_again_meets_who_waits_while_others_play() -> None:
    running = state(6, Outcome(1, 1, 2, 1, 5, 0), Outcome(1, 3, 4, None), ahead=True)
    (pair,) = draw(running, "seed").pairings
    assert {pair.one, pair.two} == {5, 6}


def test_winners_are_through_and_losers_are_out() -> None:
    over = state(5, Outcome(1, 1, 2, 1, 5, 0), Outcome(1, 3, 4, 4, 0, 5))
    assert FORMAT.through is not None
    assert FORMAT.out is not None
    assert (FORMAT.through(over), FORMAT.out(over)) == ({1, 4}, {2, 3})
    places = {row.entrant: row.place for row in FORMAT.standings(over).rows}
    assert places == {1: 1, 4: 1, 5: 3, 2: 4, 3: 4}
    with raises(STAGE_FINISHED):
        draw(over, "seed")
