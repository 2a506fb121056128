"""Plays as people and programs write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.board import (
    START,
    UNREADABLE_PLAY,
    Dice,
    Move,
    Position,
    UnreadablePlayError,
    format_play,
    judge_play,
    legal_plays,
    marked_hits,
    parse_play,
)
from tests.matches.rules.board.strategies import positions
from tests.matches.rules.board.traps import at
from tests.refusals import raises

dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", ()),
        ("  ", ()),
        ("8/5 6/5", ((8, 5), (6, 5))),
        ("24/18 13/11 ", ((24, 18), (13, 11))),
        ("25/22 6/0", ((25, 22), (6, 0))),
        ("bar/22* 6/off", ((25, 22), (6, 0))),
        ("Bar/22*  6/Off", ((25, 22), (6, 0))),
        ("BAR/22/18 6/OFF", ((25, 22), (22, 18), (6, 0))),
        ("24/20*/16", ((24, 20), (20, 16))),
        ("24/20*/16*", ((24, 20), (20, 16))),
        ("24/16", ((24, 16),)),
        ("13/11(2)", ((13, 11), (13, 11))),
        ("8/4*(2) 6/2(2)", ((8, 4), (8, 4), (6, 2), (6, 2))),
        ("8/4(2)*", ((8, 4), (8, 4))),
        ("6/off(4)", ((6, 0),) * 4),
        ("24/20/16(2)", ((24, 20), (20, 16), (24, 20), (20, 16))),
        ("8-5, 6-5", ((8, 5), (6, 5))),
        ("8/5;6/5", ((8, 5), (6, 5))),
        ("5/8", ((5, 8),)),
    ],
)
def test_all_ways_of_writing_are_read(text: str, moves: tuple[Move, ...]) -> None:
    assert parse_play(text) == moves


@pytest.mark.parametrize(
    "text",
    [
        "Cannot Move",
        "????",
        "8/",
        "/5",
        "8",
        "8/5 x",
        "8/5x",
        "26/20",
        "13/7/bar",
        "off/3",
        "0/3",
        "8/25",
        "3/off/18",
        "8/5(5)",
        "8/5(0)",
        "8/5(2",
        "8//5",
        "8*/5",
        "٨/٥",
        "Illegal play (4;0;0)",
        "8/5 " * 100,
    ],
)
def test_what_is_no_play_is_refused_with_its_text(text: str) -> None:
    with raises(UNREADABLE_PLAY) as refusal:
        parse_play(text)
    assert text[:200] in str(refusal.value)


@given(st.text(alphabet="0123456789/*()-, barof", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        moves = parse_play(text)
    except UnreadablePlayError:
        return
    assert all(0 < source <= 25 and 0 <= target < 25 for source, target in moves)


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("24/20*/16", {20}),
        ("24/20*/16* 6/2*(2)", {20, 16, 2}),
        ("bar/22* 8/5", {22}),
        ("8/4(2)* 6/2", {4}),
        ("8/5 6/5", set()),
    ],
)
def test_the_marks_of_hits_are_read(text: str, hits: set[int]) -> None:
    assert marked_hits(text) == hits


BLOTS = {20: 1, 16: 1, 9: 1, 5: 1}
OWN = {25: 1, 24: 2, 13: 3, 8: 2, 6: 2, 4: 2}


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ((), ""),
        (((8, 5), (6, 5)), "8/5* 6/5"),
        (((6, 3), (8, 3)), "8/3 6/3"),
        (((25, 22), (22, 18)), "bar/18"),
        (((25, 20), (20, 17)), "bar/20*/17"),
        (((24, 18), (18, 16)), "24/16*"),
        (((24, 20), (20, 16)), "24/20*/16*"),
        (((13, 11), (13, 11)), "13/11(2)"),
        (((13, 9), (13, 9), (9, 5), (8, 4)), "13/9* 13/5* 8/4"),
        (((13, 9), (13, 9), (9, 5), (9, 5)), "13/9*/5*(2)"),
        (((24, 20), (24, 20), (20, 16), (20, 16)), "24/20*/16*(2)"),
        (((8, 4), (8, 4), (4, 0), (4, 0)), "8/off(2)"),
        (((6, 0), (6, 0)), "6/off(2)"),
        (((4, 3), (3, 2), (2, 1), (1, 0)), "4/off"),
        (((13, 7), (8, 7)), "13/7 8/7"),
        (((7, 2), (13, 7)), "13/2"),
    ],
)
def test_a_play_is_written_as_people_do(steps: tuple[Move, ...], text: str) -> None:
    assert format_play(steps, at(OWN, BLOTS)) == text


@pytest.mark.parametrize(
    ("own", "roll", "steps", "text"),
    [
        ({6: 1, 2: 2, 1: 1}, (6, 1), ((6, 5), (5, 0)), "6/5/off"),
        ({6: 1, 2: 2, 1: 1}, (1, 6), ((6, 0), (2, 1)), "6/off 2/1"),
        ({6: 1}, (5, 1), ((6, 5), (5, 0)), "6/off"),
        ({5: 1, 4: 1}, (5, 2), ((5, 3), (3, 0)), "5/3/off"),
        ({7: 1}, (6, 1), ((7, 6), (6, 0)), "7/off"),
        ({4: 1}, (1, 1), ((4, 3), (3, 2), (2, 1), (1, 0)), "4/off"),
        ({5: 2}, (3, 3), ((5, 2), (5, 2), (2, 0), (2, 0)), "5/off(2)"),
    ],
)
def test_with_its_dice_a_play_names_a_stop_that_one_die_alone_would_not_need(
    own: dict[int, int], roll: Dice, *, steps: tuple[Move, ...], text: str
) -> None:
    assert format_play(steps, at(own), dice=roll) == text


def test_a_legal_play_is_written_like_its_steps() -> None:
    for play in legal_plays(START, (3, 1)):
        assert format_play(play, START) == format_play(play.steps, START)


@given(positions, dice)
def test_what_is_written_is_read_as_the_same_play(
    position: Position, roll: Dice
) -> None:
    for play in legal_plays(position, roll):
        text = format_play(play, position)
        moves, hits = parse_play(text), marked_hits(text)
        assert judge_play(position, roll, moves).after == play.after
        in_full = parse_play(format_play(play, position, dice=roll))
        assert judge_play(position, roll, in_full).after == play.after
        assert judge_play(position, roll[::-1], moves, hits=hits).after == play.after
        assert judge_play(position, roll, reversed(play.steps)).after == play.after
