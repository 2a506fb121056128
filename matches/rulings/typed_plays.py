"""Converts plays as people type and copy them to the notation of `parse_play`.

Match files need no conversion: programs write plain characters and English words.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from django.utils.translation import pgettext_lazy

from matches.web.typed_words import in_languages, languages

_MARKS: Final = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("→⇒➔⁄∕÷\\", "/"),
        **dict.fromkeys("∗✱＊", "*"),
    }
)
_CONTROLS: Final = frozenset({"Cc", "Cf"})
_AROUND_STROKES: Final = re.compile(r"\s{0,80}/\s{0,80}")


# Translators: words in written plays, with commas between them: "6/off" bears a checker
# off, "bar/20" enters one. All that are usual, also with the endings of articles.
_OFF: Final = pgettext_lazy("typed words", "off")
_BAR: Final = pgettext_lazy("typed words", "bar")


@lru_cache(maxsize=4)
def _patterns(codes: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for the words for "off" and "bar", standing alone."""
    off, bar = (
        "|".join(map(re.escape, sorted(in_languages(words, codes))))
        for words in (_OFF, _BAR)
    )
    return (
        re.compile(rf"(?<![^\W\d_])(?:{off})(?![^\W\d_])", re.IGNORECASE),
        re.compile(rf"(?<![^\W\d_])(?:{bar})(?![^\W\d_])", re.IGNORECASE),
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
    off, bar = _patterns(languages())
    return bar.sub("bar", off.sub("off", plain)).strip()
