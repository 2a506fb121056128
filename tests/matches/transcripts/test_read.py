"""What kind of file it is, by what stands in it."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Score, Side
from matches.rules.board import NACKGAMMON, START
from matches.rules.refusals import RuleError
from matches.transcripts import Dialect, FileFormat, read
from matches.transcripts.read import refused
from matches.transcripts.read.cells import Win, read_row
from matches.transcripts.read.headers import (
    EMPTY_FILE,
    FILE_TOO_LARGE,
    MAX_BYTES,
    NO_TEXT,
    decode,
    read_game_line,
    read_length,
    read_score_line,
    read_tag,
    start_of,
    without_rating,
)
from matches.transcripts.read.text import NO_TRANSCRIPT
from matches.transcripts.record import Action, ActKind
from tests.gnubg_truth import FOLDER
from tests.refusals import raises

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
POSITIONS = FOLDER.parent / "positions"


def zipped(*names):
    """Return a packed folder with files of these names."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as folder:
        for name in names:
            folder.writestr(name, "text")
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", EMPTY_FILE),
        (b"RGMH\x01\x00\x00\x00", refused.OWN_FORMAT),
        (b'{ "format": "BGF", "version": "1.0" }\n\x1f\x8b\x08', refused.OWN_FORMAT),
        (b"JavaFIBS internal match representation v1.1\n8:A:7\n", refused.OWN_FORMAT),
        (
            b"Score is 0-0 in a 5 point match.\nX is ann, O is bob\n",
            refused.OTHER_RECORD,
        ),
        (b"ann vs. bob\n1\t31\t8-5\tO-O\n", refused.OTHER_RECORD),
        (b"MatchID: 7\nGameInfo: 1\n", refused.OTHER_RECORD),
        (b"PartyGammon hand history\n", refused.OTHER_RECORD),
        (b"# made by hand\nnew match 5\n", refused.GNU_BACKGAMMON_COMMANDS),
        (
            b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10\n",
            refused.POSITION_FILE,
        ),
        (b"GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n", refused.POSITION_FILE),
        (zipped("a.mat"), refused.ZIP_FILE),
        (zipped("word/document.xml"), refused.OFFICE_FILE),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", refused.OFFICE_FILE),
        (b"{\\rtf1 Game 1}", refused.OFFICE_FILE),
        (gzip.compress(b" 7 point match", mtime=0), refused.COMPRESSED_FILE),
        (b"%PDF-1.7\n", refused.PDF_FILE),
        (b"\x89PNG\r\n\x1a\n", refused.PICTURE_FILE),
        (b"\xff\xd8\xff\xe0\x00", refused.PICTURE_FILE),
        (b"\x00\x00\x00\x18ftypheic", refused.PICTURE_FILE),
        (b"<!DOCTYPE html><html></html>", refused.WEB_PAGE),
        (b'{"games": []}', refused.DATA_FILE),
        (b"<?xml version='1.0'?><match/>", refused.DATA_FILE),
        (b"Dear director, here is our match.", NO_TRANSCRIPT),
        (b"7 point match\n", NO_TRANSCRIPT),
        (bytes(range(1, 32)) * 20, NO_TEXT),
    ],
)
def test_other_files_are_refused_by_name(content, error):
    with raises(error) as caught:
        read(content)
    assert caught.value.refusal is error
    assert str(caught.value).endswith(".")


def test_a_packed_document_is_known_by_its_name_too():
    with raises(refused.OFFICE_FILE):
        read(zipped("content.bin"), name="Match.DOCX")


@pytest.mark.skipif(not POSITIONS.is_dir(), reason="real files are not here")
def test_positions_of_other_programs_are_refused():
    for path in sorted(POSITIONS.iterdir()):
        with raises(refused.POSITION_FILE):
            read(path.read_bytes(), name=path.name)


def test_text_matches_are_read():
    assert read((GOLDEN / "xg.txt").read_bytes()).format is FileFormat.MAT


def test_sgf_is_read_whatever_it_is_called():
    content = (GOLDEN / "match.sgf").read_bytes()
    assert (
        read(b"\xef\xbb\xbf\r\n" + content, name="match.mat").format is FileFormat.SGF
    )


def test_sgf_below_a_greeting():
    assert read((GOLDEN / "damaged.sgf").read_bytes()).format is FileFormat.SGF


def test_a_match_that_mentions_other_formats_is_still_a_match():
    text = (GOLDEN / "gnubg.mat").read_text(encoding="utf-8")
    content = f'; [Event "XGID=, PartyGammon, ann vs. bob"]\n{text}'.encode()
    assert read(content).dialect is Dialect.GNUBG


TEXT = " Åse Ødegård : 0\r\n žluť\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]
)
def test_unicode(encoding):
    assert decode(TEXT.encode(encoding)) == TEXT


def test_windows():
    assert decode("Åse – Bo’s".encode("cp1252")) == "Åse – Bo’s"


def test_bytes_windows_does_not_know():
    assert decode(b"\xc5se \x81") == "Åse \x81"


def test_a_big_endian_mark():
    assert decode(b"\xfe\xff" + TEXT.encode("utf-16-be")) == TEXT


def test_stray_nulls_are_left_out():
    text = " 7 point match\n\n Game 1\n Ada : 0                        Bo : 0\n"
    assert decode(text.replace("\n\n", "\n\0\0\n").encode()) == text


@pytest.mark.parametrize("content", [b"", b"  \r\n\t", b"\xef\xbb\xbf", bytes(100)])
def test_nothing(content):
    with raises(EMPTY_FILE):
        decode(content)


def test_too_much():
    assert decode(b"a" * MAX_BYTES)
    with raises(FILE_TOO_LARGE) as caught:
        decode(b"a" * (MAX_BYTES + 1))
    assert caught.value.params == {"most": 5}


def test_the_old_mark_of_the_end_is_no_text():
    assert decode(b"Wins 1 point\r\n\x1a") == "Wins 1 point\r\n"


def test_no_text():
    with raises(NO_TEXT):
        decode(bytes(range(256)))


@given(st.binary(max_size=500))
def test_any_bytes_give_text_or_a_reason(content):
    try:
        text = decode(content)
    except RuleError:
        return
    assert "\0" not in text


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
def test_names_and_score(line, names, score):
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
def test_lines_without_names_and_score(line):
    assert read_score_line(line) is None


name = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters=":"), min_size=1
)


@given(name, name, st.integers(0, 99), st.integers(0, 99))
def test_any_names_come_back(one, two, left, right):
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
def test_lengths(line, length):
    assert read_length(line) == length


def test_tags():
    assert read_tag('; [Site "eXtreme Gammon"]') == ("Site", "eXtreme Gammon")
    assert read_tag('; [Event ""]') == ("Event", "")
    assert read_tag('; [Event "The "Old" cup"]') == ("Event", 'The "Old" cup')
    assert read_tag("; clock [2:00/12] used") is None


def test_game_lines():
    assert read_game_line(" Game 12") == (12, None)
    assert read_game_line("game 3 (Crawford game)") == (3, True)
    assert read_game_line("Game 3 was lovely") is None
    assert read_game_line("Games 3") is None


def test_ratings():
    assert without_rating("nils,1764") == ("nils", "1764")
    assert without_rating("Berg, Ole") == ("Berg, Ole", "")


@pytest.mark.parametrize("variant", ["", "Backgammon", "Standard"])
def test_the_ordinary_start(variant):
    assert start_of(variant) == START


def test_other_starts():
    assert start_of("NackGammon") == NACKGAMMON
    assert start_of("Acey-deucey") is None
    for count in (1, 2, 3):
        start = start_of(f"HyperGammon ({count})")
        assert start.checkers == sum(start.points[22:]) == count
        assert start == start.turned


NAMES = ("Ada", "Bo")
ONE, TWO = Side.ONE, Side.TWO


def said(row):
    start = row.index(")") + 1
    return read_row(row[start:], start, 7, names=NAMES)


def shown(row):
    """Return side, kind and text of all cells."""
    return [
        (int(cell.side), cell.kind.value, cell.text)
        if isinstance(cell, Action)
        else (int(cell.side), "wins", str(cell.points))
        for cell in said(row)
        if not isinstance(cell, str)
    ]


def test_two_rolls():
    one, two = said("  1) 31: 8/5 6/5                 25: 13/8* bar/23 ")
    assert one == Action(
        ONE, ActKind.ROLL, (3, 1), ((8, 5), (6, 5)), "8/5 6/5", 0, None, 7
    )
    assert two == Action(
        TWO, ActKind.ROLL, (2, 5), ((13, 8), (25, 23)), "13/8* bar/23", 0, None, 7
    )


# A row, and below it what it says: side, kind and text of each cell.
ROWS = """
  1)                             65: 24/13
= 2 roll 24/13
100) 65: 24/13
= 1 roll 24/13
  6) 66: 22/16 22/16 16/10 16/10 64: 23/17 10/6
= 1 roll 22/16 22/16 16/10 16/10 | 2 roll 23/17 10/6
  2) 54:                         35: 8/3
= 1 roll | 2 roll 8/3
 10) 61: 9/8 13/7                 Doubles => 2
= 1 roll 9/8 13/7 | 2 double Doubles => 2
  8)  Doubles => 32               Beavers => 64
= 1 double Doubles => 32 | 2 beaver Beavers => 64
  8)  Doubles => 2 Takes
= 1 double Doubles => 2 | 2 take Takes
 11)  Takes                      64: 13/7 7/3
= 1 take Takes | 2 roll 13/7 7/3
 26)  Drops                       Wins 64 points
= 1 drop Drops | 2 wins 64
  22)  Wins 2 point
= 1 wins 2
  22)                                   Wins 2 point
= 2 wins 2
 10)  Losses 5 point                            Wins 5 point and the match
= 1 resign Losses 5 point | 2 wins 5
  1)                              Losses 3 point
= 2 resign Losses 3 point
 23) 31: 8/5 6/5    24)  Losses 1 point
= 1 roll 8/5 6/5 | 2 resign Losses 1 point
 24) 32: ????                           Wins 4016 point
= 1 roll ???? | 2 wins 4016
 24) ????                         Wins 3 point
= 1 roll ???? | 2 wins 3
 12) 32: Concedes
= 1 roll | 1 resign Concedes
 12) 32: 6/4 5/2                 41: Concedes
= 1 roll 6/4 5/2 | 2 roll | 2 resign Concedes
 12) 32: 6/4 5/2                  Resigned Match
= 1 roll 6/4 5/2 | 2 resign Resigned Match
 12)  Forfeits
= 1 resign Forfeits
 12)                              Loses on time
= 2 timeout Loses on time
 12)  Accepts                     Rejects
= 1 take Accepts | 2 drop Rejects
 12) 64: Cannot Move              66: Cannot Move
= 1 roll Cannot Move | 2 roll Cannot Move
 12) 64: 53: 8/5 8/3
= 1 roll | 2 roll 8/5 8/3
  1) 31 8/5 6/5                  52 13/8 13/11
= 1 roll 8/5 6/5 | 2 roll 13/8 13/11
 23)
=
""".strip("\n").split("\n")


@pytest.mark.parametrize(
    ("row", "meaning"), list(zip(ROWS[::2], ROWS[1::2], strict=True))
)
def test_rows_of_all_dialects(row, meaning):
    found = " | ".join(" ".join(map(str, cell)).strip() for cell in shown(row))
    assert found == meaning.removeprefix("=").strip()


def test_dice_nobody_can_throw():
    assert said("  9) 00: ????") == [
        Action(ONE, ActKind.ROLL, None, None, "????", 0, None, 7)
    ]
    assert said("  9) 00:")[0] == Action(ONE, ActKind.ROLL, None, (), "00", 0, None, 7)


def test_moves_are_repeated_and_chained():
    one, two = said("  2) 44: 24/20(2) 13/9*(2)         11: Bar/23*/22 6/Off")
    assert one.moves == ((24, 20), (24, 20), (13, 9), (13, 9))
    assert two.moves == ((25, 23), (23, 22), (6, 0))


def test_a_play_nobody_can_read_is_kept_as_text():
    (cell,) = said("  2) 31: 8/5 somewhere")
    assert cell == Action(ONE, ActKind.ROLL, (3, 1), None, "8/5 somewhere", 0, None, 7)


def test_the_result_of_the_match():
    assert said("  3)                        Wins 2 points and the match") == [
        Win(TWO, 2, True, 7)
    ]
    assert said("  3) Wins") == [Win(ONE, None, False, 7)]


def test_text_that_says_nothing_known():
    assert said("  3)  thinks  Takes") == [
        "thinks",
        Action(ONE, ActKind.TAKE, text="Takes", line=7),
    ]


BOARD = "-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2"


def test_a_position_put_up_by_hand():
    row = (
        "  2) 62:                         "
        f"Illegal play (5;0;0;0;0;Bo;Ada;0;0;0;4;1;0;{BOARD};0;4;2;) 42: 8/4 6/4"
    )
    roll, setup, answer = said(row)
    assert (roll.side, answer.side) == (ONE, TWO)
    assert (setup.kind, setup.side, setup.position) == (ActKind.SETUP, TWO, START)
    assert (setup.value, setup.owner) == (4, TWO)


def test_whose_turn_it_is_when_both_have_one_name():
    text = f"  2) Illegal play (5;0;0;0;1;X;X;0;0;0;1;0;0;{BOARD};0;4;2;)"
    start = text.index(")") + 1
    (setup,) = read_row(text[start:], start, 7, names=("X", "X"))
    assert (setup.side, setup.owner) == (ONE, None)


@pytest.mark.parametrize("board", ["1;2;3", BOARD.replace("5", "9"), "x" * 40])
def test_a_position_that_cannot_be(board):
    (setup,) = said(f"  2) Illegal play (5;0;0;0;1;Ada;Bo;0;0;0;1;0;0;{board};0;4;2;)")
    assert (setup.kind, setup.dice, setup.moves) == (ActKind.ROLL, None, None)
