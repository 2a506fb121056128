"""Decides whether a play is legal, and if not, which rule it breaks.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023), "Flyt af brikker
– regler", and what stands with each rule.

Each message is a sentence that a director can read out at the table. In `params`,
`play` is the play that was made and `example` a legal one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

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
from matches.rules.refusals import Refusal, RuleError


class IllegalPlayError(RuleError):
    """The dice do not allow this play."""


PLAYED_BACKWARDS = Refusal(
    "play.played_backwards",
    "Checkers only move forward, to points with lower numbers: %(move)s is not "
    "allowed.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 1."""

NO_CHECKER = Refusal(
    "play.no_checker",
    "This player has no checker left on point %(point)s for %(move)s.",
    IllegalPlayError,
)
"""Source: Swedish federation (2021), "Slå och flytta": players move checkers of their
own.
"""

NO_CHECKER_ON_BAR = Refusal(
    "play.no_checker_on_bar",
    "This player has no checker left on the bar for %(move)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "At slå en brik"."""

BAR_FIRST = Refusal(
    "play.bar_first",
    # Translators: the bar is where checkers wait that were hit.
    "The checker on point %(point)s cannot move before every checker on the bar has "
    "entered.",
    IllegalPlayError,
)
"""Source: Lektion 0, "At slå en brik"."""

POINT_HELD = Refusal(
    "play.point_held",
    "Point %(point)s is held by %(checkers)s of the opponent’s checkers, so no "
    "checker can land there, not even on its way.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 2."""

NO_WAY_THROUGH = Refusal(
    "play.no_way_through",
    "%(move)s has to touch down on point %(one)s or %(two)s, and the opponent holds "
    "both.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 4."""

NOT_ALL_HOME = Refusal(
    "play.not_all_home",
    # Translators: to bear a checker off is to take it off the board at the end.
    "No checker can be borne off while one is outside the home board, here on point "
    "%(point)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Udtagning af brikker"."""

FARTHER_CHECKER = Refusal(
    "play.farther_checker",
    "A %(die)s cannot bear off the checker on point %(source)s while there is one "
    "farther away, on point %(point)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Udtagning af brikker"."""

NOT_ON_DICE = Refusal(
    "play.not_on_dice",
    "%(move)s cannot be played with the roll %(dice)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Ugyldige slag & ulovlige ryk": other than what the dice show."""

DICE_USED_UP = Refusal(
    "play.dice_used_up",
    "%(play)s is more than the roll %(dice)s allows: each die is played once, or four "
    "times in total for doubles.",
    IllegalPlayError,
)
"""Source: Swedish federation (2021), "Slå och flytta": each die once, those of a double
twice.
"""

DICE_NOT_PLAYED = Refusal(
    "play.dice_not_played",
    "A legal play exists for %(dice)s, so it must be played, for example %(example)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 6."""

BOTH_DICE_PLAYABLE = Refusal(
    "play.both_dice_playable",
    "Both dice can be played, so both must be, for example %(example)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 6."""

LARGER_DIE = Refusal(
    "play.larger_die",
    "With %(dice)s, only one die can be played and it must be the %(die)s, for "
    "example %(example)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 6."""

REST_OF_DOUBLE = Refusal(
    "play.rest_of_double",
    "You must play as much of %(dice)s as possible, here %(most)s × %(die)s, for "
    "example %(example)s.",
    IllegalPlayError,
)
"""Source: Norwegian "Backgammonregler", "Flytting av brikkene": all four, or as many as
possible.
"""


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
    raise DICE_NOT_PLAYED(dice=claim.roll, example=example)


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
        raise REST_OF_DOUBLE(dice=claim.roll, most=most, die=larger, example=example)
    if most > 1:
        raise BOTH_DICE_PLAYABLE(dice=claim.roll, example=example)
    raise LARGER_DIE(dice=claim.roll, die=larger, example=example)


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
            return PLAYED_BACKWARDS(move=format_moves([(source, target)]))
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
            return NO_CHECKER_ON_BAR(move=format_moves([move]))
        return NO_CHECKER(point=source, move=format_moves([move]))
    return None


def _wrong_numbers(claim: _Claim) -> IllegalPlayError | None:
    for move in reversed(claim.moves):
        if not _fits(claim.dice, (move,)):
            return NOT_ON_DICE(move=format_moves([move]), dice=claim.roll)
    return None if _fits(claim.dice, claim.moves) else _used_up(claim)


def _used_up(claim: _Claim) -> IllegalPlayError:
    return DICE_USED_UP(play=claim.play, dice=claim.roll)


def _not_from_bar(claim: _Claim) -> IllegalPlayError | None:
    board = list(claim.position.points)
    entering = [target for source, target in claim.moves if source == BAR]
    if len(entering) >= board[BAR]:
        return None
    moving = [source for source, _ in claim.moves if source != BAR]
    if any(BAR - target not in claim.dice for target in entering):
        moving += [BAR - die for die in claim.dice if allows(board, BAR, die)]
    return BAR_FIRST(point=max(moving)) if moving else None


def _obstacle(way: _Way) -> IllegalPlayError:
    move = way.left[-1]
    landings: list[int] = []
    for (source, landing), die in _next_steps(way):
        if landing == OFF:
            return _not_borne_off(way.board, source, die)
        landings.append(landing)
    if len(landings) > 1:
        larger, smaller = landings
        return NO_WAY_THROUGH(move=format_moves([move]), one=larger, two=smaller)
    return POINT_HELD(point=landings[0], checkers=-way.board[landings[0]])


def _not_borne_off(board: Board, source: int, die: int) -> IllegalPlayError:
    # A checker is there: the step that led here was one of this player's own.
    farthest = max(place for place, count in enumerate(board) if count > 0)
    if farthest not in HOME:
        return NOT_ALL_HOME(point=farthest)
    return FARTHER_CHECKER(die=die, source=source, point=farthest)
