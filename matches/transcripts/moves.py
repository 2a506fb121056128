"""Applies written moves to a board: by the rules, or unchecked."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from matches.rules import Side
from matches.rules.board import OFF, Move, Position
from matches.rules.board.legality import judge_play
from matches.rules.board.notation import UnreadablePlayError, marked_hits
from matches.rules.board.plays import Play
from matches.transcripts.record import Action

_NO_DICE: Final = (0, 0)
_HIT: Final = "*"
_BLOT: Final = -1


class Forced(NamedTuple):
    """`after` is seen by the mover; `hits` is True for each move that hits."""

    after: Position
    hits: tuple[bool, ...]


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


def forced(position: Position, moves: Iterable[Move]) -> Forced | None:
    """None if that is impossible: no checker to move, or a blocked point."""
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
    return Forced(Position(tuple(points), position.checkers), tuple(hits))


def seen(side: Side, position: Position) -> Position:
    return position if side is Side.ONE else position.turned
