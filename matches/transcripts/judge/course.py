"""Replays one game: the cube, the checkers, the winner.

Optimised for speed, because a whole match is judged at once;
`matches.transcripts.replay` shows the same game act by act.
"""

from dataclasses import dataclass, field
from typing import Final

from matches.rules import Side
from matches.rules.board import BAR, OFF, Position
from matches.rules.board.game_value import GameValue, verdict
from matches.rules.board.illegal_plays import IllegalPlayError
from matches.rules.board.plays import can_move
from matches.transcripts.judge.cube import CubeCourse
from matches.transcripts.moves import forced, judged_play, plain
from matches.transcripts.record import Action, ActKind, WrittenGame

_AFTER_PLAY: Final = (ActKind.RESIGN, ActKind.TIMEOUT)
MOST_ILLEGAL: Final = 10
"""After this many illegal plays the board was probably wrong from the beginning."""

_UNKNOWN: Final = "???"


@dataclass(slots=True)
class GameCourse:
    """The course of a game.

    `position` is the last one, seen by side ONE; `sure`: nothing before it was
    unreadable. `verdict` is the result if a player has borne off all checkers; None if
    not, or if the position is not sure.
    """

    cube: CubeCourse
    position: Position
    sure: bool = True
    verdict: GameValue | None = None
    illegal: list[Action] = field(default_factory=list)
    unreadable: list[Action] = field(default_factory=list)
    timed_out: bool = False

    @property
    def winner(self) -> Side | None:
        """The winner by the board or by a drop, None if neither shows one."""
        if self.cube.dropped is not None:
            return self.cube.dropped.other
        if self.verdict is None:
            return None
        return Side.ONE if self.verdict.mover_won else Side.TWO


@dataclass(slots=True)
class _Board:
    """The checkers of each side, by its own count of the points; borne off at `OFF`."""

    checkers: int
    own: dict[Side, list[int]]
    sure: bool = True

    def position(self, side: Side) -> Position:
        own, other = self.own[side], self.own[side.other]
        points = [own[place] - other[BAR - place] for place in range(BAR + 1)]
        points[OFF], points[BAR] = -other[BAR], own[BAR]
        return Position(tuple(points), self.checkers)

    def lay(self, position: Position, side: Side) -> None:
        """Set the checkers to a position seen by `side`."""
        self.own = _board(position, side).own


def follow(game: WrittenGame) -> GameCourse:
    """Replay a game as far as its result needs it. An illegal play never stops it."""
    cube, board = CubeCourse(game.cube), _board(game.start, Side.ONE)
    course = GameCourse(cube, game.start)
    last = last_roll(game)
    for act in game.acts:
        kind = act.kind
        if kind is ActKind.ROLL:
            if cube.offered:
                cube.follow(act)
            _roll(course, board, act, is_last=act is last)
        elif kind is ActKind.SETUP:
            cube.follow(act)
            if act.position is not None:
                board = _board(act.position, act.side)
        elif kind is ActKind.TIMEOUT:
            course.timed_out = True
        else:
            cube.follow(act)
    course.position, course.sure = board.position(Side.ONE), board.sure
    if board.sure:
        course.verdict = verdict(course.position)
    return course


def last_roll(game: WrittenGame) -> Action | None:
    """Return the last roll if only a resignation follows it, else None.

    If no play was made with it, that need not break a rule.
    """
    for act in reversed(game.acts):
        if act.kind is ActKind.ROLL:
            return act
        if act.kind not in _AFTER_PLAY:
            return None
    return None


def is_blank(act: Action) -> bool:
    """Return True if no play was written; programs write question marks for it."""
    return act.moves == () or (act.moves is None and _UNKNOWN in act.text)


def _board(position: Position, viewer: Side) -> _Board:
    own = [max(0, count) for count in position.points]
    other = [max(0, -count) for count in reversed(position.points)]
    own[OFF], other[OFF] = position.off, position.other_off
    return _Board(position.checkers, {viewer: own, viewer.other: other})


def _roll(course: GameCourse, board: _Board, act: Action, *, is_last: bool) -> None:
    """Play one roll on the board, by the fastest check that gives a sure result."""
    side, dice, moves = act.side, act.dice, act.moves
    if not moves or dice is None:
        _play_nothing(course, board, act, is_last=is_last)
        return
    own, other = board.own[side], board.own[side.other]
    made = plain(own, other, (dice, moves))
    if made is not None:
        board.own[side], board.own[side.other] = made
        return
    _look_closer(course, board, act)


def _play_nothing(
    course: GameCourse, board: _Board, act: Action, *, is_last: bool
) -> None:
    """Judge a roll without a play: a dance, the end, an illegal pass, or unreadable."""
    # The player gave up with the dice on the board: that need not break a rule.
    if is_last and is_blank(act):
        return
    if act.moves is None or act.dice is None:
        course.unreadable.append(act)
        board.sure = False
        return
    if board.sure and can_move(board.position(act.side), act.dice):
        _note_illegal(course, board, act)


def _look_closer(course: GameCourse, board: _Board, act: Action) -> None:
    before = board.position(act.side)
    if board.sure:
        try:
            board.lay(judged_play(before, act).after, act.side)
        except IllegalPlayError:
            _note_illegal(course, board, act)
        else:
            return
    made = forced(before, act.moves or ())
    if made is None:
        board.sure = False
        return
    board.lay(made.after, act.side)


def _note_illegal(course: GameCourse, board: _Board, act: Action) -> None:
    course.illegal.append(act)
    # From here on the board is not believed, and no more plays are called illegal
    # because of it.
    if len(course.illegal) >= MOST_ILLEGAL:
        board.sure = False
