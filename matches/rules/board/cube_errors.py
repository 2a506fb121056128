"""Errors: the cube cannot be turned, or a double cannot be answered."""

from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop


class CubeError(RuleError):
    """An act with the cube that is not possible now."""


CUBE_GAME_OVER = Refusal(
    "cube.game_over",
    gettext_noop(
        # Translators: the cube is the doubling cube.
        "The game is over once a player has all checkers off, so the cube stays as it "
        "is."
    ),
    CubeError,
)
"""The game was over before."""

ONE_POINT_MATCH_CUBE = Refusal(
    "cube.one_point_match_cube",
    gettext_noop(
        "A match to 1 point is played without the cube, because one game decides it. "
        "Nobody can double."
    ),
    CubeError,
)
"""A double in a match to 1 point."""

CRAWFORD_CUBE = Refusal(
    "cube.crawford_cube",
    gettext_noop(
        # Translators: the Crawford game is the one game played without doubling.
        "This is the Crawford game: a player needs one more point to win the match, so "
        "nobody can double in this one game. From the next game on the cube is used "
        "again."
    ),
    CubeError,
)
"""A double in the Crawford game."""

NO_CUBE = Refusal(
    "cube.no_cube",
    gettext_noop("No cube is used here, so nobody can double."),
    CubeError,
)
"""A double where no cube is used."""

DOUBLE_WAITING = Refusal(
    "cube.double_waiting",
    gettext_noop(
        "A double cannot be withdrawn or repeated. It has to be taken or dropped first."
    ),
    CubeError,
)
"""Another act while a double has no answer yet."""

NOT_ON_ROLL = Refusal(
    "cube.not_on_roll",
    gettext_noop(
        "Only the player whose turn it is can double. Wait for your own turn, and "
        "double before rolling the dice."
    ),
    CubeError,
)
"""A double by the wrong player."""

DICE_THROWN = Refusal(
    "cube.dice_thrown",
    gettext_noop(
        "A double has to come before the dice are rolled. After the roll, even an "
        "invalid one, the next chance is the player’s next turn."
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
        "The cube is at %(cube)s, and it goes no higher than %(cap)s here. Nobody can "
        "double any more in this game."
    ),
    CubeError,
)
"""A double beyond the limit of the cube."""

NO_DOUBLE = Refusal(
    "cube.no_double",
    gettext_noop("Nobody has doubled, so there is nothing to take, drop or turn back."),
    CubeError,
)
"""An answer without a double."""

NOT_YOUR_ANSWER = Refusal(
    "cube.not_your_answer",
    gettext_noop(
        "The player who turned the cube cannot answer it. The opponent decides."
    ),
    CubeError,
)
"""An answer by the player who turned the cube."""

BEAVERS_NOT_PLAYED = Refusal(
    "cube.beavers_not_played",
    gettext_noop(
        # Translators: a beaver is a redouble at once by the player just doubled.
        "Beavers are not played here. The double can be taken or dropped, and the cube "
        "be turned again at the owner’s next turn."
    ),
    CubeError,
)
"""A beaver where the rules have no beavers."""

BEAVERS_USED_UP = Refusal(
    "cube.beavers_used_up",
    gettext_noop(
        "The double has been turned straight back as often as is allowed here: "
        "%(most)s. Take the cube or drop."
    ),
    CubeError,
)
"""One beaver too many in a row."""

BEAVER_AT_LIMIT = Refusal(
    "cube.beaver_at_limit",
    gettext_noop(
        "The double brings the cube to %(cube)s, and it goes no higher than %(cap)s "
        "here, so it cannot be turned straight back. Take the cube or drop."
    ),
    CubeError,
)
"""A beaver beyond the limit of the cube."""

DROP_ENDS_GAME = Refusal(
    "cube.drop_ends_game",
    gettext_noop(
        "A dropped double ends the game at the value before it, so nothing can follow."
    ),
    CubeError,
)
"""A drop, where the situation of a game that continues was requested."""
