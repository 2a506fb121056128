"""Refusals of illegal plays: one for each rule that a play can break.

Each message is a sentence that a director can read out at the table. In `params`,
`play` is the play that was made and `example` a legal one.
"""

from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop


class IllegalPlayError(RuleError):
    """The dice do not allow this play.

    Source: Danish federation, Lektion 0 (2023), "Ugyldige slag & ulovlige ryk": the
    opponent may accept it, or have the whole roll played again.
    """


PLAYED_BACKWARDS = Refusal(
    "play.played_backwards",
    gettext_noop(
        "Checkers only move forward, to points with lower numbers: "
        "%(move)s is not allowed."
    ),
    IllegalPlayError,
)
"""A checker moved the wrong way, or not at all.

Source: Danish federation, Lektion 0 (2023), "Flyt af brikker – regler", rule 1.
"""

NO_CHECKER = Refusal(
    "play.no_checker",
    gettext_noop("This player has no checker left on point %(point)s for %(move)s."),
    IllegalPlayError,
)
"""More checkers left a point than the player had there.

Source: Swedish federation (2021), "Slå och flytta": players move checkers of their
own.
"""

NO_CHECKER_ON_BAR = Refusal(
    "play.no_checker_on_bar",
    gettext_noop("This player has no checker left on the bar for %(move)s."),
    IllegalPlayError,
)
"""More checkers entered than the player had on the bar.

Source: Danish federation, Lektion 0 (2023), "At slå en brik".
"""

BAR_FIRST = Refusal(
    "play.bar_first",
    gettext_noop(
        # Translators: the bar is where checkers wait that were hit.
        "The checker on point %(point)s cannot move before every checker on the bar "
        "has entered."
    ),
    IllegalPlayError,
)
"""Another checker moved while one was on the bar.

Source: Danish federation, Lektion 0 (2023), "At slå en brik".
"""

POINT_HELD = Refusal(
    "play.point_held",
    gettext_noop(
        "Point %(point)s is held by %(checkers)s of the opponent’s checkers, so no "
        "checker can land there, not even on its way."
    ),
    IllegalPlayError,
)
"""A checker landed on a point where the opponent has two or more.

Source: Danish federation, Lektion 0 (2023), "Flyt af brikker – regler", rule 2.
"""

NO_WAY_THROUGH = Refusal(
    "play.no_way_through",
    gettext_noop(
        "%(move)s has to touch down on point %(one)s or %(two)s, and the opponent "
        "holds "
        "both."
    ),
    IllegalPlayError,
)
"""One checker played both dice, and neither can be played first.

Source: Danish federation, Lektion 0 (2023), "Flyt af brikker – regler", rule 4.
"""

NOT_ALL_HOME = Refusal(
    "play.not_all_home",
    gettext_noop(
        # Translators: to bear a checker off is to take it off the board at the end.
        "No checker can be borne off while one is outside the home board, here on "
        "point %(point)s."
    ),
    IllegalPlayError,
)
"""A checker was borne off too early.

Source: Danish federation, Lektion 0 (2023), "Udtagning af brikker".
"""

FARTHER_CHECKER = Refusal(
    "play.farther_checker",
    gettext_noop(
        "A %(die)s cannot bear off the checker on point %(source)s while there is one "
        "farther away, on point %(point)s."
    ),
    IllegalPlayError,
)
"""A checker was borne off by a larger number, with another one farther away.

Source: Danish federation, Lektion 0 (2023), "Udtagning af brikker".
"""

NOT_ON_DICE = Refusal(
    "play.not_on_dice",
    gettext_noop("%(move)s cannot be played with the roll %(dice)s."),
    IllegalPlayError,
)
"""A checker moved by a number that no dice give.

Source: Danish federation, Lektion 0 (2023), "Ugyldige slag & ulovlige ryk": other
than what the dice show.
"""

DICE_USED_UP = Refusal(
    "play.dice_used_up",
    gettext_noop(
        "%(play)s is more than the roll %(dice)s allows: each die is played once, or "
        "four times in total for doubles."
    ),
    IllegalPlayError,
)
"""Each move fits the dice, but not all of them together.

Source: Swedish federation (2021), "Slå och flytta": each die once, those of a
double twice.
"""

DICE_NOT_PLAYED = Refusal(
    "play.dice_not_played",
    gettext_noop(
        "A legal play exists for %(dice)s, so it must be played, for example "
        "%(example)s."
    ),
    IllegalPlayError,
)
"""The turn was passed although a checker can move.

Source: Danish federation, Lektion 0 (2023), "Flyt af brikker – regler", rule 6.
"""

BOTH_DICE_PLAYABLE = Refusal(
    "play.both_dice_playable",
    gettext_noop("Both dice can be played, so both must be, for example %(example)s."),
    IllegalPlayError,
)
"""One die was played where both can be.

Source: Danish federation, Lektion 0 (2023), "Flyt af brikker – regler", rule 6.
"""

LARGER_DIE = Refusal(
    "play.larger_die",
    gettext_noop(
        "With %(dice)s, only one die can be played and it must be the %(die)s, for "
        "example %(example)s."
    ),
    IllegalPlayError,
)
"""Only one die can be played, and it was the smaller.

Source: Danish federation, Lektion 0 (2023), "Flyt af brikker – regler", rule 6.
"""

REST_OF_DOUBLE = Refusal(
    "play.rest_of_double",
    gettext_noop(
        "You must play as much of %(dice)s as possible, here %(most)s × %(die)s, for "
        "example %(example)s."
    ),
    IllegalPlayError,
)
"""Less of a double was played than can be.

Source: Norwegian "Backgammonregler", "Flytting av brikkene": all four, or as many
as possible.
"""
