"""Tags, length, game and score lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Score
from matches.rules.board import NACKGAMMON, START
from matches.transcripts.read.headers import (
    read_game_line,
    read_length,
    read_score_line,
    read_tag,
    start_of,
    without_rating,
)


@pytest.mark.parametrize(
    ("line", "names", "score"),
    [
        (" Ada : 0                        Bo : 12", ("Ada", "Bo"), (0, 12)),
        ("Ada Aas : 3     Bo Berg jr. : 1  ", ("Ada Aas", "Bo Berg jr."), (3, 1)),
        ("  : 0                            Bo : 2", ("", "Bo"), (0, 2)),
        (" Ada : 1                         : 2", ("Ada", ""), (1, 2)),
        (" Ada : 3 : 0                    Bo : 2", ("Ada : 3", "Bo"), (0, 2)),
        (" Ada : 0                        Bo : 3 : 2", ("Ada", "Bo : 3"), (0, 2)),
        (" Ada:5 : 1    Bo:6 : 2", ("Ada:5", "Bo:6"), (1, 2)),
        (" Ada: 0    Bo: 4", ("Ada", "Bo"), (0, 4)),
        (" Ada : 10 Bo : 4", ("Ada", "Bo"), (10, 4)),
        (f" {'X' * 31} : 0AnotherName : 0", ("X" * 31, "AnotherName"), (0, 0)),
        (f" {'X' * 31} : 07of9 : 0", ("X" * 31, "7of9"), (0, 0)),
        (" Ada,1764 : 2             Bo,1518 : 1", ("Ada,1764", "Bo,1518"), (2, 1)),
        (" A\x07da : 2             Bo\x00 : 1", ("Ada", "Bo"), (2, 1)),
        (" 山田 : 2             Ελένη : 1", ("山田", "Ελένη"), (2, 1)),
    ],
)
def test_names_and_score(
    line: str, names: tuple[str, str], score: tuple[int, int]
) -> None:
    assert read_score_line(line) == (names, Score(*score))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Ada",
        ": 3",
        "Ada : 3",
        "Ada  Bo : 2",
        "Ada : x   Bo : y",
        "a : 9999999  b : 1",
    ],
)
def test_lines_without_names_and_score(line: str) -> None:
    assert read_score_line(line) is None


name = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters=":"), min_size=1
)


@given(name, name, st.integers(0, 99), st.integers(0, 99))
def test_any_names_come_back(one: str, two: str, left: int, right: int) -> None:
    line = f" {one} : {left}".ljust(31) + f"  {two} : {right}"
    assert read_score_line(line) == ((one, two), Score(left, right))


@pytest.mark.parametrize(
    ("line", "length"),
    [
        (" 7 point match", 7),
        ("11 Points Match", 11),
        ("0 point match", 0),
        ("Match of 5 points", 5),
        ("Match to 9", 9),
        ("Money session", 0),
        ("Unlimited game", 0),
        ("point match", None),
        ("Wins 2 points and the match", None),
    ],
)
def test_lengths(line: str, length: int | None) -> None:
    assert read_length(line) == length


def test_tags() -> None:
    assert read_tag('; [Site "eXtreme Gammon"]') == ("Site", "eXtreme Gammon")
    assert read_tag('; [Event ""]') == ("Event", "")
    assert read_tag('; [Event "The "Old" cup"]') == ("Event", 'The "Old" cup')
    assert read_tag("; clock [2:00/12] used") is None


def test_game_lines() -> None:
    assert read_game_line(" Game 12") == (12, None)
    assert read_game_line("game 3 (Crawford game)") == (3, True)
    assert read_game_line("Game 3 was lovely") is None
    assert read_game_line("Games 3") is None


def test_ratings() -> None:
    assert without_rating("nils,1764") == ("nils", "1764")
    assert without_rating("Berg, Ole") == ("Berg, Ole", "")


@pytest.mark.parametrize("variant", ["", "Backgammon", "Standard"])
def test_the_ordinary_start(variant: str) -> None:
    assert start_of(variant) == START


def test_other_starts() -> None:
    assert start_of("NackGammon") == NACKGAMMON
    assert start_of("Acey-deucey") is None
    for count in (1, 2, 3):
        start = start_of(f"HyperGammon ({count})")
        assert start is not None
        assert start.checkers == sum(start.points[22:]) == count
        assert start == start.turned
