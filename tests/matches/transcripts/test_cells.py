"""Rows of text matches, taken apart."""

import pytest

from matches.rules import Side
from matches.rules.board import START
from matches.transcripts.read.cells import Said, Win, read_row
from matches.transcripts.record import Action, ActKind

NAMES = ("Ada", "Bo")
ONE, TWO = Side.ONE, Side.TWO


def said(row: str) -> list[Said]:
    start = row.index(")") + 1
    return read_row(row[start:], start, 7, names=NAMES)


def shown(row: str) -> list[tuple[int, str, str]]:
    """Return side, kind and text of all cells."""
    return [
        (int(cell.side), cell.kind.value, cell.text)
        if isinstance(cell, Action)
        else (int(cell.side), "wins", str(cell.points))
        for cell in said(row)
        if not isinstance(cell, str)
    ]


def test_two_rolls() -> None:
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
def test_rows_of_all_dialects(row: str, meaning: str) -> None:
    found = " | ".join(" ".join(map(str, cell)).strip() for cell in shown(row))
    assert found == meaning.removeprefix("=").strip()


def test_dice_nobody_can_throw() -> None:
    assert said("  9) 00: ????") == [
        Action(ONE, ActKind.ROLL, None, None, "????", 0, None, 7)
    ]
    assert said("  9) 00:")[0] == Action(ONE, ActKind.ROLL, None, (), "00", 0, None, 7)


def test_moves_are_repeated_and_chained() -> None:
    one, two = said("  2) 44: 24/20(2) 13/9*(2)         11: Bar/23*/22 6/Off")
    assert isinstance(one, Action)
    assert isinstance(two, Action)
    assert one.moves == ((24, 20), (24, 20), (13, 9), (13, 9))
    assert two.moves == ((25, 23), (23, 22), (6, 0))


def test_a_play_nobody_can_read_is_kept_as_text() -> None:
    (cell,) = said("  2) 31: 8/5 somewhere")
    assert cell == Action(ONE, ActKind.ROLL, (3, 1), None, "8/5 somewhere", 0, None, 7)


def test_the_result_of_the_match() -> None:
    assert said("  3)                        Wins 2 points and the match") == [
        Win(TWO, 2, True, 7)
    ]
    assert said("  3) Wins") == [Win(ONE, None, False, 7)]


def test_text_that_says_nothing_known() -> None:
    assert said("  3)  thinks  Takes") == [
        "thinks",
        Action(ONE, ActKind.TAKE, text="Takes", line=7),
    ]


BOARD = "-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2"


def test_a_position_put_up_by_hand() -> None:
    row = (
        "  2) 62:                         "
        f"Illegal play (5;0;0;0;0;Bo;Ada;0;0;0;4;1;0;{BOARD};0;4;2;) 42: 8/4 6/4"
    )
    roll, setup, answer = said(row)
    assert isinstance(roll, Action)
    assert isinstance(answer, Action)
    assert (roll.side, answer.side) == (ONE, TWO)
    assert isinstance(setup, Action)
    assert (setup.kind, setup.side, setup.position) == (ActKind.SETUP, TWO, START)
    assert (setup.value, setup.owner) == (4, TWO)


def test_whose_turn_it_is_when_both_have_one_name() -> None:
    text = f"  2) Illegal play (5;0;0;0;1;X;X;0;0;0;1;0;0;{BOARD};0;4;2;)"
    start = text.index(")") + 1
    (setup,) = read_row(text[start:], start, 7, names=("X", "X"))
    assert isinstance(setup, Action)
    assert (setup.side, setup.owner) == (ONE, None)


@pytest.mark.parametrize("board", ["1;2;3", BOARD.replace("5", "9"), "x" * 40])
def test_a_position_that_cannot_be(board: str) -> None:
    (setup,) = said(f"  2) Illegal play (5;0;0;0;1;Ada;Bo;0;0;0;1;0;0;{board};0;4;2;)")
    assert isinstance(setup, Action)
    assert (setup.kind, setup.dice, setup.moves) == (ActKind.ROLL, None, None)
