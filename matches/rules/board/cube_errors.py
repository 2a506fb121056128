"""Errors: the cube cannot be turned, or a double cannot be answered."""

from matches.rules.refusals import Refusal, RuleError


class CubeError(RuleError):
    """An act with the cube that is not possible now."""


CUBE_GAME_OVER = Refusal(
    "cube.game_over",
    # Translators: the cube is the doubling cube.
    "The game is over once a player has borne off all checkers, so the cube cannot be "
    "turned.",
    CubeError,
)
ONE_POINT_MATCH_CUBE = Refusal(
    "cube.one_point_match_cube",
    "A match to 1 point is decided by one game, so there is no doubling.",
    CubeError,
)
CRAWFORD_CUBE = Refusal(
    "cube.crawford_cube",
    # Translators: the Crawford game is the one game played without doubling.
    "This is the Crawford game: a player is one point away from winning the match, so "
    "there is no doubling in this game. From the next game on the cube is back in "
    "play.",
    CubeError,
)
NO_CUBE = Refusal(
    "cube.no_cube",
    "This match is played without a cube, so there is no doubling.",
    CubeError,
)
DOUBLE_WAITING = Refusal(
    "cube.double_waiting",
    "A double cannot be taken back or repeated. Take or drop it first.",
    CubeError,
)
NOT_ON_ROLL = Refusal(
    "cube.not_on_roll",
    "Only the player on roll can double. Wait for your turn and double before you "
    "roll.",
    CubeError,
)
DICE_THROWN = Refusal(
    "cube.dice_thrown",
    "You must double before you roll. After a roll, even an invalid one, the next "
    "chance is the player’s next turn.",
    CubeError,
)
OPPONENTS_CUBE = Refusal(
    "cube.opponents_cube",
    "The cube belongs to the opponent, who took the last double. Only its owner can "
    "double now.",
    CubeError,
)
CUBE_AT_LIMIT = Refusal(
    "cube.at_limit",
    "The cube is at %(cube)s, and it goes no higher than %(cap)s here. No one can "
    "double any more in this game.",
    CubeError,
)
NO_DOUBLE = Refusal(
    "cube.no_double",
    "No one has doubled, so there is nothing to take, drop or beaver.",
    CubeError,
)
NOT_YOUR_ANSWER = Refusal(
    "cube.not_your_answer",
    "The player who doubled cannot answer. The opponent decides.",
    CubeError,
)
BEAVERS_NOT_PLAYED = Refusal(
    "cube.beavers_not_played",
    # Translators: a beaver is a redouble at once by the player just doubled.
    "Beavers are not allowed here. The double can be taken or dropped, and the cube "
    "turned again on the owner’s next turn.",
    CubeError,
)
BEAVERS_USED_UP = Refusal(
    "cube.beavers_used_up",
    "The cube has already been beavered as often as allowed (%(most)s). Take or drop.",
    CubeError,
)
BEAVER_AT_LIMIT = Refusal(
    "cube.beaver_at_limit",
    "The double brings the cube to its maximum of %(cap)s (now %(cube)s), so it "
    "cannot be beavered. Take or drop.",
    CubeError,
)
DROP_ENDS_GAME = Refusal(
    "cube.drop_ends_game",
    "A dropped double ends the game, so nothing can follow it.",
    CubeError,
)
