"""Errors: the cube cannot be turned, or a double cannot be answered."""

from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop


class CubeError(RuleError):
    """An act with the cube that is not possible now."""


CUBE_GAME_OVER = Refusal(
    "cube.game_over",
    gettext_noop(
        # Translators: the cube is the doubling cube.
        "The game is over once a player has borne off all checkers, so the cube cannot "
        "be turned."
    ),
    CubeError,
)
"""The game was over before."""

ONE_POINT_MATCH_CUBE = Refusal(
    "cube.one_point_match_cube",
    gettext_noop("A match to 1 point is decided by one game, so there is no doubling."),
    CubeError,
)
"""A double in a match to 1 point."""

CRAWFORD_CUBE = Refusal(
    "cube.crawford_cube",
    gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "This is the Crawford game: a player is one point away from winning the match, "
        "so there is no doubling in this game. From the next game on the cube is back "
        "in play."
    ),
    CubeError,
)
"""A double in the Crawford game."""

NO_CUBE = Refusal(
    "cube.no_cube",
    gettext_noop("This match is played without a cube, so there is no doubling."),
    CubeError,
)
"""A double where no cube is used."""

DOUBLE_WAITING = Refusal(
    "cube.double_waiting",
    gettext_noop("A double cannot be taken back or repeated. Take or drop it first."),
    CubeError,
)
"""Another act while a double has no answer yet."""

NOT_ON_ROLL = Refusal(
    "cube.not_on_roll",
    gettext_noop(
        "Only the player on roll can double. Wait for your turn and double before you "
        "roll."
    ),
    CubeError,
)
"""A double by the wrong player."""

DICE_THROWN = Refusal(
    "cube.dice_thrown",
    gettext_noop(
        "You must double before you roll. After a roll, even an invalid one, the next "
        "chance is the player’s next turn."
    ),
    CubeError,
)
"""A double after the roll."""

OPPONENTS_CUBE = Refusal(
    "cube.opponents_cube",
    gettext_noop(
        "The cube belongs to the opponent, who took the last double. Only its owner "
        "can double now."
    ),
    CubeError,
)
"""A double by the player who doubled last."""

CUBE_AT_LIMIT = Refusal(
    "cube.at_limit",
    gettext_noop(
        "The cube is at %(cube)s, and it goes no higher than %(cap)s here. No one can "
        "double any more in this game."
    ),
    CubeError,
)
"""A double beyond the limit of the cube."""

NO_DOUBLE = Refusal(
    "cube.no_double",
    gettext_noop("No one has doubled, so there is nothing to take, drop or beaver."),
    CubeError,
)
"""An answer without a double."""

NOT_YOUR_ANSWER = Refusal(
    "cube.not_your_answer",
    gettext_noop("The player who doubled cannot answer. The opponent decides."),
    CubeError,
)
"""An answer by the player who turned the cube."""

BEAVERS_NOT_PLAYED = Refusal(
    "cube.beavers_not_played",
    gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "Beavers are not allowed here. The double can be taken or dropped, and the "
        "cube "
        "turned again on the owner’s next turn."
    ),
    CubeError,
)
"""A beaver where the rules have no beavers."""

BEAVERS_USED_UP = Refusal(
    "cube.beavers_used_up",
    gettext_noop(
        "The cube has already been beavered as often as allowed (%(most)s). Take or "
        "drop."
    ),
    CubeError,
)
"""One beaver too many in a row."""

BEAVER_AT_LIMIT = Refusal(
    "cube.beaver_at_limit",
    gettext_noop(
        "The double brings the cube to its maximum of %(cap)s (now %(cube)s), so it "
        "cannot be beavered. Take or drop."
    ),
    CubeError,
)
"""A beaver beyond the limit of the cube."""

DROP_ENDS_GAME = Refusal(
    "cube.drop_ends_game",
    gettext_noop("A dropped double ends the game, so nothing can follow it."),
    CubeError,
)
"""A drop, where the situation of a game that continues was requested."""
