"""Refusals of the rule book: what cannot be entered, and why."""

from matches.rules.refusals import Refusal, RuleError

LENGTH_OUT_OF_RANGE = Refusal(
    "rules.length_out_of_range",
    "Match length %(length)s is not allowed. Choose %(lowest)s to %(highest)s.",
)
CUBE_LIMIT_INVALID = Refusal(
    "rules.cube_limit_invalid",
    "The maximum cube cannot be %(cap)s. Choose 1, 2, 4, 8 or another power of two up "
    "to %(highest)s.",
)
BEAVER_LIMIT_INVALID = Refusal(
    "rules.beaver_limit_invalid",
    # Translators: a beaver is a redouble at once by the player just doubled.
    "Beavers in a row cannot be %(beavers)s. Choose 0 to %(highest)s.",
)
AUTOMATIC_LIMIT_INVALID = Refusal(
    "rules.automatic_limit_invalid",
    # Translators: equal dice at the opening double the stake: automatic doubles.
    "Automatic doubles cannot be %(automatic)s with a maximum cube of %(cap)s. Choose "
    "0 to %(highest)s.",
)
JACOBY_WITHOUT_CUBE = Refusal(
    "rules.jacoby_without_cube",
    # Translators: the cube is the doubling cube.
    "The Jacoby rule needs a cube. Turn it off, or set a maximum cube value.",
)
BEAVERS_WITHOUT_CUBE = Refusal(
    "rules.beavers_without_cube",
    # Translators: a beaver is a redouble at once by the player just doubled.
    "Beavers need a cube. Enter 0, or set a maximum cube value.",
)
BEAVERS_ABOVE_CUBE = Refusal(
    "rules.beavers_above_cube",
    # Translators: a beaver is a redouble at once by the player just doubled.
    "%(beavers)s beavers in a row are not possible with a maximum cube of %(cap)s. "
    "Enter 0 to %(highest)s, or raise the maximum cube.",
)
AUTOMATIC_WITHOUT_CUBE = Refusal(
    "rules.automatic_without_cube",
    # Translators: equal dice at the opening double the stake: automatic doubles.
    "Automatic doubles need a cube. Enter 0, or set a maximum cube value.",
)
WIN_VALUES_INVALID = Refusal(
    "rules.win_values_invalid",
    # Translators: single, gammon and backgammon are the three kinds of a win.
    "Invalid values for a single game, gammon and backgammon (%(single)s, %(gammon)s, "
    "%(backgammon)s). A single game counts 1; each next value must be at least as "
    "high as the one before; the limit is %(highest)s.",
)
START_SCORE_INVALID = Refusal(
    "rules.start_score_invalid",
    "A match to %(length)s cannot start at %(one)s–%(two)s. Choose points from 0 that "
    "leave both players something to win.",
)
STAKE_NOT_POSITIVE = Refusal(
    "rules.stake_not_positive",
    "The stake per point cannot be %(stake)s. Enter an amount above 0.",
)
TARIFF_INVALID = Refusal(
    "rules.tariff_invalid",
    "Invalid penalty: one point per %(every)s minutes after %(grace)s minutes. Use a "
    "grace period of 0 or more and at least 1 minute per point.",
)
CLOCK_INVALID = Refusal(
    "rules.clock_invalid",
    "Invalid clock settings. Use more than 0 minutes per point and 0 or more for the "
    "rest.",
)
PAYMENT_NOT_POSITIVE = Refusal(
    "payment.not_positive", "A payment cannot be %(amount)s. Enter an amount above 0."
)


class GameError(RuleError):
    """A game that is impossible in this match; `params` always has its number."""

    @property
    def number(self) -> int:
        """Which game of the match was refused, counted from 1."""
        return int(self.params["number"])


MATCH_OVER = Refusal(
    "game.match_over",
    "The match ends with game %(last)s, so there can be no game %(number)s. Correct "
    "an earlier game or leave this one out.",
    GameError,
)
CUBE_VALUE_INVALID = Refusal(
    "game.cube_value_invalid",
    # Translators: the cube is the doubling cube.
    "The cube cannot show %(cube)s. Enter 1, 2, 4, 8 or another power of two.",
    GameError,
)
CUBE_TOO_HIGH = Refusal(
    "game.cube_too_high",
    # Translators: the cube is the doubling cube.
    "The cube stops at %(cap)s in this match and cannot show %(cube)s. Enter the "
    "value it had when the game ended.",
    GameError,
)
CUBE_IN_CRAWFORD_GAME = Refusal(
    "game.cube_in_crawford_game",
    # Translators: the Crawford game is the one game played without doubling.
    "This is the Crawford game: the cube stays at 1. Enter the game without a double.",
    GameError,
)
DROP_IN_CRAWFORD_GAME = Refusal(
    "game.drop_in_crawford_game",
    # Translators: to drop a double is to refuse it and lose the game.
    "This is the Crawford game, so no one can double or drop. Enter how the game was "
    "won.",
    GameError,
)
CUBE_IN_ONE_POINT_MATCH = Refusal(
    "game.cube_in_one_point_match",
    "A match to 1 point is played without the cube: it stays at 1. Enter the game "
    "without a double.",
    GameError,
)
DROP_IN_ONE_POINT_MATCH = Refusal(
    "game.drop_in_one_point_match",
    "A match to 1 point is played without the cube, so no one can drop. Enter how the "
    "game was won without a double.",
    GameError,
)
DROP_NOT_SINGLE = Refusal(
    "game.drop_not_single",
    # Translators: single, gammon and backgammon are the three kinds of a win.
    "A dropped double counts once, whatever the position: it is never a gammon or a "
    "backgammon. Enter it as a single win.",
    GameError,
)
DROP_AT_CUBE_LIMIT = Refusal(
    "game.drop_at_cube_limit",
    "At cube %(cube)s no one can double again in this match, so there is no drop. "
    "Enter the cube value before the dropped double.",
    GameError,
)
NEGATIVE_SCORE = Refusal(
    "final_score.negative_score",
    "A score cannot be %(score)s. Enter the points of both players, from 0.",
)
SCORE_TOO_HIGH = Refusal(
    "final_score.score_too_high",
    "The match is played to %(length)s, so a score cannot be %(score)s. Points beyond "
    "the length do not count: enter %(length)s for the winner.",
)
TWO_WINNERS = Refusal(
    "final_score.two_winners",
    "Both players cannot reach %(length)s: the match ends when the first one does. "
    "Correct the loser’s points.",
)
NO_WINNER = Refusal(
    "final_score.no_winner",
    "At %(one)s–%(two)s no one has won: the match is played to %(length)s. Enter "
    "%(length)s for the winner.",
)
SCORE_FALLS = Refusal(
    "final_score.score_falls",
    "The games entered so far give %(one)s–%(two)s, and the score cannot go down. "
    "Enter a higher score, or correct the games first.",
)
DECIDED_BY_GAMES = Refusal(
    "final_score.decided_by_games",
    "The games entered end this match at %(one)s–%(two)s. If the result was "
    "different, correct the games.",
)
UNREADABLE_TEXT = Refusal(
    "name.unreadable_text",
    "This text contains a character that cannot be displayed (%(code)s). Type it "
    "again without that character.",
)
NO_NAME = Refusal(
    "name.no_name", "A name needs at least one letter. Type the player’s name."
)
NAME_TOO_LONG = Refusal(
    "name.too_long",
    "This is too long (%(length)s characters; limit %(limit)s). Shorten it.",
)
CLUB_TOO_LONG = Refusal(
    "name.club_too_long",
    "This is too long (%(length)s characters; limit %(limit)s). Shorten it.",
)
COUNTRY_TOO_LONG = Refusal(
    "name.country_too_long",
    "This is too long (%(length)s characters; limit %(limit)s). Shorten it.",
)
AUTOMATIC_DOUBLES_OFF = Refusal(
    "game.automatic_doubles_off",
    # Translators: equal dice at the opening double the stake: automatic doubles.
    "Automatic doubles are not played here. Enter the game without them.",
    GameError,
)
TOO_MANY_AUTOMATIC_DOUBLES = Refusal(
    "game.too_many_automatic_doubles",
    "The limit here is %(most)s automatic doubles, so there cannot be %(automatic)s. "
    "Enter how often doubles on the opening roll doubled the stake.",
    GameError,
)
CUBE_BELOW_OPENING = Refusal(
    "game.cube_below_opening",
    # Translators: the cube is the doubling cube.
    "With these automatic doubles the cube begins at %(opening)s and cannot show "
    "%(cube)s. Correct the cube or the automatic doubles.",
    GameError,
)
BEAVERS_OFF = Refusal(
    "game.beavers_off",
    # Translators: a beaver is a redouble at once by the player just doubled.
    "Beavers are not played here. Enter the game without them.",
    GameError,
)
BEAVER_COUNT = Refusal(
    "game.beaver_count",
    "The number of beavers cannot be %(beavers)s. Enter how often a cube was turned "
    "straight back, or 0.",
    GameError,
)
CUBE_BELOW_BEAVERS = Refusal(
    "game.cube_below_beavers",
    "With these beavers the cube shows at least %(lowest)s, not %(cube)s. Correct the "
    "cube or the number of beavers.",
    GameError,
)
CHECKERS_NOT_COUNTED = Refusal(
    "game.checkers_not_counted",
    "The checkers left on the board do not count in this game. Leave their numbers "
    "out.",
    GameError,
)
CHECKERS_MISSING = Refusal(
    "game.checkers_missing",
    "This game is scored by the checkers left on the board. Enter how many the loser "
    "has in each quarter.",
    GameError,
)
CHECKERS_IMPOSSIBLE = Refusal(
    "game.checkers_impossible",
    "The checkers the loser has left add up to 1 at least and %(most)s at most, with "
    "no number below 0. Count them again.",
    GameError,
)
CHECKERS_CONTRADICT = Refusal(
    "game.checkers_contradict",
    "A gammon leaves the loser all %(most)s checkers, a backgammon at least one of "
    "them in the winner’s home board or on the bar. Correct the kind of win or the "
    "checkers.",
    GameError,
)
AWARD_REASON_MISSING = Refusal(
    "game.award_reason_missing",
    "A reason is required when the points differ from the rules. Choose one.",
    GameError,
)
AWARD_MISSING = Refusal(
    "game.award_missing",
    "A reason is given but no points. Enter the points, or remove the reason.",
    GameError,
)
AWARD_NEGATIVE = Refusal(
    "game.award_negative",
    "The winner of a game cannot get %(points)s. Enter 0 or more. If the opponent "
    "gets the points, enter the opponent as winner.",
    GameError,
)
AWARD_NOT_WHOLE = Refusal(
    "game.award_not_whole",
    "A match is scored in whole points, so a game cannot give %(points)s. Enter a "
    "whole number.",
    GameError,
)
AWARD_FOR_WASHED_GAME = Refusal(
    "game.award_for_washed_game",
    "A void game gives no points. Leave the points out, or enter how the game ended.",
    GameError,
)
AGREED_WITHOUT_RESIGNING = Refusal(
    "game.agreed_without_resigning",
    "Players can agree on points only for a resigned game. Enter the game as "
    "resigned, or choose another reason.",
    GameError,
)
SETTLED_IN_MATCH = Refusal(
    "game.settled_in_match",
    "Settlements are not allowed in a match: a game is played out, dropped or "
    "resigned. Enter how it ended.",
    GameError,
)
"""Source: Japanese federation, tournament rules, rule 31."""

NO_CRAWFORD_DOUBLE = Refusal(
    "game.no_crawford_double",
    # Translators: the Crawford game is the one game played without doubling.
    "No one doubled in a Crawford game here, so there is nothing to rule about it. "
    "Choose another reason, or leave the points as they are.",
    GameError,
)
ANNULLED_POINTS = Refusal(
    "game.annulled_points",
    "With the double in the Crawford game annulled, this game gives %(points)s. Enter "
    "that number.",
    GameError,
)
STANDING_POINTS = Refusal(
    "game.standing_points",
    "With the double in the Crawford game counted, this game gives %(points)s. Enter "
    "that number.",
    GameError,
)
DECIDED_BY_POINTS = Refusal(
    "game.decided_by_points",
    "The match is over at %(one)s–%(two)s before game %(number)s, by points awarded "
    "by a ruling. Leave this game out, or correct the points.",
    GameError,
)
ADJUSTMENT_AFTER_END = Refusal(
    "game.adjustment_after_end",
    "The match is over at %(one)s–%(two)s, so no points can be given or taken any "
    "more. Correct an earlier game, or enter the points before it.",
    GameError,
)
EMPTY_ADJUSTMENT = Refusal(
    "game.empty_adjustment",
    "An adjustment of 0 points changes nothing. Enter the points, or record it as a "
    "ruling.",
    GameError,
)
DEDUCTION_TOO_LARGE = Refusal(
    "game.deduction_too_large",
    "The player has %(score)s points at that stage, so %(points)s cannot be applied. "
    "Deduct fewer, or award them to the opponent.",
    GameError,
)
