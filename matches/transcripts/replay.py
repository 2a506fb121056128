"""Replays a game act by act, for display on a board.

Slower than `matches.transcripts.judge.course`; used for the one game that a visitor
opens.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from matches.rules import Side
from matches.rules.board import Position, Situation
from matches.rules.board.illegal_plays import IllegalPlayError
from matches.rules.board.plays import Play
from matches.transcripts.judge.course import MOST_ILLEGAL, is_blank, last_roll
from matches.transcripts.judge.cube import CubeCourse
from matches.transcripts.judge.results import JudgedGame
from matches.transcripts.moves import forced, judged_play
from matches.transcripts.record import Action, ActKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayFrame:
    """One act: the situation before it, the act, and the situation after it.

    The `situation` of a roll has its dice; the one `after` has none and is seen by the
    opponent. `play` is the play made, None without a legal play. `illegal` is the rule
    it breaks; the checkers move as written all the same if they can. With `dance` no
    checker could move. With `gave_up` nothing was played because the game was over.
    `sure` is False if something before, or this act itself, cannot be read, so that the
    board may be wrong.
    """

    situation: Situation
    act: Action
    play: Play | None = None
    illegal: IllegalPlayError | None = None
    dance: bool = False
    gave_up: bool = False
    after: Situation
    sure: bool = True


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The result of a roll; `after` is seen by the mover."""

    after: Position
    play: Play | None = None
    illegal: IllegalPlayError | None = None
    dance: bool = False
    gave_up: bool = False
    is_lost: bool = False


def frames(game: JudgedGame) -> tuple[ReplayFrame, ...]:
    return tuple(_replayed(game))


def _replayed(game: JudgedGame) -> Iterator[ReplayFrame]:
    now, sure, illegal = game.opening, True, 0
    cube = CubeCourse(game.written.cube)
    last = last_roll(game.written)
    for act in game.written.acts:
        if act.kind is ActKind.ROLL:
            cube.follow(act)
            before = _shown(replace(_seen(now, act.side), dice=act.dice), cube)
            outcome = _outcome(before.position, act, is_last=act is last)
            illegal += sure and outcome.illegal is not None
            found = outcome.illegal if sure else None
            sure = sure and not outcome.is_lost and illegal < MOST_ILLEGAL
            now = _passed(before, outcome)
            yield ReplayFrame(
                situation=before,
                act=act,
                play=outcome.play,
                illegal=found,
                dance=outcome.dance,
                gave_up=outcome.gave_up,
                after=now,
                sure=sure,
            )
            continue
        before = now if cube.offered else _seen(now, act.side)
        sure = sure or (act.kind is ActKind.SETUP and act.position is not None)
        now = _acted(before, act, cube)
        yield ReplayFrame(situation=before, act=act, after=now, sure=sure)


def _seen(now: Situation, side: Side) -> Situation:
    if now.on_roll is side:
        return now
    return replace(now, on_roll=side, position=now.position.turned)


def _shown(now: Situation, cube: CubeCourse) -> Situation:
    return replace(
        now,
        cube=cube.value,
        owner=cube.owner,
        doubled=bool(cube.offered),
        turned_back=cube.turned_back if cube.offered else 0,
    )


def _acted(before: Situation, act: Action, cube: CubeCourse) -> Situation:
    cube.follow(act)
    if act.kind is ActKind.DROP:
        return replace(before)
    now = _shown(before, cube)
    if act.kind is not ActKind.SETUP:
        return now
    if act.position is not None:
        now = replace(now, position=act.position, on_roll=act.side)
    return replace(now, dice=act.dice)


def _passed(before: Situation, outcome: _Outcome) -> Situation:
    if outcome.gave_up:
        return before
    return replace(
        before, position=outcome.after.turned, on_roll=before.on_roll.other, dice=None
    )


def _outcome(position: Position, act: Action, *, is_last: bool) -> _Outcome:
    may_give_up = is_last and is_blank(act)
    if act.moves is None or act.dice is None:
        return _Outcome(position, gave_up=may_give_up, is_lost=not may_give_up)
    try:
        play = judged_play(position, act)
    except IllegalPlayError as error:
        if may_give_up:
            return _Outcome(position, gave_up=True)
        made = forced(position, act.moves)
        illegal = error.with_traceback(None)
        after = made[0] if made else position
        return _Outcome(after, illegal=illegal, is_lost=made is None)
    return _Outcome(play.after, play, dance=not play.steps)
