"""The comment with which a text file sets the board and the cube: `; Set Pos=…/1`.

It has 26 letters, from the opponent's bar to side ONE's own bar, with capitals for side
ONE's checkers. The number is the exponent of the cube (a power of two), with a minus if
side ONE owns the cube. A cube in the middle is written as 0, which means 1: an opening
stake cannot be written.

Sources: eXtreme Gammon, text export; GNU Backgammon 1.07.001, as it reads the comment.
"""

import re
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from matches.rules import Side
from matches.rules.board import CHECKERS, Position, PositionError
from matches.transcripts.record import Action, ActKind

_LINE: Final = re.compile(r"[;#] Set Pos=([-A-Oa-o]{26})/(-?)(\d)\s*")
_LETTERS: Final = {
    0: "-",
    **dict(enumerate(ascii_uppercase[:CHECKERS], 1)),
    **{-count: letter for count, letter in enumerate(ascii_lowercase[:CHECKERS], 1)},
}
_COUNTS: Final = {letter: count for count, letter in _LETTERS.items()}
_MOST_DOUBLINGS: Final = 9


def set_pos(position: Position, *, cube: int, owner: Side | None) -> str:
    """Return the comment line for a position seen by side ONE."""
    board = "".join(_LETTERS.get(count, "-") for count in position.points)
    doublings = min(cube.bit_length() - 1, _MOST_DOUBLINGS)
    if owner is None or not doublings:
        return f"; Set Pos={board}/0"
    return f"; Set Pos={board}/{'-' if owner is Side.ONE else ''}{doublings}"


def read_set_pos(line: str, *, number: int) -> Action | None:
    """None for another comment or no position. `number` is that of the line."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    points = tuple(_COUNTS[letter] for letter in found[1])
    try:
        position = Position(points).checked()
    except PositionError:
        return None
    doublings = int(found[3])
    owner = (Side.ONE if found[2] else Side.TWO) if doublings else None
    return Action(
        Side.ONE,
        ActKind.SETUP,
        value=1 << doublings,
        position=position,
        line=number,
        owner=owner,
    )
