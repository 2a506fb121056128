"""Chapters of the rules about points, cube, matches, money play and dice."""

from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook import pictures
from matches.rulebook.blocks import (
    Chapter,
    CheckerCounts,
    Pictures,
    only,
    says,
    with_cube,
)
from matches.rulebook.switches import AUTOMATIC, BEAVERS, JACOBY
from matches.rulebook.switches.cube import (
    CUBE_CAP_RULE,
    CUBE_RULE,
    NO_CUBE_RULE,
    NO_LIMIT_RULE,
    STAKE_CAP_RULE,
)
from matches.rulebook.switches.match import CRAWFORD_RULE, NO_CRAWFORD_RULE
from matches.rulebook.switches.money import STAKE_RULE
from matches.rulebook.switches.scoring import (
    CUBE_ON_2_RULE,
    NOT_COUNTED_RULE,
    PLAIN_RULE,
    POENGSPILL_RULE,
)

WORTH: Final = Chapter(
    "worth",
    _("Value of a game"),
    (
        says(PLAIN_RULE),
        says(POENGSPILL_RULE),
        Pictures((pictures.COUNTED,)),
        CheckerCounts(POENGSPILL_RULE, pictures.COUNTED_ROWS),
        says(NOT_COUNTED_RULE),
        says(CUBE_RULE),
        Pictures((pictures.GAMMON, pictures.BACKGAMMON)),
    ),
)
CUBE: Final = Chapter(
    "cube",
    _("The doubling cube"),
    (
        says(NO_CUBE_RULE),
        says(
            with_cube(_("Every match is played with the cube."), only="danish"),
            with_cube(
                _(
                    "The cube shows what a game is played for: 1 at first, then 2, 4, "
                    "8 and so on. It is not rolled. At first it is in the middle, and "
                    "both players may use it."
                )
            ),
            with_cube(
                _(
                    "Before the first double the cube lies in the middle of the side "
                    "frame with 64 up, or with 1 up if it has a 1."
                ),
                only="danish",
            ),
            with_cube(
                _("Before the first double the cube has 64 up, which means 1."),
                only="swedish",
            ),
            with_cube(
                _("The first double turns the cube to 2, the next one to 4."),
                only="leaflet",
            ),
        ),
        says(
            with_cube(
                _(
                    # Translators: to double is to offer the cube.
                    "When it is your turn and you have not rolled yet, you may double, "
                    "if the cube is in the middle or yours."
                )
            ),
            with_cube(
                _(
                    "Once you have rolled, even if the roll was not valid, you may not "
                    "double before your next turn."
                ),
                only="danish",
            ),
            with_cube(
                _(
                    "To double, turn the cube to its next value and say that you "
                    "double, or turn it and place it on the board."
                ),
                only="danish",
            ),
            with_cube(
                _("Touching the cube with the clear intention to double is a double."),
                only="danish",
            ),
            with_cube(_("A double cannot be taken back."), only="danish"),
        ),
        says(
            with_cube(
                _(
                    "Your opponent then takes or drops. A drop ends the game, and you "
                    "win what the cube showed before: 1 point at the first double."
                )
            ),
            with_cube(
                _(
                    "A take doubles what is played for, and the cube goes to the side "
                    "of the player who took it, with the new value up. Only this "
                    "player may double next."
                )
            ),
            with_cube(
                _(
                    "That is a redouble: a player who drops it loses what the cube "
                    "showed before it, for example 2 points when it goes from 2 to 4."
                )
            ),
        ),
        says(CUBE_ON_2_RULE, CUBE_CAP_RULE, STAKE_CAP_RULE, NO_LIMIT_RULE),
    ),
)
MATCH: Final = Chapter(
    "match",
    # Translators: several games played to a number of points.
    _("A match"),
    (
        says(
            _(
                "In a match you play games until a player has the number of "
                "points agreed on. The winner of a game gets its points."
            ),
            CRAWFORD_RULE,
            NO_CRAWFORD_RULE,
        ),
    ),
)
STAKES: Final = Chapter(
    "stakes",
    _("Money play"),
    (
        says(
            only(
                "norwegian leaflet", _("Before the game, the players agree on a stake.")
            ),
            only(
                "dutch",
                _(
                    "The players agree on a stake per point, and every game begins at "
                    "one point."
                ),
            ),
            STAKE_RULE,
        ),
        says(*BEAVERS.in_book, *AUTOMATIC.in_book, *JACOBY.in_book),
    ),
)
DICE: Final = Chapter(
    "dice",
    _("Dice, turns and illegal moves"),
    (
        says(
            only(
                "danish",
                _(
                    "A roll is valid only if both dice land flat on the half of the "
                    "board to your right. Otherwise roll again."
                ),
            ),
            only(
                "swedish",
                _(
                    "A die that lies on a checker, or leans on a checker or on the "
                    "edge of the board, is cocked. Then both dice are rolled again."
                ),
            ),
            only(
                "leaflet",
                _(
                    "If a die falls on the floor or does not lie flat, both dice are "
                    "rolled again."
                ),
            ),
            only(
                "danish",
                _(
                    "Your turn ends when you pick up one or both dice, or touch them "
                    "intending to pick them up."
                ),
            ),
            only("swedish", _("Your turn ends when you pick up your dice.")),
        ),
        says(
            only(
                "danish",
                _(
                    "If you roll before your opponent has finished, your opponent may "
                    "accept the roll or have you roll again."
                ),
            ),
            only(
                "swedish",
                _(
                    "If you roll when it is not your turn, your opponent may make you "
                    "roll again."
                ),
            ),
        ),
        says(
            only(
                "danish",
                _(
                    "If you make an illegal play, your opponent may accept it or "
                    "require you to play the roll legally; you may then play the whole "
                    "roll again. Your opponent accepts the play by rolling or doubling."
                ),
            ),
            only(
                "swedish",
                _(
                    "If you make an illegal move, your opponent may point it out after "
                    "you pick up your dice and have it corrected. Otherwise the move "
                    "stands."
                ),
            ),
        ),
        says(
            only(
                "norwegian dutch",
                _(
                    "The rules do not say when a roll is valid. Agree on it before you "
                    "start."
                ),
            ),
            only(
                "norwegian leaflet dutch",
                _(
                    "The rules do not cover illegal moves. Agree on it before you "
                    "start; in a tournament, ask the director."
                ),
            ),
        ),
    ),
)
SETTLING: Final = (WORTH, CUBE, MATCH, STAKES, DICE)
