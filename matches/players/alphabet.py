"""Alphabetical order as each language keeps it; it differs most in its last letters.

Danish and Norwegian end in æ ø å (and Danish files aa under å), Swedish in å ä ö; Dutch
and English file accented letters under their plain ones.
"""

import unicodedata
from collections.abc import Mapping
from typing import Final

_NORDIC_LAST: Final = {"æ": "{a", "ä": "{a", "ø": "{b", "ö": "{b", "å": "{c"}
_SWEDISH_LAST: Final = {"å": "{a", "ä": "{b", "æ": "{b", "ö": "{c", "ø": "{c"}
_PLAIN: Final = {
    "æ": "ae",
    "ø": "o",
    "ß": "ss",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
}

_LAST: Final[Mapping[str, Mapping[str, str]]] = {
    "da": _NORDIC_LAST,
    "nb": _NORDIC_LAST,
    "sv": _SWEDISH_LAST,
}
"""What sorts after z, by language; `{` is the character after z."""


def alphabetical(text: str, language: str) -> str:
    """Return a key that sorts `text` as readers of `language` expect.

    `language`: a code such as `da`; one that is not known files letters under their
    plain forms.
    """
    last = _LAST.get(language, {})
    folded = unicodedata.normalize("NFC", text).casefold()
    if language == "da":
        folded = folded.replace("aa", "å")
    return "".join(last.get(mark) or _plain(mark) for mark in folded)


def first_letter(text: str, language: str) -> str:
    """Return the letter under which readers of `language` look for `text`."""
    first = unicodedata.normalize("NFC", text)[:1].casefold()
    if language == "da" and text[:2].casefold() == "aa":
        first = "å"
    if first in _LAST.get(language, {}):
        return first.upper()
    return (_plain(first)[:1] or first).upper()


def _plain(mark: str) -> str:
    if mark in _PLAIN:
        return _PLAIN[mark]
    parts = unicodedata.normalize("NFD", mark)
    return "".join(part for part in parts if not unicodedata.combining(part)) or mark
