"""The table of teams: what counts, in which order, and what stays equal."""

from collections import Counter
from random import Random

import pytest

from tests.tournaments.engine.teams.tournament import play, teams_of
from tournaments.engine.teams import (
    LineUp,
    Single,
    TeamMatch,
    TeamPlayerRow,
    TeamRules,
    players_table,
    table,
)
from tournaments.engine.teams.table import (
    BOARDS,
    CLEAN,
    DIFFERENCE,
    ENCOUNTER,
    POINTS,
    SWEPT,
)

RULES = TeamRules(boards=4, length=13)


def match(one: int, two: int, boards: int) -> TeamMatch:
    """Return a match of four boards of which the first team won so many."""
    sides = (
        LineUp(team, tuple(range(10 * team, 10 * team + 4))) for team in (one, two)
    )
    singles = [Single(1, 13, 0)] * boards + [Single(2, 0, 13)] * (4 - boards)
    return TeamMatch(1, *sides, tuple(singles))


def places(matches, *order, teams=(1, 2, 3)):
    return {
        row.team: row.place for row in table(teams, matches, rules=RULES, order=order)
    }


def test_a_row():
    rows = table((1, 2, 3), [match(1, 2, 4), match(1, 3, 2)], rules=RULES)
    first, second, third = rows
    assert (first.team, first.won, first.drawn, first.lost) == (1, 1, 1, 0)
    assert (first.points, first.boards_won, first.boards_lost) == (3, 6, 2)
    assert (first.clean, first.swept) == (1, 0)
    assert (second.team, second.points, second.boards_won) == (3, 1, 2)
    assert (third.team, third.points, third.swept) == (2, 0, 1)


def test_a_bye_is_a_win_without_boards():
    bye = TeamMatch(1, LineUp(2, (1,)), None)
    (first, second) = table((1, 2), [bye], rules=RULES)
    assert (first.team, first.byes, first.points, first.boards_won) == (2, 1, 2, 0)
    assert (second.team, second.points) == (1, 0)


def test_what_is_not_decided_does_not_count():
    half = TeamMatch(1, match(1, 2, 4).one, match(1, 2, 4).two, (Single(1, 13, 0),))
    assert {row.points for row in table((1, 2), [half], rules=RULES)} == {0}
    assert {row.boards_won for row in table((1, 2), [half], rules=RULES)} == {0}


@pytest.mark.parametrize(
    ("matches", "order", "expected"),
    [
        # Four boards to nothing, and twice three to one: more boards, fewer points.
        ([match(1, 3, 4), match(2, 3, 3)], (POINTS,), {1: 1, 2: 1, 3: 3}),
        ([match(1, 3, 4), match(2, 3, 3)], (POINTS, BOARDS), {1: 1, 2: 2, 3: 3}),
        ([match(1, 3, 4), match(2, 3, 3)], (POINTS, DIFFERENCE), {1: 1, 2: 2, 3: 3}),
        ([match(1, 3, 4), match(2, 3, 3)], (POINTS, CLEAN), {1: 1, 2: 2, 3: 3}),
        ([match(1, 3, 1), match(2, 3, 0)], (POINTS, SWEPT), {3: 1, 1: 2, 2: 3}),
        (
            [match(1, 2, 3), match(2, 3, 3), match(3, 1, 3)],
            (POINTS,),
            dict.fromkeys((1, 2, 3), 1),
        ),
        (
            [match(1, 2, 3), match(2, 3, 4), match(3, 1, 4)],
            (POINTS, BOARDS),
            {2: 1, 3: 2, 1: 3},
        ),
    ],
)
def test_what_counts(matches, order, expected):
    assert places(matches, *order) == expected


def test_the_encounter_counts_matches_among_equals_only():
    """1 and 2 have 2 points each; 2 has won against 1 and lost to 3, who has 4."""
    matches = [match(2, 1, 3), match(3, 2, 3), match(1, 4, 4), match(3, 4, 3)]
    order = (POINTS, ENCOUNTER, BOARDS)
    assert places(matches, *order, teams=(1, 2, 3, 4)) == {3: 1, 2: 2, 1: 3, 4: 4}
    order = (POINTS, BOARDS, ENCOUNTER)
    assert places(matches, *order, teams=(1, 2, 3, 4)) == {3: 1, 1: 2, 2: 3, 4: 4}


def test_sums_of_whole_seasons():
    """What one side wins the other one loses, on the boards and in the table."""
    for seed in range(6):
        rules = TeamRules(boards=3 + seed % 2, length=9)
        played = play("round_robin", teams_of(Random(seed), 6, rules), rules, seed=seed)
        rows = table(range(1, 7), played.matches, rules=rules)
        total = Counter[str]()
        for row in rows:
            assert row.won + row.drawn + row.lost == 5
            assert row.points == 2 * row.won + row.drawn
            total.update(won=row.won, lost=row.lost, boards=row.boards_won)
            total.subtract(boards=row.boards_lost)
        assert total["boards"] == 0
        assert total["won"] <= total["lost"]
        singles = players_table(played.matches, rules)
        assert sum(row.points for row in singles) == 0
        assert 2 * sum(row.won for row in singles) == sum(row.played for row in singles)


def test_the_table_of_players():
    """Walk-overs are left out, and no match counts more than its length."""
    given, one_more = Single(1, played=False), Single(2, 4, 15)
    played = TeamMatch(
        *(1, LineUp(1, (11, 12, 13)), LineUp(2, (21, 22, 23))),
        (Single(1, 13, 5), given, one_more),
    )
    rules = TeamRules(boards=4, length=13)
    assert players_table([played], rules) == [
        TeamPlayerRow(23, 1, 1, 9),
        TeamPlayerRow(11, 1, 1, 8),
        TeamPlayerRow(21, 1, 0, -8),
        TeamPlayerRow(13, 1, 0, -9),
    ]
