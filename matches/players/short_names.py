"""Finds the players that a nickname or short form may mean: "OlaB77", "Sig Holm".

Similar full names are found elsewhere (`roster.likeness`). A short form is only a
proposal: a director decides, and no player is chosen automatically.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from matches.players.names import PARTICLES, fold_words
from matches.players.roster.typing_slips import near_words

_LETTERS: Final = re.compile(r"[^\W\d_]+")
_SHORTEST: Final = 3
"""The least letters of the beginning of a name that may stand for it."""
_SLIPS_FROM: Final = 4


class ShortNames:
    """The known players, indexed for look-ups of short forms of their names."""

    def __init__(self, known: Iterable[tuple[str, str]]) -> None:
        self._words: Final = {key: _without_particles(name) for key, name in known}
        self._joined: Final[dict[str, list[str]]] = defaultdict(list)
        self._whole: Final[dict[str, list[str]]] = defaultdict(list)
        self._starts: Final[dict[str, set[str]]] = defaultdict(set)
        for key, words in self._words.items():
            for word in words:
                self._whole[word].append(key)
                if len(word) >= _SHORTEST:
                    self._starts[word[:_SHORTEST]].add(word)
            for form in _forms(words):
                self._joined[form].append(key)

    def of(self, names: Iterable[str]) -> dict[str, list[str]]:
        """Return the keys of the players a name may be short for, the likeliest first.

        A short form is one word, cut from a name or joined from its parts, with or
        without digits; or the words of a name, some of them cut. It takes all names at
        once, because the tables are built for them.
        """
        asked = {name: _handle(name) for name in names}
        pieces = {piece for handle in asked.values() for piece in handle}
        near = near_words(
            (piece for piece in pieces if len(piece) >= _SLIPS_FROM), self._whole
        )
        return {
            name: list(dict.fromkeys(self._of_handle(handle, near)))
            if handle
            else self._of_words(_without_particles(name))
            for name, handle in asked.items()
        }

    def _of_handle(
        self, pieces: Sequence[str], near: Mapping[str, Mapping[str, int]]
    ) -> Iterator[str]:
        yield from self._joined.get("".join(pieces), ())
        for piece in pieces:
            yield from self._whole.get(piece, ())
        for piece in pieces:
            slipped = near.get(piece, {})
            once = (word for word, slips in slipped.items() if slips == 1)
            for word in (*self._begun(piece), *once):
                yield from self._whole[word]

    def _begun(self, piece: str) -> list[str]:
        """Return the words of names that begin with `piece`, or that begin it."""
        if len(piece) < _SHORTEST:
            return []
        words = sorted(self._starts.get(piece[:_SHORTEST], ()))
        return [word for word in words if _begins(word, piece)]

    def _of_words(self, words: Sequence[str]) -> list[str]:
        met = {key for word in words for key in self._whole.get(word, ())}
        return sorted(key for key in met if self._is_cut(words, key))

    def _is_cut(self, words: Sequence[str], key: str) -> bool:
        """Return True if one name is the other with words left out or cut."""
        shorter, longer = sorted((tuple(words), self._words[key]), key=len)
        left = [word for word in longer if word not in shorter]
        for word in (word for word in shorter if word not in longer):
            whole = next(
                (candidate for candidate in left if _begins(candidate, word)), None
            )
            if whole is None:
                return False
            left.remove(whole)
        return True


def _without_particles(name: str) -> tuple[str, ...]:
    words = (word for part in _LETTERS.findall(name) for word in fold_words(part))
    return tuple(word for word in words if word not in PARTICLES)


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _forms(words: tuple[str, ...]) -> set[str]:
    """Return the single words that people make of a name."""
    if len(words) <= 1:
        return set()
    first, last = words[0], words[-1]
    pairs = ((first, last), (first, last[0]), (first[0], last))
    return {form for one, two in pairs for form in (one + two, two + one)}


def _handle(name: str) -> tuple[str, ...]:
    """Return the folded words of a name written as one word, () for several words."""
    written = [word for word in name.split() if _LETTERS.search(word)]
    if len(written) != 1:
        return ()
    return tuple(word for piece in _pieces(written[0]) for word in fold_words(piece))


def _pieces(handle: str) -> Iterator[str]:
    """Yield the parts of a name written as one word: "OlaB77" has Ola and B."""
    for letters in _LETTERS.findall(handle):
        start = 0
        for place in range(1, len(letters)):
            if letters[place - 1].islower() and letters[place].isupper():
                yield letters[start:place]
                start = place
        yield letters[start:]
