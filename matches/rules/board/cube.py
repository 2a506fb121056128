"""The cube in play: who may turn it when, and the effect of an answer.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023), "Dobleterningen"
to "Dobleterningen – afslutning"; Norwegian "Backgammonregler", "Doblingsterningen" and
"Å spille med bevre".
"""

from dataclasses import replace
from enum import StrEnum

from matches.rules.board.situation import Situation
from matches.rules.conditions import GameRules
from matches.rules.game import Ending, GameResult, Side
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


class CubeAct(StrEnum):
    """An act with the cube.

    DOUBLE includes a redouble. BEAVER is an immediate redouble by the player who was
    doubled; a BEAVER in answer to a beaver is a raccoon.
    """

    DOUBLE = "double"
    BEAVER = "beaver"
    TAKE = "take"
    DROP = "drop"


def check_act(
    situation: Situation, act: CubeAct, *, rules: GameRules, by: Side | None = None
) -> None:
    """`by` acts, None for the player who has to decide. Raises CubeError."""
    if act == CubeAct.DOUBLE:
        check_double(situation, rules, by=by)
        return
    check_answer(situation, by=by)
    if act == CubeAct.BEAVER:
        _check_beaver(situation, rules)


def check_double(
    situation: Situation, rules: GameRules, *, by: Side | None = None
) -> None:
    """Raise a CubeError if the player on roll, or `by`, cannot double.

    A double that gains nothing, because the cube already suffices, is allowed.

    Source: Danish federation, Lektion 0 (2023): before the dice are thrown
    ("Dobleterningen"), not withdrawn ("fortsat"), only by the owner of the cube, and
    not in the Crawford game ("afslutning").
    """
    _check_cube_in_play(situation, rules)
    if situation.doubled:
        raise DOUBLE_WAITING()
    if by is not None and by != situation.on_roll:
        raise NOT_ON_ROLL()
    if situation.owner == situation.on_roll.other:
        raise OPPONENTS_CUBE()
    if situation.dice is not None:
        raise DICE_THROWN()
    highest = highest_cube(situation, rules)
    if situation.cube * 2 > highest:
        raise CUBE_AT_LIMIT(cube=situation.cube, cap=highest)


def check_answer(situation: Situation, *, by: Side | None = None) -> None:
    if not situation.doubled:
        raise NO_DOUBLE()
    if by is not None and by != situation.decides:
        raise NOT_YOUR_ANSWER()


def turn(situation: Situation, act: CubeAct, *, rules: GameRules) -> Situation:
    """Return the situation after a double, a beaver or a take.

    The cube keeps its value until a double is answered. A beaver takes the double and
    offers the next value; the cube then stays with the player who was doubled first. A
    drop ends the game: use `dropped` for it.

    Raises CubeError.
    """
    check_act(situation, act, rules=rules)
    if act == CubeAct.DROP:
        raise DROP_ENDS_GAME()
    if act == CubeAct.DOUBLE:
        return replace(situation, doubled=True, turned_back=0)
    taken = replace(situation, cube=situation.cube * 2, owner=situation.on_roll.other)
    if act == CubeAct.BEAVER:
        return replace(taken, turned_back=situation.turned_back + 1)
    return replace(taken, doubled=False, turned_back=0)


def dropped(situation: Situation, *, by: Side | None = None) -> GameResult:
    """Return the result of dropping the double: the value before it.

    A dropped beaver costs the value to which the first double raised the cube.
    `beavers` counts only those of this exchange. Raises CubeError.

    Source: Danish federation, Lektion 0 (2023), "Dobleterningen – fortsat".
    """
    check_answer(situation, by=by)
    return GameResult(
        situation.decides.other,
        cube=situation.cube,
        ending=Ending.DROPPED,
        beavers=max(0, situation.turned_back - 1),
    )


def offered(situation: Situation) -> int:
    """Return the cube's value if the offered double is taken, else its value now."""
    return situation.cube * 2 if situation.doubled else situation.cube


def highest_cube(situation: Situation, rules: GameRules) -> int:
    if situation.cube_cap is None:
        return rules.highest_ever
    return min(situation.cube_cap, rules.highest_ever)


def _check_cube_in_play(situation: Situation, rules: GameRules) -> None:
    position = situation.position
    if position.checkers in (position.off, position.other_off):
        raise CUBE_GAME_OVER()
    if situation.length == 1:
        raise ONE_POINT_MATCH_CUBE()
    if highest_cube(situation, rules) == 1:
        raise NO_CUBE()
    if situation.crawford:
        raise CRAWFORD_CUBE()


def _check_beaver(situation: Situation, rules: GameRules) -> None:
    """Source: Norwegian "Backgammonregler", "Å spille med bevre"."""
    if not rules.beavers:
        raise BEAVERS_NOT_PLAYED()
    if situation.turned_back >= rules.beavers:
        raise BEAVERS_USED_UP(most=rules.beavers)
    highest, value = highest_cube(situation, rules), offered(situation)
    if value * 2 > highest:
        raise BEAVER_AT_LIMIT(cube=value, cap=highest)
