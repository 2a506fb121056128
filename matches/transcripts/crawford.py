"""Finds the Crawford game of a file, because text files do not mark it."""

from matches.rules.refusals import RuleError
from matches.transcripts.doubts import (
    CRAWFORD_BEHIND,
    CRAWFORD_GAME_DOUBLED,
    CRAWFORD_MARK,
    CRAWFORD_UNKNOWN,
)
from matches.transcripts.record import ActKind, Transcript, WrittenGame


def has_crawford(transcript: Transcript, length: int) -> bool:
    return length > 1 and transcript.crawford is not False


class CrawfordWatch:
    """Finds the Crawford game while it sees the games of a file in order."""

    def __init__(self, transcript: Transcript, length: int) -> None:
        self._length = length
        self._is_on = has_crawford(transcript, length)
        self._first = next(iter(transcript.games), None)
        self._is_played = False

    def look(self, game: WrittenGame) -> tuple[bool, tuple[RuleError, ...]]:
        if not self._is_on:
            return False, ()
        score = (game.before.one, game.before.two)
        is_due = max(score) == self._length - 1 and not self._is_played
        if is_due and game is self._first:
            return self._first_game(game)
        if game.crawford is None or game.crawford == is_due:
            return is_due, self._double(game) if is_due else ()
        # If the file says that the due game is not the Crawford game, no later game may
        # become due: one doubt is enough.
        self._is_played |= is_due
        mark = CRAWFORD_MARK(number=game.number)
        return game.crawford, (mark, *(self._double(game) if game.crawford else ()))

    def count(self, *, is_crawford: bool) -> None:
        self._is_played |= is_crawford

    def _first_game(self, game: WrittenGame) -> tuple[bool, tuple[RuleError, ...]]:
        """Judge the first game of a file that begins at match point.

        Only one player can be at match point when the Crawford game begins, and neither
        player doubles in it. So two players at match point, or a double, show that the
        Crawford game was earlier.
        """
        one, two = game.before.one, game.before.two
        if game.crawford is not None:
            self._is_played = not game.crawford
            return game.crawford, self._double(game) if game.crawford else ()
        if one == two:
            self._is_played = True
            return False, ()
        params = {"number": game.number, "one": one, "two": two}
        if self._double(game):
            self._is_played = True
            return False, (CRAWFORD_BEHIND(**params),)
        return True, (CRAWFORD_UNKNOWN(**params),)

    @staticmethod
    def _double(game: WrittenGame) -> tuple[RuleError, ...]:
        if any(act.kind is ActKind.DOUBLE for act in game.acts):
            return (CRAWFORD_GAME_DOUBLED(number=game.number),)
        return ()
