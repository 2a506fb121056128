"""Short codes that people read aloud, type and scan."""

import secrets
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty characters that people do not confuse with one another."""

MATCH_CODE_LENGTH: Final = 6
SHEET_CODE_LENGTH: Final = 8
PLAYER_KEY_LENGTH: Final = 10


def new_code(length: int) -> str:
    """Return a random code of `length` characters from the system's randomness."""
    # One number for the whole code: a large round needs thousands of codes.
    left, marks = secrets.randbelow(len(ALPHABET) ** length), []
    for _ in range(length):
        left, mark = divmod(left, len(ALPHABET))
        marks.append(ALPHABET[mark])
    return "".join(marks)


def new_match_code() -> str:
    """Return a random match code of six characters."""
    return new_code(MATCH_CODE_LENGTH)


def new_sheet_code() -> str:
    """Return a random sheet code of eight characters; with it a visitor may report."""
    return new_code(SHEET_CODE_LENGTH)


def new_player_key() -> str:
    """Return a random public key of a player, ten characters."""
    return new_code(PLAYER_KEY_LENGTH)


def normalised(typed: str) -> str:
    """Return a typed code in the form of a stored code: capitals, no separators."""
    return "".join(mark for mark in typed.upper() if mark.isalnum())
