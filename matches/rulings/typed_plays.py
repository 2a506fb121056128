"""Converts plays as people type and copy them to the notation of `parse_play`.

Match files need no conversion: programs write plain characters and English words.
"""

import re
import unicodedata
from typing import Final

_MARKS: Final = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("→⇒➔⁄∕÷\\", "/"),
        **dict.fromkeys("∗✱＊", "*"),
    }
)
_CONTROLS: Final = frozenset({"Cc", "Cf"})
_AROUND_STROKES: Final = re.compile(r"\s{0,80}/\s{0,80}")


def _words(*words: str) -> re.Pattern[str]:
    """Return a pattern for any of these words, standing alone."""
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(words)})(?![^\W\d_])", re.IGNORECASE)


# The words in Danish, Swedish, both kinds of Norwegian, and Dutch, also with the
# endings of their articles.
_OFF: Final = _words("ud", "ude", "af", "ut", "ute", "av", "uit", "off")
_BAR: Final = _words(
    *("bar", "baren", "vall", "vallen"),
    *("barriere", "barrieren", "barriären", "barriär", "balk"),
)


def without_hidden_marks(text: str) -> str:
    """Return a text without invisible characters: joiners, soft hyphens, controls."""
    spaced = " ".join(text.split())
    return "".join(
        mark for mark in spaced if unicodedata.category(mark) not in _CONTROLS
    )


def as_written(typed: str) -> str:
    """Return a play as files write it: plain characters, "bar" and "off" in English.

    A text that is no play stays unreadable.
    """
    plain = without_hidden_marks(unicodedata.normalize("NFKC", typed))
    plain = _AROUND_STROKES.sub("/", plain.translate(_MARKS))
    return _BAR.sub("bar", _OFF.sub("off", plain)).strip()
