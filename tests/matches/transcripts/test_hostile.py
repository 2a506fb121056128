"""Files made to hurt, or made at random: nothing takes long or breaks."""

import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import RuleError
from matches.transcripts import read
from matches.transcripts.doubts import LONG_LINE, MORE_NOTES
from matches.transcripts.read.headers import FILE_TOO_LARGE, MAX_BYTES
from matches.transcripts.read.text import (
    LONGEST_LINE,
    MOST_ACTS,
    MOST_GAMES,
    MOST_LINES,
    TOO_LONG_MATCH,
    read_text,
)
from matches.transcripts.read.text_game import MOST_NOTES
from tests import file_fuzz
from tests.examples import NIGHTLY, examples
from tests.file_fuzz import fuzz
from tests.matches.transcripts.mutations import MUTATIONS, damaged, golden_files
from tests.refusals import raises

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
START = " 5 point match\n\n Game 1\n Ada : 0                        Bo : 0\n"
ROW = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
WINS = "      Wins 1 point\n"
MUCH = 10**6
LINES = 100
PIECES = (
    *' :\t)(?/;[\n\r\u2028"',
    *("1)", "31:", ": 1", "\n ", "(2)", "; [", ";)", "8/", "8/5 ", "Illegal play ("),
    *("Wins ", "Doubles => ", "Game 1\n", " : 0  "),
)


def refused_or_read(text):
    """Read, or be told why not, in a sentence."""
    try:
        return read(text.encode()[:MAX_BYTES])
    except RuleError as refusal:
        assert str(refusal)
        return None


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("before", ["", START])
def test_a_million_of_anything(piece, before):
    refused_or_read(before + piece * (MUCH // len(piece)) + "\n" + WINS)


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("before", ["", "  1) ", "; [Site ", " Ada : 0 ", " 31: "])
def test_many_long_lines(piece, before):
    line = (before + piece.strip("\n") * LONGEST_LINE)[: LONGEST_LINE - 1] + "\n"
    refused_or_read(line * LINES + START + line * LINES + WINS)


def test_one_line_of_five_megabytes():
    long = "x" * (MAX_BYTES - len(START + WINS) - 1)
    found = refused_or_read(f"{START}{long}\n{WINS}")
    assert found.games[0].stated == 1
    assert found.notes == (LONG_LINE(line=5, most=LONGEST_LINE),)


def test_too_large():
    with raises(FILE_TOO_LARGE):
        read(b" " * (MAX_BYTES + 1))


def test_too_many_games():
    game = START.partition("\n\n")[2] + WINS
    assert len(read_text(game * MOST_GAMES).games) == MOST_GAMES
    with raises(TOO_LONG_MATCH):
        read_text(game * (MOST_GAMES + 1))


def test_too_many_lines():
    with raises(TOO_LONG_MATCH):
        read_text(START + "\n" * MOST_LINES + WINS)


def test_too_many_acts():
    with raises(TOO_LONG_MATCH):
        read_text(START + ROW * (MOST_ACTS // 2 + 1))


def test_no_more_notes_than_anybody_reads():
    found = read_text(START + "what?\n" * 5000 + WINS)
    assert len(found.notes) == MOST_NOTES + 1
    assert found.notes[-1] == MORE_NOTES(most=MOST_NOTES)


def test_notes_do_not_repeat_long_texts():
    found = read_text(f"{START}{'y' * 900}\n  1) 31: {'z' * 900}\n{WINS}")
    assert all(len(str(note)) < 300 for note in found.notes)


def test_numbers_too_long_for_numbers():
    digits = "9" * 900
    found = read_text(
        f" {digits} point match\n Game {digits}\n{START}"
        f"  1)  Doubles => {digits}              Wins {digits} points\n"
    )
    assert found.length == 5


@examples(300)
@given(st.lists(st.sampled_from([*PIECES, START, ROW, WINS]), max_size=40))
def test_pieces_in_any_order(pieces):
    refused_or_read(START + "".join(pieces))


@examples(100)
@given(st.data())
def test_files_with_damage(data):
    path = data.draw(st.sampled_from(sorted(GOLDEN.glob("*.[mt]*"))))
    content = path.read_bytes()
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(start + 40, len(content))))
    damage = data.draw(st.binary(max_size=10))
    try:
        found = read(content[:start] + damage + content[end:])
    except RuleError:
        return
    assert all(isinstance(note, RuleError) and str(note) for note in found.notes)
    assert all((game.stated or 0) >= 0 for game in found.games)


SEED = 20
PARTS = 10
EACH = 150 if NIGHTLY else 40
FILE = 1
"""The number of a damaged file."""


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_files_are_matches_or_refused(part):
    numbers = range(part * EACH, (part + 1) * EACH)
    report = fuzz(numbers, seed=SEED, collected=False)
    assert not report.broken
    read = report.counts["read, with doubts"] + report.counts["read, without a doubt"]
    assert EACH / 3 < read < EACH


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("content", [b"", b"\n", b"("])
def test_every_damage_can_be_done_to_nearly_nothing(mutation, content):
    for number in range(20):
        assert isinstance(mutation(Random(number), content, b""), bytes)


def test_the_same_numbers_do_the_same_damage():
    files = golden_files()
    one, same, other = (damaged(Random(each), files) for each in (1, 1, 2))
    assert one == same != other


def test_what_breaks_is_told_with_its_place(monkeypatch):
    def broken(_content):
        raise ZeroDivisionError

    module = sys.modules["matches.transcripts.read"]  # the package names the function
    monkeypatch.setattr(module, "check_size", broken)
    report = fuzz([FILE], seed=SEED, collected=False)
    (place,) = report.broken
    assert place.startswith("ZeroDivisionError at __init__.py:")
    assert report.broken[place] == [FILE]
    assert "1 places break" in list(report.lines())


def test_one_file_by_itself(capsys):
    assert file_fuzz.main(["--seed", "1", "--only", "1"]) == 0
    assert capsys.readouterr().out
