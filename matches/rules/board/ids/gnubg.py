"""The Position ID and the Match ID of GNU Backgammon, exact in both directions.

Sources: GNU Backgammon manual, section 11.6 "A technical description of the Position
ID": first the player not on roll, then the player on roll; for each the own points 1 to
24 and the bar, with a 1 for every checker and a 0 after each point. Section 11.7 "A
technical description of the Match ID", and for bit 66 the program itself (1.07); player
0 is side ONE.
"""

from binascii import a2b_base64, b2a_base64
from typing import Final

from matches.rules.board.ids import errors
from matches.rules.board.ids.errors import shown
from matches.rules.board.position import (
    BAR,
    CHECKERS,
    POINTS,
    TOO_MANY_CHECKERS,
    Dice,
    Points,
    Position,
    Situation,
    verdict,
)
from matches.rules.conditions import Score
from matches.rules.game import Side

_LETTERS: Final = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
)


def write_key(key: int, *, size: int) -> str:
    data = key.to_bytes(size, "little")
    return b2a_base64(data, newline=False).decode("ascii").rstrip("=")


def read_key(text: str) -> int:
    """The caller has checked the length of the text. Raises ID_CHARACTER_INVALID."""
    for character in text:
        if character not in _LETTERS:
            raise errors.ID_CHARACTER_INVALID(character=shown(character))
    return int.from_bytes(a2b_base64(text + "=" * (-len(text) % 4)), "little")


def bits(key: int, start: int, count: int = 1) -> int:
    """Return `count` bits of a key as a number, from bit `start` (0 is the lowest)."""
    return key >> start & ((1 << count) - 1)


POSITION_ID_LETTERS: Final = 14
_POSITION_BYTES: Final = 10
_BITS: Final = 80


def position_id(position: Position) -> str:
    """It does not say with how many checkers one began. Raises PositionError."""
    position.checked()
    own = position.points[1:]
    other = position.turned.points[1:]
    key = at = 0
    for count in (*other, *own):
        checkers = max(count, 0)
        key |= ((1 << checkers) - 1) << at
        at += checkers + 1
    return write_key(key, size=_POSITION_BYTES)


def position_from_id(text: str) -> Position:
    """Return the position seen by who is on roll. Raises PositionError, RuleError."""
    if len(text) != POSITION_ID_LETTERS:
        raise errors.POSITION_ID_SIZE_INVALID(
            wanted=POSITION_ID_LETTERS, found=len(text)
        )
    key = read_key(text)
    counts = _counts(key)
    position = Position(_points(counts[BAR:], counts[:BAR])).checked()
    if position_id(position) != text:
        raise errors.MISTYPED_POSITION_ID()
    return position


def _counts(key: int) -> list[int]:
    """Return 25 places of the opponent, then of the player; TOO_MANY_CHECKERS."""
    counts = [0]
    for at in range(_BITS):
        if bits(key, at):
            counts[-1] += 1
            continue
        if len(counts) == 2 * BAR:
            return counts
        counts.append(0)
    most = max(sum(counts[:BAR]), sum(counts[BAR:]))
    raise TOO_MANY_CHECKERS(checkers=most, most=CHECKERS)


def _points(own: list[int], other: list[int]) -> Points:
    """Raises SHARED_POINT, EmptyBoardError."""
    mine, yours = (0, *own), (0, *other)
    for point in POINTS:
        if mine[point] and yours[BAR - point]:
            raise errors.SHARED_POINT(point=point)
    if not any(mine) and not any(yours):
        raise errors.EMPTY_BOARD()
    return tuple(
        count - opposite for count, opposite in zip(mine, reversed(yours), strict=True)
    )


MATCH_ID_LETTERS: Final = 12
HIGHEST_NUMBER: Final = 2**15 - 1
"""The longest match and the highest score that fit into an ID."""

_MATCH_BYTES: Final = 9
_HIGHEST_CUBE: Final = 2**15
_PLAYING: Final = 1
_OVER: Final = 2
_DROPPED: Final = 4
_CENTRE: Final = 3
_PLAYERS: Final = {Side.ONE: 0, Side.TWO: 1, None: _CENTRE}
_SIDES: Final = (Side.ONE, Side.TWO)
_OWNERS: Final = {number: side for side, number in _PLAYERS.items()}
_SIX: Final = 6


def match_id(situation: Situation) -> str:
    """Return the Match ID.

    It has no field for the limit of the cube, for beavers being allowed, and, in a
    match, for the Jacoby rule. The larger of the dice comes first. Raises
    BEYOND_ID.
    """
    score, numbers = situation.score, _numbers(situation)
    if not all(0 <= number <= HIGHEST_NUMBER for number in numbers):
        raise errors.BEYOND_ID()
    if situation.cube > _HIGHEST_CUBE:
        raise errors.BEYOND_ID()
    high, low = sorted(situation.dice or (0, 0), reverse=True)
    over = verdict(situation.position) is not None
    fields = (
        (situation.cube.bit_length() - 1, 4),
        (_PLAYERS[situation.owner], 2),
        (_PLAYERS[situation.on_roll], 1),
        (int(situation.crawford), 1),
        (_OVER if over else _PLAYING, 3),
        (_PLAYERS[situation.decides], 1),
        (int(situation.doubled), 1),
        (0, 2),
        (high, 3),
        (low, 3),
        (situation.length, 15),
        (score.one, 15),
        (score.two, 15),
        (int(situation.length > 0 or not situation.jacoby), 1),
    )
    # Packed from the lowest bit on, in the order of the documentation of GNU
    # Backgammon.
    key = at = 0
    for value, width in fields:
        key |= value << at
        at += width
    return write_key(key, size=_MATCH_BYTES)


def situation_from_ids(position: str, match: str) -> Situation:
    """Return the situation that a Position ID and a Match ID describe together.

    An offered resignation and the way in which a finished game ended are ignored.
    Raises PositionError, RuleError.
    """
    board = position_from_id(position)
    if len(match) != MATCH_ID_LETTERS:
        raise errors.MATCH_ID_SIZE_INVALID(wanted=MATCH_ID_LETTERS, found=len(match))
    key = read_key(match)
    owner, length = bits(key, 4, 2), bits(key, 21, 15)
    if owner not in _OWNERS:
        raise errors.MATCH_ID_OWNER_INVALID()
    if bits(key, 8, 3) > _DROPPED:
        raise errors.MATCH_ID_STATE_INVALID()
    return errors.checked(
        Situation(
            position=board,
            on_roll=_SIDES[bits(key, 6)],
            dice=_dice(key),
            cube=1 << bits(key, 0, 4),
            owner=_OWNERS[owner],
            doubled=bool(bits(key, 12)),
            turned_back=_turned_back(key),
            length=length,
            score=Score(bits(key, 36, 15), bits(key, 51, 15)),
            crawford=bool(bits(key, 7)),
            jacoby=not length and not bits(key, 66),
        )
    )


def _numbers(situation: Situation) -> tuple[int, int, int]:
    return situation.length, situation.score.one, situation.score.two


def _dice(key: int) -> Dice | None:
    first, second = bits(key, 15, 3), bits(key, 18, 3)
    if not first and not second:
        return None
    if not (1 <= first <= _SIX and 1 <= second <= _SIX):
        raise errors.MATCH_ID_DICE_INVALID(first=first, second=second)
    return first, second


def _turned_back(key: int) -> int:
    """Return how often a double was turned back: 0, 1 for a beaver, 2 for a raccoon.

    After a beaver the doubler decides. After a double the opponent decides, and also
    after a raccoon, but then the opponent owns the cube already.
    """
    on_roll, decides, owner = bits(key, 6), bits(key, 11), bits(key, 4, 2)
    if not bits(key, 12):
        return 0
    if decides == on_roll:
        return 1
    # A cube at 2 has not been turned often enough for a raccoon.
    return 2 if owner == decides and bits(key, 0, 4) > 1 else 0
