"""Published events, from their results to their tables; the names are left out.

Sources: Mario Held, “Exercises in Tie-Breaking”, FIDE Arbiters' Commission, 2024
(arbiters.fide.com/news/9119), its three events and the answers to their exercises; the
Candidates' tournament of Zürich and Neuhausen, 1953, by the table that mark-weeks.com
prints with its tie-break, and the one of sgzurich.ch, which has the same results.

Chess has draws, a match of backgammon has none. So every game is a pairing of two
matches here, and of a draw each side wins one: scores and progressive scores are twice
those published, and sums over opponents four times, for each opponent is met twice.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest

from tests.simulate import field
from tournaments.engine import Options, Outcome, StageState, standings
from tournaments.engine.standings.tiebreaks import TIEBREAKS, tiebreak_of
from tournaments.engine.state import ABSENT, HALF_BYE, Rest

LENGTH: Final = 7
CODES: Final = {one.key: one.code for one in TIEBREAKS}

FIVE_ROUNDS: Final = """
9:1 13:= 2:= 15:1 4:=   | 10:1 7:1 1:= 16:1 3:=  | 11:= 6:1 8:1 4:= 2:=
12:1 half 13:1 3:= 1:=  | 13:0 15:0 11:1 7:= 10:1 | 14:0 3:0 bye 10:1 8:1
15:1 2:0 16:0 5:= 11:0  | 16:= 14:1 3:0 13:1 6:0 | 1:0 10:0 half 11:- bye
2:0 9:1 15:0 6:0 5:0    | 3:= 16:0 5:0 9:+ 7:1   | 4:0 bye 14:+ out out
5:1 1:= 4:0 8:0 14:0    | 6:1 8:0 12:- out 13:1  | 7:0 5:1 10:1 1:0 16:0
8:= 11:1 7:1 2:0 15:1
"""
FOUR_MORE: Final = """
6:= 3:= 16:= 8:1  | 4:= 6:0 15:= 5:=  | 16:1 1:= 14:1 10:1 | 2:= 16:= 6:= 15:1
14:0 9:1 8:0 2:=  | 1:= 2:1 4:= 16:1  | 10:0 13:1 9:1 14:1 | 11:= 15:= 5:1 1:0
13:1 5:0 7:0 12:= | 7:1 12:1 11:1 3:0 | 8:= 14:0 10:0 13:= | 15:0 10:0 13:= 9:=
9:0 7:0 12:= 11:= | 5:1 11:1 3:0 7:0  | 12:1 8:= 2:= 4:0   | 3:0 4:= 1:= 6:0
"""
ALL_PLAY_ALL: Final = """
5:= 2:1 3:1 4:0 6:1 | 6:1 1:0 5:1 3:= 4:1 | 4:1 6:1 1:0 2:= 5:1
3:0 5:0 6:= 1:1 2:0 | 1:= 4:1 2:0 6:- 3:0 | 2:0 3:0 4:= 5:+ 1:0
"""
ZURICH: Final = """
xx == =1 11 == == 11 =0 == == == == 1= 11 1=
== xx 11 1= == == =0 == 1= == == 01 1= == ==
=0 00 xx == == == == 10 == =1 =1 1= =1 11 1=
00 0= == xx =1 == =1 == == 0= 11 1= =1 == 11
== == == =0 xx 0= == == 00 == == 11 =1 1= 11
== == == == 1= xx 00 1= 1= =0 == == == 0= 11
00 =1 == =0 == 11 xx =0 01 == 01 1= =1 01 ==
=1 == 01 == == 0= =1 xx 10 1= 00 10 1= 0= 01
== 0= == == 11 0= 10 01 xx 10 == == =0 0= 11
== == =0 1= == =1 == 0= 01 xx == == 0= 11 00
== == =0 00 == == 10 11 == == xx =0 == =1 ==
== 10 0= 0= 00 == 0= 01 == == =1 xx 1= == 1=
0= 0= =0 =0 =0 == =0 0= =1 1= == 0= xx =1 11
00 == 00 == 0= 1= 10 1= 1= 00 =0 == =0 xx 1=
"""
"""What was read lacks the last row: the last column tells it.

The rows contradict each other nowhere, and all 15 scores are those printed.
"""
TIED: Final = (2, 3, 4, 6, 7, 8, 9, 10, 11)


def rows_of(text: str) -> list[list[str]]:
    """Return the results of each entrant, one for each round."""
    return [row.split() for row in re.split(r"[|\n]", text.strip())]


def game(number: int, one: int, two: int, result: str) -> Iterable[Outcome]:
    """Yield the two matches of a game as its first player has it."""
    winners = {"1": (one, one), "0": (two, two), "=": (one, two)}
    winners |= {"+": (one, one), "-": (two, two)}
    for winner in winners[result]:
        points = (LENGTH, 3) if winner == one else (3, LENGTH)
        yield Outcome(number, one, two, winner, *points, played=result not in "+-")


def event(rows: list[list[str]], *, unplayed: str, breaks: Iterable[str]) -> StageState:
    outcomes: list[Outcome] = []
    rests: list[Rest] = []
    for one, row in enumerate(rows, start=1):
        for number, told in enumerate(row, start=1):
            if told == "bye":
                outcomes.append(Outcome(number, one, None, one))
            elif told in {"half", "out"}:
                kind = HALF_BYE if told == "half" else ABSENT
                rests.append(Rest(number, one, kind))
            elif one < int(told[:-2]):
                outcomes += game(number, one, int(told[:-2]), told[-1])
    state = StageState("swiss", len(rows[0]), LENGTH, field(len(rows)), tuple(outcomes))
    codes = tuple(CODES[key] for key in breaks)
    options = Options(legs=2, tiebreaks=(*codes, "shared:1"), unplayed=unplayed)
    return replace(state, options=options, rests=tuple(rests))


def values(state: StageState, key: str) -> Mapping[int, object]:
    table = standings(state)
    place = table.columns.index(tiebreak_of(CODES[key]))
    return {row.entrant: row.values[place] for row in table.rows}


def told(numbers: str, times: int) -> dict[int, Fraction]:
    """Return published numbers by entrant, as many times as large."""
    return {
        one: times * Fraction(number) for one, number in enumerate(numbers.split(), 1)
    }


SCORES: Final = "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5"
BUCHHOLZ: Final = "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5"
SONNEBORN: Final = (
    "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25"
)
PROGRESSIVE: Final = "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5"


@pytest.mark.parametrize(
    ("key", "times", "answers", "late"),
    [
        ("buchholz", 4, BUCHHOLZ, 1),
        ("sonneborn", 4, SONNEBORN, 1),
        ("progressive", 2, PROGRESSIVE, 0),
    ],
)
def test_exercises_in_a_swiss(key: str, times: int, answers: str, late: int) -> None:
    """Exercises 1 to 4, 11, 12 and 32, of the edition of 2023, with “own score”.

    That edition also counts what somebody misses to the end as draws for those who met
    them. Entrant 12 missed two rounds so: who beat them, 4, has one point less here.
    """
    state = event(rows_of(FIVE_ROUNDS), unplayed="own_score", breaks=[key])
    assert {row.entrant: row.wins for row in standings(state).rows} == told(SCORES, 2)
    expected = told(answers, times)
    expected[4] -= late * times
    assert values(state, key) == expected


def test_an_exercise_on_the_direct_encounter_of_some_who_have_met() -> None:
    """Exercise 25, of a Swiss of nine rounds in which two games ended otherwise."""
    first = rows_of(FIVE_ROUNDS)
    first[1][4], first[2][4] = "3:1", "2:0"
    rows = [one + two for one, two in zip(first, rows_of(FOUR_MORE), strict=True)]
    table = standings(event(rows, unplayed="own_score", breaks=["direct"]))
    answers = [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6]
    assert {row.entrant: row.place for row in table.rows} == dict(enumerate(answers, 1))


def test_exercises_in_a_round_robin() -> None:
    """Exercises 14, 16 and 26; a walk-over is no encounter here, so 4 to 6 stay equal.

    FIDE counts it there, and puts 6 before 5 and 5 before 4.
    """
    state = event(
        rows_of(ALL_PLAY_ALL), unplayed="own_score", breaks=["sonneborn", "koya"]
    )
    assert values(state, "sonneborn") == told("9.25 6.25 6.25 4.25 3.25 2.25", 4)
    assert values(state, "koya") == told("2 .5 .5 1 .5 0", 2)
    table = standings(
        event(rows_of(ALL_PLAY_ALL), unplayed="own_score", breaks=["direct"])
    )
    assert [row.place for row in table.rows] == [1, 2, 2, 4, 4, 4]


def test_a_whole_event_from_its_results_to_its_table() -> None:
    """Zürich 1953: 210 games, all scores, and the tie-break of all who were equal."""
    printed = [row.split() for row in ZURICH.strip().splitlines()]
    turned = str.maketrans("10", "01")
    last = [row[-1].translate(turned) for row in printed]
    rows = [
        [f"{two}:{result[leg]}" for two, result in enumerate(row, 1) if result != "xx"]
        for leg in (0, 1)
        for row in [*printed, last]
    ]
    half = len(rows) // 2
    both = [one + two for one, two in zip(rows[:half], rows[half:], strict=True)]
    table = standings(event(both, unplayed="nothing", breaks=["sonneborn"]))
    assert not table.provisional
    assert [float(row.wins / 2) for row in table.rows] == [
        *(18, 16, 16, 16, 15, 14.5, 14.5, 14, 14, 13.5, 13.5, 13, 12.5, 11.5, 8)
    ]
    assert [row.entrant for row in table.rows] == list(range(1, 16))
    assert [row.place for row in table.rows] == list(range(1, 16))
    column = table.columns.index(tiebreak_of(CODES["sonneborn"]))
    assert [float(table.rows[place - 1].values[column] / 4) for place in TIED] == [
        *(224, 210.75, 210.25, 198, 197.75, 198.75, 191.75, 194, 185.75)
    ]
