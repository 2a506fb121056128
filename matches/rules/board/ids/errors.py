"""What can be wrong with the ID of a position."""

from typing import Final

from matches.rules.board.position import PositionError
from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop

_SHOWN: Final = 20


def shown(text: str) -> str:
    """Return what a sentence can quote of a text: its beginning, all of it visible."""
    return "".join(
        character if character.isprintable() else "\ufffd"
        for character in text[:_SHOWN]
    )


class IdError(RuleError):
    """A text that is no ID, or a situation that no ID can tell."""


class NoIdError(IdError):
    """Nothing that looks like an ID."""

    english = gettext_noop(
        # Translators: XGID, Position ID and Match ID are names, not to be translated.
        "There is no ID here. Paste an XGID, or a Position ID with or without a "
        "Match ID."
    )


class MatchIdAloneError(IdError):
    """The score without the board."""

    english = gettext_noop(
        "A Match ID contains the score and the cube, not the position of the "
        "checkers. Put the Position ID in front of it."
    )


class PositionIdSizeError(IdError):
    """Part of it is missing, or something clings to it."""

    english = gettext_noop(
        "A Position ID has %(wanted)s characters, and this text has %(found)s. "
        "Copy the whole ID and nothing else."
    )


class MatchIdSizeError(IdError):
    """Part of it is missing, or something clings to it."""

    english = gettext_noop(
        "A Match ID has %(wanted)s characters, and this text has %(found)s. "
        "Copy the whole ID and nothing else."
    )


class IdCharacterError(IdError):
    """A character that is in no ID."""

    english = gettext_noop(
        "“%(character)s” does not occur in a Position ID or a Match ID, only letters "
        "without accents, digits, + and /. Copy the ID again."
    )


class MistypedPositionIdError(IdError):
    """The right characters in an order that no program writes."""

    english = gettext_noop(
        "This Position ID is not a possible position: a character is wrong or two are "
        "swapped. Copy it again."
    )


class SharedPointError(PositionError):
    """Checkers of both players on one point."""

    english = gettext_noop(
        "Both players have checkers on the %(point)s point of the player on roll. "
        "Only one of them can stand there."
    )


class EmptyBoardError(PositionError):
    """Nobody has a checker left."""

    english = gettext_noop(
        "The board is empty. At most one player can have all checkers off."
    )


class MatchIdOwnerError(IdError):
    """A cube that is nowhere."""

    english = gettext_noop(
        "This Match ID places the cube neither in the middle nor with a player. "
        "Copy it again."
    )


class MatchIdStateError(IdError):
    """A state of the game that there is not."""

    english = gettext_noop(
        "This Match ID describes neither a game in progress nor one that is over. "
        "Copy it again."
    )


class MatchIdDiceError(IdError):
    """Dice that do not exist."""

    english = gettext_noop(
        "The dice of this Match ID show %(first)s and %(second)s. Either both show 1 "
        "to 6, or none has been rolled. Copy it again."
    )


class XgidPartsError(IdError):
    """Too few or too many parts."""

    english = gettext_noop(
        "An XGID has %(wanted)s parts with colons between them, and this text has "
        "%(found)s. Copy the whole line."
    )


class XgidBoardSizeError(IdError):
    """The board of an XGID is cut off."""

    english = gettext_noop(
        "The first part of an XGID has %(wanted)s characters, and here it has "
        "%(found)s. Copy the whole line."
    )


class XgidBoardError(IdError):
    """A character that stands for no checkers."""

    english = gettext_noop(
        "“%(character)s” has no meaning in an XGID: A to O are the checkers of one "
        "player, a to o those of the other, and - is an empty point."
    )


class XgidCubeError(IdError):
    """The second part of an XGID."""

    english = gettext_noop(
        "The cube in this XGID is “%(value)s”. It has to be 0 for 1, 1 for 2, 2 for 4 "
        "and so on, up to %(most)s."
    )


class XgidOwnerError(IdError):
    """The third part of an XGID."""

    english = gettext_noop(
        "The owner of the cube in this XGID is “%(value)s”. It has to be 1, -1, or 0 "
        "for the middle."
    )


class XgidTurnError(IdError):
    """The fourth part of an XGID."""

    english = gettext_noop(
        "The player on roll in this XGID is “%(value)s”. It has to be 1 or -1."
    )


class XgidDiceError(IdError):
    """The fifth part of an XGID."""

    english = gettext_noop(
        "The dice in this XGID are “%(value)s”. They have to be two digits from 1 to "
        "6, or 00 before the roll, or D, B or R after a double."
    )


class XgidScoreError(IdError):
    """The sixth or seventh part of an XGID."""

    english = gettext_noop(
        "A score in this XGID is “%(value)s”. It has to be a number from 0 to %(most)s."
    )


class XgidRulesError(IdError):
    """The eighth part of an XGID."""

    english = gettext_noop(
        "The eighth part of this XGID is “%(value)s”. It has to be 0, or 1 in the "
        "Crawford game; for money, 0 to 3."
    )


class XgidLengthError(IdError):
    """The ninth part of an XGID."""

    english = gettext_noop(
        "The length of the match in this XGID is “%(value)s”. It has to be a number "
        "from 0 to %(most)s; 0 is play for money."
    )


class XgidCapError(IdError):
    """The last part of an XGID."""

    english = gettext_noop(
        "The limit of the cube in this XGID is “%(value)s”. It has to be a number from "
        "0 to %(most)s."
    )


class OwnedCubeError(IdError):
    """Somebody owns a cube that nobody has turned."""

    english = gettext_noop(
        "A cube at 1 has not been turned, so it belongs to nobody. Place it in the "
        "middle, or at 2 or more."
    )


class CubeAboveCapError(IdError):
    """The cube is higher than it can be."""

    english = gettext_noop(
        "The cube shows %(cube)s, and its limit is %(cap)s. Correct one of them."
    )


class DoubledAfterRollError(IdError):
    """A double is waiting for an answer although dice have been thrown."""

    english = gettext_noop(
        "A player cannot double after rolling the dice. Leave out the dice or the "
        "double."
    )


class DoubledWithoutCubeError(IdError):
    """The player who doubled does not have the cube."""

    english = gettext_noop(
        "The player who doubles here does not have the cube. Correct its owner."
    )


class BeaveredCubeError(IdError):
    """After a beaver the cube is with the wrong player."""

    english = gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "After a beaver the cube lies with the player who was doubled, turned twice at "
        "least. Correct the cube or its owner."
    )


class CrawfordScoreError(IdError):
    """A Crawford game at the wrong score."""

    english = gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "This cannot be the Crawford game: at %(one)s–%(two)s in a match to %(length)s "
        "nobody is one point away from winning. Correct the score, or leave it out."
    )


class CrawfordForMoneyError(IdError):
    """A Crawford game where no match is played."""

    english = gettext_noop(
        "There is no Crawford game in play for money. Enter the length of the match, "
        "or leave it out."
    )


class BeyondIdError(IdError):
    """A situation that this kind of ID has no room for."""

    english = gettext_noop(
        "This situation cannot be written as an ID: the cube, the score or the length "
        "of the match is too high for it."
    )
