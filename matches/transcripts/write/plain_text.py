"""Makes names and tags safe for programs that do not check their files."""

import re
from typing import Final

LONGEST_NAME: Final = 31
"""The longest name in bytes; GNU Backgammon breaks down at longer ones."""

_BLANKS: Final = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]+")


def one_line(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()


def plain_name(name: str, *, instead: str) -> str:
    """Return the beginning of a name that fits, `instead` if nothing is left of it."""
    cut = one_line(name).encode()[:LONGEST_NAME].decode(errors="ignore").strip()
    return cut or instead
