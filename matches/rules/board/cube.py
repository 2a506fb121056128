"""The cube in play: who may turn it when, and the effect of an answer.

Sources: Danish federation, "Lektion 0: Reglerne i backgammon" (2023), "Dobleterningen"
to "Dobleterningen – afslutning"; Norwegian "Backgammonregler", "Doblingsterningen" and
"Å spille med bevre".
"""

from dataclasses import replace
from enum import StrEnum

from matches.rules.board.cube_errors import (
    BEAVER_AT_LIMIT,
    BEAVERS_NOT_PLAYED,
    BEAVERS_USED_UP,
    CRAWFORD_CUBE,
    CUBE_AT_LIMIT,
    CUBE_GAME_OVER,
    DICE_THROWN,
    DOUBLE_WAITING,
    DROP_ENDS_GAME,
    NO_CUBE,
    NO_DOUBLE,
    NOT_ON_ROLL,
    NOT_YOUR_ANSWER,
    ONE_POINT_MATCH_CUBE,
    OPPONENTS_CUBE,
    CubeError,
)
from matches.rules.board.situation import Situation
from matches.rules.conditions import GameRules
from matches.rules.game import Ending, GameResult, Side


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
    """Raise a CubeError if this cannot be done now.

    `by` is the player who acts; None is the player who has to decide.
    """
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


def possible_acts(situation: Situation, rules: GameRules) -> tuple[CubeAct, ...]:
    return tuple(act for act in CubeAct if _is_possible(situation, act, rules=rules))


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
    """Return the highest value of the cube allowed by the rules and the situation."""
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
    """Raise a CubeError if a beaver is not allowed.

    Source: Norwegian "Backgammonregler", "Å spille med bevre".
    """
    if not rules.beavers:
        raise BEAVERS_NOT_PLAYED()
    if situation.turned_back >= rules.beavers:
        raise BEAVERS_USED_UP(most=rules.beavers)
    highest, value = highest_cube(situation, rules), offered(situation)
    if value * 2 > highest:
        raise BEAVER_AT_LIMIT(cube=value, cap=highest)


def _is_possible(situation: Situation, act: CubeAct, *, rules: GameRules) -> bool:
    try:
        check_act(situation, act, rules=rules)
    except CubeError:
        return False
    return True
