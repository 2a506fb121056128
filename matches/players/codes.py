"""Short codes that people read aloud, type and scan."""

import secrets
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty characters that cannot be mistaken for one another."""

MATCH_CODE_LENGTH: Final = 6
SHEET_CODE_LENGTH: Final = 8
LINK_KEY_LENGTH: Final = 20
PLAYER_KEY_LENGTH: Final = 10


def new_code(length: int) -> str:
    """Draw a fresh code of `length` characters from the system's randomness."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_match_code() -> str:
    """Draw the six-character code of a match."""
    return new_code(MATCH_CODE_LENGTH)


def new_sheet_code() -> str:
    """Draw the eight-character secret of a score sheet: who holds it may report."""
    return new_code(SHEET_CODE_LENGTH)


def new_link_key() -> str:
    """Draw the secret of a player's personal link."""
    return new_code(LINK_KEY_LENGTH)


def new_player_key() -> str:
    """Draw the ten-character public key of a player."""
    return new_code(PLAYER_KEY_LENGTH)


def normalised(typed: str) -> str:
    """Return what was typed as a code would be written: upper case, no separators."""
    return "".join(mark for mark in typed.upper() if mark.isalnum())
