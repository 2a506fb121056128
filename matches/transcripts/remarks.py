"""Notes of a reader about a match file that it could read nevertheless."""

from matches.rules.text import gettext_noop
from matches.transcripts.record import TranscriptError


class UnreadPlayError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s: the play “%(text)s” could not be read. The result counts as "
        "written; the board is uncertain from here to the end of the game."
    )


class UnreadSetupError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s: a position was set up here that could not be read. The result "
        "counts as written; the board is uncertain from here to the end of the game."
    )


class UnreadTextError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s: “%(text)s” could not be read and was left out. "
        "Check this game against your own record."
    )


class LongLineError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s is longer than any line of a match (%(most)s characters) and "
        "was left out. Check this game against your own record."
    )


class ImpossibleDiceError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s: two dice cannot show %(dice)s. The result counts as written; "
        "the board is uncertain from here to the end of the game."
    )


class NoScoreLineError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s: game %(number)s does not name the players and the score. "
        "Check the score before this game."
    )


class OtherNamesError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s: game %(number)s is between “%(one)s” and “%(two)s”, but the "
        "match began under other names. Check that it belongs to this match."
    )


class SwappedHeaderError(TranscriptError):
    english = gettext_noop(
        "The head of the file names “%(one)s” first, but “%(two)s” plays in the left "
        "column. The columns decide; check who is who."
    )


class OtherHeaderNamesError(TranscriptError):
    english = gettext_noop(
        "The head of the file names “%(one)s” and “%(two)s”, the columns “%(left)s” "
        "and “%(right)s”. The columns decide; check who is who."
    )


class GameOrderError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s: game %(number)s comes after game %(last)s. Check that no game "
        "is missing or listed twice."
    )


class NoResultError(TranscriptError):
    english = gettext_noop(
        "Game %(number)s, which begins at line %(line)s, states no result although "
        "another game follows. Check how it ended."
    )


class UnclearLoserError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s: a player gives up game %(number)s, but the file does not say "
        "who won. Enter the result yourself."
    )


class SecondResultError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s states another result of game %(number)s. "
        "The first one counts; check which is right."
    )


class AfterResultError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s goes on although the result of game %(number)s was stated "
        "before. What follows the result was left out."
    )


class NoLengthError(TranscriptError):
    english = gettext_noop(
        "The file does not say to how many points the match was played, so it is read "
        "as games for money. Enter the length if it was a match."
    )


class SecondLengthError(TranscriptError):
    english = gettext_noop(
        "Line %(line)s gives the match a second length, %(length)s points. "
        "The first one counts; check which is right."
    )


class UnknownVariantError(TranscriptError):
    english = gettext_noop(
        # Translators: a variant of backgammon, such as Nackgammon.
        "The file names the variant “%(variant)s”, which is not known here. "
        "It is replayed from the ordinary starting position."
    )


class MoreNotesError(TranscriptError):
    english = gettext_noop(
        "There is more that could not be read; only the first %(most)s places are "
        "listed. Check the whole match against your own record."
    )
