"""What else can be wrong with a game: beavers, checkers, awards, adjustments.

The plain refusals of a game are in `matches.rules.errors`.
"""

from matches.rules.errors import GameError
from matches.rules.text import gettext_noop


class AutomaticDoublesOffError(GameError):
    """Automatic doubles where nobody plays with them."""

    english = gettext_noop(
        # Translators: equal dice at the opening double the stake: automatic doubles.
        "Automatic doubles are not played here. Enter the game without them."
    )


class TooManyAutomaticDoublesError(GameError):
    """More automatic doubles than agreed on."""

    english = gettext_noop(
        "Automatic doubles stop at %(most)s here, so there cannot be %(automatic)s. "
        "Enter how often equal dice at the opening doubled the stake."
    )


class CubeBelowOpeningError(GameError):
    """The cube came down from where it began."""

    english = gettext_noop(
        # Translators: the cube is the doubling cube.
        "With these automatic doubles the cube begins at %(opening)s and cannot show "
        "%(cube)s. Correct the cube or the automatic doubles."
    )


class BeaversOffError(GameError):
    """A beaver where nobody plays with them."""

    english = gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "Beavers are not played here. Enter the game without them."
    )


class BeaverCountError(GameError):
    """A number of beavers that no game has."""

    english = gettext_noop(
        "The number of beavers cannot be %(beavers)s. "
        "Enter how often a cube was turned straight back, or 0."
    )


class CubeBelowBeaversError(GameError):
    """Every beaver follows a double, and both show on the cube."""

    english = gettext_noop(
        "With these beavers the cube shows at least %(lowest)s, not %(cube)s. "
        "Correct the cube or the number of beavers."
    )


class CheckersNotCountedError(GameError):
    """Checkers counted in a game that is not scored by them."""

    english = gettext_noop(
        "The checkers left on the board do not count in this game. "
        "Leave their numbers out."
    )


class CheckersMissingError(GameError):
    """Poengspill without the position."""

    english = gettext_noop(
        "This game is scored by the checkers left on the board. "
        "Enter how many the loser has in each quarter."
    )


class CheckersImpossibleError(GameError):
    """More checkers than there are, or none."""

    english = gettext_noop(
        "The checkers the loser has left add up to 1 at least and %(most)s at most, "
        "with no number below 0. Count them again."
    )


class AwardReasonMissingError(GameError):
    """Other points count, and nobody knows why."""

    english = gettext_noop(
        "Points other than those the rules give need a reason. Choose one."
    )


class AwardMissingError(GameError):
    """A reason for other points, without the points."""

    english = gettext_noop(
        "There is a reason for other points, but the points are missing. "
        "Enter them, or leave the reason out."
    )


class AwardNegativeError(GameError):
    """A game that takes points from its winner."""

    english = gettext_noop(
        "A game cannot give its winner %(points)s. Enter 0 or more; if the opponent "
        "gets the points, enter the opponent as the winner."
    )


class AwardNotWholeError(GameError):
    """A fraction of a point in a match."""

    english = gettext_noop(
        "A match is scored in whole points, so a game cannot give %(points)s. "
        "Enter a whole number."
    )


class AwardForWashedGameError(GameError):
    """Points for a game that is void."""

    english = gettext_noop(
        "A void game gives no points. Leave the points out, or enter how the game "
        "ended."
    )


class AgreedWithoutResigningError(GameError):
    """Points agreed on without a resignation."""

    english = gettext_noop(
        "Only the points of a resigned game can be agreed on. "
        "Enter the game as resigned, or choose another reason."
    )


class SettledInMatchError(GameError):
    """The players divided a game of a match between them.

    Source: Japanese federation, tournament rules, rule 31.
    """

    english = gettext_noop(
        "In a match nothing can be settled between the players: a game is played out, "
        "dropped or resigned. Enter how it ended."
    )


class NoCrawfordDoubleError(GameError):
    """A ruling on a double in the Crawford game, where there was none."""

    english = gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "Nobody doubled in a Crawford game here, so there is nothing to rule about it. "
        "Choose another reason, or leave the points as they are."
    )


class AnnulledPointsError(GameError):
    """The double is annulled, and its cube counted all the same."""

    english = gettext_noop(
        "With the double in the Crawford game annulled this game gives %(points)s. "
        "Enter that number."
    )


class StandingPointsError(GameError):
    """The double stands, and its cube was not counted."""

    english = gettext_noop(
        "With the double in the Crawford game left to stand this game gives "
        "%(points)s. Enter that number."
    )


class DecidedByPointsError(GameError):
    """Points that no game gave had ended the match before this game."""

    english = gettext_noop(
        "The match is over at %(one)s–%(two)s before game %(number)s, by points that "
        "no game gave. Leave this game out, or correct the points."
    )


class AdjustmentAfterEndError(GameError):
    """The match had a winner before the points were given or taken."""

    english = gettext_noop(
        "The match is over at %(one)s–%(two)s, so no points can be given or taken any "
        "more. Correct an earlier game, or enter the points before it."
    )


class EmptyAdjustmentError(GameError):
    """No points given or taken, and no ruling either."""

    english = gettext_noop(
        "Nothing changes with 0 points. Enter the points, or make it a ruling."
    )


class DeductionTooLargeError(GameError):
    """More points taken than the player has."""

    english = gettext_noop(
        "The player has %(score)s at this time, so the score cannot change by "
        "%(points)s. Take fewer points, or give them to the opponent."
    )
