"""Smart Game Format as written here, read back."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Score, Side
from matches.rules.board import BAR, NACKGAMMON, OFF, START, position_of
from matches.transcripts.read.sgf import read_sgf
from matches.transcripts.read.text import read_text
from matches.transcripts.record import (
    Action,
    ActKind,
    Dialect,
    FileFormat,
    Transcript,
    WrittenGame,
)
from matches.transcripts.write.mat import plain_name
from matches.transcripts.write.sgf import write_sgf
from tests.gnubg_truth import truth_files
from tests.matches.transcripts.comparing import essence, stepped
from tests.matches.transcripts.played import transcripts

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
ONE, TWO = Side.ONE, Side.TWO
ROLL, DOUBLE, TAKE = ActKind.ROLL, ActKind.DOUBLE, ActKind.TAKE
NAMES = ("Ada Aas", "Bo Berg")
ENDGAME = position_of({6: 3, 1: 2}, {BAR: 1, 3: 4})


def match_of(*acts, length=5, **changes):
    game = WrittenGame(number=1, names=NAMES, acts=acts)
    return Transcript(
        format=FileFormat.MAT,
        length=length,
        games=(replace(game, **changes),),
        names=NAMES,
    )


def nodes_of(*acts, **changes):
    return write_sgf(match_of(*acts, **changes)).rstrip("\n)").split("\n;")[1:]


def plain(match):
    """Return a match without what tells who wrote it."""
    games = (
        replace(
            game, line=0, acts=tuple(act._replace(line=0, text="") for act in game.acts)
        )
        for game in match.games
    )
    return replace(match, dialect=Dialect.OTHER, games=tuple(games))


@pytest.mark.parametrize("name", ["match", "beavers", "edited"])
def test_golden_matches_come_back_whole(name):
    match = read_sgf((GOLDEN / f"{name}.sgf").read_text(encoding="utf-8"))
    assert plain(read_sgf(write_sgf(match))) == plain(match)


@pytest.mark.parametrize("path", truth_files(), ids=lambda path: path.stem)
def test_matches_of_gnubg_come_back_whole(path):
    match = read_sgf(path.with_suffix(".sgf").read_text(encoding="utf-8"))
    assert plain(read_sgf(write_sgf(match))) == plain(match)
    assert essence(read_sgf(write_sgf(stepped(match))), in_order=False) == essence(
        match, in_order=False
    )


@pytest.mark.parametrize("path", truth_files(), ids=lambda path: path.stem)
def test_both_formats_tell_the_same_match(path):
    text = read_text(path.with_suffix(".mat").read_text(encoding="utf-8"))
    sgf = read_sgf(write_sgf(stepped(text)))
    assert essence(sgf, in_order=False) == essence(text, in_order=False)
    theirs = read_sgf(path.with_suffix(".sgf").read_text(encoding="utf-8"))
    assert [(game.crawford, game.resigned) for game in sgf.games] == [
        (game.crawford, game.resigned) for game in theirs.games
    ]


def test_letters_depend_on_the_side():
    assert nodes_of(
        Action(ONE, ROLL, (6, 4), ((24, 18), (BAR, 21))),
        Action(TWO, ROLL, (3, 1), ((24, 21), (1, OFF))),
        Action(ONE, ROLL, (6, 5)),
        Action(TWO, ROLL, (6, 5), None, "24/x"),
    ) == ["W[64xryu]", "B[31adxz]", "W[65]", "B[65]"]


def test_a_beaver_that_was_taken_is_taken_here():
    assert nodes_of(
        Action(ONE, DOUBLE, value=2),
        Action(TWO, ActKind.BEAVER, value=4),
        Action(ONE, ROLL, (3, 1), ((8, 5), (6, 5))),
    ) == ["W[double]", "B[double]", "W[take]", "W[31hefe]"]
    assert nodes_of(
        Action(ONE, DOUBLE, value=2),
        Action(TWO, ActKind.BEAVER, value=4),
        Action(ONE, ActKind.DROP),
    ) == ["W[double]", "B[double]", "W[drop]"]


def test_dice_before_a_resignation_are_kept():
    acts = (Action(ONE, ROLL, (6, 4), ((24, 14),)), Action(TWO, ActKind.RESIGN, (5, 4)))
    assert nodes_of(*acts) == ["W[64xn]", "B[54]"]
    text = write_sgf(match_of(*acts, winner=ONE, stated=1))
    assert "RE[W+1R]" in text
    assert read_sgf(text).games[0].resigned


@pytest.mark.parametrize("side", Side)
def test_positions_come_back(side):
    setup = Action(side, ActKind.SETUP, (4, 2), value=2, position=ENDGAME, owner=TWO)
    (game,) = read_sgf(write_sgf(match_of(setup))).games
    assert [act._replace(line=0) for act in game.acts] == [setup]


def test_a_start_of_its_own_is_set_up():
    act = Action(TWO, ROLL, (3, 1), ((6, 3),))
    (game,) = read_sgf(write_sgf(match_of(act, start=ENDGAME))).games
    assert game.acts[0].position == ENDGAME.turned
    assert game.acts[0].side is TWO


@pytest.mark.parametrize(
    ("start", "rule"), [(START, ""), (NACKGAMMON, "RU[Crawford:Nackgammon]")]
)
def test_variants_are_named(start, rule):
    text = write_sgf(match_of(start=start))
    assert rule in text
    assert read_sgf(text).games[0].start == start


def test_the_crawford_game_is_inferred_where_nobody_names_it():
    scores = [Score(0, 0), Score(4, 0), Score(4, 1)]
    games = tuple(
        WrittenGame(number=n, names=NAMES, before=score)
        for n, score in enumerate(scores, 1)
    )
    match = replace(match_of(), games=games)
    assert [game.crawford for game in read_sgf(write_sgf(match)).games] == [
        False, True, False
    ]  # fmt: skip
    without = read_sgf(write_sgf(replace(match, crawford=False)))
    assert (without.crawford, without.games[1].crawford) == (False, None)


def test_remarks_become_the_comment():
    tags = (
        ("Event", "Club [1] \\ night"),
        ("EventDate", "2026.03.14"),
        ("Remark 1", "One"),
        ("Remark 2", "Two"),
    )
    text = write_sgf(replace(match_of(), tags=tags))
    assert "DT[2026-03-14]" in text
    match = read_sgf(text)
    assert match.tag("Event") == "Club [1] \\ night"
    assert match.tag("EventDate") == "2026.03.14"
    assert match.tag("Comment") == "One; Two"


def test_no_games_make_an_empty_file():
    assert write_sgf(replace(match_of(), games=())) == ""


SIDES = st.sampled_from(Side)
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
MOVES = st.lists(st.tuples(st.integers(1, 25), st.integers(0, 24)), max_size=4)
ROLLS = st.tuples(SIDES, st.just(ROLL), DICE, MOVES.map(tuple)).map(
    lambda it: Action(*it)
)


@given(
    st.tuples(st.text(), st.text()),
    st.lists(ROLLS),
    st.integers(0, 99),
    st.integers(0, 99),
    SIDES,
    st.integers(0, 500),
)
def test_anything_written_is_read(names, acts, length, score, winner, points):
    match = match_of(
        *acts,
        length=length,
        names=names,
        before=Score(score, 0),
        winner=winner,
        stated=points,
    )
    read = read_sgf(write_sgf(match))
    assert essence(read) == essence(match)
    assert read.length == length
    assert read.names == tuple(
        plain_name(name, instead=f"Player {n}") for n, name in enumerate(names, 1)
    )
    assert read.notes == ()


@given(transcripts())
def test_invented_games_come_back(match):
    read = read_sgf(write_sgf(match))
    assert essence(read) == essence(match)
    assert read.notes == ()
