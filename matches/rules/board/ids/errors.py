"""Refusals of IDs of positions, and of situations that contradict themselves."""

from typing import Final

from matches.rules.board.position import PositionError, Situation
from matches.rules.refusals import Refusal

_SHOWN: Final = 20


def shown(text: str) -> str:
    """Return what a sentence can quote of a text: its beginning, all of it visible."""
    return "".join(
        character if character.isprintable() else "\ufffd"
        for character in text[:_SHOWN]
    )


NO_ID = Refusal(
    "id.no_id",
    "No ID found. Paste an XGID, or a Position ID with or without a Match ID.",
)
MATCH_ID_ALONE = Refusal(
    "id.match_id_alone",
    "A Match ID holds the score and cube but not the position. Put the Position ID in "
    "front of it.",
)
POSITION_ID_SIZE_INVALID = Refusal(
    "id.position_id_size_invalid",
    "A Position ID has %(wanted)s characters, and this text has %(found)s. Copy the "
    "whole ID and nothing else.",
)
MATCH_ID_SIZE_INVALID = Refusal(
    "id.match_id_size_invalid",
    "A Match ID has %(wanted)s characters, and this text has %(found)s. Copy the "
    "whole ID and nothing else.",
)
ID_CHARACTER_INVALID = Refusal(
    "id.character_invalid",
    "“%(character)s” is not used in a Position ID or Match ID, which contain only "
    "letters, digits, + and /. Copy the ID again.",
)
MISTYPED_POSITION_ID = Refusal(
    "id.mistyped_position_id",
    "This Position ID does not describe a possible position. A character may be wrong "
    "or swapped. Copy it again.",
)
SHARED_POINT = Refusal(
    "position.shared_point",
    "Both players have checkers on the %(point)s point (as seen by the player on "
    "roll). Only one player can hold a point.",
    PositionError,
)


class EmptyBoardError(PositionError):
    """Neither player has a checker left."""


EMPTY_BOARD = Refusal(
    "position.empty_board",
    "The board is empty. At most one player can have all checkers off.",
    EmptyBoardError,
)
MATCH_ID_OWNER_INVALID = Refusal(
    "id.match_id_owner_invalid",
    "This Match ID places the cube neither in the middle nor with a player. Copy it "
    "again.",
)
MATCH_ID_STATE_INVALID = Refusal(
    "id.match_id_state_invalid",
    "This Match ID describes neither a game in progress nor one that is over. Copy it "
    "again.",
)
MATCH_ID_DICE_INVALID = Refusal(
    "id.match_id_dice_invalid",
    "The dice of this Match ID show %(first)s and %(second)s. Either both show 1 to "
    "6, or none has been rolled. Copy it again.",
)
XGID_PARTS_INVALID = Refusal(
    "id.xgid_parts_invalid",
    "An XGID has %(wanted)s parts separated by colons, but this one has %(found)s. "
    "Copy the whole line.",
)
XGID_BOARD_SIZE_INVALID = Refusal(
    "id.xgid_board_size_invalid",
    "The first part of an XGID has %(wanted)s characters, and here it has %(found)s. "
    "Copy the whole line.",
)
XGID_BOARD_INVALID = Refusal(
    "id.xgid_board_invalid",
    "“%(character)s” has no meaning in an XGID: A to O are the checkers of one "
    "player, a to o those of the other, and - is an empty point.",
)
XGID_CUBE_INVALID = Refusal(
    "id.xgid_cube_invalid",
    "The cube in this XGID is “%(value)s”. It has to be 0 for 1, 1 for 2, 2 for 4 and "
    "so on, up to %(most)s.",
)
XGID_OWNER_INVALID = Refusal(
    "id.xgid_owner_invalid",
    "The owner of the cube in this XGID is “%(value)s”. It has to be 1, -1, or 0 for "
    "the middle.",
)
XGID_TURN_INVALID = Refusal(
    "id.xgid_turn_invalid",
    "The player on roll in this XGID is “%(value)s”. It has to be 1 or -1.",
)
XGID_DICE_INVALID = Refusal(
    "id.xgid_dice_invalid",
    "The dice in this XGID are “%(value)s”. They have to be two digits from 1 to 6, "
    "or 00 before the roll, or D, B or R after a double.",
)
XGID_SCORE_INVALID = Refusal(
    "id.xgid_score_invalid",
    "A score in this XGID is “%(value)s”. It has to be a number from 0 to %(most)s.",
)
XGID_RULES_INVALID = Refusal(
    "id.xgid_rules_invalid",
    "The eighth part of this XGID is “%(value)s”. It has to be 0, or 1 in the "
    "Crawford game; for money, 0 to 3.",
)
XGID_LENGTH_INVALID = Refusal(
    "id.xgid_length_invalid",
    "The length of the match in this XGID is “%(value)s”. It has to be a number from "
    "0 to %(most)s; 0 is play for money.",
)
XGID_CAP_INVALID = Refusal(
    "id.xgid_cap_invalid",
    "The limit of the cube in this XGID is “%(value)s”. It has to be a number from 0 "
    "to %(most)s.",
)
OWNED_CUBE = Refusal(
    "id.owned_cube",
    "A cube at 1 has not been turned, so it belongs to no one. Place it in the "
    "middle, or at 2 or more.",
)
CUBE_ABOVE_CAP = Refusal(
    "id.cube_above_cap",
    "The cube shows %(cube)s but the maximum is %(cap)s. Correct one of them.",
)
DOUBLED_AFTER_ROLL = Refusal(
    "id.doubled_after_roll",
    "A player cannot double after rolling the dice. Leave out the dice or the double.",
)
DOUBLED_WITHOUT_CUBE = Refusal(
    "id.doubled_without_cube",
    "The player who doubles does not own the cube. Correct the cube owner.",
)
BEAVERED_CUBE = Refusal(
    "id.beavered_cube",
    "After a beaver, the player who was doubled owns the cube, and it has been turned "
    "at least twice. Correct the cube or its owner.",
)
CRAWFORD_SCORE_INVALID = Refusal(
    "id.crawford_score_invalid",
    "This cannot be the Crawford game: at %(one)s–%(two)s in a match to %(length)s no "
    "one is one point away from winning. Correct the score, or leave it out.",
)
CRAWFORD_FOR_MONEY = Refusal(
    "id.crawford_for_money",
    "There is no Crawford game in money play. Enter a match length, or untick the "
    "Crawford game.",
)
BEYOND_ID = Refusal(
    "id.beyond_id",
    "This position cannot be written as an ID: the cube, score or match length is too "
    "high.",
)


def checked(situation: Situation) -> Situation:
    """Return the situation itself. Raises RuleError if it contradicts itself.

    A turned cube in the Crawford game breaks the rules but is not a contradiction.
    """
    cap = situation.cube_cap
    if cap is not None and situation.cube > cap:
        raise CUBE_ABOVE_CAP(cube=situation.cube, cap=cap)
    if situation.owner is not None and situation.cube == 1:
        raise OWNED_CUBE()
    if situation.doubled:
        _check_double(situation)
    if situation.crawford:
        _check_crawford(situation)
    return situation


def _check_double(situation: Situation) -> None:
    opponent, back = situation.on_roll.other, situation.turned_back
    if situation.dice is not None:
        raise DOUBLED_AFTER_ROLL()
    if back and (situation.owner != opponent or situation.cube < 1 << back):
        raise BEAVERED_CUBE()
    if not back and situation.owner == opponent:
        raise DOUBLED_WITHOUT_CUBE()


def _check_crawford(situation: Situation) -> None:
    length, score = situation.length, situation.score
    if not length:
        raise CRAWFORD_FOR_MONEY()
    # Programs write a finished game with the score after it and the Crawford mark of
    # the game itself, so the two need not agree.
    if max(score.one, score.two) < length - 1:
        raise CRAWFORD_SCORE_INVALID(length=length, one=score.one, two=score.two)
