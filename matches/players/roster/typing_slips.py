"""Finds words that differ by typing slips.

A slip is a letter too many, too few or wrong, or two neighbours swapped: the optimal
string alignment distance, computed by rapidfuzz.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

ONE_SLIP_FROM: Final = 3
TWO_SLIPS_FROM: Final = 5
_MOST_SLIPS: Final = 2

# Letters that replace each other at the start of a name, as in Carl and Karl.
_ALIKE: Final = str.maketrans("cqwzyj", "kkvsii")


def near_words(
    asked: Iterable[str], vocabulary: Iterable[str]
) -> dict[str, dict[str, int]]:
    """Return for each asked word the similar other words with their slips, 1 or 2.

    One slip is allowed in words from 3 letters. Two slips in one word are allowed from
    5 letters if the words begin alike: Hansen and Jensen are two families, Kristian and
    Christian one name. Numbers have no slips: Team 12 is not Team 13.
    """
    words = [word for word in vocabulary if not has_digit(word)]
    return {word: {} if has_digit(word) else _near(word, words) for word in asked}


def begin_alike(one: str, other: str) -> bool:
    """Return True if two words begin with the same letter, or as Carl and Karl do."""
    return one[:1].translate(_ALIKE) == other[:1].translate(_ALIKE)


def has_digit(word: str) -> bool:
    """Return True if a word contains a digit."""
    return any(map(str.isdigit, word))


def _near(word: str, words: Sequence[str]) -> dict[str, int]:
    similar = extract(
        word, words, scorer=OSA.distance, score_cutoff=_MOST_SLIPS, limit=None
    )
    return {
        other: int(distance)
        for other, distance, _ in similar
        if distance and _is_near(word, other, int(distance))
    }


def _is_near(one: str, other: str, distance: int) -> bool:
    """Return True if two words of this distance may be one word, mistyped."""
    shorter = min(len(one), len(other))
    if distance <= 1:
        return not distance or shorter >= ONE_SLIP_FROM
    return (
        distance == _MOST_SLIPS
        and shorter >= TWO_SLIPS_FROM
        and begin_alike(one, other)
    )
