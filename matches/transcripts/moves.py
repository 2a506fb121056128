"""Applies written moves to a board: by a fast check, by the rules, or unchecked."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from matches.rules.board import BAR, OFF, Dice, Move, Position
from matches.rules.board.legality import judge_play
from matches.rules.board.notation import UnreadablePlayError, marked_hits
from matches.rules.board.plays import Play
from matches.transcripts.record import Action

_NO_DICE: Final = (0, 0)
_HIT: Final = "*"
_BLOT: Final = -1
_DOUBLE: Final = 4
_ABOVE_HOME: Final = range(7, BAR + 1)


class Forced(NamedTuple):
    """The result of unchecked moves; `after` is seen by the mover.

    `hits` is True for each move that hits.
    """

    after: Position
    hits: tuple[bool, ...]


def judged_play(position: Position, act: Action) -> Play:
    """Return the legal play of a roll, which must have dice and moves.

    Raises IllegalPlayError.
    """
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
    """Make moves one by one without checking the rules.

    Return None if this is impossible: no checker to move, or a blocked point.
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
    return Forced(Position(tuple(points), position.checkers), tuple(hits))


def plain(
    own: list[int], other: list[int], roll: tuple[Dice, Sequence[Move]]
) -> tuple[list[int], list[int]] | None:
    """Make the moves of a roll if a simple check shows that they are legal.

    Each side's checkers are in a list of its own, by the points as that side counts
    them, with those borne off at `OFF`. Return None if `judge_play` is needed: for
    moves in another order, a hidden hit, or unused dice. Nearly all rolls are plain.
    """
    dice, moves = roll
    left = [dice[0]] * _DOUBLE if dice[0] == dice[1] else [*dice]
    own, other = own[:], other[:]
    for source, target in moves:
        if not own[source] or (own[BAR] and source != BAR):
            return None
        if target == OFF:
            if not _bears_off(own, source, left):
                return None
        else:
            if source - target in left:
                left.remove(source - target)
            elif not _passes(other, (source, target), left):
                return None
            there = other[BAR - target]
            if there > 1:
                return None
            if there:
                other[BAR - target] = 0
                other[BAR] += 1
        own[source] -= 1
        own[target] += 1
    if left and any(own[1:]):
        return None
    return own, other


def _bears_off(own: list[int], source: int, left: list[int]) -> bool:
    """Remove the die that bears this checker off; return False if none simply does."""
    for place in _ABOVE_HOME:
        if own[place]:
            return False
    if source in left:
        left.remove(source)
        return True
    if not left or max(left) < source or any(own[source + 1 : 7]):
        return False
    left.remove(max(left))
    return True


def _passes(other: list[int], move: Move, left: list[int]) -> bool:
    """Remove the dice of a move with hidden stops; return False if that is unsure.

    It is unsure if opposing checkers stand on a possible stop, because the move may be
    blocked or hit there.
    """
    source, target = move
    far = source - target
    if len(left) < 2 or far <= 0:  # noqa: PLR2004 – a die for each half of the way
        return False
    if left[0] == left[1]:
        steps, rest = divmod(far, left[0])
        stops = range(source - left[0], target, -left[0])
        if rest or steps > len(left) or any(other[BAR - stop] for stop in stops):
            return False
        del left[:steps]
        return True
    if far != sum(left):
        return False
    ways = [other[BAR - source + die] for die in left]
    left.clear()
    return 1 not in ways and 0 in ways
