"""All legal plays of a roll.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023), "Flyt af brikker
– regler" 1–6, "At slå en brik", "Udtagning af brikker"; Swedish federation, "Såhär
spelas backgammon" (2021), "Slå och flytta" and "Flytta ut egna brickor ur spelet".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from matches.rules.board.position import BAR, HOME, OFF, Dice, Points, Position

Step: TypeAlias = tuple[int, int]
"""One checker moved by one die: from and to, as the mover counts."""

Board: TypeAlias = list[int]
"""A mutable copy of `Points`, on which plays are tried."""

_Branch: TypeAlias = tuple[Board, tuple[Step, ...]]
_Ends: TypeAlias = dict[Points, tuple[Step, ...]]
_FARTHEST_HOME: Final = HOME[-1]
_BLOT: Final = -1


@dataclass(frozen=True, slots=True)
class Play:
    """A play of one roll.

    The `steps` are in an order in which they can be played. `after` is the position
    after them, still seen by the mover.
    """

    steps: tuple[Step, ...]
    after: Position


def legal_plays(position: Position, dice: Dice) -> tuple[Play, ...]:
    """Return one play for every position that the dice can lead to, in a fixed order.

    The result is empty if no checker can move. If several plays lead to the same
    position, the one with the larger die first is returned.
    """
    larger, smaller = max(dice), min(dice)
    board = list(position.points)
    if larger == smaller:
        ends = _of_double(board, larger)
    else:
        ends = _of_two(board, larger, smaller)
    checkers = position.checkers
    return tuple(
        [Play(steps, Position(points, checkers)) for points, steps in ends.items()]
    )


def can_move(position: Position, dice: Dice) -> bool:
    board = list(position.points)
    return any(steps_with(board, die) for die in dice)


def steps_with(board: Board, die: int, farthest: int = BAR) -> list[Step]:
    """Return the legal steps with one die, the farthest checker first.

    A checker on the bar must move first. Bearing off requires that all checkers are in
    the home board: from the point of the die, or from the farthest point below it.
    Steps from places beyond `farthest` are left out.

    Sources: Danish federation, Lektion 0 (2023), "At slå en brik" and "Udtagning af
    brikker".
    """
    if board[BAR] > 0:
        return [(BAR, BAR - die)] if board[BAR - die] >= _BLOT else []
    steps = [
        (place, place - die)
        for place in range(min(BAR - 1, farthest), die, -1)
        if board[place] > 0 and board[place - die] >= _BLOT
    ]
    # The farthest checker is outside, so nothing is borne off.
    if max(board[_FARTHEST_HOME + 1 :]) > 0:
        return steps
    if board[die] > 0:
        steps.append((die, OFF))
    # With no checker on the point of the die or beyond it, the farthest one below is
    # borne off with a larger die.
    elif max(board[die:]) <= 0:
        steps += [
            (place, OFF) for place in range(die - 1, OFF, -1) if board[place] > 0
        ][:1]
    return [step for step in steps if step[0] <= farthest]


def allows(board: Board, source: int, die: int) -> bool:
    """Return True if the checker can be moved by this die; faster than `steps_with`."""
    if board[source] <= 0 or (board[BAR] > 0 and source != BAR):
        return False
    target = source - die
    if target > OFF:
        return board[target] >= _BLOT
    if max(board[_FARTHEST_HOME + 1 :]) > 0:
        return False
    return target == OFF or max(board[source + 1 :]) <= 0


def is_blot(board: Board, target: int) -> bool:
    return target != OFF and board[target] == _BLOT


def moved(board: Board, source: int, target: int) -> Board:
    """Return the board after one legal step: a blot is hit, a checker borne off."""
    after = board.copy()
    after[source] -= 1
    if target == OFF:
        return after
    if after[target] == _BLOT:
        after[target] = 0
        after[OFF] -= 1
    after[target] += 1
    return after


def _of_two(board: Board, larger: int, smaller: int) -> _Ends:
    """Return positions after both dice, else after the larger, else the smaller."""
    by_larger, by_smaller = steps_with(board, larger), steps_with(board, smaller)
    both = chain(
        _ordered(board, by_larger, smaller), _ordered(board, by_smaller, larger)
    )
    ends: _Ends = {}
    for after, steps in both:
        # The first way to a position is kept: the one with the larger die first.
        ends.setdefault(tuple(after), steps)
    if ends:
        return ends
    return {tuple(moved(board, *step)): (step,) for step in by_larger or by_smaller}


def _ordered(board: Board, firsts: list[Step], die: int) -> Iterator[_Branch]:
    """Yield for each first step the steps that it allows the other die."""
    for first in firsts:
        halfway = moved(board, *first)
        for second in steps_with(halfway, die):
            yield moved(halfway, *second), (first, second)


def _of_double(board: Board, die: int) -> _Ends:
    """Return the positions after plays of up to four steps, as many as possible.

    Only steps from the farthest checker to the nearest are tried: this order is legal
    if any order is, and it reaches no position twice.
    """
    branches: list[_Branch] = [(board, ())]
    for _ in range(4):
        longer = [
            (moved(before, *step), (*steps, step))
            for before, steps in branches
            for step in steps_with(before, die, steps[-1][0] if steps else BAR)
        ]
        if not longer:
            break
        branches = longer
    return {tuple(after): steps for after, steps in branches if steps}
