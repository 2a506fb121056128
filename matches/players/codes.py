"""Short codes that people read aloud, type and scan."""

import secrets
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty characters that people do not confuse with one another."""

MATCH_CODE_LENGTH: Final = 6
SHEET_CODE_LENGTH: Final = 8
PLAYER_KEY_LENGTH: Final = 10


_BYTES: Final = 256
_KEPT: Final = _BYTES - _BYTES % len(ALPHABET)
_MARK_OF: Final = (ALPHABET * _BYTES)[:_BYTES].encode()
_LEFT_OUT: Final = bytes(range(_KEPT, _BYTES))


def new_codes(length: int, count: int) -> list[str]:
    """Return random codes of `length` characters from the system's randomness.

    Each byte of it is a character; the few bytes that would make some characters more
    likely than others are left out. Two of the codes can be equal.
    """
    marks, needed = b"", length * count
    while len(marks) < needed:
        more = secrets.token_bytes(needed - len(marks) + length)
        marks += more.translate(_MARK_OF, _LEFT_OUT)
    text = marks.decode()
    return [text[start : start + length] for start in range(0, needed, length)]


def new_code(length: int) -> str:
    return new_codes(length, 1)[0]


def new_match_code() -> str:
    return new_code(MATCH_CODE_LENGTH)


def new_sheet_code() -> str:
    """Return a random sheet code of eight characters; with it a visitor may report."""
    return new_code(SHEET_CODE_LENGTH)


def new_player_key() -> str:
    return new_code(PLAYER_KEY_LENGTH)


def normalised(typed: str) -> str:
    """Return a typed code in the form of a stored code: capitals, no separators."""
    return "".join(mark for mark in typed.upper() if mark.isalnum())
