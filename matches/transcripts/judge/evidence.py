"""Decides the result of one game from what a file says about it.

The score above the next game is trusted first, then the stated points, then the moves.
But if the moves agree with the stated points, these two are trusted instead.
"""

from dataclasses import replace
from typing import Final, TypeAlias

from matches.rules import AwardReason, Ending, GameResult, Kind, Side
from matches.rules.board import Situation
from matches.transcripts.doubts import (
    JACOBY_IGNORED,
    LEFT_OUT,
    MOVES_DIFFER,
    MOVES_WINNER,
    NOT_COUNTED,
    POINTS_CONCEDED,
    POINTS_UNKNOWN,
    RESULT_FROM_MOVES,
    RESULT_FROM_SCORE,
    RESULT_KEPT,
    SCORE_DIFFERS,
    SCORE_WINNER,
    GameDoubtError,
)
from matches.transcripts.judge.course import GameCourse
from matches.transcripts.judge.results import How, JudgedGame
from matches.transcripts.judge.score_lines import PlayedGame, Rise
from matches.transcripts.judge.score_lines import worth as worth_of
from matches.transcripts.record import WrittenGame

_KINDS: Final = {kind.multiplier: kind for kind in Kind}
_ENDINGS: Final = {
    How.PLAYED: Ending.PLAYED,
    How.DROPPED: Ending.DROPPED,
    How.RESIGNED: Ending.RESIGNED,
    How.TIMEOUT: Ending.RESIGNED,
}

_GIVEN_UP: Final = (How.RESIGNED, How.TIMEOUT)
_Doubts: TypeAlias = tuple[GameDoubtError, ...]
_Worth: TypeAlias = dict[Kind, int]


def settle(played: PlayedGame, rise: Rise | None, game: JudgedGame) -> JudgedGame:
    """Return a judged game with its result, and the doubts about that before others.

    `rise` is what the next score adds, None without one.
    """
    winner, points, doubts = _trusted(played, rise)
    course = played.course
    worth = _worth(played, course.winner)
    possible = tuple(dict.fromkeys(worth.values()))
    replayed = possible[0] if course.winner else None
    if winner is None:
        issues = (*doubts, *game.issues)
        return replace(game, replayed=replayed, possible=possible, issues=issues)
    if course.winner is winner.other:
        doubts += (MOVES_WINNER(number=played.game.number),)
        worth = _worth(played, winner)
    how = _how(course, winner)
    if points is None:
        points = next(iter(worth.values()))
        if how in _GIVEN_UP:
            number, cube = played.game.number, course.cube.value
            doubts += (POINTS_UNKNOWN(number=number, cube=cube),)
    result, more = _result(
        played, game.opening, winner, points=points, how=how, worth=worth
    )
    return replace(
        game,
        result=result,
        points=points,
        after=game.before.plus(winner, points),
        how=how,
        replayed=replayed,
        possible=possible,
        issues=(*doubts, *more, *game.issues),
    )


def _trusted(
    played: PlayedGame, rise: Rise | None
) -> tuple[Side | None, int | None, _Doubts]:
    """Return winner and points; None for each that only the moves can show."""
    game, on_board = played.game, played.course.winner
    number = game.number
    if rise is None:
        if game.winner:
            return game.winner, game.stated, ()
        if on_board:
            return on_board, None, (RESULT_FROM_MOVES(number=number),)
        return None, None, (LEFT_OUT(number=number),)
    # Result and moves agree with each other: the next score is one typing slip, the
    # other way round it would be two.
    if played.contradicts(rise):
        return game.winner, game.stated, (RESULT_KEPT(number=number),)
    winner, points = rise
    if not points:
        left_out = NOT_COUNTED if game.winner else LEFT_OUT
        return None, None, (left_out(number=number),)
    return winner, points, _compared(game, winner, points)


def _compared(game: WrittenGame, winner: Side, points: int) -> _Doubts:
    if game.winner is None:
        return (RESULT_FROM_SCORE(number=game.number),)
    if game.winner is not winner:
        return (SCORE_WINNER(number=game.number),)
    if game.stated is None or game.stated == points:
        return ()
    return (SCORE_DIFFERS(number=game.number, stated=game.stated, by_headers=points),)


def _how(course: GameCourse, winner: Side) -> How:
    if course.winner is winner:
        return How.DROPPED if course.cube.dropped else How.PLAYED
    return How.TIMEOUT if course.timed_out else How.RESIGNED


def _worth(played: PlayedGame, winner: Side | None) -> _Worth:
    return worth_of(played.course, winner, jacoby=played.jacoby)


def _result(
    played: PlayedGame,
    opening: Situation,
    winner: Side,
    *,
    points: int,
    how: How,
    worth: _Worth,
) -> tuple[GameResult, _Doubts]:
    course = played.course
    kind = _explaining(worth, points, _caps(opening, winner))
    awarded: int | None = None
    reason: AwardReason | None = None
    doubts: _Doubts = ()
    if kind is None:
        kind, doubts = _unexplained(played, points, how=how, worth=worth)
    if kind is None:
        kind, awarded = next(iter(worth)), points
        agreed = how in _GIVEN_UP
        reason = AwardReason.AGREED if agreed else AwardReason.DECISION
    result = GameResult(
        winner,
        kind,
        cube=course.cube.value,
        ending=_ENDINGS[how],
        automatic=opening.cube.bit_length() - 1,
        beavers=course.cube.beavers,
        awarded=awarded,
        reason=reason,
    )
    return result, doubts


def _caps(opening: Situation, winner: Side) -> tuple[int, ...]:
    length = opening.length
    if not length:
        return ()
    return length - opening.score.of(winner), length


def _explaining(worth: _Worth, points: int, caps: tuple[int, ...]) -> Kind | None:
    for kind, value in worth.items():
        if value == points or (points in caps and value > points):
            return kind
    return None


def _unexplained(
    played: PlayedGame, points: int, *, how: How, worth: _Worth
) -> tuple[Kind | None, _Doubts]:
    number, stake = played.game.number, played.course.cube.value
    times, rest = divmod(points, stake)
    kind = None if rest else _KINDS.get(times)
    if kind and played.jacoby and not played.course.cube.touched:
        doubt = JACOBY_IGNORED(number=number, points=points, cube=stake)
        return None, (doubt,)
    if how in _GIVEN_UP:
        return None, (POINTS_CONCEDED(number=number, points=points, cube=stake),)
    replayed = next(iter(worth.values()))
    differs = MOVES_DIFFER(number=number, points=points, replayed=replayed)
    return (kind if how is How.PLAYED else None), (differs,)
