"""Decides whether a play is legal, and if not, which rule it breaks.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023), "Flyt af brikker
– regler"; for each rule, `matches.rules.board.illegal_plays`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from matches.rules.board import illegal_plays
from matches.rules.board.illegal_plays import IllegalPlayError
from matches.rules.board.notation import Move, format_moves, format_play
from matches.rules.board.plays import (
    Board,
    Play,
    Step,
    allows,
    is_blot,
    legal_plays,
    moved,
)
from matches.rules.board.position import BAR, HOME, OFF, Dice, Position

_NO_HITS: Final[frozenset[int]] = frozenset()


class _Claim(NamedTuple):
    """The play to judge; its moves are sorted, the farthest checker last."""

    position: Position
    dice: tuple[int, ...]
    moves: tuple[Move, ...]

    @property
    def roll(self) -> str:
        return f"{self.dice[0]}-{self.dice[-1]}"

    @property
    def play(self) -> str:
        return format_moves(reversed(self.moves))


class _Way(NamedTuple):
    """A partial play: the steps so far and the moves `left`; complete if none is."""

    board: Board
    steps: tuple[Step, ...]
    dice: tuple[int, ...]
    left: tuple[Move, ...]


def judge_play(
    position: Position,
    dice: Dice,
    moves: Iterable[Move],
    *,
    hits: frozenset[int] = _NO_HITS,
) -> Play:
    """Return the legal play that the written moves mean.

    The moves may be in any order, and one may stand for several steps of a checker. If
    the stops between can be chosen, the steps are chosen that hit on the points `hits`
    and on no others, then those with the larger die first. No moves at all are legal if
    no checker can move. Raises IllegalPlayError: the subclass names the rule broken.
    """
    larger, smaller = max(dice), min(dice)
    rolled = (larger,) * 4 if larger == smaller else (larger, smaller)
    written = tuple(sorted(moves))
    # The common case first: one move for each die, in one of two orders. Only what this
    # does not settle is searched through.
    if len(written) == len(rolled):
        for order in (rolled, rolled[::-1]):
            after = _after(position, order, written)
            if after:
                return Play(written[::-1], after)
    claim = _Claim(position, rolled, written)
    if not written:
        return _passed(claim)
    return _resolved(claim, hits)


def _after(
    position: Position, dice: tuple[int, ...], written: tuple[Move, ...]
) -> Position | None:
    """Play one move with each die, in this order; None if that is not legal."""
    board = list(position.points)
    for die, (source, target) in zip(dice, reversed(written), strict=True):
        if max(source - die, OFF) != target or not allows(board, source, die):
            return None
        board = moved(board, source, target)
    return Position(tuple(board), position.checkers)


def _passed(claim: _Claim) -> Play:
    dice = claim.dice[0], claim.dice[-1]
    plays = legal_plays(claim.position, dice)
    if not plays:
        return Play((), claim.position)
    example = format_play(plays[0], claim.position, dice=dice)
    raise illegal_plays.DICE_NOT_PLAYED(dice=claim.roll, example=example)


def _resolved(claim: _Claim, hits: frozenset[int]) -> Play:
    board = list(claim.position.points)
    ways = list(_ways(_Way(board, (), claim.dice, claim.moves)))
    played = [way for way in ways if not way.left]
    if not played:
        raise _breach(claim, ways)
    complete = [way for way in played if not way.dice]
    allowed = complete or _as_much_as_possible(claim, played)
    way = min(allowed, key=lambda candidate: len(_hits(board, candidate.steps) ^ hits))
    return Play(way.steps, Position(tuple(way.board), claim.position.checkers))


def _hits(board: Board, steps: tuple[Step, ...]) -> frozenset[int]:
    # The first checker that lands on a blot hits it, so the points of the hits follow
    # from the board before the play.
    return frozenset(target for _, target in steps if is_blot(board, target))


def _ways(way: _Way) -> Iterator[_Way]:
    """Yield all complete and maximal partial plays, with the larger die first.

    Only the order from the farthest checker to the nearest is tried. This is enough: if
    the steps are legal in any order, they are legal in this one, because checkers leave
    the bar first and all are in the home board before one is borne off.
    """
    if not way.left:
        yield way
        return
    is_stuck = True
    for step, die in _next_steps(way):
        if not allows(way.board, step[0], die):
            continue
        is_stuck = False
        dice, left = _rest(way, step, die)
        yield from _ways(_Way(moved(way.board, *step), (*way.steps, step), dice, left))
    if is_stuck:
        yield way


def _next_steps(way: _Way) -> Iterator[tuple[Step, int]]:
    """Yield possible first steps of the farthest move; only the distances must fit."""
    source = way.left[-1][0]
    # Each die once: the four of a double are alike, and trying all would give 24 times
    # the same plays.
    for die in dict.fromkeys(way.dice):
        step = (source, max(source - die, OFF))
        if _fits(*_rest(way, step, die)):
            yield step, die


def _rest(way: _Way, step: Step, die: int) -> tuple[tuple[int, ...], tuple[Move, ...]]:
    target = way.left[-1][1]
    at = way.dice.index(die)
    dice, left = way.dice[:at] + way.dice[at + 1 :], way.left[:-1]
    if step[1] == target:
        return dice, left
    return dice, tuple(sorted((*left, (step[1], target))))


def _fits(dice: tuple[int, ...], moves: tuple[Move, ...]) -> bool:
    if not moves:
        return True
    if not dice or moves[-1][0] <= moves[-1][1]:
        return False
    return any(_next_steps(_Way([], (), dice, moves)))


def _as_much_as_possible(claim: _Claim, played: list[_Way]) -> list[_Way]:
    larger, smaller = claim.dice[0], claim.dice[-1]
    plays = legal_plays(claim.position, (larger, smaller))
    # Compared by the positions that they lead to: the same play can be written in
    # several ways.
    ends = {play.after.points for play in plays}
    allowed = [way for way in played if tuple(way.board) in ends]
    if allowed:
        return allowed
    example = format_play(plays[0], claim.position, dice=(larger, smaller))
    most = max(len(play.steps) for play in plays)
    if larger == smaller:
        raise illegal_plays.REST_OF_DOUBLE(
            dice=claim.roll, most=most, die=larger, example=example
        )
    if most > 1:
        raise illegal_plays.BOTH_DICE_PLAYABLE(dice=claim.roll, example=example)
    raise illegal_plays.LARGER_DIE(dice=claim.roll, die=larger, example=example)


def _breach(claim: _Claim, ways: list[_Way]) -> IllegalPlayError:
    found = (
        _wrong_way(claim)
        or _wrong_checker(claim)
        or _wrong_numbers(claim)
        or _not_from_bar(claim)
    )
    if found:
        return found
    return _obstacle(max(ways, key=lambda way: len(way.steps)))


def _wrong_way(claim: _Claim) -> IllegalPlayError | None:
    for source, target in claim.moves:
        if source <= target:
            return illegal_plays.PLAYED_BACKWARDS(move=format_moves([(source, target)]))
    return None


def _wrong_checker(claim: _Claim) -> IllegalPlayError | None:
    """Return an error if more checkers leave a point than are there or arrive there."""
    leaving = Counter(source for source, _ in claim.moves)
    coming = Counter(target for _, target in claim.moves)
    for move in reversed(claim.moves):
        source = move[0]
        there = max(claim.position.points[source], 0)
        if leaving[source] <= there + coming[source]:
            continue
        if source == BAR:
            return illegal_plays.NO_CHECKER_ON_BAR(move=format_moves([move]))
        return illegal_plays.NO_CHECKER(point=source, move=format_moves([move]))
    return None


def _wrong_numbers(claim: _Claim) -> IllegalPlayError | None:
    for move in reversed(claim.moves):
        if not _fits(claim.dice, (move,)):
            return illegal_plays.NOT_ON_DICE(move=format_moves([move]), dice=claim.roll)
    return None if _fits(claim.dice, claim.moves) else _used_up(claim)


def _used_up(claim: _Claim) -> IllegalPlayError:
    return illegal_plays.DICE_USED_UP(play=claim.play, dice=claim.roll)


def _not_from_bar(claim: _Claim) -> IllegalPlayError | None:
    board = list(claim.position.points)
    entering = [target for source, target in claim.moves if source == BAR]
    if len(entering) >= board[BAR]:
        return None
    moving = [source for source, _ in claim.moves if source != BAR]
    if any(BAR - target not in claim.dice for target in entering):
        moving += [BAR - die for die in claim.dice if allows(board, BAR, die)]
    return illegal_plays.BAR_FIRST(point=max(moving)) if moving else None


def _obstacle(way: _Way) -> IllegalPlayError:
    move = way.left[-1]
    landings: list[int] = []
    for (source, landing), die in _next_steps(way):
        if landing == OFF:
            return _not_borne_off(way.board, source, die)
        landings.append(landing)
    if len(landings) > 1:
        larger, smaller = landings
        return illegal_plays.NO_WAY_THROUGH(
            move=format_moves([move]), one=larger, two=smaller
        )
    return illegal_plays.POINT_HELD(point=landings[0], checkers=-way.board[landings[0]])


def _not_borne_off(board: Board, source: int, die: int) -> IllegalPlayError:
    # A checker is there: the step that led here was one of this player's own.
    farthest = max(place for place, count in enumerate(board) if count > 0)
    if farthest not in HOME:
        return illegal_plays.NOT_ALL_HOME(point=farthest)
    return illegal_plays.FARTHER_CHECKER(die=die, source=source, point=farthest)
