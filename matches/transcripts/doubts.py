"""Doubts about a match file, as messages for the person who imports it.

A doubt never removes a result: `matches.transcripts.judge` decides on a result, and the
doubt says why a person should check it. A `GameDoubtError` names its game by the number
in the file.
"""

from typing import ClassVar

from matches.rules.refusals import Refusal, RuleError


class DoubtError(RuleError):
    """Something to check. `needs_answer`: the result may depend on it."""

    needs_answer: ClassVar[bool] = True


class GameDoubtError(DoubtError):
    """A doubt about one game; `params` always hold its number in the file."""

    @property
    def number(self) -> int:
        return int(self.params["number"])


SCORE_DIFFERS = Refusal(
    "doubt.score_differs",
    "Game %(number)s: the result says %(stated)s points, but the score above the next "
    "game says %(by_headers)s. The score is used. Check this game.",
    GameDoubtError,
)
SCORE_MISTYPED = Refusal(
    "doubt.score_mistyped",
    "The file has %(one)s–%(two)s above game %(number)s, but the previous result "
    "gives %(right_one)s–%(right_two)s and the moves agree with it. The result is "
    "used. Check the score.",
    GameDoubtError,
)
RESULT_KEPT = Refusal(
    "doubt.result_kept",
    "Game %(number)s: the score above the next game does not match its result. Cube "
    "and moves agree with the result, which is used. Check this game.",
    GameDoubtError,
)
SCORE_WINNER = Refusal(
    "doubt.score_winner",
    "Game %(number)s: the result and the score above the next game name different "
    "winners. The score is used. Check who won.",
    GameDoubtError,
)
NOT_COUNTED = Refusal(
    "doubt.not_counted",
    "Game %(number)s has a winner, but the score does not change after it. The game "
    "is skipped. Check whether it counts.",
    GameDoubtError,
)
MOVES_DIFFER = Refusal(
    "doubt.moves_differ",
    "Game %(number)s: the file says %(points)s points, but cube and moves give "
    "%(replayed)s. The file is used. Check how the game ended.",
    GameDoubtError,
)
MOVES_WINNER = Refusal(
    "doubt.moves_winner",
    "Game %(number)s: the file and the final position show different winners. The "
    "file is used. Check who won.",
    GameDoubtError,
)
POINTS_CONCEDED = Refusal(
    "doubt.points_conceded",
    # Translators: the cube is the doubling cube.
    "Game %(number)s gives %(points)s points at cube %(cube)s, which no single game, "
    "gammon or backgammon gives. It is imported as points agreed between the players. "
    "Correct the game afterwards if needed.",
    GameDoubtError,
)
JACOBY_IGNORED = Refusal(
    "doubt.jacoby_ignored",
    "Game %(number)s gives %(points)s points without the cube turned. Under the "
    "Jacoby rule it counts %(cube)s. Check how many points the players counted.",
    GameDoubtError,
)
LEFT_OUT = Refusal(
    "doubt.left_out",
    "Game %(number)s has no result in the file and is skipped. If it was finished, "
    "enter it by hand.",
    GameDoubtError,
)
RESULT_FROM_SCORE = Refusal(
    "doubt.result_from_score",
    "Game %(number)s has no result in the file. It was worked out from the score "
    "above the next game. Check this game.",
    GameDoubtError,
)
RESULT_FROM_MOVES = Refusal(
    "doubt.result_from_moves",
    "Game %(number)s has no result in the file. It was worked out from the moves. "
    "Check this game.",
    GameDoubtError,
)
POINTS_UNKNOWN = Refusal(
    "doubt.points_unknown",
    "Game %(number)s has a winner but no points in the file. It is imported as a "
    "single game at cube %(cube)s. Check the points.",
    GameDoubtError,
)
CUBE_COURSE = Refusal(
    "doubt.cube_course",
    # Translators: the cube is the doubling cube.
    "Game %(number)s, line %(line)s: this cube action is not possible here. Check the "
    "cube in this game.",
    GameDoubtError,
)
CRAWFORD_GAME_DOUBLED = Refusal(
    "doubt.crawford_game_doubled",
    # Translators: the Crawford game is the one game played without doubling.
    "By the score, game %(number)s is the Crawford game, but a player doubled in it. "
    "The double is counted. Correct the game afterwards if it should not be.",
    GameDoubtError,
)
CRAWFORD_UNKNOWN = Refusal(
    "doubt.crawford_unknown",
    # Translators: the Crawford game is the one game played without doubling.
    "The file starts at %(one)s–%(two)s and does not show whether the Crawford game "
    "was already played. Game %(number)s is treated as the Crawford game. Check this.",
    GameDoubtError,
)
CRAWFORD_MARK = Refusal(
    "doubt.crawford_mark",
    # Translators: the Crawford game is the one game played without doubling.
    "Game %(number)s: the file and its score disagree on the Crawford game. The file "
    "is used. Check this game.",
    GameDoubtError,
)


class GameRemarkError(GameDoubtError):
    """Worth knowing; the result does not depend on it."""

    needs_answer = False


ILLEGAL_PLAYS = Refusal(
    "doubt.illegal_plays",
    "Game %(number)s has %(count)s illegal plays, the first in line %(line)s "
    "(“%(dice)s: %(play)s”). The result counts, and the replay shows the plays as "
    "written.",
    GameRemarkError,
)
UNREADABLE_PLAYS = Refusal(
    "doubt.unreadable_plays",
    "Game %(number)s has %(count)s unreadable plays, the first in line %(line)s "
    "(“%(play)s”). The result counts; the replay may be wrong from there on.",
    GameRemarkError,
)
CRAWFORD_BEHIND = Refusal(
    "doubt.crawford_behind",
    # Translators: the Crawford game is the one game played without doubling.
    "The file begins at %(one)s–%(two)s, and a player doubles in game %(number)s. So "
    "the Crawford game is assumed to have been played before.",
    GameRemarkError,
)
SCORE_GAP = Refusal(
    "doubt.score_gap",
    "After game %(number)s the score goes from %(one)s–%(two)s to "
    "%(next_one)s–%(next_two)s, as one game cannot change it. Check the games around "
    "it.",
    DoubtError,
)
GAMES_MISSING = Refusal(
    "doubt.games_missing",
    "Game %(following)s follows game %(number)s in the file. If games are missing, "
    "enter them by hand.",
    DoubtError,
)
UNLIMITED_GAME = Refusal(
    "doubt.unlimited_game",
    "Backgammon Galaxy saves a game without a match as a one-game match to "
    "%(length)s. It is imported as a money game with the Jacoby rule. If it was a "
    "match, choose that.",
    DoubtError,
)
ENDS_EARLY = Refusal(
    "doubt.ends_early",
    "The file says that the match was won, but at %(one)s–%(two)s no one has "
    "%(length)s. Only the games are taken. If more points count, add them afterwards.",
    DoubtError,
)
PLAYS_ON = Refusal(
    "doubt.plays_on",
    "The match to %(length)s is over before game %(number)s. Games after the end do "
    "not count. Check the length of the match.",
    DoubtError,
)
NO_PLAYER_NAME = Refusal(
    "doubt.no_player_name",
    "Player %(place)s in the file has no name. Choose who it is.",
    DoubtError,
)
NAMES_CHANGE = Refusal(
    "doubt.names_change",
    "From game %(number)s on the file has %(name)s instead of %(was)s. They are "
    "treated as the same player. Check the names.",
    GameDoubtError,
)


class RemarkError(DoubtError):
    """Worth knowing; the result does not depend on it."""

    needs_answer = False


STARTS_LATER = Refusal(
    "doubt.starts_later",
    "The file starts with game %(number)s at %(one)s–%(two)s. Earlier games are not "
    "in it.",
    RemarkError,
)
MATCH_UNFINISHED = Refusal(
    "doubt.match_unfinished",
    "The file stops at %(one)s–%(two)s in a match to %(length)s.",
    RemarkError,
)


TOO_LONG_MATCH = Refusal(
    "transcript.too_long_match",
    "This file is too long for one match. Save each match as a file of its own.",
)
UNREAD_PLAY = Refusal(
    "transcript.unread_play",
    "Line %(line)s: the play “%(text)s” could not be read. The result counts as "
    "written; the board is uncertain from here to the end of the game.",
)
UNREAD_SETUP = Refusal(
    "transcript.unread_setup",
    "Line %(line)s: a position was set up here that could not be read. The result "
    "counts as written; the board is uncertain from here to the end of the game.",
)
UNREAD_TEXT = Refusal(
    "transcript.unread_text",
    "Line %(line)s: “%(text)s” could not be read and was skipped. Check this game "
    "against your own record.",
)
LONG_LINE = Refusal(
    "transcript.long_line",
    "Line %(line)s is longer than any line of a match (%(most)s characters) and was "
    "left out. Check this game against your own record.",
)
IMPOSSIBLE_DICE = Refusal(
    "transcript.impossible_dice",
    "Line %(line)s: two dice cannot show %(dice)s. The result counts as written; the "
    "board is uncertain from here to the end of the game.",
)
NO_SCORE_LINE = Refusal(
    "transcript.no_score_line",
    "Line %(line)s: game %(number)s does not name the players and the score. Check "
    "the score before this game.",
)
OTHER_NAMES = Refusal(
    "transcript.other_names",
    "Line %(line)s: game %(number)s is between “%(one)s” and “%(two)s”, but the match "
    "began under other names. Check that it belongs to this match.",
)
SWAPPED_HEADER = Refusal(
    "transcript.swapped_header",
    "The file header names “%(one)s” first, but “%(two)s” plays in the left column. "
    "The columns are used; check who is who.",
)
OTHER_HEADER_NAMES = Refusal(
    "transcript.other_header_names",
    "The file header names “%(one)s” and “%(two)s”, but the columns say “%(left)s” "
    "and “%(right)s”. The columns are used; check who is who.",
)
GAME_ORDER = Refusal(
    "transcript.game_order",
    "Line %(line)s: game %(number)s comes after game %(last)s. Check that no game is "
    "missing or listed twice.",
)
NO_RESULT_LINE = Refusal(
    "transcript.no_result_line",
    "Game %(number)s, starting at line %(line)s, has no result although another game "
    "follows. Check how it ended.",
)
UNCLEAR_LOSER = Refusal(
    "transcript.unclear_loser",
    "Line %(line)s: a player resigns game %(number)s, but the file does not say who "
    "won. Enter the result yourself.",
)
SECOND_RESULT = Refusal(
    "transcript.second_result",
    "Line %(line)s gives a second result for game %(number)s. The first one is used; "
    "check which is right.",
)
AFTER_RESULT = Refusal(
    "transcript.after_result",
    "Line %(line)s continues although the result of game %(number)s was stated "
    "before. What follows the result was left out.",
)
NO_LENGTH = Refusal(
    "transcript.no_length",
    "The file does not give a match length, so it is read as money games. Enter the "
    "length if it was a match.",
)
SECOND_LENGTH = Refusal(
    "transcript.second_length",
    "Line %(line)s gives the match a second length, %(length)s points. The first one "
    "counts; check which is right.",
)
UNKNOWN_VARIANT = Refusal(
    "transcript.unknown_variant",
    # Translators: a variant of backgammon, such as Nackgammon.
    "The file uses the variant “%(variant)s”, which is not supported. It is replayed "
    "from the standard starting position.",
)
MORE_NOTES = Refusal(
    "transcript.more_notes",
    "There are more unreadable places than the %(most)s listed. Check the whole match "
    "against your own record.",
)
