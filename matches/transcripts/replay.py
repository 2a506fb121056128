"""Replays a game act by act, for display on a board.

Slower than `matches.transcripts.judge.course`; used for the one game that a visitor
opens.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from matches.rules import Side
from matches.rules.board import Position, Situation
from matches.rules.board.legality import IllegalPlayError
from matches.rules.board.plays import Play
from matches.transcripts.judge.course import (
    MOST_ILLEGAL,
    CubeCourse,
    is_blank,
    last_roll,
)
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
            frame = _rolled(before, act, is_last=act is last)
            illegal += sure and frame.illegal is not None
            found = frame.illegal if sure else None
            sure = sure and frame.sure and illegal < MOST_ILLEGAL
            now = frame.after
            yield replace(frame, illegal=found, sure=sure)
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


def _rolled(before: Situation, act: Action, *, is_last: bool) -> ReplayFrame:
    """Return a roll and what was played; not `sure` if that cannot be read."""
    frame = ReplayFrame(situation=before, act=act, after=before)
    position, may_give_up = before.position, is_last and is_blank(act)
    if act.moves is None or act.dice is None:
        if may_give_up:
            return replace(frame, gave_up=True)
        return replace(frame, after=_passed(before, position), sure=False)
    try:
        play = judged_play(position, act)
    except IllegalPlayError as error:
        if may_give_up:
            return replace(frame, gave_up=True)
        made = forced(position, act.moves)
        after = _passed(before, made[0] if made else position)
        illegal = error.with_traceback(None)
        return replace(frame, illegal=illegal, after=after, sure=made is not None)
    after = _passed(before, play.after)
    return replace(frame, play=play, dance=not play.steps, after=after)


def _passed(before: Situation, after: Position) -> Situation:
    return replace(
        before, position=after.turned, on_roll=before.on_roll.other, dice=None
    )
