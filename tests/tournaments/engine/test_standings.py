"""Standings and tie-breaks, against examples worked by hand."""

from random import Random

import pytest

from tests.simulate import MANY, field, history, play
from tournaments.engine import (
    TIEBREAKS,
    Outcome,
    StageState,
    TieBreak,
    standings,
)
from tournaments.engine.standings import SHARED
from tournaments.engine.tiebreaks import (
    BUCHHOLZ,
    DIRECT_ENCOUNTER,
    POINT_DIFFERENCE,
    SONNEBORN_BERGER,
)

KEYS = [column.key for column in TIEBREAKS]


def match(round_number: int, score: str, *, played: bool = True) -> Outcome:
    """Read "1-2 7:4": entrant 1 beat entrant 2 by 7 to 4."""
    people, _, points = score.partition(" ")
    one, two = map(int, people.split("-"))
    high, low = map(int, points.split(":"))
    winner = one if high > low else two
    return Outcome(round_number, one, two, winner, high, low, played=played)


def bye(round_number: int, entrant: int) -> Outcome:
    return Outcome(round_number, entrant, None, entrant)


def stage(size: int, *outcomes: Outcome, length: int = 7) -> StageState:
    return StageState("swiss", 9, length, field(size), outcomes)


def column(state: StageState, criterion: TieBreak) -> dict[int, object]:
    table = standings(state)
    index = table.columns.index(criterion)
    return {row.entrant: row.values[index] for row in table.rows}


# Four entrants, three rounds, everybody has met: 1 beat 2 and 3, 4 beat 1 and 2,
# 3 beat 4, 2 beat 3. Wins: 1 two, 2 one, 3 one, 4 two.
FOUR = (
    *(match(1, "1-2 7:3"), match(1, "3-4 7:6")),
    *(match(2, "1-3 7:0"), match(2, "2-4 2:7")),
    *(match(3, "1-4 5:7"), match(3, "2-3 7:5")),
)


def test_worked_example():
    """By hand; the direct encounter decides for 4 before 1 and for 2 before 3."""
    table = standings(stage(4, *FOUR))
    assert table.columns == TIEBREAKS
    assert not table.provisional
    assert [
        (row.place, row.shared, row.entrant, row.wins, row.losses, row.byes, row.values)
        for row in table.rows
    ] == [
        # direct, Buchholz, Sonneborn-Berger, difference
        (1, False, 4, 2, 1, 0, (1, 2 + 1 + 1, 2 + 1, 5 + 2 - 1)),
        (2, False, 1, 2, 1, 0, (0, 1 + 1 + 2, 1 + 1, 4 + 7 - 2)),
        (3, False, 2, 1, 2, 0, (1, 2 + 2 + 1, 1, 2 - 4 - 5)),
        (4, False, 3, 1, 2, 0, (0, 2 + 2 + 1, 2, 1 - 7 - 2)),
    ]
    assert [row.why and str(row.why) for row in table.rows] == [
        "Ahead of 1 by the direct encounter.",
        None,
        "Ahead of 3 by the direct encounter.",
        None,
    ]


def test_direct_encounter_needs_all_to_have_met():
    """1, 2 and 3 have a win each; 1 beat 2, but 3 met neither of them."""
    state = stage(6, match(1, "1-2 7:3"), match(1, "3-4 7:3"), match(2, "2-5 7:3"))
    assert set(column(state, DIRECT_ENCOUNTER).values()) == {0}


def test_direct_encounter_of_three_in_a_circle():
    state = stage(3, match(1, "1-2 7:3"), match(2, "2-3 7:3"), match(3, "3-1 7:3"))
    assert column(state, DIRECT_ENCOUNTER) == {1: 1, 2: 1, 3: 1}


def test_walkover_is_no_encounter():
    state = stage(3, match(1, "1-2 7:0", played=False), bye(2, 2))
    assert set(column(state, DIRECT_ENCOUNTER).values()) == {0}
    assert set(column(state, BUCHHOLZ).values()) == {0}
    assert set(column(state, SONNEBORN_BERGER).values()) == {0}
    assert set(column(state, POINT_DIFFERENCE).values()) == {0}


def test_byes_and_walkovers_are_wins_of_an_opponent():
    """1 beat 2, who then had a bye and a walk-over: Buchholz 2 for 1."""
    state = stage(3, match(1, "1-2 7:3"), bye(2, 2), match(3, "2-3 7:0", played=False))
    assert column(state, BUCHHOLZ) == {1: 2, 2: 1, 3: 0}
    assert column(state, SONNEBORN_BERGER) == {1: 2, 2: 0, 3: 0}


def test_points_beyond_the_length_do_not_count():
    state = stage(2, match(1, "1-2 9:4"))
    assert column(state, POINT_DIFFERENCE) == {1: 3, 2: -3}
    state = stage(2, match(1, "1-2 4:9"))
    assert column(state, POINT_DIFFERENCE) == {1: -3, 2: 3}


def test_each_criterion_gives_its_reason():
    """1 beat 5, who has a win; 5 lost to 1; 2 beat only 6, who has none."""
    rows = standings(
        stage(6, match(1, "1-5 7:3"), match(1, "2-6 7:3"), match(2, "5-3 7:3"))
    ).rows
    assert [row.entrant for row in rows[:3]] == [1, 5, 2]
    assert str(rows[0].why) == "Ahead of 5 by Sonneborn-Berger: 1 against 0."
    assert str(rows[1].why) == "Ahead of 2 by Buchholz: 1 against 0."
    assert rows[2].why is None
    rows = standings(stage(4, match(1, "1-2 7:5"), match(1, "3-4 7:6"))).rows
    assert str(rows[0].why) == "Ahead of 3 by point difference: 2 against 1."


def test_shared_places():
    table = standings(stage(6, match(1, "2-5 7:3"), match(1, "6-1 7:3"), bye(1, 3)))
    assert [(row.entrant, row.place, row.shared) for row in table.rows] == [
        *((2, 1, True), (6, 1, True), (3, 3, False)),
        *((1, 4, True), (5, 4, True), (4, 6, False)),
    ]
    why = table.rows[0].why
    assert why is not None
    assert (why.message, why.params) == (SHARED, {"other": 6})
    assert why.message % why.named({6: "Cy"}) == (
        "Equal with Cy in everything: the place is shared."
    )


def test_nobody_has_played():
    table = standings(stage(3))
    assert [(row.place, row.shared) for row in table.rows] == [(1, True)] * 3
    assert standings(stage(0)).rows == ()
    assert [row.shared for row in standings(stage(1)).rows] == [False]


def test_open_outcomes_make_the_table_provisional():
    state = stage(2, Outcome(1, 1, 2, None, points_one=5, points_two=2))
    table = standings(state)
    assert table.provisional
    assert [row.wins for row in table.rows] == [0, 0]
    assert set(column(state, POINT_DIFFERENCE).values()) == {0}


def test_keys_are_different():
    assert len(set(KEYS)) == len(KEYS)


@pytest.mark.parametrize("key", ["swiss", "monrad"])
def test_slow_and_plain_counting_agrees(key):
    """Every value counted again in the most obvious way."""
    random = Random(5)
    states = [history(random, size, 6, format_key=key) for size in range(1, 25)]
    states += [play(key, 17, 7, seed=seed, mishaps=MANY).final for seed in range(9)]
    for state in states:
        for row in standings(state).rows:
            _check_row(state, row)


def _check_row(state, row):
    met = [
        (one.two if one.one == row.entrant else one.one, one)
        for one in state.outcomes
        if row.entrant in (one.one, one.two) and one.two is not None and one.played
    ]

    def wins(number):
        return sum(one.winner == number for one in state.outcomes)

    assert row.wins == wins(row.entrant)
    assert row.byes == sum(
        one.one == row.entrant and one.two is None for one in state.outcomes
    )
    assert row.losses == sum(
        row.entrant in (one.one, one.two) and one.winner != row.entrant
        for one in state.outcomes
    )
    level = {
        entrant.number for entrant in state.entrants if wins(entrant.number) == row.wins
    }
    all_met = all(
        any({one.one, one.two} == {a, b} and one.played for one in state.outcomes)
        for a in level
        for b in level
        if a < b
    )
    direct = sum(one.winner == row.entrant for other, one in met if other in level)
    difference = 0
    for _, one in met:
        sides = (min(one.points_one, 7), min(one.points_two, 7))
        difference += (
            sides[0] - sides[1] if one.one == row.entrant else (sides[1] - sides[0])
        )
    assert row.values == (
        direct if all_met else 0,
        sum(wins(other) for other, _ in met),
        sum(wins(other) for other, one in met if one.winner == row.entrant),
        difference,
    )
