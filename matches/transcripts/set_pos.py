"""The comment by which a text file sets the board and the cube: `; Set Pos=…/1`.

26 letters, side ONE's checkers as capitals, from the opponent's bar to side ONE's own;
then the power of two the cube shows, with a minus where side ONE owns it. A cube in the
middle is 0 and shows 1: a stake raised before the first move has no sign.

Sources: eXtreme Gammon, text export; GNU Backgammon 1.07.001, by how it reads it.
"""

import re
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from matches.rules import Side
from matches.rules.board import CHECKERS, Position, PositionError
from matches.transcripts.record import Act, ActKind

_LINE: Final = re.compile(r"[;#] Set Pos=([-A-Oa-o]{26})/(-?)(\d)\s*")
_LETTERS: Final = {
    0: "-",
    **dict(enumerate(ascii_uppercase[:CHECKERS], 1)),
    **{-count: letter for count, letter in enumerate(ascii_lowercase[:CHECKERS], 1)},
}
_COUNTS: Final = {letter: count for count, letter in _LETTERS.items()}
_MOST_DOUBLINGS: Final = 9


def set_pos(position: Position, *, cube: int, owner: Side | None) -> str:
    """Return the line for a position seen by side ONE."""
    board = "".join(_LETTERS.get(count, "-") for count in position.points)
    doublings = min(cube.bit_length() - 1, _MOST_DOUBLINGS)
    if owner is None or not doublings:
        return f"; Set Pos={board}/0"
    return f"; Set Pos={board}/{'-' if owner is Side.ONE else ''}{doublings}"


def read_set_pos(line: str, *, number: int) -> Act | None:
    """Return what the line sets up; None if it is another comment, or no position.

    `number` is that of the line in the file.
    """
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
    return Act(
        Side.ONE,
        ActKind.SETUP,
        value=1 << doublings,
        position=position,
        line=number,
        owner=owner,
    )
