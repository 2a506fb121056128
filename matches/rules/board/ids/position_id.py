"""The Position ID of GNU Backgammon, exact in both directions.

Source: GNU Backgammon manual, section 11.6 "A technical description of the Position
ID": first the player not on roll, then the player on roll; for each the own points 1 to
24 and the bar, with a 1 for every checker and a 0 after each point.
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
    Points,
    Position,
)

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
_BYTES: Final = 10
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
    return write_key(key, size=_BYTES)


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
