"""Errors that a user can correct: one class for each reason of a refusal."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from matches.rules.text import gettext_noop

Param: TypeAlias = str | int
"""A value a message may name; a job stores it as JSON."""


class RuleError(Exception):
    """A refusal with a message that tells the user what to do.

    A subclass defines its message once, as the class attribute `english`, or passes it
    to `__init__`. It is a complete English sentence, marked by `gettext_noop`, with
    %(named)s placeholders for `params`. Pages translate it:
    `gettext(error.message) % error.params`.

    Errors of one class with the same message and params are equal. They are immutable
    and can be pickled, so that a worker can pass one to another process.
    """

    english: ClassVar[str] = ""
    is_conflict: ClassVar[bool] = False
    """Whether the page was outdated because another person acted in the meantime."""

    _message: str
    _params: Mapping[str, Param]

    def __init__(self, message: str | None = None, /, **params: Param) -> None:
        super().__init__()
        text = self.english if message is None else message
        vars(self).update(_message=text, _params=MappingProxyType(params))

    @property
    def message(self) -> str:
        """The English sentence with its placeholders, which is the message id."""
        return self._message

    @property
    def params(self) -> Mapping[str, Param]:
        """The values of the placeholders, and what else the reason knows."""
        return self._params

    def __str__(self) -> str:
        return self._message % self._params

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (self._message, self._params) == (other._message, other._params)

    def __hash__(self) -> int:
        return hash((type(self), self._message, frozenset(self._params.items())))

    def __setattr__(self, name: str, value: object) -> None:
        # Python itself and contextlib write __traceback__, __cause__ and __notes__.
        if not name.startswith("__"):
            raise AttributeError(f"{type(self).__name__} cannot be changed")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self._message, dict(self._params))


def _restore(
    kind: type[RuleError], message: str, params: dict[str, Param]
) -> RuleError:
    """Rebuild an unpickled error without calling the `__init__` of its class."""
    error = kind.__new__(kind)
    RuleError.__init__(error, message, **params)
    return error


class MatchRulesError(RuleError):
    """The conditions of a match are invalid."""


class LengthError(MatchRulesError):
    """The length of the match is out of range."""

    english = gettext_noop(
        "A match cannot be played to %(length)s. "
        "Choose a length from %(lowest)s to %(highest)s."
    )


class CubeLimitError(MatchRulesError):
    """The limit of the cube is not a value of the cube."""

    english = gettext_noop(
        "The cube cannot be limited to %(cap)s. "
        "Choose 1, 2, 4, 8 or a further doubling up to %(highest)s."
    )


class BeaverLimitError(MatchRulesError):
    """The limit of beavers is out of range."""

    english = gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "The number of beavers in a row cannot be limited to %(beavers)s. "
        "Choose a number from 0 to %(highest)s."
    )


class AutomaticLimitError(MatchRulesError):
    """The automatic doubles would take the cube beyond its limit."""

    english = gettext_noop(
        # Translators: equal dice at the opening double the stake: automatic doubles.
        "The number of automatic doubles cannot be limited to %(automatic)s where the "
        "cube stops at %(cap)s. Choose a number from 0 to %(highest)s."
    )


class JacobyWithoutCubeError(MatchRulesError):
    """The Jacoby rule where no cube can be turned."""

    english = gettext_noop(
        # Translators: the cube is the doubling cube.
        "The Jacoby rule is about turning the cube, and there is no cube. Turn the "
        "Jacoby rule off, or choose a highest value of the cube."
    )


class BeaversWithoutCubeError(MatchRulesError):
    """Beavers where no cube can be turned."""

    english = gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "There are no beavers without a cube. Enter 0 beavers in a row, or choose a "
        "highest value of the cube."
    )


class AutomaticWithoutCubeError(MatchRulesError):
    """Automatic doubles where no cube can be turned."""

    english = gettext_noop(
        # Translators: equal dice at the opening double the stake: automatic doubles.
        "There are no automatic doubles without a cube. Enter 0 automatic doubles, or "
        "choose a highest value of the cube."
    )


class ValuesError(MatchRulesError):
    """A gammon counts less than a single win, or far too much."""

    english = gettext_noop(
        # Translators: single, gammon and backgammon are the three kinds of a win.
        "A single win, a gammon and a backgammon cannot count %(single)s, %(gammon)s "
        "and %(backgammon)s. A single win counts 1, a gammon no less, a backgammon no "
        "less than a gammon, and none more than %(highest)s."
    )


class StartScoreError(MatchRulesError):
    """The match would be won before it starts, or start below zero."""

    english = gettext_noop(
        "A match to %(length)s cannot start at %(one)s–%(two)s. "
        "Choose points from 0 that leave both players something to win."
    )


class StakeError(MatchRulesError):
    """A point is worth nothing."""

    english = gettext_noop(
        "The stake per point cannot be %(stake)s. Enter an amount above 0."
    )


class TariffError(MatchRulesError):
    """A tariff for coming late that cannot be counted."""

    english = gettext_noop(
        "Coming late cannot cost a point every %(every)s minutes after %(grace)s. "
        "Choose 0 minutes or more of grace and at least 1 minute for each point."
    )


class ClockError(MatchRulesError):
    """A clock that would run backwards."""

    english = gettext_noop(
        "A clock cannot be set like this. Choose more than 0 minutes for each point of "
        "the match, and 0 or more for the rest."
    )


class PaymentError(RuleError):
    """The amount of a payment is not above zero."""

    english = gettext_noop("A payment cannot be %(amount)s. Enter an amount above 0.")


class GameError(RuleError):
    """A game that is impossible in this match; `params` always has its number."""

    @property
    def number(self) -> int:
        """Which game of the match was refused, counted from 1."""
        return int(self.params["number"])


class MatchOverError(GameError):
    """The match had a winner before this game."""

    english = gettext_noop(
        "The match ends with game %(last)s, so there can be no game %(number)s. "
        "Correct an earlier game or leave this one out."
    )


class CubeValueError(GameError):
    """The number is not on any cube."""

    english = gettext_noop(
        # Translators: the cube is the doubling cube.
        "The cube cannot show %(cube)s. Enter 1, 2, 4, 8 or a further doubling."
    )


class CubeTooHighError(GameError):
    """The value lies beyond the limit of the cube."""

    english = gettext_noop(
        # Translators: the cube is the doubling cube.
        "The cube stops at %(cap)s in this match and cannot show %(cube)s. "
        "Enter the value it had when the game ended."
    )


class CubeInCrawfordGameError(GameError):
    """A player doubled in the Crawford game."""

    english = gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "This is the Crawford game: the cube stays at 1. "
        "Enter the game without a double."
    )


class DropInCrawfordGameError(GameError):
    """A double was dropped in the Crawford game, where none can be offered."""

    english = gettext_noop(
        # Translators: to drop a double is to refuse it and lose the game.
        "This is the Crawford game: nobody can double, so nobody can drop. "
        "Enter how the game was won without a double."
    )


class CubeInOnePointMatchError(GameError):
    """A player doubled in a match to 1 point."""

    english = gettext_noop(
        "A match to 1 point is played without the cube: it stays at 1. "
        "Enter the game without a double."
    )


class DropInOnePointMatchError(GameError):
    """A double was dropped in a match to 1 point, where none can be offered."""

    english = gettext_noop(
        "A match to 1 point is played without the cube, so nobody can drop. "
        "Enter how the game was won without a double."
    )


class DropNotSingleError(GameError):
    """A dropped double counted as a gammon or backgammon."""

    english = gettext_noop(
        # Translators: single, gammon and backgammon are the three kinds of a win.
        "A dropped double counts once, whatever the position: it is never a gammon or "
        "a backgammon. Enter it as a single win."
    )


class DropAtCubeLimitError(GameError):
    """The cube was at its limit, so the dropped double could not be offered."""

    english = gettext_noop(
        "With the cube at %(cube)s nobody can double any more in this match, so "
        "nobody can drop. Enter the value the cube had before the dropped double."
    )


class FinalScoreError(RuleError):
    """A final score that cannot be the end of this match."""


class NegativeScoreError(FinalScoreError):
    """A score below zero."""

    english = gettext_noop(
        "A score cannot be %(score)s. Enter the points of both players, from 0."
    )


class ScoreTooHighError(FinalScoreError):
    """A score above the length of the match."""

    english = gettext_noop(
        "The match is played to %(length)s, so a score cannot be %(score)s. Points "
        "beyond the length do not count: enter %(length)s for the winner."
    )


class TwoWinnersError(FinalScoreError):
    """Both scores are at the length of the match."""

    english = gettext_noop(
        "Both players cannot reach %(length)s: the match ends when the first one "
        "does. Correct the loser’s points."
    )


class NoWinnerError(FinalScoreError):
    """Neither score is at the length of the match."""

    english = gettext_noop(
        "At %(one)s–%(two)s nobody has won: the match is played to %(length)s. "
        "Enter %(length)s for the winner."
    )


class ScoreFallsError(FinalScoreError):
    """A final score below what the games give already."""

    english = gettext_noop(
        "The games entered so far give %(one)s–%(two)s, and a score cannot go down. "
        "Enter a higher result, or correct the games first."
    )


class DecidedByGamesError(FinalScoreError):
    """A final score other than the one the games ended at."""

    english = gettext_noop(
        "The games entered end this match at %(one)s–%(two)s. "
        "Correct the games if the result was another."
    )


class NameTextError(RuleError):
    """A name or a club that cannot be taken as it was typed."""


class UnreadableTextError(NameTextError):
    """A control character, or the trace of a wrong decoding."""

    english = gettext_noop(
        "There is a character here that cannot be shown (%(code)s). "
        "Type the text again without it."
    )


class NoNameError(NameTextError):
    """Nothing a person could be called by."""

    english = gettext_noop("A name needs at least one letter. Type the player’s name.")


class NameTooLongError(NameTextError):
    """More letters than fit on a score sheet."""

    english = gettext_noop(
        "This name has %(length)s characters and at most %(limit)s fit. "
        "Shorten the name."
    )


class ClubTooLongError(NameTextError):
    """More letters than the directory holds for a club."""

    english = gettext_noop(
        "This club has %(length)s characters and at most %(limit)s fit. "
        "Shorten the club."
    )


class AutomaticDoublesOffError(GameError):
    """Automatic doubles where the rules have none."""

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
    """A beaver where the rules have none."""

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
    """Other points were awarded without a reason."""

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
        "With the double in the Crawford game annulled, this game gives %(points)s. "
        "Enter that number."
    )


class StandingPointsError(GameError):
    """The double stands, and its cube was not counted."""

    english = gettext_noop(
        "With the double in the Crawford game counted, this game gives %(points)s. "
        "Enter that number."
    )


class DecidedByPointsError(GameError):
    """Points that no game gave had ended the match before this game."""

    english = gettext_noop(
        "The match is over at %(one)s–%(two)s before game %(number)s, by points "
        "awarded by a ruling. Leave this game out, or correct the points."
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
        "The player has %(score)s at that point of the match, so the score cannot "
        "change by %(points)s. Take fewer points, or give them to the opponent."
    )
