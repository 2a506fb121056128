"""Lives: who meets whom, who is out, what late entry and two legs cost, the end."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tests.examples import NIGHTLY
from tests.refusals import raises
from tests.simulate import MOST, NONE, Mishaps, field
from tests.tournaments.engine.evening import check_same_draw, evening
from tournaments import engine
from tournaments.engine.errors import RESULTS_OUTSTANDING, STAGE_FINISHED
from tournaments.engine.formats import LIVES
from tournaments.engine.formats.lives import (
    BYE_MOST_LOSSES,
    FLOAT_MET,
    FLOAT_ODD,
    due,
    losses_of,
    most_rounds,
)
from tournaments.engine.standings import STILL_IN
from tournaments.engine.state import REMATCH, SECOND_BYE, DrawnRound


def won(number: int, winner: int, loser: int | None) -> engine.Outcome:
    return engine.Outcome(number, winner, loser, winner, 7, 3)


def nobody(number: int, one: int, two: int) -> engine.Outcome:
    return engine.Outcome(number, one, two, None, played=False, nobody=True)


def stage(size: int, *outcomes: engine.Outcome, **options: int) -> engine.StageState:
    return engine.StageState(
        "lives", 99, 7, field(size), outcomes, options=engine.Options(**options)
    )


def pairs(drawn: DrawnRound) -> list[tuple[int, int | None]]:
    return [(one.one, one.two) for one in drawn.pairings]


def places(state: engine.StageState) -> list[tuple[int, int]]:
    return [(row.place, row.entrant) for row in engine.standings(state).rows]


def test_equal_losses_meet():
    state = stage(4, won(1, 1, 2), won(1, 3, 4))
    drawn = engine.draw(state, "seed")
    assert {frozenset(pair) for pair in pairs(drawn)} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert frozenset(pairs(drawn)[0]) == {1, 3}
    assert all(pairing.notes == () for pairing in drawn.pairings)


def test_float_of_an_odd_group():
    """Without loss: 1, 3, 5; with one: 2, 4, 6."""
    drawn = engine.draw(stage(6, won(1, 1, 2), won(1, 3, 4), won(1, 5, 6)), "seed")
    notes = [note for pairing in drawn.pairings for note in pairing.notes]
    assert [note.message for note in notes] == [FLOAT_ODD]
    assert notes[0].params["low"] == 0
    assert notes[0].params["high"] == 1


def test_float_because_they_have_met():
    """1 and 2 drew their two matches; 3 and 4 never came."""
    outcomes = (won(1, 1, 2), won(1, 2, 1), nobody(1, 3, 4), nobody(1, 3, 4))
    drawn = engine.draw(stage(4, *outcomes, legs=2), "seed")
    assert [note.message for one in drawn.pairings for note in one.notes] == [
        FLOAT_MET,
        FLOAT_MET,
    ]


def test_bye_for_most_losses():
    drawn = engine.draw(stage(5, won(1, 1, 2), won(1, 3, 4), won(1, 5, None)), "s")
    bye = drawn.pairings[-1]
    assert bye.one in {2, 4}
    assert bye.two is None
    assert bye.notes == (engine.Note(BYE_MOST_LOSSES, {"losses": 1}),)


def test_a_further_bye_although_all_have_met():
    """Three byes while others had two, or two would meet for the third time."""
    outcomes = [
        *(won(1, 1, 2), won(1, 3, None)),
        *(replace(won(2, 1, 2), played=False), won(2, 3, None)),
        *(replace(won(3, 2, 1), played=False), won(3, 3, None)),
        *(won(4, 1, 3), won(4, 2, None), won(5, 3, 1), won(5, 2, None)),
        *(won(6, 2, 3), won(6, 1, None), won(7, 3, 2), won(7, 1, None)),
    ]
    drawn = engine.draw(stage(3, *outcomes, lives=9), "s")
    assert {*pairs(drawn)} & {(1, 2), (2, 1)}
    assert drawn.pairings[1].one == 3
    notes = [note.message for one in drawn.pairings for note in one.notes]
    assert notes.count(REMATCH) == notes.count(SECOND_BYE) == 1
    assert "for a second time" not in SECOND_BYE.english


def test_last_two_meet_again_to_the_end():
    state = stage(2, won(1, 1, 2), lives=2)
    assert not engine.is_finished(state)
    drawn = engine.draw(state, "s")
    assert {drawn.pairings[0].one, drawn.pairings[0].two} == {1, 2}
    assert engine.Note(REMATCH) in drawn.pairings[0].notes
    level = replace(state, outcomes=(*state.outcomes, won(2, 2, 1)))
    assert not engine.is_finished(level)
    over = replace(level, outcomes=(*level.outcomes, won(3, 2, 1)))
    assert engine.is_finished(over)
    assert places(over) == [(1, 2), (2, 1)]
    with raises(STAGE_FINISHED):
        engine.draw(over, "s")


def test_last_two_forfeit_both():
    state = stage(3, won(1, 1, 3), won(1, 2, None), nobody(2, 1, 2), lives=1)
    assert engine.is_finished(state)
    assert places(state) == [(1, 1), (1, 2), (3, 3)]


def test_survivors():
    state = stage(4, won(1, 1, 2), won(1, 3, 4), lives=1, survivors=2)
    assert engine.is_finished(state)
    assert places(state) == [(1, 1), (1, 3), (3, 2), (3, 4)]


def test_two_legs():
    """0-2 costs a life, 1-1 does not, however often nobody won."""
    outcomes = (
        *(won(1, 1, 2), won(1, 1, 2)),
        *(won(1, 3, 4), won(1, 4, 3)),
        *(won(1, 5, 6), nobody(1, 5, 6)),
        *(nobody(1, 7, 8), nobody(1, 8, 7)),
        won(1, 9, None),
    )
    state = stage(9, *outcomes, legs=2)
    assert losses_of(state) == {1: 0, 2: 1, 3: 0, 4: 0, 5: 0, 6: 1, 7: 1, 8: 1, 9: 0}


def test_walkovers_cost_a_life():
    walkover = replace(won(1, 1, 2), played=False)
    assert losses_of(stage(2, walkover)) == {1: 0, 2: 1}


def test_late_entry_costs_the_rounds_missed():
    outcomes = (won(1, 1, 2), won(2, 1, 2), won(3, 2, 1))
    entrants = (*field(2), engine.Entrant(3, joined=2), engine.Entrant(4, joined=4))
    state = replace(stage(2, *outcomes), entrants=entrants)
    assert losses_of(state) == {1: 1, 2: 2, 3: 1, 4: 2}
    assert due(state) == [1, 2, 3, 4]
    late = replace(state, options=engine.Options(lives=1))
    assert losses_of(late)[4] == 0


def test_results_must_be_in():
    state = replace(stage(2, engine.Outcome(1, 1, 2, None)), ahead=True)
    with raises(RESULTS_OUTSTANDING):
        engine.draw(state, "s")


def test_out_in_a_later_round_is_better():
    outcomes = (won(1, 1, 2), won(1, 3, 4), won(1, 5, None))
    outcomes += (won(2, 1, 3), won(2, 5, None), won(3, 5, 1))
    state = stage(5, *outcomes, lives=1)
    assert engine.is_finished(state)
    assert places(state) == [(1, 5), (2, 1), (3, 3), (4, 2), (4, 4)]
    table = engine.standings(state)
    assert [column.key for column in table.columns] == ["reached", "lives"]
    assert [row.values for row in table.rows] == [
        (3, 1),
        (3, 0),
        (2, 0),
        (1, 0),
        (1, 0),
    ]
    why = table.rows[1].why
    assert why is not None
    assert why.message.code == "lives.last_round_reason"
    values = [why.params[name] for name in ("other", "value", "other_value")]
    assert values == [3, 3, 2]
    first = table.rows[0].why
    assert first is not None
    assert (first.message, first.params) == (STILL_IN, {"other": 1})


def test_who_has_withdrawn_is_above_those_who_lost_in_the_same_round():
    outcomes = (won(1, 1, 2), won(1, 3, 4), won(2, 1, 3), won(2, 4, 2))
    state = stage(4, *outcomes, lives=2)
    gone = {4: 0, 2: 0, 3: 0}
    entrants = [replace(one, present=one.number not in gone) for one in state.entrants]
    state = replace(state, entrants=tuple(entrants))
    assert engine.is_finished(state)
    assert places(state) == [(1, 1), (2, 3), (2, 4), (4, 2)]


def test_losses_differ_as_little_as_possible():
    """Against every possible round of small even fields."""
    compared = 0
    for seed in range(40):
        for state, drawn, _ in evening("lives", 6, seed=seed, lives=4):
            lost, numbers = losses_of(state), due(state)
            if len(numbers) % 2:
                continue
            met = Counter(frozenset((one.one, one.two)) for one in state.outcomes)
            best = min(cost(each, lost, met) for each in every_round(numbers))
            assert cost(pairs(drawn), lost, met) == best
            compared += len(numbers) > 2
    assert compared > 50


def cost(found, lost, met) -> tuple[int, int]:
    again = sum(met[frozenset(pair)] for pair in found)
    return again, sum((lost[one] - lost[two]) ** 2 for one, two in found)


def every_round(numbers: list[int]):
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        for rest in every_round([one for one in others if one != other]):
            yield [(first, other), *rest]


@pytest.mark.parametrize("lives", [1, 2, 3, 5])
def test_never_more_rounds_than_said(lives):
    for size in (*range(2, 16), 31, 32, 33):
        bound = most_rounds(size, engine.Options(lives=lives))
        for seed in range(2):
            played = evening("lives", size, seed=seed, lives=lives)
            assert engine.is_finished(played[-1][2])
            assert len(played) <= bound
        few = most_rounds(size, engine.Options(lives=lives, survivors=4))
        assert len(evening("lives", size, seed=3, lives=lives, survivors=4)) <= max(
            few, 1
        )
    assert most_rounds(2, engine.Options(lives=lives)) == 2 * lives - 1
    assert LIVES.rounds(2, 0, engine.Options()) == 5


@pytest.mark.parametrize("size", [*range(14), 23, *([47] if NIGHTLY else []), 64])
@pytest.mark.parametrize(
    "mishaps",
    [NONE, MOST, replace(NONE, double_forfeit=60)],
    ids=["smooth", "mishaps", "forfeits"],
)
def test_evenings(size: int, mishaps: Mishaps):
    lives, legs, survivors = 1 + size % 4, 1 + size % 2, 1 + size // 20
    options = {"lives": lives, "legs": legs, "survivors": survivors}
    played = evening("lives", size, seed=size, mishaps=mishaps, **options)
    check_same_draw(played, size)
    lost: Counter[int] = Counter()
    for state, drawn, after in played:
        people = Counter(one for pair in pairs(drawn) for one in pair)
        byes = people.pop(None, 0)
        out = {number for number, times in lost.items() if times >= lives}
        assert not out & set(people)
        assert set(people.values()) == {1}
        assert byes == len(people) % 2
        assert {one.number for one in state.entrants if one.present} - set(people) <= {
            one.number
            for one in state.entrants
            if losses_of(state)[one.number] == lives
        }
        lost = Counter(losses_of(after))
        check_standings(after)
    assert bool(played) == (size > 1)
    if mishaps is NONE and played:
        assert engine.is_finished(played[-1][2])


def check_standings(state: engine.StageState) -> None:
    """Everybody is placed once, who is in above who is out, later above earlier."""
    table = engine.standings(state)
    assert sorted(row.entrant for row in table.rows) == sorted(
        entrant.number for entrant in state.entrants
    )
    here = {one.number for one in state.entrants if one.present}
    still_in = [row.entrant in here and row.values[1] > 0 for row in table.rows]
    assert still_in == sorted(still_in, reverse=True)
    for upper, lower in combinations(table.rows, 2):
        assert upper.place <= lower.place
        if not still_in[table.rows.index(upper)]:
            assert upper.values >= lower.values
