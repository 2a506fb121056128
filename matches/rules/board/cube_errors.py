"""Errors: the cube cannot be turned, or a double cannot be answered."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class CubeError(RuleError):
    """An act with the cube that is not possible now."""


class CubeGameOverError(CubeError):
    """The game was over before."""

    english = gettext_noop(
        # Translators: the cube is the doubling cube.
        "The game is over once a player has all checkers off, so the cube stays as it "
        "is."
    )


class OnePointMatchCubeError(CubeError):
    """A double in a match to 1 point."""

    english = gettext_noop(
        "A match to 1 point is played without the cube, because one game decides it. "
        "Nobody can double."
    )


class CrawfordCubeError(CubeError):
    """A double in the Crawford game."""

    english = gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "This is the Crawford game: a player needs one more point to win the match, so "
        "nobody can double in this one game. From the next game on the cube is used "
        "again."
    )


class NoCubeError(CubeError):
    """A double where no cube is used."""

    english = gettext_noop("No cube is used here, so nobody can double.")


class DoubleWaitingError(CubeError):
    """Another act while a double has no answer yet."""

    english = gettext_noop(
        "A double cannot be withdrawn or repeated. It has to be taken or dropped first."
    )


class NotOnRollError(CubeError):
    """A double by the wrong player."""

    english = gettext_noop(
        "Only the player whose turn it is can double. Wait for your own turn, and "
        "double before rolling the dice."
    )


class DiceThrownError(CubeError):
    """A double after the roll."""

    english = gettext_noop(
        "A double has to come before the dice are rolled. After the roll, even an "
        "invalid one, the next chance is the player’s next turn."
    )


class OpponentsCubeError(CubeError):
    """A double by the player who doubled last."""

    english = gettext_noop(
        "The cube belongs to the opponent, who took the last double. Only its owner "
        "can double now."
    )


class CubeAtLimitError(CubeError):
    """A double beyond the limit of the cube."""

    english = gettext_noop(
        "The cube is at %(cube)s, and it goes no higher than %(cap)s here. Nobody can "
        "double any more in this game."
    )


class NoDoubleError(CubeError):
    """An answer without a double."""

    english = gettext_noop(
        "Nobody has doubled, so there is nothing to take, drop or turn back."
    )


class NotYourAnswerError(CubeError):
    """An answer by the player who turned the cube."""

    english = gettext_noop(
        "The player who turned the cube cannot answer it. The opponent decides."
    )


class BeaversNotPlayedError(CubeError):
    """A beaver where the rules have no beavers."""

    english = gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "Beavers are not played here. The double can be taken or dropped, and the cube "
        "be turned again at the owner’s next turn."
    )


class BeaversUsedUpError(CubeError):
    """One beaver too many in a row."""

    english = gettext_noop(
        "The double has been turned straight back as often as is allowed here: "
        "%(most)s. Take the cube or drop."
    )


class BeaverAtLimitError(CubeError):
    """A beaver beyond the limit of the cube."""

    english = gettext_noop(
        "The double brings the cube to %(cube)s, and it goes no higher than %(cap)s "
        "here, so it cannot be turned straight back. Take the cube or drop."
    )


class DropEndsGameError(CubeError):
    """A drop, where the situation of a game that continues was requested."""

    english = gettext_noop(
        "A dropped double ends the game at the value before it, so nothing can follow."
    )
