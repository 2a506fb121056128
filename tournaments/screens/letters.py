"""How wide texts are on a screen, and which shorter forms of a name fit."""

import re
from typing import Final

_NARROW: Final = frozenset("fijlrtI.,:;'’!|()-–· \N{NO-BREAK SPACE}")
_WIDE: Final = frozenset("mwMWÆŒ@%—ЖШЩЮжшщю")
ISOLATES: Final = "\u2066\u2067\u2068\u2069"
"""Invisible marks around a name with another direction."""
_INITIAL: Final = re.compile(rf"^([{ISOLATES}]*)(\w)\w[^ {ISOLATES}]*")


def shorter_forms(text: str) -> list[str]:
    """Return a name, its shorter forms with more and more initials, and with one.

    Of "Berg, Jan van den" the family name stays whole.
    """
    family, comma, given = text.partition(", ")
    words = (given if comma else text).split(" ")
    initials = [_INITIAL.sub(r"\1\2.", word) for word in words]
    forms = [" ".join(initials[:n] + words[n:]) for n in range(len(words))]
    if comma:
        return [f"{family}, {one}" for one in [*forms, " ".join(initials), initials[0]]]
    return [*forms, " ".join([*initials[:1], *words[1:][-1:]])]


def has_two_lines(text: str, room: float) -> bool:
    """Whether a text fits on two lines, broken after a space or a hyphen."""
    breaks = [at + 1 for at, letter in enumerate(text) if letter in " -"]
    return any(
        max(width_of(text[:at].strip()), width_of(text[at:])) <= room
        for at in [*breaks, len(text)]
    )


def width_of(text: str) -> float:
    """Return the approximate width of a text in wide bold letters of its size."""
    return sum(_letter(letter) for letter in text)


def _letter(letter: str) -> float:
    if letter in ISOLATES:
        return 0
    if letter in _NARROW:
        return 0.44
    if letter in _WIDE:
        return 1.04
    return 0.78 if letter.isupper() else 0.7
