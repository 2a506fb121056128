"""Notes of a reader about a match file that it could read nevertheless."""

from matches.rules.refusals import Refusal

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
