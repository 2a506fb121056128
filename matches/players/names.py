"""Names of people: read, sorted and compared, in any script.

A name is never split by meaning: the sort name is a proposal that can be edited, and
the folded name only finds the same person again and is never shown.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

from matches.rules.errors import (
    CLUB_TOO_LONG,
    COUNTRY_TOO_LONG,
    NAME_TOO_LONG,
    NO_NAME,
    UNREADABLE_TEXT,
)

LONGEST_NAME: Final = 80
LONGEST_CLUB: Final = 80
LONGEST_COUNTRY: Final = 40

# Control characters except the tab, lone surrogates, U+FFFD, and noncharacters.
_UNREADABLE: Final = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff\ufffd\ufffe\uffff\ufdd0-\ufdef]"
)
_JOINERS: Final = "\u200c\u200d"
# Letters and symbols without a visible form: Hangul fillers, the empty Braille cell.
_BLANKS: Final = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " ")

# fmt: off
PARTICLES: Final = frozenset({
    "aan", "bij", "de", "den", "der", "des", "het", "in", "op", "over", "te", "ten",
    "ter", "tot", "uit", "van", "voor", "'s", "'t", "’s", "’t",
})
# fmt: on
SUFFIXES: Final = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"})

_LETTERS: Final = str.maketrans(
    {
        "æ": "ae",
        "ø": "o",
        "œ": "oe",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        **dict.fromkeys("'’‘ʼʻʹ`´＇′\u00ad\u200b\u200c\u200d\u2060\ufeff"),
    }
)
# Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs. Marks of other
# scripts are kept, because they distinguish syllables.
_ACCENTS: Final = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]")
_DOUBLE_A: Final = re.compile("aa+")
_PLAIN_WORD: Final = re.compile("[a-z0-9]+")


def tidy(text: str) -> str:
    """Return the text in NFC, without invisible characters, each white space one blank.

    Joiners inside a word stay if the script needs them (Persian, Hindi).
    """
    if not text.isascii():
        text = _without_marks(text.translate(_BLANKS))
    return unicodedata.normalize("NFC", " ".join(text.split()))


def read_name(text: str) -> str:
    """Return the name in spoken order: "Berg, Ole" becomes "Ole Berg".

    Raises UNREADABLE_TEXT, NO_NAME, NAME_TOO_LONG (above 80 characters).
    """
    check_readable(text)
    name = _spoken(tidy(text))
    if not any(character.isalpha() for character in name):
        raise NO_NAME()
    if len(name) > LONGEST_NAME:
        raise NAME_TOO_LONG(length=len(name), limit=LONGEST_NAME)
    return name


def read_sort_name(text: str) -> str:
    """Return the text by which a name is sorted, which may be empty.

    Raises UNREADABLE_TEXT.
    """
    check_readable(text)
    return tidy(text)


def read_club(text: str) -> str:
    """Return the name of a club, which may be empty.

    Raises UNREADABLE_TEXT, CLUB_TOO_LONG (above 80 characters).
    """
    check_readable(text)
    club = tidy(text)
    if len(club) > LONGEST_CLUB:
        raise CLUB_TOO_LONG(length=len(club), limit=LONGEST_CLUB)
    return club


def read_country(text: str) -> str:
    """Return a country, which may be empty.

    Raises UNREADABLE_TEXT, COUNTRY_TOO_LONG (above 40 characters).
    """
    check_readable(text)
    country = tidy(text)
    if len(country) > LONGEST_COUNTRY:
        raise COUNTRY_TOO_LONG(length=len(country), limit=LONGEST_COUNTRY)
    return country


def check_readable(text: str) -> None:
    """Raise UNREADABLE_TEXT if the text has a character that stands for none."""
    found = _UNREADABLE.search(text)
    if found:
        raise UNREADABLE_TEXT(code=f"U+{ord(found[0]):04X}")


def sort_name(name: str) -> str:
    """Return the name as in an alphabetical list: "Ole Berg" becomes "Berg, Ole".

    The last word comes first, with "Jr." if it follows; Dutch particles follow the
    given name, as in "Berg, Jan van den". A name typed with a comma keeps its order. A
    single word, and a name outside the Latin alphabet, stay as they are.
    """
    typed = tidy(name).strip(" ,")
    if listed := _listed(typed):
        return _particles_behind(*listed)
    spoken = _spoken(typed)
    words = spoken.split()
    tail = 2 if words and words[-1].casefold() in SUFFIXES else 1
    if "," in spoken or len(words) <= tail or not _is_latin(spoken):
        return spoken
    return f"{' '.join(words[-tail:])}, {' '.join(words[:-tail])}"


def fold(name: str) -> str:
    """Return a key that is equal for different spellings of a name.

    Case, accents, punctuation and the order of the words are ignored. å, aa and a are
    equal, as are ø, ö and o, æ and ae, ß and ss, ł and l.
    """
    return " ".join(sorted(fold_words(name)))


def fold_words(name: str) -> tuple[str, ...]:
    """Return the folded words of a name in their order, empty only if it is blank."""
    text = name.casefold().translate(_LETTERS)
    if text.isascii():
        words = _PLAIN_WORD.findall(_DOUBLE_A.sub("a", text))
    else:
        words = _fold_any(text).split()
    return tuple(words) or tuple(name.casefold().split())


def is_found(search: str, *texts: str) -> bool:
    """Return True if every word of `search`, folded, is part of the folded texts."""
    return finder(search)(*texts)


def finder(search: str) -> Callable[..., bool]:
    """Return `is_found` for one search in many texts: it is folded once."""
    words = fold_words(search)

    def is_found_in(*texts: str) -> bool:
        key = " ".join(word for text in texts for word in fold_words(text))
        return all(word in key for word in words)

    return is_found_in


def begins_with(typed: str, name: str) -> bool:
    """Return True if each word of `typed`, folded, begins a word of the folded name."""
    return all_begin(typed, fold_words(name))


def all_begin(typed: str, words: Sequence[str]) -> bool:
    """Return True if each word of `typed`, folded, begins one of the folded words."""
    return all(
        any(word.startswith(start) for word in words) for start in fold_words(typed)
    )


def spelled_alike(one: str, other: str) -> bool:
    """Return True if two names with the same folded key may belong to one person.

    `fold` treats å as a and as aa. If neither name has an å, the numbers of aa must be
    equal: Sara and Saara are two people.
    """
    counts = [_double_a(name) for name in (one, other)]
    return None in counts or counts[0] == counts[1]


def _without_marks(text: str) -> str:
    """Return the text without characters of width zero and direction marks."""
    return "".join(
        character
        for index, character in enumerate(text)
        if unicodedata.category(character) != "Cf"
        or (character in _JOINERS and _joins(text[index - 1 : index + 2]))
    )


def _joins(around: str) -> bool:
    """Return True if a joiner stands between letters of a script that uses it."""
    return len(around) == 3 and all(  # noqa: PLR2004 - letter, joiner, letter
        unicodedata.category(character) in {"Lo", "Mn", "Mc"}
        and not "\u0300" <= character <= "\u036f"
        for character in (around[0], around[2])
    )


def _listed(text: str) -> tuple[str, str] | None:
    """Return family name and given name of the form "Berg, Ole", or None."""
    family, comma, given = (part.strip() for part in text.partition(","))
    if not (family and comma and given) or "," in given:
        return None
    return None if given.casefold() in SUFFIXES else (family, given)


def _spoken(text: str) -> str:
    """Return a name in spoken order, whether it was typed as "Berg, Ole" or not."""
    text = text.strip(" ,")
    if listed := _listed(text):
        return f"{listed[1]} {listed[0]}"
    name, _, suffix = text.partition(",")
    if suffix.strip().casefold() in SUFFIXES:
        return f"{name.strip()} {suffix.strip()}"
    return text


def _particles_behind(family: str, given: str) -> str:
    """Return the sort name of "van den Berg" and "Jan": "Berg, Jan van den"."""
    words = family.split()
    particles = 0
    while particles < len(words) - 1 and words[particles].casefold() in PARTICLES:
        particles += 1
    behind = [given, *words[:particles]]
    return f"{' '.join(words[particles:])}, {' '.join(behind)}"


def _is_latin(text: str) -> bool:
    return text.isascii() or all(
        "LATIN" in unicodedata.name(character, "")
        for character in text
        if unicodedata.category(character) in {"Lu", "Ll", "Lt", "Lo"}
    )


def _fold_any(text: str) -> str:
    """Fold casefolded text beyond ASCII; the words are separated by blanks."""
    text = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
    text = unicodedata.normalize("NFKC", _ACCENTS.sub("", text))
    return _DOUBLE_A.sub("a", "".join(map(_word_character, text)))


def _word_character(character: str) -> str:
    return character if unicodedata.category(character)[0] in "LMN" else " "


def _double_a(name: str) -> int | None:
    """Return how often a name has "aa"; None if it has an "å", which can be either."""
    text = unicodedata.normalize("NFC", name).casefold()
    return None if "å" in text else text.count("aa")
