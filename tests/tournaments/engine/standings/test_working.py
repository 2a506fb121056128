"""Every number of the standings is the sum that is shown of it."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.engine.standings.test_catalogue import (
    groups_of_five_and_four,
    random_event,
    stage,
)
from tests.tournaments.engine.standings.test_standings import bye, match
from tournaments.engine import explain_place, standings
from tournaments.engine.formats import ROUND_ROBIN
from tournaments.engine.standings import Working, explain_row, terms, tiebreaks
from tournaments.engine.standings import event as events

WITHOUT_A_SUM = {tiebreaks.LOTS.key, tiebreaks.OWN_RATING.key, tiebreaks.OWN_PR.key}


@pytest.mark.parametrize("seed", range(5))
def test_the_terms_that_count_make_the_value(seed):
    random, codes = Random(seed), tuple(one.code for one in tiebreaks.TIEBREAKS)
    for _ in range(25):
        state = random_event(random)
        options = replace(state.options, tiebreaks=codes)
        state = replace(state, options=options)
        table = standings(state)
        for row in table.rows:
            found = explain_row(state, table, row.entrant)
            assert found is not None
            assert found.row == row
            for one in found.workings:
                _check(one)


def _check(one: Working) -> None:
    counted = sum(term.value for term in one.terms if not term.left_out)
    assert counted == one.total
    key = one.column.key
    if key in WITHOUT_A_SUM:
        assert not one.terms
    elif key == tiebreaks.DIRECT_ENCOUNTER.key:
        assert {term.game.opponent for term in one.terms} <= set(one.equals)
    elif one.column.kind == "least":
        assert -counted == one.value
    elif one.parts:
        assert Fraction(counted) / one.parts == one.value
    else:
        assert counted == one.value


def test_what_is_left_out_is_named():
    """1 met 2, 3 and 4, who have two wins, one and none."""
    outcomes = (
        *(match(1, "1-2 7:3"), match(1, "3-4 7:3"), match(2, "2-4 7:3")),
        *(match(2, "1-3 7:3"), match(3, "1-4 7:3"), match(3, "2-3 7:3")),
    )
    state = stage(4, *outcomes, tiebreaks=("median:1",), unplayed="virtual")
    table = standings(state)
    found = explain_row(state, table, 1)
    assert found is not None
    (median,) = found.workings
    assert [
        (term.game.opponent, term.value, term.left_out) for term in median.terms
    ] == [*((2, 2, terms.HIGHEST), (3, 1, ""), (4, 0, terms.LOWEST))]
    assert (median.value, median.total) == (1, 1)
    assert explain_row(state, table, 9) is None


def test_rounds_without_a_match_are_told():
    state = stage(3, match(1, "1-2 7:3"), bye(2, 3), match(2, "1-2 7:3", played=False))
    table = standings(state)
    found = explain_row(state, table, 3)
    assert found is not None
    assert [(game.round, game.how) for game in found.games] == [
        *((1, events.ABSENT), (2, events.BYE))
    ]
    found = explain_row(state, table, 2)
    assert found is not None
    assert [game.how for game in found.games] == [events.LOST, events.WALKOVER_LOST]


def test_in_a_group_only_the_group_counts():
    state = groups_of_five_and_four(tiebreaks=("sonneborn:1",))
    (_, table) = ROUND_ROBIN.groups(state).values()
    found = explain_row(state, table, 6)
    assert found is not None
    assert {game.opponent for game in found.games if game.opponent} == {7, 8, 9}
    for one in found.workings:
        _check(one)


def test_a_row_is_explained_in_its_group_and_else_in_the_whole_table():
    state = groups_of_five_and_four()
    found = [explain_place(state, number) for number in range(1, 10)]
    assert [one.row.entrant for one in found if one] == list(range(1, 10))
    assert [one.row.place for one in found if one][:2] == [1, 2]
    assert explain_place(state, 99) is None
    whole = stage(2, match(1, "1-2 7:3"))
    one = explain_place(whole, 2)
    assert one is not None
    assert one.row.place == 2


def test_a_cut_leaves_out_the_opponent_with_the_fewest_wins_or_the_first_round():
    codes = ("sonneborn_cut1:1", "progressive_cut1:1")
    outcomes = [match(1, "1-2 7:3"), match(2, "3-1 7:3"), match(3, "1-3 7:3")]
    state = stage(3, *outcomes, tiebreaks=codes)
    found = explain_row(state, standings(state), 1)
    assert found is not None
    sonneborn, progressive = found.workings
    assert [(term.value, term.left_out) for term in sonneborn.terms] == [
        (0, "lowest"),
        (1, ""),
    ]
    assert [(term.value, term.left_out) for term in progressive.terms] == [
        (1, "first"),
        (1, ""),
        (2, ""),
    ]
    assert (sonneborn.value, progressive.value) == (1, 3)
    assert (sonneborn.total, progressive.total) == (1, 3)


def test_whoever_played_nothing_has_nothing_to_leave_out():
    state = stage(2, tiebreaks=("sonneborn_cut1:1",))
    found = explain_row(state, standings(state), 1)
    assert found is not None
    assert found.workings[0].terms == ()
