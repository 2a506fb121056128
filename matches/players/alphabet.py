"""Sort keys for alphabetical order by language.

Danish and Norwegian end in æ ø å (and Danish sorts aa as å), Swedish in å ä ö. Dutch
and English sort accented letters like their plain forms.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters that a language has after z.

    Each string of `after_z` is one place in the order and lists the letters that share
    it, as "æä". `spelled` maps letter groups to the letter under which they are sorted,
    as aa to å. All are lower case. Other letters are sorted like their plain forms.
    """

    after_z: tuple[str, ...] = ()
    spelled: Mapping[str, str] = field(default_factory=dict)

    def read(self, text: str) -> str:
        """Return the text in lower case, with the replacements of `spelled`."""
        folded = unicodedata.normalize("NFC", text).casefold()
        for spelling, letter in self.spelled.items():
            folded = folded.replace(spelling, letter)
        return folded

    def key(self, letter: str) -> str:
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
"""The alphabets by language code. Other languages have no letters after z.

In Danish every aa is sorted as å, as in the Danish order of the Unicode consortium: no
letters tell that it is å in Kaare and two sounds in Isaac.
"""


def alphabetical(text: str, language: str) -> str:
    """Return a key that sorts `text` as readers of `language` expect.

    `language` is a code such as `da`. For an unknown code, letters are sorted like
    their plain forms.
    """
    alphabet = ALPHABETS.get(language, Alphabet())
    return "".join(map(alphabet.key, alphabet.read(text)))


def first_letter(text: str, language: str) -> str:
    """Return the heading, one capital letter, under which readers look for `text`."""
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
