"""The XGID of eXtreme Gammon: a complete situation in one line.

Source: eXtreme Gammon, help, "XGID"; compared with files of that program and of
BGBlitz. Its lower player X is side TWO, as in GNU Backgammon.
"""

from string import ascii_lowercase, ascii_uppercase
from typing import Final

from matches.rules.board.ids import errors
from matches.rules.board.ids.errors import shown
from matches.rules.board.position import BAR, CHECKERS, Dice, Position, Situation
from matches.rules.conditions import Score
from matches.rules.game import LARGEST_CUBE, Side
from matches.rules.refusals import Refusal, RuleError

XGID_LABEL: Final = "XGID="
XGID_PARTS: Final = 10
_NO_CAP: Final = 10
"""The exponent that the program writes if the cube has no limit."""

_MOST_DOUBLINGS: Final = LARGEST_CUBE.bit_length() - 1
_HIGHEST_NUMBER: Final = 2**15 - 1
_SIDES: Final = {"1": Side.TWO, "-1": Side.ONE}
_OWNERS: Final[dict[str, Side | None]] = {**_SIDES, "0": None}
_SIDE_TEXTS: Final = {side: text for text, side in _OWNERS.items()}
_NOT_ROLLED: Final = "00"
_DOUBLED: Final = "DBR"
"""The letters of a double, a beaver and a raccoon that wait for an answer."""

_FACES: Final = frozenset("123456")
_CHECKERS: Final = {
    "-": 0,
    **{letter: n for n, letter in enumerate(ascii_uppercase[:CHECKERS], 1)},
    **{letter: -n for n, letter in enumerate(ascii_lowercase[:CHECKERS], 1)},
}
_LETTERS: Final = {count: letter for letter, count in _CHECKERS.items()}
_JACOBY: Final = 1
_BEAVERS: Final = 2
_DIGITS: Final = 5


def xgid(situation: Situation) -> str:
    """Return the XGID with its label.

    It has no field for the Jacoby rule or beavers in a match, for a limit of the cube
    above 1024, and for a turn of the cube after a raccoon. Raises PositionError,
    BEYOND_ID.
    """
    position = situation.position.checked()
    score, dice = situation.score, situation.dice
    numbers = (situation.length, score.one, score.two)
    if not all(0 <= number <= _HIGHEST_NUMBER for number in numbers):
        raise errors.BEYOND_ID()
    if situation.turned_back >= len(_DOUBLED):
        raise errors.BEYOND_ID()
    action = _NOT_ROLLED if dice is None else "".join(map(str, dice))
    if situation.doubled:
        action = _DOUBLED[situation.turned_back]
    # An XGID always shows the board from the same side, for either player on roll.
    upper = position if situation.on_roll == Side.TWO else position.turned
    parts = (
        "".join(_LETTERS[count] for count in upper.points),
        _cube_text(situation),
        _SIDE_TEXTS[situation.on_roll],
        action,
        str(score.two),
        str(score.one),
        str(_rules_number(situation)),
        str(situation.length),
        str(_cap_number(situation.cube_cap)),
    )
    return XGID_LABEL + ":".join(parts)


def situation_from_xgid(text: str) -> Situation:
    """The label may be missing. Raises PositionError, RuleError."""
    label, body = text[: len(XGID_LABEL)], text[len(XGID_LABEL) :]
    parts = (body if label.upper() == XGID_LABEL else text).split(":")
    if len(parts) != XGID_PARTS:
        raise errors.XGID_PARTS_INVALID(wanted=XGID_PARTS, found=len(parts))
    board, cube, owner, turn, action, upper, lower, rules, length_text, cap = parts
    position = _position(board)
    doublings = _number(cube, errors.XGID_CUBE_INVALID, most=_MOST_DOUBLINGS)
    if owner not in _OWNERS:
        raise errors.XGID_OWNER_INVALID(value=shown(owner))
    if turn not in _SIDES:
        raise errors.XGID_TURN_INVALID(value=shown(turn))
    owner_side, on_roll = _OWNERS[owner], _SIDES[turn]
    dice = _dice(action)
    two, one = (_number(points, errors.XGID_SCORE_INVALID) for points in (upper, lower))
    length = _number(length_text, errors.XGID_LENGTH_INVALID)
    flags = _number(
        rules, errors.XGID_RULES_INVALID, most=1 if length else _JACOBY | _BEAVERS
    )
    limit = _number(cap, errors.XGID_CAP_INVALID, most=_MOST_DOUBLINGS)
    # Some programs mark a beaver that waits for its answer only by the letter: cube and
    # owner are still those before the double.
    back = max(_DOUBLED.find(action.upper()), 0)
    if back and owner_side != on_roll.other:
        owner_side, doublings = on_roll.other, doublings + back
    return errors.checked(
        Situation(
            position=position if on_roll == Side.TWO else position.turned,
            on_roll=on_roll,
            dice=dice,
            cube=1 << doublings,
            owner=owner_side,
            doubled=dice is None and action != _NOT_ROLLED,
            turned_back=back,
            length=length,
            score=Score(one, two),
            crawford=bool(length and flags),
            jacoby=not length and bool(flags & _JACOBY),
            beavers=not length and bool(flags & _BEAVERS),
            cube_cap=None if limit >= _NO_CAP else 1 << limit,
        )
    )


def _cube_text(situation: Situation) -> str:
    """Return the cube and its owner as they were before the double and all beavers."""
    if not 1 <= situation.cube <= LARGEST_CUBE:
        raise errors.BEYOND_ID()
    before, owner = situation.cube >> situation.turned_back, situation.owner
    if situation.turned_back:
        owner = None if before == 1 else situation.on_roll
    return f"{before.bit_length() - 1}:{_SIDE_TEXTS[owner]}"


def _rules_number(situation: Situation) -> int:
    if situation.length:
        return int(situation.crawford)
    return _JACOBY * situation.jacoby + _BEAVERS * situation.beavers


def _cap_number(cap: int | None) -> int:
    return _NO_CAP if cap is None else min(cap.bit_length() - 1, _NO_CAP)


def _position(text: str) -> Position:
    """Return the position seen by X. Raises PositionError, RuleError."""
    if len(text) != BAR + 1:
        raise errors.XGID_BOARD_SIZE_INVALID(wanted=BAR + 1, found=len(text))
    for character in text:
        if character not in _CHECKERS:
            raise errors.XGID_BOARD_INVALID(character=shown(character))
    points = tuple(_CHECKERS[character] for character in text)
    if not any(points):
        raise errors.EMPTY_BOARD()
    return Position(points).checked()


def _number(
    text: str, refusal: Refusal[RuleError], *, most: int = _HIGHEST_NUMBER
) -> int:
    """Return a number from 0 to `most`. Raises `refusal` if it is none."""
    # The length first: `int` of a number with thousands of digits takes quadratic time.
    digits = text.isascii() and text.isdecimal() and len(text) <= _DIGITS
    if not digits or int(text) > most:
        raise refusal(value=shown(text), most=most)
    return int(text)


def _dice(text: str) -> Dice | None:
    if text == _NOT_ROLLED or (text and text.upper() in tuple(_DOUBLED)):
        return None
    if len(text) != len(_NOT_ROLLED) or not _FACES.issuperset(text):
        raise errors.XGID_DICE_INVALID(value=shown(text))
    return int(text[0]), int(text[1])
