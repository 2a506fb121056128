"""The judged form of a match file: results and doubts."""

from dataclasses import dataclass
from enum import StrEnum

from matches.rules import GameResult, Score, Side
from matches.rules.board import Position, Situation
from matches.rules.errors import RuleError
from matches.transcripts.record import Transcript, WrittenGame
from matches.transcripts.remarks import NoResultError


class How(StrEnum):
    """How a game ended.

    PLAYED: the last checker was borne off. RESIGNED: the file has a winner, and neither
    board nor cube has one. TIMEOUT: the same, and the file says that it was the clock.
    """

    PLAYED = "played"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedGame:
    """One game: what the file says about it, and the result that was chosen.

    `written` has the score that should stand above it, where the file's is mistyped;
    `opening` is the situation before the first act, with that score, `before`. `result`
    is what the match ledger gets, None for a game left out.

    Three numbers are stored separately, each the points of the winner by that source:
    `stated` by the result line of the game, `by_headers` by the score above the next
    game, `replayed` by the cube and the moves. Each is None if the source is missing.
    `possible` are the points that the cube and the moves allow, one to three numbers.

    `points` are those that count, and `after` the score with them; it may exceed the
    length. `position` is the last one, seen by side ONE; `sure`: it can be relied on.
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
    how: How
    is_crawford: bool = False
    position: Position
    sure: bool = True
    issues: tuple[RuleError, ...] = ()

    @property
    def number(self) -> int:
        """The game as the file counts."""
        return self.written.number

    @property
    def before(self) -> Score:
        """The score in the header of the game, or the one that should stand there."""
        return self.written.before

    @property
    def winner(self) -> Side | None:
        """Who won, None for a game left out."""
        return self.result.winner if self.result else None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedFile:
    """A match file as judged.

    `length` 0: money, without end. `start` is the score above the first game, `final`
    the one after the last, raw. `says_over`: the file says who won the match.
    `is_unlimited`: written as a match, and read as a game for money; `judge` takes the
    other reading too. `issues` concern the whole match.
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
        """Who plays, by column."""
        return self.transcript.names

    @property
    def results(self) -> tuple[GameResult, ...]:
        """What the match ledger gets, in order."""
        return tuple(game.result for game in self.games if game.result)

    @property
    def shown(self) -> Score:
        """The final score for people: points beyond the length have no value."""
        return self.final.capped(self.length) if self.length else self.final

    @property
    def winner(self) -> Side | None:
        """The winner of the match by the score, None if there is none, as for money."""
        if not self.length:
            return None
        return next((side for side in Side if self.final.of(side) >= self.length), None)

    @property
    def crawford_game(self) -> int | None:
        """The number of the Crawford game in the file, None where it has none."""
        return next((game.number for game in self.games if game.is_crawford), None)

    @property
    def doubts(self) -> tuple[RuleError, ...]:
        """All there is to look at: notes of the reader, the match, game by game.

        A note that a game has no result is left out: the game says what became of it.
        """
        notes = (
            note
            for note in self.transcript.notes
            if not isinstance(note, NoResultError)
        )
        of_games = (issue for game in self.games for issue in game.issues)
        return (*notes, *self.issues, *of_games)
