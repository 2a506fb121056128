"""Decides the result of one game from what a file says about it.

The score above the next game is trusted first, then the stated points, then the moves.
But if the moves agree with the stated points, these two are trusted instead.
"""

from dataclasses import dataclass
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
from matches.transcripts.judge.results import How
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


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for the outcome of a game. `rise` is None without a next score."""

    played: PlayedGame
    opening: Situation
    rise: Rise | None

    @property
    def game(self) -> WrittenGame:
        return self.played.game

    @property
    def course(self) -> GameCourse:
        return self.played.course

    @property
    def gammons_count_once(self) -> bool:
        return self.opening.jacoby and not self.course.cube.touched

    @property
    def is_contradicted(self) -> bool:
        return self.rise is not None and self.played.contradicts(self.rise)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """`replayed`, `possible` and `how` as in `JudgedGame`."""

    result: GameResult | None = None
    points: int = 0
    how: How = How.UNFINISHED
    replayed: int | None = None
    possible: tuple[int, ...]
    doubts: _Doubts = ()


def settle(evidence: Evidence) -> Settled:
    winner, points, doubts = _trusted(evidence)
    course = evidence.course
    worth = _worth(evidence, course.winner)
    possible = tuple(dict.fromkeys(worth.values()))
    replayed = possible[0] if course.winner else None
    if winner is None:
        return Settled(replayed=replayed, possible=possible, doubts=doubts)
    if course.winner is winner.other:
        doubts += (MOVES_WINNER(number=evidence.game.number),)
        worth = _worth(evidence, winner)
    how = _how(course, winner)
    if points is None:
        points = next(iter(worth.values()))
        if how in _GIVEN_UP:
            number, cube = evidence.game.number, course.cube.value
            doubts += (POINTS_UNKNOWN(number=number, cube=cube),)
    result, more = _result(evidence, winner, points, how=how, worth=worth)
    return Settled(
        result=result,
        points=points,
        how=how,
        replayed=replayed,
        possible=possible,
        doubts=doubts + more,
    )


def _trusted(evidence: Evidence) -> tuple[Side | None, int | None, _Doubts]:
    """Return winner and points; None for each that only the moves can show."""
    game, rise = evidence.game, evidence.rise
    number, on_board = game.number, evidence.course.winner
    if rise is None:
        if game.winner:
            return game.winner, game.stated, ()
        if on_board:
            return on_board, None, (RESULT_FROM_MOVES(number=number),)
        return None, None, (LEFT_OUT(number=number),)
    # Result and moves agree with each other: the next score is one typing slip, the
    # other way round it would be two.
    if evidence.is_contradicted:
        return game.winner, game.stated, (RESULT_KEPT(number=number),)
    if not rise.points:
        left_out = NOT_COUNTED if game.winner else LEFT_OUT
        return None, None, (left_out(number=number),)
    return rise.winner, rise.points, _compared(game, rise)


def _compared(game: WrittenGame, rise: Rise) -> _Doubts:
    if game.winner is None:
        return (RESULT_FROM_SCORE(number=game.number),)
    if game.winner is not rise.winner:
        return (SCORE_WINNER(number=game.number),)
    if game.stated is None or game.stated == rise.points:
        return ()
    return (
        SCORE_DIFFERS(number=game.number, stated=game.stated, by_headers=rise.points),
    )


def _how(course: GameCourse, winner: Side) -> How:
    if course.winner is winner:
        return How.DROPPED if course.cube.dropped else How.PLAYED
    return How.TIMEOUT if course.timed_out else How.RESIGNED


def _worth(evidence: Evidence, winner: Side | None) -> _Worth:
    return worth_of(evidence.course, winner, jacoby=evidence.opening.jacoby)


def _result(
    evidence: Evidence, winner: Side, points: int, *, how: How, worth: _Worth
) -> tuple[GameResult, _Doubts]:
    course, opening = evidence.course, evidence.opening
    kind = _explaining(worth, points, _caps(opening, winner))
    awarded: int | None = None
    reason: AwardReason | None = None
    doubts: _Doubts = ()
    if kind is None:
        kind, doubts = _unexplained(evidence, points, how=how, worth=worth)
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
    evidence: Evidence, points: int, *, how: How, worth: _Worth
) -> tuple[Kind | None, _Doubts]:
    number, stake = evidence.game.number, evidence.course.cube.value
    times, rest = divmod(points, stake)
    kind = None if rest else _KINDS.get(times)
    if kind and evidence.gammons_count_once:
        doubt = JACOBY_IGNORED(number=number, points=points, cube=stake)
        return None, (doubt,)
    if how in _GIVEN_UP:
        return None, (POINTS_CONCEDED(number=number, points=points, cube=stake),)
    replayed = next(iter(worth.values()))
    differs = MOVES_DIFFER(number=number, points=points, replayed=replayed)
    return (kind if how is How.PLAYED else None), (differs,)
