"""Replays one game for its result: the cube, the checkers, the winner.

`matches.transcripts.replay` shows the same game act by act.
"""

from dataclasses import dataclass, field
from typing import Final

from matches.rules import LARGEST_CUBE, Side, is_cube_value
from matches.rules.board import Position
from matches.rules.board.legality import IllegalPlayError
from matches.rules.board.plays import can_move
from matches.rules.board.position import GameValue, verdict
from matches.transcripts.moves import forced, judged_play, seen
from matches.transcripts.record import Action, ActKind, WrittenGame


@dataclass(slots=True)
class CubeCourse:
    """The state of the cube, updated act by act.

    `offered` is its value if the last double or beaver is taken, 0 if no answer is due.
    `by` is the side that turned it last, `doubler` the side that doubled first in this
    exchange, and `turned_back` the number of beavers since. `beavers` counts the
    accepted beavers of the whole game. With `touched` a player has doubled, also before
    a position was set up. `dropped` is the side that refused a double. `odd` are the
    acts that did not fit.
    """

    value: int = 1
    owner: Side | None = None
    offered: int = 0
    by: Side | None = None
    doubler: Side | None = None
    turned_back: int = 0
    beavers: int = 0
    touched: bool = False
    dropped: Side | None = None
    odd: list[Action] = field(default_factory=list)

    def follow(self, act: Action) -> None:
        match act.kind:
            case ActKind.DOUBLE:
                self._double(act)
            case ActKind.BEAVER:
                self._beaver(act)
            case ActKind.TAKE:
                self._take(act)
            case ActKind.DROP:
                self._drop(act)
            case ActKind.ROLL if self.offered:
                self._roll(act)
            case ActKind.SETUP if _can_show(act.value):
                self.value, self.owner = act.value, act.owner
                self.offered, self.turned_back = 0, 0
                # A cube with an owner has been doubled and taken.
                self.touched |= act.owner is not None

    def _double(self, act: Action) -> None:
        if self.offered and act.side is not self.by:
            self._beaver(act)
            return
        if self.offered or self.owner is act.side.other:
            self.odd.append(act)
        self.doubler = act.side
        self.turned_back = 0
        self._offer(act)

    def _beaver(self, act: Action) -> None:
        if not self.offered or act.side is self.by:
            self.odd.append(act)
        if not self.doubler:
            self.doubler = act.side.other
        if self.offered:
            self._settle()
        self.turned_back += 1
        self._offer(act)

    def _offer(self, act: Action) -> None:
        """Offer the next value, or the value that the file states."""
        self.offered = min(self.value * 2, LARGEST_CUBE)
        if act.value not in (0, self.offered):
            self.odd.append(act)
            if _can_show(act.value) and act.value > self.value:
                self.offered = act.value
        self.by, self.touched = act.side, True

    def _take(self, act: Action) -> None:
        if not self.offered or act.side is self.by:
            self.odd.append(act)
        if self.offered:
            self._settle()

    def _drop(self, act: Action) -> None:
        if not self.offered or act.side is self.by:
            self.odd.append(act)
        self.offered, self.dropped = 0, act.side

    def _roll(self, act: Action) -> None:
        """It implies that a beaver, or a double without a written answer, was taken."""
        if not self.turned_back:
            self.odd.append(act)
        self._settle()

    def _settle(self) -> None:
        self.beavers += self.turned_back > 0 and self.offered > self.value
        self.value, self.offered = self.offered, 0
        self.owner = self.doubler.other if self.doubler else None


def _can_show(value: int) -> bool:
    return is_cube_value(value) and value <= LARGEST_CUBE


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


def follow(game: WrittenGame) -> GameCourse:
    """Replay a game as far as its result needs it. An illegal play never stops it."""
    course = GameCourse(CubeCourse(game.cube), game.start)
    last = last_roll(game)
    for act in game.acts:
        course.cube.follow(act)
        if act.kind is ActKind.ROLL:
            _roll(course, act, is_last=act is last)
        elif act.kind is ActKind.TIMEOUT:
            course.timed_out = True
        elif act.kind is ActKind.SETUP and act.position is not None:
            course.position, course.sure = seen(act.side, act.position), True
    if course.sure:
        course.verdict = verdict(course.position)
    return course


def last_roll(game: WrittenGame) -> Action | None:
    """Return the last roll if only a resignation follows it, else None."""
    for act in reversed(game.acts):
        if act.kind is ActKind.ROLL:
            return act
        if act.kind not in _AFTER_PLAY:
            return None
    return None


def is_blank(act: Action) -> bool:
    """Return True if no play was written; programs write question marks for it."""
    return act.moves == () or (act.moves is None and _UNKNOWN in act.text)


def _roll(course: GameCourse, act: Action, *, is_last: bool) -> None:
    before = seen(act.side, course.position)
    if not act.moves or act.dice is None:
        _play_nothing(course, act, before, is_last=is_last)
        return
    if course.sure:
        try:
            after = judged_play(before, act).after
        except IllegalPlayError:
            _note_illegal(course, act)
        else:
            course.position = seen(act.side, after)
            return
    made = forced(before, act.moves)
    if made is None:
        course.sure = False
    else:
        course.position = seen(act.side, made[0])


def _play_nothing(
    course: GameCourse, act: Action, before: Position, *, is_last: bool
) -> None:
    """Judge a roll without a play: a dance, the end, an illegal pass, or unreadable."""
    # The player gave up with the dice on the board: that need not break a rule.
    if is_last and is_blank(act):
        return
    if act.moves is None or act.dice is None:
        course.unreadable.append(act)
        course.sure = False
    elif course.sure and can_move(before, act.dice):
        _note_illegal(course, act)


def _note_illegal(course: GameCourse, act: Action) -> None:
    course.illegal.append(act)
    # From here on the board is not believed, and no more plays are called illegal
    # because of it.
    if len(course.illegal) >= MOST_ILLEGAL:
        course.sure = False
