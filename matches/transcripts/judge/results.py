"""The results and doubts of a judged match file."""

from dataclasses import dataclass
from enum import StrEnum

from matches.rules import GameResult, Score, Side
from matches.rules.board import Position, Situation
from matches.rules.refusals import RuleError
from matches.transcripts.doubts import NO_RESULT_LINE
from matches.transcripts.record import Transcript, WrittenGame


class How(StrEnum):
    """The way in which a game ended.

    PLAYED: the last checker was borne off. RESIGNED: the file has a winner, but board
    and cube show none. TIMEOUT: the same, and the file names the clock as the reason.
    """

    PLAYED = "played"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedGame:
    """One game: what the file says about it, and the result that was chosen.

    `written` is the game as in the file, with a mistyped score above it replaced;
    `opening` is the situation before the first act, at the score `before`. `result` is
    the game for the match ledger, None for a game left out.

    Three numbers are stored separately, each the points of the winner by that source:
    `stated` by the result line of the game, `by_headers` by the score above the next
    game, `replayed` by the cube and the moves. Each is None if the source is missing.
    `possible` are the points that the cube and the moves allow, one to three numbers.

    `points` are those that count, and `after` the score with them; it may exceed the
    length. `position` is the last one, seen by side ONE; with `sure` it can be relied
    on.
    """

    written: WrittenGame
    opening: Situation
    result: GameResult | None = None
    stated: int | None = None
    replayed: int | None = None
    by_headers: int | None = None
    possible: tuple[int, ...] = ()
    points: int = 0
    after: Score
    how: How = How.UNFINISHED
    is_crawford: bool = False
    position: Position
    sure: bool = True
    issues: tuple[RuleError, ...] = ()

    @property
    def number(self) -> int:
        return self.written.number

    @property
    def before(self) -> Score:
        return self.written.before

    @property
    def winner(self) -> Side | None:
        return self.result.winner if self.result else None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedFile:
    """A match file as judged.

    `length` is 0 in money play. `start` is the score above the first game, `final` the
    raw score after the last game. With `says_over` the file states who won the match.
    With `is_unlimited` the file was written as a match and is read as a money game;
    `judge` can also read it as a match. `issues` concern the whole match.
    """

    transcript: Transcript
    length: int
    crawford: bool
    jacoby: bool
    start: Score
    games: tuple[JudgedGame, ...]
    final: Score
    says_over: bool = False
    is_unlimited: bool = False
    issues: tuple[RuleError, ...] = ()

    @property
    def names(self) -> tuple[str, str]:
        return self.transcript.names

    @property
    def results(self) -> tuple[GameResult, ...]:
        return tuple(game.result for game in self.games if game.result)

    @property
    def shown(self) -> Score:
        """The final score as people see it: points beyond the length have no value."""
        return self.final.capped(self.length) if self.length else self.final

    @property
    def winner(self) -> Side | None:
        if not self.length:
            return None
        return next((side for side in Side if self.final.of(side) >= self.length), None)

    @property
    def crawford_game(self) -> int | None:
        return next((game.number for game in self.games if game.is_crawford), None)

    @property
    def doubts(self) -> tuple[RuleError, ...]:
        """All doubts: notes of the reader, doubts about the match, then game by game.

        A note that a game has no result is left out, because a doubt about the game
        says how it was settled.
        """
        notes = (
            note for note in self.transcript.notes if note.refusal is not NO_RESULT_LINE
        )
        of_games = (issue for game in self.games for issue in game.issues)
        return (*notes, *self.issues, *of_games)
