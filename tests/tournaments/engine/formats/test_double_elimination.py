"""Double elimination: two losses, the final twice, places."""

from dataclasses import replace
from random import Random

import pytest

from tests.simulate import field
from tests.tournaments.engine.bracket.walking import by_lot, stronger, won
from tournaments import engine
from tournaments.engine.bracket.places import (
    CAME_FURTHER,
    EQUALLY_FAR,
    NOT_LOST,
    branch_standings,
    course_of,
)
from tournaments.engine.standings import STILL_IN

PLAN = engine.format_named("double_elimination").plan
USUAL = engine.Options()


def both(size: int, options: engine.Options = USUAL) -> engine.StageState:
    """Everybody's line is their number."""
    people = tuple(replace(one, lot=one.number) for one in field(size))
    return engine.StageState("double_elimination", 0, 7, people, options=options)


def slots(state: engine.StageState) -> dict[int, engine.Slot]:
    assert PLAN
    return dict(course_of(state, PLAN(state)).slots)


def played(
    state: engine.StageState, result=stronger, *, until: int = 0
) -> engine.StageState:
    """Play the first match due again and again, to the end or up to a node."""
    while True:
        due = [one for one in slots(state).values() if one.state == "due"]
        if not due or due[0].node.number == until:
            return state
        state = replace(state, outcomes=(*state.outcomes, result(due[0])))


def win(state: engine.StageState, slot: int, winner: int | None) -> engine.StageState:
    found = won(slots(state)[slot], winner)
    return replace(state, outcomes=(*state.outcomes, found))


def without(state: engine.StageState, *gone: int) -> engine.StageState:
    return replace(
        state,
        entrants=tuple(
            replace(one, present=one.number not in gone) for one in state.entrants
        ),
    )


def places(state: engine.StageState) -> list[tuple[int, int]]:
    return [(row.place, row.entrant) for row in engine.standings(state).rows]


def test_its_lots_are_its_own():
    states = [
        engine.StageState(key, 0, 7, field(16))
        for key in ("elimination", "double_elimination")
    ]
    one, two = (engine.draw(state, "seed").lots for state in states)
    assert one != two


def test_rounds():
    """Ten rounds and possibly an eleventh for 32, as a director counts them."""
    sizes = (0, 1, 2, 3, 8, 32)
    assert [engine.round_count("double_elimination", size) for size in sizes] == [
        *(0, 0, 2, 4, 6, 10)
    ]


def test_places_at_the_end():
    state = played(both(8))
    assert places(state) == [
        *((1, 1), (2, 2), (3, 5), (4, 3), (5, 6), (5, 7), (7, 4), (7, 8))
    ]
    assert engine.is_finished(state)
    assert not engine.standings(state).provisional


def test_the_final_played_twice():
    state = played(both(4), until=6)
    final = slots(state)[6]
    assert final.top
    assert final.bottom
    once = win(state, 6, final.bottom)
    assert not engine.is_finished(once)
    assert engine.standings(once).provisional
    assert [place for place, _ in places(once)] == [1, 1, 3, 4]
    for winner, loser in ((final.top, final.bottom), (final.bottom, final.top)):
        end = win(once, 7, winner)
        assert engine.is_finished(end)
        assert places(end)[:2] == [(1, winner), (2, loser)]


def test_one_final_without_a_reset():
    state = played(both(4, engine.Options(reset=False)), until=6)
    final = slots(state)[6]
    assert final.bottom
    end = win(state, 6, final.bottom)
    assert engine.is_finished(end)
    assert places(end)[:2] == [(1, final.bottom), (2, final.top)]


def test_places_under_way():
    """Without a loss first, then with one, then who is out."""
    state = both(8)
    for number, winner in ((1, 1), (2, 3), (8, 2)):
        state = win(state, number, winner)
    rows = {row.entrant: row for row in engine.standings(state).rows}
    assert {one for one, row in rows.items() if row.place == 1} == {1, 3}
    assert {one for one, row in rows.items() if row.place == 3} == {5, 6, 7, 8}
    assert rows[2].place == 7
    assert rows[4].place == 8
    why = {one: row.why.message for one, row in rows.items() if row.why}
    assert why == {
        **{1: EQUALLY_FAR, 3: CAME_FURTHER, 5: EQUALLY_FAR},
        **{8: NOT_LOST, 2: STILL_IN},
    }


def test_a_withdrawn_champion_is_second():
    state = without(played(both(8), until=14), 1)
    assert engine.is_finished(state)
    assert slots(state)[15].state == "needless"
    winner = slots(state)[14].winner
    assert places(state)[:2] == [(1, winner), (2, 1)]


def test_withdrawn_after_a_loss():
    """Out in the lower round in which the next match would have been."""
    state = without(win(both(8), 1, 2), 1)
    rows = {row.entrant: row for row in engine.standings(state).rows}
    assert rows[1].place == 8
    end = played(state)
    assert [place for place, one in places(end) if one == 1] == [7]


def test_two_entrants():
    state = both(2)
    state = win(state, 1, 1)
    assert (slots(state)[2].top, slots(state)[2].bottom) == (1, 2)
    assert places(state) == [(1, 1), (2, 2)]
    state = win(state, 2, 2)
    assert places(state) == [(1, 1), (1, 2)]
    state = win(state, 3, 2)
    assert places(state) == [(1, 2), (2, 1)]
    assert engine.is_finished(state)


def test_a_branch_for_those_who_are_out():
    chance = engine.Branch(section="last", of="lower")
    state = played(both(16, engine.Options(branches=(chance,))))
    assert PLAN
    table = branch_standings(state, PLAN(state), "last")
    assert len(table.rows) == 13
    assert [row.place for row in table.rows].count(1) == 1
    assert sum(row.wins for row in engine.standings(state).rows) == 30


@pytest.mark.parametrize("size", [*range(2, 40), 64, 100])
def test_everybody_is_placed_once(size):
    random = Random(size)
    drawn = engine.draw(
        engine.StageState("double_elimination", 0, 7, field(size)), str(size)
    )
    people = tuple(replace(one, lot=drawn.lots[one.number]) for one in field(size))
    for walkovers, forfeits in ((0, 0), (20, 10)):
        result = by_lot(random, walkovers=walkovers, forfeits=forfeits)
        state = played(engine.StageState("double_elimination", 0, 7, people), result)
        table = engine.standings(state)
        assert sorted(row.entrant for row in table.rows) == [*range(1, size + 1)]
        assert engine.is_finished(state)
        assert not table.provisional
        if forfeits:
            continue
        assert [row.place for row in table.rows][:3] == [1, 2, 3][:size]
        assert table.rows[0].losses < 2
        assert all(row.losses == 2 for row in table.rows[1:])
