"""Replaces the name of a person in texts, in JSON and in bytes. Pure."""

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from matches.players.names import PARTICLES, SUFFIXES, fold, fold_words, sort_name

SHORTEST_ALONE: Final = 4
"""A family name of fewer letters is not looked for without the given name."""
_SHORTEST_PART: Final = 3
_ENCODINGS: Final = ("utf-8", "cp1252", "latin-1", "utf-16-le", "utf-16-be")
_PART: Final = r"(?:^|(?<=[\u2068,:(–&/+]\s)|(?<=[\u2068,:(–&/+]))"
_PART_ENDS: Final = r"(?=\s?[\u2069,:)–&/+]|$)"
_BEGINS: Final = r"(?<![^\W_])"
_ENDS: Final = r"(?=(?:['’]?s)?(?![^\W_]))"
"""Before the end of a word, or of its genitive."""
_GAP: Final = r"[\s_.]+"
_MARKS: Final = "[\u0300-\u036f]*"
_INSIDE: Final = "['’`´]?"
_LETTER: Final = re.compile("ae|ss|.", re.DOTALL)


class _Form(NamedTuple):
    """A name in its two parts; without `given` it is a single word or not Latin."""

    given: tuple[str, ...]
    family: tuple[str, ...]


class Replacing:
    """Replaces names: several words anywhere, a single word only where it stands alone.

    "Bo" is replaced in "Bo – Ane" but not in "Bo Open"; "Ane Alm" not in "Ane Almer".
    Of several words neither case nor accents nor order matter, and a given name may be
    an initial. The family name alone is replaced, where it has a capital letter, unless
    one of the `others` has it, whose own names are left as they are.
    """

    def __init__(
        self, names: Iterable[str], new: str, *, others: Iterable[str] = ()
    ) -> None:
        self._new = new
        self._names = sorted({name for name in names if name}, key=len, reverse=True)
        forms = {_form(name) for name in self._names}
        own = {word for name in self._names for word in fold_words(name)}
        keys = {fold(name) for name in self._names}
        alike = [
            spelling
            for name in sorted(others, key=len, reverse=True)
            if not own.isdisjoint(fold_words(name)) and fold(name) not in keys
            for spelling in (name, sort_name(name))
        ]
        taken = [set(fold_words(name)) for name in alike]
        self._forms = [form for form in forms if form.given]
        self._initials = {
            form: not any(_may_be(form, words) for words in taken)
            for form in self._forms
        }
        given = {word for form in self._forms for word in _folded(form.given)}
        family = {word for form in forms for word in _folded(form.family)}
        shared = set().union(*taken)
        rare = family - given - shared
        self._alone = {word for word in rare if _is_part(word, SHORTEST_ALONE)}
        parts = {word for word in family | (given - shared) if _is_part(word)}
        single = [name for name in self._names if not _form(name).given]
        self._pattern = re.compile(
            "|".join(
                (
                    f"(?P<other>{_any(map(_literal, alike))})",
                    f"(?P<own>{_any(self._own_patterns(single))})",
                    f"(?P<alone>{_any(map(_word, self._alone))})",
                )
            )
        )
        self._parts = re.compile(_any(map(_word, parts)))
        needed = {_spelled(form.family[-1]) for form in forms if form.family}
        self._hint = re.compile(f"(?i:{_any(needed)})")
        self._bytes = list(self._byte_patterns())

    def in_text(self, text: str) -> str:
        if not self._hint.search(text):  # as nearly all
            return text
        return self._pattern.sub(self._instead, text)

    def is_left_in(self, text: str) -> bool:
        """Whether a text has part of the name, and not as part of another's."""
        if not self._parts.search(text):
            return False
        rest = self._pattern.sub(lambda at: " " if at["other"] else at[0], text)
        return bool(self._parts.search(rest))

    def in_json(self, value: object) -> object:
        if isinstance(value, str):
            return self.in_text(value)
        if isinstance(value, list | tuple):
            return [self.in_json(part) for part in value]
        if isinstance(value, Mapping):
            return {key: self.in_json(part) for key, part in value.items()}
        return value

    def in_bytes(self, content: bytes) -> bytes:
        """Return a file without the names, of the same length: columns stay aligned.

        A compressed file is unpacked and packed again.
        """
        unpacked = _unpacked(content)
        if unpacked is not None:
            changed = self._in_plain(unpacked)
            return content if changed == unpacked else zlib.compress(changed)
        return self._in_plain(content)

    def _instead(self, place: re.Match[str]) -> str:
        is_kept = place["other"] or (place["alone"] and not place[0][0].isupper())
        return place[0] if is_kept else self._new

    def _own_patterns(self, single: Iterable[str]) -> Iterator[str]:
        for form in self._forms:
            yield from _patterns(form, with_initials=self._initials[form])
        for name in single:
            is_word = len(name.split()) == 1
            alone = f"{_PART}{re.escape(name)}{_PART_ENDS}"
            yield alone if is_word else _literal(name)

    def _in_plain(self, content: bytes) -> bytes:
        for pattern, new in self._bytes:
            content = pattern.sub(lambda place, new=new: _fitted(new, place), content)  # type: ignore[misc]
        return content

    def _byte_patterns(self) -> Iterator[tuple[re.Pattern[bytes], bytes]]:
        texts = dict.fromkeys(self._names)
        for form in self._forms:
            texts |= dict.fromkeys(_written(form, with_initials=self._initials[form]))
            family = " ".join(form.family)
            if self._alone.issuperset(fold_words(family)):
                texts[family] = None
        for text in sorted(texts, key=len, reverse=True):
            for spelling in dict.fromkeys((text, text.upper(), _plain(text))):
                for encoding in _ENCODINGS:
                    try:
                        new = self._new.encode(encoding)
                        yield _whole(spelling.encode(encoding)), new
                    except UnicodeEncodeError:
                        continue


def strings_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from strings_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings_of(part)


def _form(name: str) -> _Form:
    family, _, given = sort_name(name).partition(", ")
    return _Form(tuple(given.split()), tuple(family.split()))


def _folded(words: Iterable[str]) -> set[str]:
    return {part for word in words for part in fold_words(word)}


def _may_be(form: _Form, other: set[str]) -> bool:
    """Whether an initial and the family name may mean somebody of these words."""
    first = fold_words(form.given[0])[0][0]
    rest = other - _folded(form.family)
    return rest != other and any(word.startswith(first) for word in rest)


def _is_part(word: str, shortest: int = _SHORTEST_PART) -> bool:
    return len(word) >= shortest and word not in PARTICLES | SUFFIXES


def _any(patterns: Iterable[str]) -> str:
    return "|".join(patterns) or r"(?!)"


def _spelled(word: str) -> str:
    folded = "".join(fold_words(word)) if fold_words(word) else word
    letters = (_LETTERS.get(part) or _letter(part) for part in _LETTER.findall(folded))
    return _INSIDE.join(letters)


def _letter(letter: str) -> str:
    return f"[{re.escape(letter)}{_ACCENTED[letter]}]{_MARKS}"


def _accented() -> dict[str, str]:
    """Return by plain letter those of Latin that are folded to it."""
    found: dict[str, str] = defaultdict(str)
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        plain = "".join(fold_words(chr(code)))
        if len(plain) == 1 and plain.isalpha() and plain != chr(code):
            found[plain] += chr(code)
    return found


_ACCENTED: Final = _accented()
_LETTERS: Final = {
    "a": f"{_letter('a')}(?:{_letter('a')})?",
    "ae": f"(?:[æÆ]|{_letter('a')}{_letter('e')})",
    "ss": "(?:[ßẞ]|ss)",
}


def _word(word: str) -> str:
    return f"{_BEGINS}(?i:{_spelled(word)}){_ENDS}"


def _literal(name: str) -> str:
    words = r",?\s+".join(map(_spelled, name.replace(",", " ").split()))
    return f"{_BEGINS}(?i:{words}){_ENDS}"


def _patterns(form: _Form, *, with_initials: bool) -> Iterator[str]:
    """Yield the patterns of a name in both orders, in any case."""
    names = [word for word in form.given if word.casefold() not in PARTICLES]
    full = _any(map(_spelled, names or form.given))
    initials = _any(_letter(word[0]) for word in _folded(names) if word)
    first = f"(?:{full}|(?:{initials})\\.?)" if with_initials else f"(?:{full})"
    rest = f"(?:{_any(map(_spelled, form.given))}|[^\\W\\d_]\\.?)"
    family = _GAP.join(map(_spelled, form.family))
    more = f"(?:(?:{_GAP}|-){rest})*?"
    yield f"{_BEGINS}(?i:{first}{more}{_GAP}{family}){_ENDS}"
    yield f"{_BEGINS}(?i:{family},?{_GAP}(?:{full})(?:{_GAP}{rest}(?![^\\W_]))*){_ENDS}"
    if with_initials:
        listed = f",\\s*(?:{initials})(?![^\\W_])\\.?|{_GAP}(?:{initials})\\."
        yield f"{_BEGINS}(?i:{family}(?:{listed}))"


def _written(form: _Form, *, with_initials: bool) -> Iterator[str]:
    given, family = " ".join(form.given), " ".join(form.family)
    shapes = [given, form.given[0]]
    if with_initials:
        shapes += [f"{given[0]}.", given[0]]
    for shape in shapes:
        for gap in (" ", "_"):
            yield f"{shape}{gap}{family}"
            yield f"{family}{gap}{shape}"
        yield f"{family}, {shape}"


def _plain(text: str) -> str:
    """Return a text without accents, letter by letter."""
    return "".join(
        "".join(fold_words(letter)) if letter.isalpha() else letter for letter in text
    )


def _fitted(new: bytes, place: re.Match[bytes]) -> bytes:
    size = len(place[0])
    wide = {b"\0": b"\0 "}.get(place[0][:1], b" \0")
    return (new + (wide if b"\0" in place[0][:2] else b" ") * size)[:size]


def _whole(name: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![A-Za-z])" + re.escape(name) + rb"(?![A-Za-z])", re.I)


def _unpacked(content: bytes) -> bytes | None:
    try:
        return zlib.decompress(content) if content[:1] == b"x" else None
    except zlib.error:
        return None
