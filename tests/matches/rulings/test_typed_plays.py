"""Plays as people type and copy them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.board import UnreadablePlayError, format_play, legal_plays
from matches.rules.board.notation import parse_play
from matches.rulings.services import as_written
from tests.matches.rules.board.strategies import random_positions


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("6/\u2060off", "6/off"),
        ("8/5\u200b 6/5\ufeff", "8/5 6/5"),
        ("8/5\u00a06/5", "8/5 6/5"),
        ("13/\u00ad7\u202f8/7", "13/7 8/7"),
        ("8–5, 6–5", "8-5, 6-5"),
        ("8−5 6‑5", "8-5 6-5"),
        ("8 / 5 6→5", "8/5 6/5"),
        ("６／ｏｆｆ", "6/off"),
        ("6/ud", "6/off"),
        ("6/Ut", "6/off"),
        ("6/av 5/av(2)", "6/off 5/off(2)"),
        ("6/uit", "6/off"),
        ("6/af", "6/off"),
        ("baren/22*", "bar/22*"),
        ("vall/22", "bar/22"),
        ("Barriere/20*/17", "bar/20*/17"),
        ("balk/22", "bar/22"),
        ("BAR/22 6/OFF", "bar/22 6/off"),
        ("\u2060", ""),
        ("–", "-"),
        ("eight five", "eight five"),
    ],
)
def test_a_play_is_made_readable(typed, written):
    assert as_written(typed) == written


@given(st.text(max_size=80))
def test_any_text_is_cleaned_once(typed):
    cleaned = as_written(typed)
    assert as_written(cleaned) == cleaned
    try:
        parse_play(cleaned)
    except UnreadablePlayError:
        return


def test_what_programs_write_stays_as_it_is():
    for position in random_positions(20, seed=6):
        for play in legal_plays(position, (6, 1)):
            text = format_play(play, position)
            assert as_written(text) == text
