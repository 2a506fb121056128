"""Refusals of the rule book: what cannot be entered, and why."""

from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop

LENGTH_OUT_OF_RANGE = Refusal(
    "rules.length_out_of_range",
    gettext_noop(
        "Match length %(length)s is not allowed. Choose %(lowest)s to %(highest)s."
    ),
)
"""The length of the match is out of range."""

CUBE_LIMIT_INVALID = Refusal(
    "rules.cube_limit_invalid",
    gettext_noop(
        "The maximum cube cannot be %(cap)s. Choose 1, 2, 4, 8 or another power of two "
        "up to %(highest)s."
    ),
)
"""The limit of the cube is not a value of the cube."""

BEAVER_LIMIT_INVALID = Refusal(
    "rules.beaver_limit_invalid",
    gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "Beavers in a row cannot be %(beavers)s. Choose 0 to %(highest)s."
    ),
)
"""The limit of beavers is out of range."""

AUTOMATIC_LIMIT_INVALID = Refusal(
    "rules.automatic_limit_invalid",
    gettext_noop(
        # Translators: equal dice at the opening double the stake: automatic doubles.
        "Automatic doubles cannot be %(automatic)s with a maximum cube of %(cap)s. "
        "Choose 0 to %(highest)s."
    ),
)
"""The automatic doubles would take the cube beyond its limit."""

JACOBY_WITHOUT_CUBE = Refusal(
    "rules.jacoby_without_cube",
    gettext_noop(
        # Translators: the cube is the doubling cube.
        "The Jacoby rule needs a cube. Turn it off, or set a maximum cube value."
    ),
)
"""The Jacoby rule where no cube can be turned."""

BEAVERS_WITHOUT_CUBE = Refusal(
    "rules.beavers_without_cube",
    gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "Beavers need a cube. Enter 0, or set a maximum cube value."
    ),
)
"""Beavers where no cube can be turned."""

BEAVERS_ABOVE_CUBE = Refusal(
    "rules.beavers_above_cube",
    gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "%(beavers)s beavers in a row are not possible with a maximum cube of %(cap)s. "
        "Enter 0 to %(highest)s, or raise the maximum cube."
    ),
)
"""More beavers in a row than the cube has values above 2."""

AUTOMATIC_WITHOUT_CUBE = Refusal(
    "rules.automatic_without_cube",
    gettext_noop(
        # Translators: equal dice at the opening double the stake: automatic doubles.
        "Automatic doubles need a cube. Enter 0, or set a maximum cube value."
    ),
)
"""Automatic doubles where no cube can be turned."""

WIN_VALUES_INVALID = Refusal(
    "rules.win_values_invalid",
    gettext_noop(
        # Translators: single, gammon and backgammon are the three kinds of a win.
        "Invalid values for a single game, gammon and backgammon (%(single)s, "
        "%(gammon)s, %(backgammon)s). A single game counts 1; each next value must be "
        "at least as high as the one before; the limit is %(highest)s."
    ),
)
"""A gammon counts less than a single win, or far too much."""

START_SCORE_INVALID = Refusal(
    "rules.start_score_invalid",
    gettext_noop(
        "A match to %(length)s cannot start at %(one)s–%(two)s. "
        "Choose points from 0 that leave both players something to win."
    ),
)
"""The match would be won before it starts, or start below zero."""

STAKE_NOT_POSITIVE = Refusal(
    "rules.stake_not_positive",
    gettext_noop("The stake per point cannot be %(stake)s. Enter an amount above 0."),
)
"""The stake per point is not above zero."""

TARIFF_INVALID = Refusal(
    "rules.tariff_invalid",
    gettext_noop(
        "Invalid penalty: one point per %(every)s minutes after %(grace)s minutes. Use "
        "a grace period of 0 or more and at least 1 minute per point."
    ),
)
"""A tariff for coming late that cannot be counted."""

CLOCK_INVALID = Refusal(
    "rules.clock_invalid",
    gettext_noop(
        "Invalid clock settings. Use more than 0 minutes per point and 0 or more for "
        "the rest."
    ),
)
"""A clock with a negative time."""

PAYMENT_NOT_POSITIVE = Refusal(
    "payment.not_positive",
    gettext_noop("A payment cannot be %(amount)s. Enter an amount above 0."),
)
"""The amount of a payment is not above zero."""


class GameError(RuleError):
    """A game that is impossible in this match; `params` always has its number."""

    @property
    def number(self) -> int:
        """Which game of the match was refused, counted from 1."""
        return int(self.params["number"])


MATCH_OVER = Refusal(
    "game.match_over",
    gettext_noop(
        "The match ends with game %(last)s, so there can be no game %(number)s. "
        "Correct an earlier game or leave this one out."
    ),
    GameError,
)
"""The match had a winner before this game."""

CUBE_VALUE_INVALID = Refusal(
    "game.cube_value_invalid",
    gettext_noop(
        # Translators: the cube is the doubling cube.
        "The cube cannot show %(cube)s. Enter 1, 2, 4, 8 or another power of two."
    ),
    GameError,
)
"""The number is not on any cube."""

CUBE_TOO_HIGH = Refusal(
    "game.cube_too_high",
    gettext_noop(
        # Translators: the cube is the doubling cube.
        "The cube stops at %(cap)s in this match and cannot show %(cube)s. "
        "Enter the value it had when the game ended."
    ),
    GameError,
)
"""The value lies beyond the limit of the cube."""

CUBE_IN_CRAWFORD_GAME = Refusal(
    "game.cube_in_crawford_game",
    gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "This is the Crawford game: the cube stays at 1. "
        "Enter the game without a double."
    ),
    GameError,
)
"""A player doubled in the Crawford game."""

DROP_IN_CRAWFORD_GAME = Refusal(
    "game.drop_in_crawford_game",
    gettext_noop(
        # Translators: to drop a double is to refuse it and lose the game.
        "This is the Crawford game, so no one can double or drop. Enter how the game "
        "was won."
    ),
    GameError,
)
"""A double was dropped in the Crawford game, where none can be offered."""

CUBE_IN_ONE_POINT_MATCH = Refusal(
    "game.cube_in_one_point_match",
    gettext_noop(
        "A match to 1 point is played without the cube: it stays at 1. "
        "Enter the game without a double."
    ),
    GameError,
)
"""A player doubled in a match to 1 point."""

DROP_IN_ONE_POINT_MATCH = Refusal(
    "game.drop_in_one_point_match",
    gettext_noop(
        "A match to 1 point is played without the cube, so no one can drop. Enter how "
        "the game was won without a double."
    ),
    GameError,
)
"""A double was dropped in a match to 1 point, where none can be offered."""

DROP_NOT_SINGLE = Refusal(
    "game.drop_not_single",
    gettext_noop(
        # Translators: single, gammon and backgammon are the three kinds of a win.
        "A dropped double counts once, whatever the position: it is never a gammon or "
        "a backgammon. Enter it as a single win."
    ),
    GameError,
)
"""A dropped double counted as a gammon or backgammon."""

DROP_AT_CUBE_LIMIT = Refusal(
    "game.drop_at_cube_limit",
    gettext_noop(
        "At cube %(cube)s no one can double again in this match, so there is no drop. "
        "Enter the cube value before the dropped double."
    ),
    GameError,
)
"""The cube was at its limit, so the dropped double could not be offered."""

NEGATIVE_SCORE = Refusal(
    "final_score.negative_score",
    gettext_noop(
        "A score cannot be %(score)s. Enter the points of both players, from 0."
    ),
)
"""A score below zero."""

SCORE_TOO_HIGH = Refusal(
    "final_score.score_too_high",
    gettext_noop(
        "The match is played to %(length)s, so a score cannot be %(score)s. Points "
        "beyond the length do not count: enter %(length)s for the winner."
    ),
)
"""A score above the length of the match."""

TWO_WINNERS = Refusal(
    "final_score.two_winners",
    gettext_noop(
        "Both players cannot reach %(length)s: the match ends when the first one "
        "does. Correct the loser’s points."
    ),
)
"""Both scores are at the length of the match."""

NO_WINNER = Refusal(
    "final_score.no_winner",
    gettext_noop(
        "At %(one)s–%(two)s no one has won: the match is played to %(length)s. Enter "
        "%(length)s for the winner."
    ),
)
"""Neither score is at the length of the match."""

SCORE_FALLS = Refusal(
    "final_score.score_falls",
    gettext_noop(
        "The games entered so far give %(one)s–%(two)s, and the score cannot go down. "
        "Enter a higher score, or correct the games first."
    ),
)
"""A final score below what the games give already."""

DECIDED_BY_GAMES = Refusal(
    "final_score.decided_by_games",
    gettext_noop(
        "The games entered end this match at %(one)s–%(two)s. If the result was "
        "different, correct the games."
    ),
)
"""A final score other than the one the games ended at."""

UNREADABLE_TEXT = Refusal(
    "name.unreadable_text",
    gettext_noop(
        "This text contains a character that cannot be displayed (%(code)s). Type it "
        "again without that character."
    ),
)
"""A control character, or the trace of a wrong decoding."""

NO_NAME = Refusal(
    "name.no_name",
    gettext_noop("A name needs at least one letter. Type the player’s name."),
)
"""The name has no letters."""

NAME_TOO_LONG = Refusal(
    "name.too_long",
    gettext_noop(
        "This name is too long (%(length)s characters; limit %(limit)s). Shorten it."
    ),
)
"""More letters than fit on a score sheet."""

CLUB_TOO_LONG = Refusal(
    "name.club_too_long",
    gettext_noop(
        "This club name is too long (%(length)s characters; limit %(limit)s). Shorten "
        "it."
    ),
)
"""More letters than the directory holds for a club."""

COUNTRY_TOO_LONG = Refusal(
    "name.country_too_long",
    gettext_noop(
        "This country is too long (%(length)s characters; limit %(limit)s). Shorten it."
    ),
)
"""More letters than the directory holds for a country."""

AUTOMATIC_DOUBLES_OFF = Refusal(
    "game.automatic_doubles_off",
    gettext_noop(
        # Translators: equal dice at the opening double the stake: automatic doubles.
        "Automatic doubles are not played here. Enter the game without them."
    ),
    GameError,
)
"""Automatic doubles where the rules have none."""

TOO_MANY_AUTOMATIC_DOUBLES = Refusal(
    "game.too_many_automatic_doubles",
    gettext_noop(
        "The limit here is %(most)s automatic doubles, so there cannot be "
        "%(automatic)s. Enter how often doubles on the opening roll doubled the stake."
    ),
    GameError,
)
"""More automatic doubles than agreed on."""

CUBE_BELOW_OPENING = Refusal(
    "game.cube_below_opening",
    gettext_noop(
        # Translators: the cube is the doubling cube.
        "With these automatic doubles the cube begins at %(opening)s and cannot show "
        "%(cube)s. Correct the cube or the automatic doubles."
    ),
    GameError,
)
"""The cube is lower than at its beginning."""

BEAVERS_OFF = Refusal(
    "game.beavers_off",
    gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "Beavers are not played here. Enter the game without them."
    ),
    GameError,
)
"""A beaver where the rules have none."""

BEAVER_COUNT = Refusal(
    "game.beaver_count",
    gettext_noop(
        "The number of beavers cannot be %(beavers)s. "
        "Enter how often a cube was turned straight back, or 0."
    ),
    GameError,
)
"""A number of beavers that no game has."""

CUBE_BELOW_BEAVERS = Refusal(
    "game.cube_below_beavers",
    gettext_noop(
        "With these beavers the cube shows at least %(lowest)s, not %(cube)s. "
        "Correct the cube or the number of beavers."
    ),
    GameError,
)
"""The cube is too low for this number of beavers and their doubles."""

CHECKERS_NOT_COUNTED = Refusal(
    "game.checkers_not_counted",
    gettext_noop(
        "The checkers left on the board do not count in this game. "
        "Leave their numbers out."
    ),
    GameError,
)
"""Checkers counted in a game that is not scored by them."""

CHECKERS_MISSING = Refusal(
    "game.checkers_missing",
    gettext_noop(
        "This game is scored by the checkers left on the board. "
        "Enter how many the loser has in each quarter."
    ),
    GameError,
)
"""Poengspill without the position."""

CHECKERS_IMPOSSIBLE = Refusal(
    "game.checkers_impossible",
    gettext_noop(
        "The checkers the loser has left add up to 1 at least and %(most)s at most, "
        "with no number below 0. Count them again."
    ),
    GameError,
)
"""More checkers than there are, or none."""

AWARD_REASON_MISSING = Refusal(
    "game.award_reason_missing",
    gettext_noop(
        "A reason is required when the points differ from the rules. Choose one."
    ),
    GameError,
)
"""Other points were awarded without a reason."""

AWARD_MISSING = Refusal(
    "game.award_missing",
    gettext_noop(
        "A reason is given but no points. Enter the points, or remove the reason."
    ),
    GameError,
)
"""A reason for other points, without the points."""

AWARD_NEGATIVE = Refusal(
    "game.award_negative",
    gettext_noop(
        "The winner of a game cannot get %(points)s. Enter 0 or more. If the opponent "
        "gets the points, enter the opponent as winner."
    ),
    GameError,
)
"""A game that takes points from its winner."""

AWARD_NOT_WHOLE = Refusal(
    "game.award_not_whole",
    gettext_noop(
        "A match is scored in whole points, so a game cannot give %(points)s. "
        "Enter a whole number."
    ),
    GameError,
)
"""A fraction of a point in a match."""

AWARD_FOR_WASHED_GAME = Refusal(
    "game.award_for_washed_game",
    gettext_noop(
        "A void game gives no points. Leave the points out, or enter how the game "
        "ended."
    ),
    GameError,
)
"""Points for a game that is void."""

AGREED_WITHOUT_RESIGNING = Refusal(
    "game.agreed_without_resigning",
    gettext_noop(
        "Players can agree on points only for a resigned game. Enter the game as "
        "resigned, or choose another reason."
    ),
    GameError,
)
"""Points agreed on without a resignation."""

SETTLED_IN_MATCH = Refusal(
    "game.settled_in_match",
    gettext_noop(
        "Settlements are not allowed in a match: a game is played out, dropped or "
        "resigned. Enter how it ended."
    ),
    GameError,
)
"""The players divided a game of a match between them.

Source: Japanese federation, tournament rules, rule 31.
"""

NO_CRAWFORD_DOUBLE = Refusal(
    "game.no_crawford_double",
    gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "No one doubled in a Crawford game here, so there is nothing to rule about it. "
        "Choose another reason, or leave the points as they are."
    ),
    GameError,
)
"""A ruling on a double in the Crawford game, where there was none."""

ANNULLED_POINTS = Refusal(
    "game.annulled_points",
    gettext_noop(
        "With the double in the Crawford game annulled, this game gives %(points)s. "
        "Enter that number."
    ),
    GameError,
)
"""The double is annulled, and its cube counted all the same."""

STANDING_POINTS = Refusal(
    "game.standing_points",
    gettext_noop(
        "With the double in the Crawford game counted, this game gives %(points)s. "
        "Enter that number."
    ),
    GameError,
)
"""The double stands, and its cube was not counted."""

DECIDED_BY_POINTS = Refusal(
    "game.decided_by_points",
    gettext_noop(
        "The match is over at %(one)s–%(two)s before game %(number)s, by points "
        "awarded by a ruling. Leave this game out, or correct the points."
    ),
    GameError,
)
"""Points that no game gave had ended the match before this game."""

ADJUSTMENT_AFTER_END = Refusal(
    "game.adjustment_after_end",
    gettext_noop(
        "The match is over at %(one)s–%(two)s, so no points can be given or taken any "
        "more. Correct an earlier game, or enter the points before it."
    ),
    GameError,
)
"""The match had a winner before the points were given or taken."""

EMPTY_ADJUSTMENT = Refusal(
    "game.empty_adjustment",
    gettext_noop(
        "An adjustment of 0 points changes nothing. Enter the points, or record it as "
        "a "
        "ruling."
    ),
    GameError,
)
"""No points given or taken, and no ruling either."""

DEDUCTION_TOO_LARGE = Refusal(
    "game.deduction_too_large",
    gettext_noop(
        "The player has %(score)s points at that stage, so %(points)s cannot be "
        "applied. Deduct fewer, or award them to the opponent."
    ),
    GameError,
)
"""More points taken than the player has."""
