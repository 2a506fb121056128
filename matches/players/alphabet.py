"""Alphabetical order as each language keeps it; it differs most in its last letters.

Danish and Norwegian end in æ ø å (and Danish files aa under å), Swedish in å ä ö; Dutch
and English file accented letters under their plain ones.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters that a language has after z.

    `after_z`: in their order, letters of one place together, as "æä". `spelled`: what
    is sorted as another letter, such as aa as å. Small letters; all other letters are
    sorted as their plain forms.
    """

    after_z: tuple[str, ...] = ()
    spelled: Mapping[str, str] = field(default_factory=dict)

    def read(self, text: str) -> str:
        """Return a text in small letters, as it is sorted."""
        folded = unicodedata.normalize("NFC", text).casefold()
        for spelling, letter in self.spelled.items():
            folded = folded.replace(spelling, letter)
        return folded

    def key(self, letter: str) -> str:
        """Return what sorts a small letter into its place."""
        for number, letters in enumerate(self.after_z):
            if letter in letters:
                return _AFTER_Z + chr(ord("a") + number)
        return _plain(letter)


_PLAIN: Final = {
    "æ": "ae",
    "ø": "o",
    "ß": "ss",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
}
_AFTER_Z: Final = chr(ord("z") + 1)

ALPHABETS: Final[dict[str, Alphabet]] = {
    "da": Alphabet(("æä", "øö", "å"), spelled={"aa": "å"}),
    "nb": Alphabet(("æä", "øö", "å")),
    "sv": Alphabet(("å", "äæ", "öø")),
}
"""By language; one that is not here has no letters after z."""


def alphabetical(text: str, language: str) -> str:
    """Return a key that sorts `text` as readers of `language` expect.

    `language`: a code such as `da`; one that is not known files letters under their
    plain forms.
    """
    alphabet = ALPHABETS.get(language, Alphabet())
    return "".join(map(alphabet.key, alphabet.read(text)))


def first_letter(text: str, language: str) -> str:
    """Return the letter under which readers of `language` look for `text`."""
    alphabet = ALPHABETS.get(language, Alphabet())
    first = alphabet.read(text)[:1]
    if any(first in letters for letters in alphabet.after_z if first):
        return first.upper()
    return (_plain(first)[:1] or first).upper()


def _plain(mark: str) -> str:
    if mark in _PLAIN:
        return _PLAIN[mark]
    parts = unicodedata.normalize("NFD", mark)
    return "".join(part for part in parts if not unicodedata.combining(part)) or mark
