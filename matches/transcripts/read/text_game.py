"""Collects the acts of one game of a text match while its rows are read."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from matches.rules import Score, Side
from matches.rules.board import START, Position
from matches.rules.refusals import RuleError
from matches.transcripts import doubts
from matches.transcripts.read.cells import QUESTIONS, SETUP, Said, Win
from matches.transcripts.record import Action, ActKind, WrittenGame

MOST_NOTES: Final = 100
_SHOWN: Final = 60
_GIVING_UP: Final = (ActKind.RESIGN, ActKind.TIMEOUT)
_NO_DICE: Final = "00"
# "Resigned Game" may stand in either column; these words stand in the loser's column.
_LOSING: Final = ("losses", "concedes", "resigns", "loses")


@dataclass(slots=True)
class Notes:
    found: list[RuleError] = field(default_factory=list)

    def add(self, note: RuleError) -> None:
        if len(self.found) < MOST_NOTES:
            self.found.append(note)
        elif len(self.found) == MOST_NOTES:
            self.found.append(doubts.MORE_NOTES(most=MOST_NOTES))

    def unread(self, text: str, line: int) -> None:
        self.add(doubts.UNREAD_TEXT(text=_short(text), line=line))


@dataclass(slots=True)
class OpenGame:
    """A game whose end has not been read yet.

    `doubtful` and `given_up` are indexes into `acts`, of acts that may have to be
    corrected when the end is known.
    """

    number: int
    line: int
    notes: Notes
    crawford: bool | None = None
    start: Position = START
    names: tuple[str, str] = ("", "")
    before: Score | None = None
    acts: list[Action] = field(default_factory=list)
    win: Win | None = None
    doubtful: list[int] = field(default_factory=list)
    given_up: list[int] = field(default_factory=list)
    is_over_noted: bool = False

    def add(self, cells: Iterable[Said], line: int) -> None:
        """Add the cells of one line, a result last, wherever it stands in the line."""
        wins = []
        for cell in cells:
            if isinstance(cell, str):
                self.notes.unread(cell, line)
            elif isinstance(cell, Win):
                wins.append(cell)
            else:
                self._add_act(cell)
        for win in wins:
            self._add_win(win)

    def _add_act(self, act: Action) -> None:
        is_giving_up = act.kind in _GIVING_UP
        if self.win and not is_giving_up:
            if not self.is_over_noted:
                self.notes.add(doubts.AFTER_RESULT(line=act.line, number=self.number))
            self.is_over_noted = True
            return
        if is_giving_up:
            self.given_up.append(len(self.acts))
        elif act.kind is ActKind.ROLL and (act.moves is None or act.dice is None):
            self.doubtful.append(len(self.acts))
        self.acts.append(act)

    def _add_win(self, win: Win) -> None:
        if self.win is None:
            self.win = win
        elif (self.win.side, self.win.points) != (win.side, win.points):
            self.notes.add(doubts.SECOND_RESULT(line=win.line, number=self.number))
        elif win.ends_match:
            self.win = win

    def finish(self, *, is_last: bool) -> WrittenGame:
        """Return the game as written. `is_last`: it is the last game of the file."""
        resigned = self._settle_doubts()
        winner, stated = self._result(is_last=is_last)
        resigned |= self._settle_losers(winner)
        return WrittenGame(
            number=self.number,
            names=self.names,
            before=self.before or Score(0, 0),
            acts=tuple(self.acts),
            winner=winner,
            stated=stated,
            resigned=resigned,
            ends_match=self.win is not None and self.win.ends_match,
            crawford=self.crawford,
            start=self.start,
            line=self.line,
        )

    def _settle_doubts(self) -> bool:
        """Note unreadable plays; True if a last `????` stands for a resignation."""
        last = len(self.acts) - 1
        for index in reversed(self.given_up):
            if index == last:
                last -= 1
        given_up = False
        for index in self.doubtful:
            act = self.acts[index]
            if act.text.startswith(QUESTIONS) and index == last:
                self.acts[index] = act._replace(moves=())
                given_up = True
            elif note := _doubt(act):
                self.notes.add(note)
        return given_up

    def _result(self, *, is_last: bool) -> tuple[Side | None, int | None]:
        if self.win:
            return self.win.side, self.win.points
        if self.given_up:
            act = self.acts[self.given_up[-1]]
            if act.text.lower().startswith(_LOSING):
                return act.side.other, act.value or None
            self.notes.add(doubts.UNCLEAR_LOSER(line=act.line, number=self.number))
        elif not is_last:
            self.notes.add(doubts.NO_RESULT_LINE(line=self.line, number=self.number))
        return None, None

    def _settle_losers(self, winner: Side | None) -> bool:
        """Some programs write giving up in the winner’s column; True if one resigns."""
        for index in self.given_up:
            act = self.acts[index]
            if act.side is winner:
                self.acts[index] = act = act._replace(side=winner.other)
            if self.win and act.value not in {0, self.win.points}:
                self.notes.add(doubts.SECOND_RESULT(line=act.line, number=self.number))
        return any(self.acts[index].kind is ActKind.RESIGN for index in self.given_up)


def _doubt(act: Action) -> RuleError | None:
    if act.text == SETUP:
        return doubts.UNREAD_SETUP(line=act.line)
    if act.moves is None:
        return doubts.UNREAD_PLAY(line=act.line, text=_short(act.text))
    if act.text == _NO_DICE:
        return None
    return doubts.IMPOSSIBLE_DICE(line=act.line, dice=_short(act.text))


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
