"""Doubts about a match file, as messages for the person who imports it.

A doubt never removes a result: `matches.transcripts.judge` decides on a result, and the
doubt says why a person should check it. A `GameDoubtError` names its game by the number
in the file.
"""

from typing import ClassVar

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class DoubtError(RuleError):
    """Something to check. `needs_answer`: the result may depend on it."""

    needs_answer: ClassVar[bool] = True


class GameDoubtError(DoubtError):
    """A doubt about one game; `params` always hold its number in the file."""

    @property
    def number(self) -> int:
        """The number of the game in the file."""
        return int(self.params["number"])


class ScoreDiffersError(GameDoubtError):
    """The next score line gives other points than the result does."""

    english = gettext_noop(
        "Points of game %(number)s: %(stated)s in its result, %(by_headers)s by the "
        "score above the next game. The score is followed. Check which is right."
    )


class ScoreMistypedError(GameDoubtError):
    """A score line that fits neither the game before it nor the one below."""

    english = gettext_noop(
        "The file has %(one)s–%(two)s above game %(number)s. The result of the game "
        "before it makes %(right_one)s–%(right_two)s, and nothing in the moves speaks "
        "against that. The result is followed. Check the score."
    )


class ResultKeptError(GameDoubtError):
    """The next score line alone gives another result."""

    english = gettext_noop(
        "The score above the next game does not fit the result of game %(number)s. "
        "Cube and moves agree with the result, which is followed. Check the game."
    )


class ScoreWinnerError(GameDoubtError):
    """The next score line rises for the loser."""

    english = gettext_noop(
        "Game %(number)s is won by one player in its result, and by the other in the "
        "score above the next game. The score is followed. Check who won."
    )


class NotCountedError(GameDoubtError):
    """The next score line is the same as before the game."""

    english = gettext_noop(
        "Game %(number)s has a winner, but the score above the next game has not "
        "changed. The game is left out. Check whether it counted."
    )


class MovesDifferError(GameDoubtError):
    """Cube and final position give other points."""

    english = gettext_noop(
        "Points of game %(number)s: %(points)s in the file, %(replayed)s by the cube "
        "and the moves. The file is followed. Check how the game ended."
    )


class MovesWinnerError(GameDoubtError):
    """By the moves, or a drop, the other side has won."""

    english = gettext_noop(
        "Game %(number)s is won by one player in the file, and by the other on the "
        "board. The file is followed. Check who won."
    )


class PointsConcededError(GameDoubtError):
    """Points that no game gives with this cube: a match given up, mostly."""

    english = gettext_noop(
        # Translators: the cube is the doubling cube.
        "Game %(number)s gives %(points)s with the cube at %(cube)s, as no single win, "
        "gammon or backgammon does. It is taken as points the players agreed on. If "
        "another number counts, correct the game afterwards."
    )


class JacobyIgnoredError(GameDoubtError):
    """A gammon counted although the Jacoby rule holds and the cube was not turned."""

    english = gettext_noop(
        "Game %(number)s gives %(points)s although nobody turned the cube. By the "
        "Jacoby rule it counts %(cube)s. Check how many points the players counted."
    )


class LeftOutError(GameDoubtError):
    """The game stops."""

    english = gettext_noop(
        "Game %(number)s has no result in the file and is left out. "
        "If it was finished, enter it by hand."
    )


class ResultFromScoreError(GameDoubtError):
    """No result, but the score goes on."""

    english = gettext_noop(
        "Game %(number)s has no result in the file. It is taken from the score above "
        "the next game. Check it."
    )


class ResultFromMovesError(GameDoubtError):
    """No result, but the last checker is off or the last double dropped."""

    english = gettext_noop(
        "Game %(number)s has no result in the file. It is taken from the moves. "
        "Check it."
    )


class PointsUnknownError(GameDoubtError):
    """A winner, but no points, and the board does not show them either."""

    english = gettext_noop(
        "Game %(number)s has a winner in the file, but no points. It is taken for a "
        "single win at %(cube)s. Check how many points it gave."
    )


class CubeCourseError(GameDoubtError):
    """A double, take or drop that does not follow from what went before."""

    english = gettext_noop(
        # Translators: the cube is the doubling cube.
        "In game %(number)s the cube is used in line %(line)s as it cannot be after "
        "what went before. Check the cube of this game."
    )


class CrawfordDoubleError(GameDoubtError):
    """A player doubled in the Crawford game."""

    english = gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "By the score game %(number)s is the Crawford game, and a player doubled in "
        "it. The double is assumed to count. If it does not, correct the game "
        "afterwards."
    )


class CrawfordUnknownError(GameDoubtError):
    """The file begins at match point."""

    english = gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "The file begins at %(one)s–%(two)s and cannot say whether the Crawford game "
        "was played before. Game %(number)s is taken as the Crawford game. Check it."
    )


class CrawfordMarkError(GameDoubtError):
    """The file marks another game as the Crawford game than the score does."""

    english = gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "Game %(number)s: the file and its score differ about which is the Crawford "
        "game. The file is followed. Check it."
    )


class GameRemarkError(GameDoubtError):
    """Worth knowing; the result does not depend on it."""

    needs_answer = False


class IllegalPlaysError(GameRemarkError):
    """Plays that the rules do not allow."""

    english = gettext_noop(
        "Illegal plays in game %(number)s: %(count)s. The first is in line %(line)s, "
        "“%(dice)s: %(play)s”. The result counts; the replay shows it as written."
    )


class UnreadablePlaysError(GameRemarkError):
    """Plays that cannot be read."""

    english = gettext_noop(
        "Unreadable plays in game %(number)s: %(count)s. The first is in line "
        "%(line)s, “%(play)s”. The result counts; the replay is unsure from there."
    )


class CrawfordBehindError(GameRemarkError):
    """The file begins at match point, and a player doubles in the first game."""

    english = gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "The file begins at %(one)s–%(two)s, and a player doubles in game %(number)s. "
        "So the Crawford game is assumed to have been played before."
    )


class ScoreGapError(DoubtError):
    """Two score lines that no one game can join."""

    english = gettext_noop(
        "After game %(number)s the score goes from %(one)s–%(two)s to "
        "%(next_one)s–%(next_two)s, as one game cannot change it. Check the games "
        "around it."
    )


class GamesMissingError(DoubtError):
    """The numbers of the games leap."""

    english = gettext_noop(
        "Game %(following)s follows game %(number)s in the file. Check whether games "
        "are missing, and enter them by hand."
    )


class UnlimitedGameError(DoubtError):
    """Backgammon Galaxy's way of writing a game that is no match."""

    english = gettext_noop(
        "Backgammon Galaxy writes a game without a match as a match to %(length)s with "
        "one game. It is read as one game for money with the Jacoby rule. If it was a "
        "match, choose that."
    )


class EndsEarlyError(DoubtError):
    """“And the match”, but not by the score."""

    english = gettext_noop(
        "The file says that the match was won, but at %(one)s–%(two)s nobody has "
        "%(length)s. Only the games are taken. If more points count, add them "
        "afterwards."
    )


class PlaysOnError(DoubtError):
    """Games after the end."""

    english = gettext_noop(
        "The match to %(length)s is over before game %(number)s. Games after the end "
        "do not count. Check the length of the match."
    )


class NoPlayerNameError(DoubtError):
    """An empty name; `place` is 1 for the left column or White, else 2."""

    english = gettext_noop(
        "Player %(place)s of the file has no name. Choose who it was."
    )


class NamesChangeError(GameDoubtError):
    """A column has another player's name in a later game."""

    english = gettext_noop(
        "From game %(number)s on the file has %(name)s in place of %(was)s. They are "
        "taken as the same player. Check it."
    )


class RemarkError(DoubtError):
    """Worth knowing; the result does not depend on it."""

    needs_answer = False


class StartsLaterError(RemarkError):
    """What was played before is not in the file."""

    english = gettext_noop(
        "The file begins with game %(number)s at %(one)s–%(two)s. "
        "What was played before is not in it."
    )


class MatchUnfinishedError(RemarkError):
    """Neither player has the points to win."""

    english = gettext_noop(
        "The file stops at %(one)s–%(two)s in a match to %(length)s."
    )
