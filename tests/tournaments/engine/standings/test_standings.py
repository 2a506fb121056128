"""Standings and tie-breaks, against examples worked by hand."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.simulate import MANY, MOST, field, history, play
from tournaments.engine import (
    TIEBREAKS,
    Options,
    Outcome,
    StageState,
    TieBreak,
    standings,
)
from tournaments.engine.standings import MORE_WINS, SHARED, tiebreaks
from tournaments.engine.standings.tiebreaks import (
    DIRECT_ENCOUNTER_ONCE as DIRECT_ENCOUNTER,
)

FOUR = [tiebreaks.tiebreak_of(code) for code in tiebreaks.BEFORE_CHOICE]
FOUR_KEYS = ["direct", "buchholz", "sonneborn", "difference"]
"""The order from before there was a choice, which these tests compute by hand."""


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


POINT_DIFFERENCE_OF = {
    walkover: next(
        one
        for one in tiebreaks.tiebreaks_of(replace(stage(2), walkover=walkover))
        if one.key == "difference"
    )
    for walkover in ("none", "full", "half")
}


def column(state: StageState, criterion: TieBreak) -> dict[int, object]:
    table = standings(state)
    index = table.columns.index(criterion)
    return {row.entrant: row.values[index] for row in table.rows}


# Four entrants, three rounds, everybody has met: 1 beat 2 and 3, 4 beat 1 and 2,
# 3 beat 4, 2 beat 3. Wins: 1 two, 2 one, 3 one, 4 two.
ALL_MET = (
    *(match(1, "1-2 7:3"), match(1, "3-4 7:6")),
    *(match(2, "1-3 7:0"), match(2, "2-4 2:7")),
    *(match(3, "1-4 5:7"), match(3, "2-3 7:5")),
)


def reason(row):
    """Return why a row is above the next: the code, of whom, both values as shown."""
    values = [row.why.params[name] for name in ("other", "value", "other_value")]
    return row.why.message.code.removeprefix("standings."), *values


def test_worked_example():
    """By hand; the direct encounter decides for 4 before 1 and for 2 before 3."""
    table = standings(stage(4, *ALL_MET))
    assert table.columns == tuple(FOUR)
    assert not table.provisional
    assert [
        (
            *(row.place, row.shared, row.entrant, row.wins, row.losses, row.byes),
            row.values[: len(FOUR_KEYS)],
        )
        for row in table.rows
    ] == [
        # direct, Buchholz, Sonneborn-Berger, difference
        (1, False, 4, 2, 1, 0, (1, 2 + 1 + 1, 2 + 1, 5 + 2 - 1)),
        (2, False, 1, 2, 1, 0, (0, 1 + 1 + 2, 1 + 1, 4 + 7 - 2)),
        (3, False, 2, 1, 2, 0, (1, 2 + 2 + 1, 1, 2 - 4 - 5)),
        (4, False, 3, 1, 2, 0, (0, 2 + 2 + 1, 2, 1 - 7 - 2)),
    ]
    assert [row.why and reason(row) for row in table.rows] == [
        ("direct_encounter_reason", 1, 1, 0),
        ("more_wins", 2, 2, 1),
        ("direct_encounter_reason", 3, 1, 0),
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
    assert set(column(state, tiebreaks.BUCHHOLZ).values()) == {0}
    assert set(column(state, tiebreaks.SONNEBORN_BERGER).values()) == {0}
    assert set(column(state, tiebreaks.POINT_DIFFERENCE).values()) == {0}


def test_byes_and_walkovers_are_wins_of_an_opponent():
    """1 beat 2, who then had a bye and a walk-over: Buchholz 2 for 1."""
    state = stage(3, match(1, "1-2 7:3"), bye(2, 2), match(3, "2-3 7:0", played=False))
    assert column(state, tiebreaks.BUCHHOLZ) == {1: 2, 2: 1, 3: 0}
    assert column(state, tiebreaks.SONNEBORN_BERGER) == {1: 2, 2: 0, 3: 0}


def test_points_beyond_the_length_do_not_count():
    state = stage(2, match(1, "1-2 9:4"))
    assert column(state, tiebreaks.POINT_DIFFERENCE) == {1: 3, 2: -3}
    state = stage(2, match(1, "1-2 4:9"))
    assert column(state, tiebreaks.POINT_DIFFERENCE) == {1: -3, 2: 3}


def test_each_criterion_gives_its_reason():
    """1 beat 5, who has a win; 5 lost to 1; 2 beat only 6, who has none."""
    rows = standings(
        stage(6, match(1, "1-5 7:3"), match(1, "2-6 7:3"), match(2, "5-3 7:3"))
    ).rows
    assert [row.entrant for row in rows[:3]] == [1, 5, 2]
    assert [reason(row) for row in rows[:3]] == [
        ("sonneborn_berger_reason", 5, 1, 0),
        ("buchholz_reason", 2, 1, 0),
        ("more_wins", 3, 1, 0),
    ]
    rows = standings(stage(4, match(1, "1-2 7:5"), match(1, "3-4 7:6"))).rows
    assert reason(rows[0]) == ("point_difference_reason", 3, 2, 1)


def test_shared_places():
    table = standings(stage(6, match(1, "2-5 7:3"), match(1, "6-1 7:3"), bye(1, 3)))
    assert [(row.entrant, row.place, row.shared) for row in table.rows] == [
        *((2, 1, True), (6, 1, True), (3, 3, False)),
        *((1, 4, True), (5, 4, True), (4, 6, False)),
    ]
    whys = [row.why for row in table.rows]
    assert [why and (why.message, why.params.get("count")) for why in whys] == [
        *((SHARED, 2), (tiebreaks.POINT_DIFFERENCE.reason, None), (MORE_WINS, None)),
        *((SHARED, 2), (tiebreaks.BUCHHOLZ.reason, None), None),
    ]


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
    assert set(column(state, tiebreaks.POINT_DIFFERENCE).values()) == {0}


def nobody(round_number: int, one: int, two: int) -> Outcome:
    return Outcome(round_number, one, two, None, 7, 3, nobody=True)


def test_double_forfeit_is_a_loss_of_both_and_no_meeting():
    state = stage(3, nobody(1, 1, 2), match(2, "1-3 7:3"), bye(2, 2))
    table = standings(state)
    assert not table.provisional
    assert {row.entrant: (row.wins, row.losses) for row in table.rows} == {
        1: (1, 1),
        2: (1, 1),
        3: (0, 1),
    }
    assert column(state, tiebreaks.BUCHHOLZ) == {1: 0, 2: 0, 3: 1}
    assert column(state, tiebreaks.POINT_DIFFERENCE) == {1: 4, 2: 0, 3: -4}
    assert set(column(state, DIRECT_ENCOUNTER).values()) == {0}


@pytest.mark.parametrize(
    ("worth", "wins"),
    [
        (Fraction(1), [2, 2, 0, 1]),
        (Fraction(1, 2), [Fraction(3, 2), 1, 0, 1]),
        (Fraction(0), [1, 0, 0, 1]),
    ],
)
def test_what_a_bye_is_worth(worth, wins):
    """1 beat 3 and had a bye, 2 had two (half a win twice is a whole one); 4 beat 1."""
    outcomes = (match(1, "1-3 7:3"), bye(2, 1), bye(1, 2), bye(3, 2))
    state = replace(stage(4, *outcomes, match(4, "4-1 7:3")), bye=worth)
    rows = sorted(standings(state).rows, key=lambda row: row.entrant)
    assert [row.wins for row in rows] == wins
    assert [type(row.wins) for row in rows] == [type(each) for each in wins]
    assert [row.losses for row in rows] == [1, 0, 1, 0]
    assert [row.byes for row in rows] == [1, 2, 0, 0]
    assert column(state, tiebreaks.BUCHHOLZ) == {1: 0 + 1, 2: 0, 3: wins[0], 4: wins[0]}
    assert column(state, tiebreaks.SONNEBORN_BERGER) == {1: 0, 2: 0, 3: 0, 4: wins[0]}


def test_half_wins_in_sentences():
    """1 beat 3, who had a bye; 2 beat 4, who had none."""
    outcomes = (match(1, "1-3 7:3"), match(1, "2-4 7:3"), bye(2, 3))
    outcomes += (match(2, "2-5 7:3"), bye(2, 1), match(3, "1-5 7:3"), bye(3, 2))
    state = replace(stage(5, *outcomes), bye=Fraction(1, 2))
    rows = standings(state).rows
    assert [(row.entrant, row.wins) for row in rows[:2]] == [
        *((1, Fraction(5, 2)), (2, Fraction(5, 2)))
    ]
    assert reason(rows[0]) == ("buchholz_reason", 2, "½", 0)


@pytest.mark.parametrize(
    ("walkover", "length", "lead"),
    [
        *(("none", 7, 0), ("full", 7, 7), ("half", 7, 7 - 3)),
        *(("none", 13, 0), ("full", 13, 13), ("half", 13, 13 - 6)),
        *(("half", 8, 8 - 4), ("half", 1, 1 - 0), ("full", 1, 1)),
    ],
)
def test_what_a_walkover_counts_in_the_point_difference(walkover, length, lead):
    """Only there, only if somebody won, whatever score was entered; byes never."""
    outcomes = (
        *(match(1, "1-2 5:0", played=False), match(1, "3-4 1:2", played=False)),
        *(nobody(1, 5, 6), bye(1, 7)),
    )
    state = replace(stage(7, *outcomes, length=length), walkover=walkover)
    assert column(state, POINT_DIFFERENCE_OF[walkover]) == {
        **{1: lead, 2: -lead, 3: -lead, 4: lead},
        **{5: 0, 6: 0, 7: 0},
    }
    for criterion in (tiebreaks.BUCHHOLZ, tiebreaks.SONNEBORN_BERGER, DIRECT_ENCOUNTER):
        assert set(column(state, criterion).values()) == {0}


def test_walkover_in_a_match_of_another_length():
    walkover = replace(match(1, "1-2 1:0", played=False), length=11)
    state = replace(stage(2, walkover), walkover="half")
    assert column(state, POINT_DIFFERENCE_OF["half"]) == {1: 11 - 5, 2: 5 - 11}


def test_the_column_says_that_walkovers_count():
    for walkover, criterion in POINT_DIFFERENCE_OF.items():
        columns = standings(replace(stage(2), walkover=walkover)).columns
        assert [one.key for one in columns] == FOUR_KEYS
        assert criterion in columns
    assert POINT_DIFFERENCE_OF["none"] is tiebreaks.POINT_DIFFERENCE
    without, counted = (POINT_DIFFERENCE_OF[key] for key in ("none", "full"))
    assert counted.explanation != without.explanation


def test_keys_are_different():
    codes = (
        [one.code for one in TIEBREAKS] + list(tiebreaks.EARLIER) + [tiebreaks.PLAY_OFF]
    )
    assert len(set(codes)) == len(codes)
    assert [one and one.key for one in FOUR] == FOUR_KEYS


@pytest.mark.parametrize("key", ["swiss", "monrad"])
def test_slow_and_plain_counting_agrees(key):
    """Every value counted again in the most obvious way."""
    random = Random(5)
    states = [history(random, size, 6, format_key=key) for size in range(1, 25)]
    states += [play(key, 17, 7, seed=seed, mishaps=MANY).final for seed in range(9)]
    states += [
        play(
            *(key, 17, 7),
            seed=seed,
            mishaps=MOST,
            bye=Fraction(seed % 3, 2),
            walkover=("none", "full", "half", "half")[seed % 4],
        ).final
        for seed in range(12)
    ]
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
        return sum(
            state.bye if one.two is None else 1
            for one in state.outcomes
            if one.winner == number
        )

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
    score = {"none": (0, 0), "full": (7, 0), "half": (7, 3)}[state.walkover]
    for one in state.outcomes:
        if row.entrant in (one.one, one.two) and one.two and one.winner:
            sign = 1 if one.winner == row.entrant else -1
            difference += 0 if one.played else sign * (score[0] - score[1])
    assert row.values[: len(FOUR_KEYS)] == (
        direct if all_met else 0,
        sum(wins(other) for other, _ in met),
        sum(wins(other) for other, one in met if one.winner == row.entrant),
        difference,
    )


@pytest.mark.parametrize("bye", [Fraction(1), Fraction(1, 2), Fraction(0)])
def test_a_bye_counts_for_every_match_of_a_pairing(bye):
    outcomes = (*[Outcome(1, 1, 2, 1, 7, 3)] * 2, Outcome(1, 3, None, 3))
    for legs in (1, 2):
        options = Options(legs=legs)
        state = StageState("swiss", 3, 7, field(3), outcomes, bye=bye, options=options)
        wins = {row.entrant: row.wins for row in standings(state).rows}
        assert wins == {1: 2, 2: 0, 3: bye * legs}
