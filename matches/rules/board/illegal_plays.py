"""Refusals of illegal plays: one for each rule that a play can break.

Each message is a sentence that a director can read out at the table. In `params`,
`play` is the play that was made and `example` a legal one.
"""

from matches.rules.refusals import Refusal, RuleError


class IllegalPlayError(RuleError):
    """The dice do not allow this play."""


PLAYED_BACKWARDS = Refusal(
    "play.played_backwards",
    "Checkers only move forward, to points with lower numbers: %(move)s is not "
    "allowed.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 1."""

NO_CHECKER = Refusal(
    "play.no_checker",
    "This player has no checker left on point %(point)s for %(move)s.",
    IllegalPlayError,
)
"""Source: Swedish federation (2021), "Slå och flytta": players move checkers of their
own.
"""

NO_CHECKER_ON_BAR = Refusal(
    "play.no_checker_on_bar",
    "This player has no checker left on the bar for %(move)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "At slå en brik"."""

BAR_FIRST = Refusal(
    "play.bar_first",
    # Translators: the bar is where checkers wait that were hit.
    "The checker on point %(point)s cannot move before every checker on the bar has "
    "entered.",
    IllegalPlayError,
)
"""Source: Lektion 0, "At slå en brik"."""

POINT_HELD = Refusal(
    "play.point_held",
    "Point %(point)s is held by %(checkers)s of the opponent’s checkers, so no "
    "checker can land there, not even on its way.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 2."""

NO_WAY_THROUGH = Refusal(
    "play.no_way_through",
    "%(move)s has to touch down on point %(one)s or %(two)s, and the opponent holds "
    "both.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 4."""

NOT_ALL_HOME = Refusal(
    "play.not_all_home",
    # Translators: to bear a checker off is to take it off the board at the end.
    "No checker can be borne off while one is outside the home board, here on point "
    "%(point)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Udtagning af brikker"."""

FARTHER_CHECKER = Refusal(
    "play.farther_checker",
    "A %(die)s cannot bear off the checker on point %(source)s while there is one "
    "farther away, on point %(point)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Udtagning af brikker"."""

NOT_ON_DICE = Refusal(
    "play.not_on_dice",
    "%(move)s cannot be played with the roll %(dice)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Ugyldige slag & ulovlige ryk": other than what the dice show."""

DICE_USED_UP = Refusal(
    "play.dice_used_up",
    "%(play)s is more than the roll %(dice)s allows: each die is played once, or four "
    "times in total for doubles.",
    IllegalPlayError,
)
"""Source: Swedish federation (2021), "Slå och flytta": each die once, those of a double
twice.
"""

DICE_NOT_PLAYED = Refusal(
    "play.dice_not_played",
    "A legal play exists for %(dice)s, so it must be played, for example %(example)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 6."""

BOTH_DICE_PLAYABLE = Refusal(
    "play.both_dice_playable",
    "Both dice can be played, so both must be, for example %(example)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 6."""

LARGER_DIE = Refusal(
    "play.larger_die",
    "With %(dice)s, only one die can be played and it must be the %(die)s, for "
    "example %(example)s.",
    IllegalPlayError,
)
"""Source: Lektion 0, "Flyt af brikker – regler", rule 6."""

REST_OF_DOUBLE = Refusal(
    "play.rest_of_double",
    "You must play as much of %(dice)s as possible, here %(most)s × %(die)s, for "
    "example %(example)s.",
    IllegalPlayError,
)
"""Source: Norwegian "Backgammonregler", "Flytting av brikkene": all four, or as many as
possible.
"""
