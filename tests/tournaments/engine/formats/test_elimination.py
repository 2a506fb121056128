"""Knock-out as a plan: drawn once, places, branches, an end."""

from dataclasses import replace
from random import Random

import pytest

from tests.refusals import raises
from tests.simulate import field
from tests.tournaments.engine.bracket.walking import by_lot, stronger, won
from tournaments import engine
from tournaments.engine.bracket.lines import LINES_DRAWN
from tournaments.engine.bracket.places import (
    CAME_FURTHER,
    EQUALLY_FAR,
    branch_standings,
    course_of,
)
from tournaments.engine.errors import RESULTS_OUTSTANDING, STAGE_FINISHED
from tournaments.engine.standings import STILL_IN

CONSOLATION = engine.Options(branches=(engine.Branch(),))
PLAN = engine.format_named("elimination").plan
USUAL = engine.Options()


def cup(
    size: int, *outcomes: engine.Outcome, options: engine.Options = USUAL
) -> engine.StageState:
    """A cup in which everybody's line is their number."""
    entrants = [replace(one, lot=one.number) for one in field(size)]
    return engine.StageState(
        "elimination", 0, 7, tuple(entrants), outcomes, options=options
    )


def played(
    state: engine.StageState, result=stronger, *, matches: int = 10_000
) -> engine.StageState:
    """Play so many matches, the first one due always next."""
    assert PLAN
    plan = PLAN(state)
    for _ in range(matches):
        due = course_of(state, plan).due()
        if not due:
            break
        state = replace(state, outcomes=(*state.outcomes, result(due[0])))
    return state


def without(state: engine.StageState, *gone: int) -> engine.StageState:
    return replace(
        state,
        entrants=tuple(
            replace(one, present=one.number not in gone) for one in state.entrants
        ),
    )


def win(state: engine.StageState, slot: int, winner: int | None) -> engine.StageState:
    assert PLAN
    found = course_of(state, PLAN(state)).slots[slot]
    return replace(state, outcomes=(*state.outcomes, won(found, winner)))


def places(state: engine.StageState) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    rows = engine.standings(state).rows
    for row in rows:
        found.setdefault(row.place, []).append(row.entrant)
    assert all(row.shared == (len(found[row.place]) > 1) for row in rows)
    return found


def test_drawn_once():
    state = engine.StageState("elimination", 0, 7, field(11))
    drawn = engine.draw(state, "seed")
    assert drawn.round == 1
    assert len(drawn.pairings) == 8
    lots = tuple(replace(one, lot=drawn.lots[one.number]) for one in state.entrants)
    with raises(LINES_DRAWN):
        engine.draw(replace(state, entrants=lots), "seed")
    first = drawn.pairings[0]
    outcomes = (engine.Outcome(1, first.one, first.two, first.one, slot=2),)
    with raises(LINES_DRAWN):
        engine.draw(replace(state, entrants=lots, outcomes=outcomes), "seed")
    waiting = (replace(outcomes[0], winner=None),)
    with raises(RESULTS_OUTSTANDING):
        engine.draw(replace(state, entrants=lots, outcomes=waiting), "seed")


def test_the_first_round_is_that_of_the_plan():
    """Each pairing as drawn stands in a match of the first round, byes as well."""
    for byes in ("spread", "top", "bottom", "lots"):
        state = engine.StageState(
            "elimination", 0, 7, field(21), options=engine.Options(byes=byes)
        )
        drawn = engine.draw(state, "seed")
        assert PLAN
        slots = engine.course(PLAN(state), lines=drawn.lots).slots.values()
        first = {
            frozenset({slot.top, slot.bottom} - {0})
            for slot in slots
            if slot.node.round == 1
        }
        assert first == {
            frozenset({one.one, one.two} - {None}) for one in drawn.pairings
        }


def test_places_at_the_end():
    state = played(cup(8))
    assert places(state) == {1: [1], 2: [5], 3: [3, 7], 5: [2, 4, 6, 8]}
    table = engine.standings(state)
    assert not table.provisional
    assert [(row.wins, row.losses, row.byes) for row in table.rows[:3]] == [
        *((3, 0, 0), (2, 1, 0), (1, 1, 0))
    ]
    why = table.rows[2].why
    assert why is not None
    assert (why.message, why.params["count"]) == (EQUALLY_FAR, 2)
    ahead = [table.rows[place].why for place in (0, 1, 3)]
    assert [(why.message, why.params["other"]) for why in ahead if why] == [
        *((CAME_FURTHER, 5), (CAME_FURTHER, 3), (CAME_FURTHER, 2))
    ]
    assert [bool(row.why) for row in table.rows[4:]] == [True, False, False, False]
    assert engine.is_finished(state)
    with raises(STAGE_FINISHED):
        engine.draw(state, "seed")


def test_before_the_draw():
    state = engine.StageState("elimination", 0, 7, field(5))
    assert not engine.is_finished(state)
    table = engine.standings(state)
    assert [row.place for row in table.rows] == [1] * 5
    assert not table.provisional


def test_places_under_way():
    """Who still plays stands above who went out in the same round, below others."""
    state = cup(8)
    assert engine.standings(state).provisional
    assert places(state) == {1: [*range(1, 9)]}
    state = win(state, 1, 1)
    assert places(state) == {1: [1], 2: [3, 4, 5, 6, 7, 8], 8: [2]}
    why = engine.standings(state).rows[6].why
    assert why is not None
    assert (why.message, why.params) == (STILL_IN, {"other": 2})
    state = win(win(state, 2, 3), 5, 3)
    assert places(state) == {1: [3], 2: [1], 3: [5, 6, 7, 8], 7: [2, 4]}
    assert not engine.is_finished(state)


def test_a_bye_is_a_round_survived():
    state = cup(5)
    rows = {row.entrant: row for row in engine.standings(state).rows}
    assert (rows[5].wins, rows[5].byes, rows[5].place) == (0, 2, 1)
    assert rows[1].place == 2


def test_both_of_a_double_forfeit_go_out():
    state = win(cup(4), 1, None)
    assert places(state) == {1: [3, 4], 3: [1, 2]}
    state = win(state, 2, 4)
    assert places(state) == {1: [4], 2: [1, 2, 3]}
    assert engine.is_finished(state)


def test_a_disputed_result_counts_nowhere_though_the_next_match_is_open():
    state = win(win(cup(4), 1, 1), 2, 3)
    first, second = state.outcomes
    final = engine.Outcome(2, 1, 3, None, slot=3)
    state = replace(state, outcomes=(replace(first, disputed=True), second, final))
    assert places(state) == {1: [3], 2: [1, 2], 4: [4]}
    assert not engine.is_finished(state)


def test_a_final_without_a_winner():
    state = win(win(win(cup(4), 1, 1), 2, 3), 3, None)
    assert places(state) == {1: [1, 3], 3: [2, 4]}
    assert engine.is_finished(state)


def test_withdrawn_on_the_way():
    """Who withdraws after a win has come into the next round and is out in it."""
    state = without(win(win(cup(8), 1, 1), 2, 3), 1)
    rows = {row.entrant: row for row in engine.standings(state).rows}
    assert rows[3].byes == 1
    assert rows[1].place == 2
    assert rows[2].place == 7
    state = played(state)
    assert places(state)[3] == [1, 7]


def test_withdrawn_before_the_first_match():
    state = played(without(cup(8), 2))
    assert places(state)[8] == [2]


def test_late_without_a_line():
    state = cup(4)
    state = played(replace(state, entrants=(*state.entrants, engine.Entrant(5))))
    assert 5 not in {row.entrant for row in engine.standings(state).rows}


def test_branches_are_part_of_the_plan():
    state = played(cup(16, options=CONSOLATION))
    assert PLAN
    plan = PLAN(state)
    assert plan.sections() == ("main", "consolation")
    assert PLAN(replace(state, options=engine.Options())).nodes == plan.nodes[:15]
    table = branch_standings(state, plan, "consolation")
    assert [row.place for row in table.rows] == [
        *(1, 2, 3, 3, 5, 5, 7, 7, 7, 7, 11, 11, 11, 11)
    ]
    assert table.rows[0].entrant == 2
    assert not table.provisional
    main = {row.entrant: row.wins for row in engine.standings(state).rows}
    assert sum(main.values()) == 15


def test_a_stage_ends_with_its_branches():
    state = cup(8, options=CONSOLATION)
    assert PLAN
    plan = PLAN(state)
    for number in range(1, 8):
        found = course_of(state, plan).slots[number]
        state = replace(state, outcomes=(*state.outcomes, stronger(found)))
    assert not engine.standings(state).provisional
    assert branch_standings(state, plan, "consolation").provisional
    assert not engine.is_finished(state)
    assert engine.is_finished(played(state))


def test_branch_standings_list_who_has_come():
    state = cup(8, options=CONSOLATION)
    assert PLAN
    plan = PLAN(state)
    assert branch_standings(state, plan, "consolation").rows == ()
    state = win(win(state, 1, 1), 2, 4)
    table = branch_standings(state, plan, "consolation")
    assert [(row.place, row.entrant) for row in table.rows] == [(1, 2), (1, 3)]


@pytest.mark.parametrize("size", [*range(2, 40), 64, 100, 128])
def test_everybody_is_placed_once(size):
    random = Random(size)
    drawn = engine.draw(engine.StageState("elimination", 0, 7, field(size)), str(size))
    people = tuple(replace(one, lot=drawn.lots[one.number]) for one in field(size))
    for walkovers, forfeits in ((0, 0), (20, 10)):
        state = engine.StageState("elimination", 0, 7, people)
        result = by_lot(random, walkovers=walkovers, forfeits=forfeits)
        state = played(state, result)
        table = engine.standings(state)
        assert sorted(row.entrant for row in table.rows) == [*range(1, size + 1)]
        assert engine.is_finished(state)
        assert not table.provisional
        if not forfeits:
            losers = [2**n + 1 for n in range(engine.round_count("elimination", size))]
            assert {row.place for row in table.rows} == {1, *losers}
            assert [row.place for row in table.rows].count(1) == 1
