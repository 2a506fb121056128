"""Chapters of the rules about play, from the first roll to the last checker."""

from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook import pictures
from matches.rulebook.blocks import Chapter, Pictures, only, says

BOARD: Final = Chapter(
    "board",
    _("The board"),
    (
        says(
            _(
                # Translators: points are the triangles of the board here, and in
                # all sentences that give them a number; elsewhere they are a score.
                "Backgammon is a game for two. The board has 24 triangles, called "
                "points, and each player has 15 checkers. The bar divides the "
                "board into two halves. Each player has a home board and, next to "
                "it, an outer board, of six points each."
            ),
            only(
                "leaflet",
                _(
                    "Both players roll to see who chooses: the player with the higher "
                    "roll picks a colour, and whether to have the home board on the "
                    "right or on the left. The other home board is then opposite. The "
                    "pictures of these rules have yours on the right: with yours on "
                    "the left, think of them as mirrored."
                ),
            ),
        ),
        says(
            _(
                "You count the points from your home board: 1 to 6 is your home "
                "board, 7 to 12 your outer board, 13 to 18 the outer board of your "
                "opponent and 19 to 24 the home board of your opponent. Your 24 "
                "point is the 1 point of your opponent."
            ),
            only(
                "swedish",
                _(
                    "The points may also be numbered once for both players: then White "
                    "goes towards 1 with a home board of 1 to 6, and Black towards 24 "
                    "with a home board of 19 to 24."
                ),
            ),
        ),
        says(
            _(
                "Put two checkers on your 24 point, five on the 13 point, three on the "
                "8 point and five on the 6 point. Your opponent does the same. In the "
                "pictures you are White, and your home board is below on the right."
            )
        ),
        Pictures((pictures.SETUP,)),
    ),
)
AIM: Final = Chapter(
    "aim",
    _("The aim"),
    (
        says(
            _(
                "Bring all your checkers into your home board, and then bear them "
                "off, that is, take them off the board. The first player to bear "
                "off all 15 wins the game."
            )
        ),
        says(
            _(
                "The two players go in opposite directions, each from their own 24 "
                "point to their own 1 point. A checker never moves backwards."
            ),
            only(
                "dutch",
                _(
                    "One player goes clockwise around the board, the other "
                    "counter-clockwise."
                ),
            ),
        ),
    ),
)
OPENING: Final = Chapter(
    "opening",
    _("Who begins"),
    (
        says(
            _(
                "Each player rolls one die. The player with the higher number "
                "begins, and plays both of these numbers as the first turn."
            ),
            _("If both dice show the same number, both players roll again."),
            # Translators: a turn at the dice, not a round of a tournament.
            _("After that you take turns, and always roll two dice."),
            only("swedish leaflet", _("Both dice are rolled at once.")),
        ),
    ),
)
MOVING: Final = Chapter(
    "moving",
    _("Moving"),
    (
        says(
            _(
                "A die says how many points a checker moves forward. It may land "
                "on any open point: an empty one, one with checkers of your own, "
                "or one with a single checker of your opponent. Two or more "
                "checkers of your opponent block a point."
            ),
            _("Passing over a blocked point, you count it like any other."),
            only("norwegian", _("The bar is not counted as a point.")),
            _("Any number of your own checkers may stand on one point."),
        ),
        says(
            _(
                "Each die is a move of its own. You may move two checkers, or one "
                "checker twice, and begin with either die. A checker that moves "
                "twice touches down in between, and that point must be open too."
            )
        ),
        Pictures((pictures.BOTH_DICE,)),
        says(
            _(
                # Translators: keep the notation in English: 13/7, bar/22, 5/off.
                "A play is written from/to: 13/7 moves a checker from the 13 point "
                "to the 7 point, bar/22 enters one, 5/off bears one off. A star is "
                "a hit, and (2) means two checkers."
            )
        ),
        says(
            _(
                # Translators: both dice the same; not a double with the cube.
                "If both dice are equal, you play their number four times, with "
                "one checker or with up to four."
            )
        ),
        Pictures((pictures.EQUAL_DICE,)),
    ),
)
DUTIES: Final = Chapter(
    "must",
    _("Compulsory moves"),
    (
        says(
            _(
                "You must play both dice if you legally can. With doubles you must "
                "play all four numbers, or as many as you can."
            ),
            _("If you can play either die but not both, you must play the higher one."),
            _("If only one can be played, you must play it, even the lower one."),
            _("If neither can be played, the turn goes to your opponent."),
        ),
    ),
)
HITTING: Final = Chapter(
    "hitting",
    _("Hitting"),
    (
        says(
            _(
                # Translators: a blot, or in your words a lone checker.
                "A single checker on a point is a blot. If a checker of the opponent "
                "lands or touches down there, the blot is hit and goes to the bar."
            ),
            _("The checker that hit may move on with the other die."),
        ),
        Pictures((pictures.TWO_HITS,)),
    ),
)
ENTERING: Final = Chapter(
    "bar",
    _("Entering from the bar"),
    (
        says(
            _(
                "With a checker on the bar you must enter it before you move any "
                "other. It enters the home board of your opponent: a 1 leads to "
                "your 24 point, a 2 to the 23 point, and so on to a 6, which leads "
                "to the 19 point. That point must be open; a blot on it is hit."
            ),
            _("If neither die lets you enter, you lose your turn."),
        ),
        says(
            _(
                "If you can enter only some of your checkers, enter as many as you "
                "can; the rest of the roll is lost. When the last one is in, play "
                "what is left with any checker."
            ),
            _(
                "While your opponent holds all six points you cannot enter, and "
                "wait until one is opened."
            ),
        ),
        Pictures((pictures.BLOCKED, pictures.ENTERING)),
    ),
)
POINTS: Final = Chapter(
    "points",
    _("Points and primes"),
    (
        says(
            _(
                "Two or more of your checkers on a point make that point: they cannot "
                "be hit, and your opponent can neither land nor touch down there. "
                "Points in a row are a prime. No checker can jump over a prime of six."
            ),
            only(
                "danish",
                _(
                    "Three points in a row are called a 3-prime, then come the "
                    "4-prime, the 5-prime and the 6-prime."
                ),
            ),
        ),
        Pictures((pictures.PRIME,)),
    ),
)
BEARING_OFF: Final = Chapter(
    "off",
    _("Bearing off"),
    (
        says(
            _(
                "When all the checkers you still have are in your home board, you may "
                "bear off. A die bears off a checker from the point with its number."
            ),
            _("You may also move inside your home board."),
        ),
        says(
            _(
                "If there is no checker on that point, you must move one from a "
                "higher point."
            ),
            _(
                "If there is none on a higher point either, you must bear off from "
                "your highest point."
            ),
        ),
        says(
            _(
                "If a checker of yours is hit, it must enter and come all the way "
                "home before you can bear off another."
            )
        ),
        Pictures((pictures.HIGHEST, pictures.GAP)),
    ),
)
PLAYING: Final = (
    BOARD,
    AIM,
    OPENING,
    MOVING,
    DUTIES,
    HITTING,
    ENTERING,
    POINTS,
    BEARING_OFF,
)
