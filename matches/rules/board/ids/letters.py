"""Encodes the numbers of a Position ID or Match ID as letters, and decodes them.

Source: GNU Backgammon manual, sections 11.6 and 11.7: the bits of a key, lowest bit
first, in bytes that base64 writes without padding.
"""

from binascii import a2b_base64, b2a_base64
from typing import Final

from matches.rules.board.ids.errors import ID_CHARACTER_INVALID, shown

_LETTERS: Final = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
)


def write_key(key: int, *, size: int) -> str:
    """Return a number of `size` bytes as letters."""
    data = key.to_bytes(size, "little")
    return b2a_base64(data, newline=False).decode("ascii").rstrip("=")


def read_key(text: str) -> int:
    """Return the number that the letters encode.

    The caller has checked the length of the text. Raises ID_CHARACTER_INVALID.
    """
    for character in text:
        if character not in _LETTERS:
            raise ID_CHARACTER_INVALID(character=shown(character))
    return int.from_bytes(a2b_base64(text + "=" * (-len(text) % 4)), "little")


def bits(key: int, start: int, count: int = 1) -> int:
    """Return `count` bits of a key as a number, from bit `start` (0 is the lowest)."""
    return key >> start & ((1 << count) - 1)
