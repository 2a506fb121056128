"""Sign-in names that cannot be taken for one another.

Letters that look alike are taken from the confusables of Unicode TR 39, for the Latin,
Greek and Cyrillic alphabets.
"""

import unicodedata
from typing import Final

_LOOKS_LIKE: Final = str.maketrans(
    {
        # Cyrillic
        **{"а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x"},
        **{"ѕ": "s", "і": "i", "ј": "j", "ԁ": "d", "һ": "h", "ԛ": "q", "ԝ": "w"},
        **{"к": "k", "м": "m", "т": "t", "в": "b", "н": "h", "ӏ": "l", "г": "r"},
        **{"ё": "ë", "ї": "ï", "ү": "y", "ѵ": "v", "п": "n", "ь": "b"},
        # Greek
        **{"α": "a", "ε": "e", "ο": "o", "ρ": "p", "τ": "t", "υ": "u", "χ": "x"},
        **{"ι": "i", "κ": "k", "ν": "v", "η": "n", "β": "b", "μ": "u", "γ": "y"},
        **{"ω": "w", "ϲ": "c", "ϳ": "j", "ό": "ó", "ά": "á", "ί": "í", "ζ": "z"},
        # Latin letters and digits
        **{"0": "o", "1": "l", "|": "l", "ı": "i", "ɑ": "a", "ɡ": "g", "ʏ": "y"},
        **{"ß": "ss", "ʟ": "l", "ꜱ": "s"},
    }
)
_CAPITALS: Final = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")
"""Greek capitals, which look like other letters than their small forms."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_ALPHABETS: Final = {"LATIN", "GREEK", "CYRILLIC"}


def looks_of(name: str) -> str:
    """Return a key that is equal for names that look alike; it is never shown."""
    plain = unicodedata.normalize("NFKC", name).translate(_CAPITALS)
    folded = plain.casefold().translate(_LOOKS_LIKE)
    seen = "".join(letter for letter in folded if not _is_unseen(letter))
    return " ".join(seen.replace("rn", "m").split())


def has_unseen(name: str) -> bool:
    return any(_is_unseen(letter) for letter in name)


def mixes_alphabets(name: str) -> bool:
    """Return True if one word of a name has letters of two alphabets."""
    return any(len(_alphabets(word)) > 1 for word in name.split())


def _alphabets(word: str) -> set[str]:
    names = (unicodedata.name(letter, "") for letter in word if letter.isalpha())
    return _ALPHABETS & {name.partition(" ")[0] for name in names}


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN
