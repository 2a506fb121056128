"""The text layout: columns, safe names, what stands in comments; it is read back."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Score, Side
from matches.rules.board import START
from matches.rules.board.plays import Play
from matches.transcripts.moves import read_set_pos, set_pos
from matches.transcripts.read.sgf import read_sgf
from matches.transcripts.read.text import read_text
from matches.transcripts.record import (
    Action,
    ActKind,
    FileFormat,
    Transcript,
    WrittenGame,
)
from matches.transcripts.write.mat import LONGEST_NAME, safe_name, with_steps, write_mat
from tests.gnubg_truth import truth_files
from tests.matches.transcripts.comparing import acts_of, essence, stepped
from tests.matches.transcripts.played import transcripts

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
ONE, TWO = Side.ONE, Side.TWO
ROLL, DOUBLE, TAKE, DROP = ActKind.ROLL, ActKind.DOUBLE, ActKind.TAKE, ActKind.DROP
RIGHT_WINS = 34
NAMES = ("Ada Aas", "Bo Berg")
POSITION = "-b----E-C---eE---c-e----B-"


def match_of(*acts, **changes):
    game = WrittenGame(number=1, names=NAMES, acts=acts)
    return Transcript(
        format=FileFormat.MAT, length=5, games=(replace(game, **changes),), names=NAMES
    )


def rows_of(*acts, **changes):
    lines = write_mat(match_of(*acts, **changes)).splitlines()
    return lines[lines.index(" Game 1") + 2 :]


def test_a_game_in_columns():
    rows = rows_of(
        Action(TWO, ROLL, (3, 1), ((8, 5), (6, 5))),
        Action(ONE, ROLL, (6, 4), ((24, 18), (18, 14))),
        Action(TWO, ROLL, (6, 5), ((24, 18), (18, 13))),
        Action(ONE, DOUBLE, value=2),
        Action(TWO, TAKE),
        Action(ONE, ROLL, (5, 5), ((13, 8), (13, 8), (8, 3), (8, 3))),
        Action(TWO, DOUBLE, value=4),
        Action(ONE, DROP),
        winner=TWO,
        stated=2,
    )
    assert rows == [
        "  1)                             31: 8/5 6/5",
        "  2) 64: 24/18 18/14             65: 24/18 18/13",
        "  3)  Doubles => 2                Takes",
        "  4) 55: 13/8 13/8 8/3 8/3        Doubles => 4",
        "  5)  Drops                       Wins 2 points",
    ]
    assert rows[-1].index("Wins") == RIGHT_WINS


def test_the_result_has_a_line_of_its_own():
    roll = Action(ONE, ROLL, (3, 1), ((8, 5), (6, 5)))
    assert rows_of(roll, winner=ONE, stated=1)[-1] == "      Wins 1 point"
    assert rows_of(roll, winner=TWO, stated=2)[-1] == f"{'':{RIGHT_WINS}}Wins 2 points"
    assert rows_of(roll, winner=TWO, stated=6)[-1].endswith("6 points and the match")


def test_hits_are_marked():
    rows = rows_of(
        Action(ONE, ROLL, (6, 4), ((24, 18), (13, 9))),
        Action(TWO, ROLL, (3, 1), ((8, 7), (24, 21))),
        Action(ONE, ROLL, (2, 1), ((25, 23), (24, 23))),
    )
    assert rows[0] == "  1) 64: 24/18 13/9              31: 8/7* 24/21"
    assert rows[1].rstrip() == "  2) 21: 25/23 24/23"


def test_no_hit_is_marked_after_a_play_that_cannot_be_followed():
    hitting = Action(TWO, ROLL, (3, 1), ((8, 7),))
    to_be_hit = Action(ONE, ROLL, (6, 4), ((24, 18),))
    lost = Action(ONE, ROLL, (5, 4), ((24, 19),))
    setup = Action(ONE, ActKind.SETUP, position=START)
    rows = rows_of(lost, hitting, setup, to_be_hit, hitting)
    assert rows[0] == "  1) 54: 24/19                   31: 8/7"
    assert rows[2] == "  2) 64: 24/18                   31: 8/7*"


def test_steps_take_the_place_of_what_was_written():
    rolls = Action(ONE, ROLL, (6, 5), ((24, 13),)), Action(TWO, DOUBLE)
    game = WrittenGame(number=1, names=("", ""), acts=(*rolls, rolls[0]))
    play = Play(((18, 13), (24, 18)), START)
    first, double, last = with_steps(game, [play, None, None]).acts
    assert first.moves == ((24, 18), (18, 13))
    assert (double, last) == (rolls[1], rolls[0])


def test_a_play_that_nobody_could_read_is_written_as_it_was():
    rows = rows_of(
        Action(ONE, ROLL, (6, 4), None, "24/x"),
        Action(TWO, ROLL, (3, 1), None),
        Action(ONE, ROLL, None, None, "????"),
        Action(ONE, ROLL, (6, 4), ((18, 14),)),
    )
    assert rows[0] == "  1) 64: 24/x                    31: ????"
    assert rows[1].rstrip() == "  2) 64: 18/14"


def test_no_letters_of_another_format_get_in():
    match = replace(
        match_of(Action(ONE, ROLL, (6, 4), None, "zzzz")), format=FileFormat.SGF
    )
    assert "zzzz" not in write_mat(match)


def test_a_beaver_that_was_taken_has_no_takes():
    rows = rows_of(
        Action(ONE, DOUBLE, value=2),
        Action(TWO, ActKind.BEAVER, value=4),
        Action(ONE, TAKE),
        Action(ONE, ROLL, (3, 1), ((8, 5), (6, 5))),
    )
    assert [row.rstrip() for row in rows[:2]] == [
        "  1)  Doubles => 2                Beavers => 4",
        "  2) 31: 8/5 6/5",
    ]


def test_columns_never_touch():
    long = Action(ONE, ROLL, (5, 5), ((25, 20), (25, 20), (20, 15), (20, 15)))
    rows = rows_of(long, Action(TWO, DOUBLE, value=2))
    assert rows[0] == "  1) 55: 25/20 25/20 20/15 20/15  Doubles => 2"


def test_a_result_alone_begins_with_the_board():
    assert rows_of(winner=ONE, stated=2) == [
        f"; Set Pos={POSITION}/0",
        "      Wins 2 points",
    ]
    assert rows_of() == []


@pytest.mark.parametrize(("owner", "cube"), [(ONE, 4), (TWO, 2), (None, 1), (None, 2)])
def test_a_cube_that_was_set_is_read_back(owner, cube):
    line = set_pos(START, cube=cube, owner=owner)
    act = read_set_pos(line, number=7)
    assert (act.position, act.owner, act.line) == (START, owner, 7)
    assert act.value == (cube if owner else 1)


@pytest.mark.parametrize(
    "line", ["; comment", f"; Set Pos={POSITION}", f"; Set Pos={'O' * 26}/0"]
)
def test_other_comments_set_nothing(line):
    assert read_set_pos(line, number=1) is None


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Ada Aas", "Ada Aas"),
        ("", "Player 1"),
        (" \t ", "Player 1"),
        ("Ada : 3", "Ada 3"),
        ("nick,1764", "nick 1764"),
        ("Aas, Ada", "Aas, Ada"),
        ("two\nlines  apart", "two lines apart"),
        ("Å" * 40, "Å" * 15),
    ],
)
def test_names_are_made_safe(name, safe):
    assert safe_name(name, instead="Player 1") == safe


def test_tags_keep_to_one_line():
    text = write_mat(
        replace(
            match_of(),
            tags=(("Event", 'A "big"\nopen'), ("Sp[e]c;", "x" * 5000)),
            crawford=False,
            jacoby=True,
        )
    )
    lines = text.splitlines()
    assert lines[0] == "; [Event \"A 'big' open\"]"
    assert lines[1].startswith('; [Spec "xxx')
    assert len(lines[1]) < 1000
    assert lines[2:4] == ['; [Crawford "Off"]', '; [Jacoby "On"]']
    read = read_text(text)
    assert (read.crawford, read.jacoby) == (False, True)


@given(
    st.tuples(st.text(max_size=50), st.text(max_size=50)),
    st.integers(0, 99),
    st.integers(0, 99),
    st.integers(1, 192),
    st.sampled_from(Side),
)
def test_scores_and_results_come_back_whatever_the_names(
    names, one, two, points, winner
):
    written = match_of(
        names=names, before=Score(one, two), winner=winner, stated=points
    )
    match = read_text(write_mat(written))
    (game,) = match.games
    assert (game.before, game.winner, game.stated) == (Score(one, two), winner, points)
    expected = tuple(
        safe_name(name, instead=f"Player {n}") for n, name in enumerate(names, 1)
    )
    assert match.names == expected
    assert all(len(name.encode()) <= LONGEST_NAME for name in expected)


@pytest.mark.parametrize("name", ["match", "beavers"])
def test_golden_matches_come_back(name):
    match = read_sgf((GOLDEN / f"{name}.sgf").read_text(encoding="utf-8"))
    read = read_text(write_mat(match))
    assert essence(read) == essence(match)
    assert read.notes == ()


@pytest.mark.parametrize("path", truth_files(), ids=lambda path: path.stem)
def test_matches_of_gnubg_come_back(path):
    text = path.with_suffix(".mat").read_text(encoding="utf-8")
    match = read_text(text)
    again = read_text(write_mat(match))
    assert essence(again) == essence(match)
    steps = read_text(write_mat(stepped(match)))
    assert essence(steps, in_order=False) == essence(match, in_order=False)
    rows = [line.rstrip() for line in text.splitlines() if line[3:4] == ")"]
    ours = [line.rstrip() for line in write_mat(match).splitlines()]
    assert [row for row in rows if row not in ours] == []


def test_a_setup_in_a_text_is_an_act():
    match = match_of(
        Action(ONE, ActKind.SETUP, value=4, owner=TWO), winner=ONE, stated=4
    )
    (game,) = read_text(write_mat(match)).games
    (act,) = acts_of(game)
    assert (act.kind, act.value, act.owner) == (ActKind.SETUP, 4, TWO)


@given(transcripts())
def test_invented_games_come_back(match):
    read = read_text(write_mat(match))
    assert essence(read) == essence(match)
    assert read.notes == ()
