"""Applies written moves to a board: by the rules, or unchecked; boards set by hand.

A text file sets the board and the cube by a comment, `; Set Pos=…/1`. It has 26
letters, from the opponent's bar to side ONE's own bar, with capitals for side ONE's
checkers. The number is the exponent of the cube (a power of two), with a minus if side
ONE owns the cube. A cube in the middle is written as 0, which means 1: an opening stake
cannot be written.

Sources: eXtreme Gammon, text export; GNU Backgammon 1.07.001, as it reads the comment.
"""

import re
from collections.abc import Iterable
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from matches.rules import Side
from matches.rules.board import CHECKERS, OFF, Move, Position, PositionError
from matches.rules.board.legality import judge_play
from matches.rules.board.notation import UnreadablePlayError, marked_hits
from matches.rules.board.plays import Play
from matches.transcripts.record import Action, ActKind

_NO_DICE: Final = (0, 0)
_HIT: Final = "*"
_BLOT: Final = -1
_LINE: Final = re.compile(r"[;#] Set Pos=([-A-Oa-o]{26})/(-?)(\d)\s*")
_LETTERS: Final = {
    0: "-",
    **dict(enumerate(ascii_uppercase[:CHECKERS], 1)),
    **{-count: letter for count, letter in enumerate(ascii_lowercase[:CHECKERS], 1)},
}
_COUNTS: Final = {letter: count for count, letter in _LETTERS.items()}
_MOST_DOUBLINGS: Final = 9


def judged_play(position: Position, act: Action) -> Play:
    """The roll must have dice and moves. Raises IllegalPlayError."""
    dice, moves = act.dice or _NO_DICE, act.moves or ()
    if _HIT not in act.text:
        return judge_play(position, dice, moves)
    return judge_play(position, dice, moves, hits=_marked_hits(act.text))


def _marked_hits(text: str) -> frozenset[int]:
    try:
        return marked_hits(text)
    except UnreadablePlayError:
        return frozenset()


def forced(
    position: Position, moves: Iterable[Move]
) -> tuple[Position, tuple[bool, ...]] | None:
    """Return the position after the moves, and whether each of them hits.

    None if that is impossible: no checker to move, or a blocked point.
    """
    points, hits = list(position.points), []
    for source, target in moves:
        if points[source] < 1 or (target != OFF and points[target] < _BLOT):
            return None
        hits.append(target != OFF and points[target] == _BLOT)
        points[source] -= 1
        if hits[-1]:
            points[target] = 0
            points[OFF] -= 1
        if target != OFF:
            points[target] += 1
    return Position(tuple(points), position.checkers), tuple(hits)


def seen(side: Side, position: Position) -> Position:
    return position if side is Side.ONE else position.turned


def set_pos(position: Position, *, cube: int, owner: Side | None) -> str:
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
