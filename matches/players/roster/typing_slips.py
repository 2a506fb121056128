"""Words that are a slip of the keyboard apart, found without comparing all with all.

A slip is a letter too many, too few or wrong, or two neighbours swapped. Two words that
are one or two slips apart become equal once one or two letters are left out of each, so
words meet in a table of such remains.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

ONE_SLIP_FROM: Final = 3
TWO_SLIPS_FROM: Final = 5
# Longer words would have thousands of remains; one slip in them is still found.
TWO_SLIPS_TO: Final = 16

# Letters that are written for one another at the start of a name: Carl and Karl.
_ALIKE: Final = str.maketrans("cqwzyj", "kkvsii")


def near_words(
    asked: Iterable[str], vocabulary: Iterable[str]
) -> dict[str, dict[str, int]]:
    """Return for each asked word the other words near it, with their slips, 1 or 2.

    One slip counts in words from 3 letters. Two slips in one word count from 5 letters,
    and the word has to begin alike: Hansen and Jensen are two families, Kristian and
    Christian one name. Numbers have no slips: Team 12 is not Team 13.
    """
    near: dict[str, dict[str, int]] = {word: {} for word in asked}
    table = defaultdict[str, list[str]](list)
    for word in near:
        if not has_digit(word):
            for remains in {*_remains(word)}:
                table[remains].append(word)
    for other in vocabulary:
        if has_digit(other):
            continue
        met = {word for remains in _remains(other) for word in table.get(remains, ())}
        for word in met:
            slips = count_slips(word, other)
            if slips:
                near[word][other] = slips
    return near


def count_slips(one: str, other: str) -> int | None:
    """Return how many slips lie between two words: 0, 1, 2, or None if they are far."""
    if one == other:
        return 0
    shorter = min(len(one), len(other))
    if shorter >= ONE_SLIP_FROM and _within(one, other, 1):
        return 1
    if shorter < TWO_SLIPS_FROM or not begin_alike(one, other):
        return None
    return 2 if _within(one, other, 2) else None


def begin_alike(one: str, other: str) -> bool:
    """Say whether two words begin with the same letter or one written for it."""
    return one[:1].translate(_ALIKE) == other[:1].translate(_ALIKE)


def has_digit(word: str) -> bool:
    """Say whether a word is, or holds, a number."""
    return any(map(str.isdigit, word))


def _remains(word: str) -> Iterator[str]:
    word = word.translate(_ALIKE)
    yield word
    if len(word) < ONE_SLIP_FROM:
        return
    for index in range(len(word)):
        yield word[:index] + word[index + 1 :]
    if TWO_SLIPS_FROM <= len(word) <= TWO_SLIPS_TO:
        for first, second in combinations(range(1, len(word)), 2):
            yield word[:first] + word[first + 1 : second] + word[second + 1 :]


def _within(one: str, other: str, slips: int) -> bool:
    """Say whether at most `slips` slips turn one word into the other."""
    same = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        same += 1
    one, other = one[same:], other[same:]
    if not one or not other:
        return len(one) + len(other) <= slips
    if slips == 0 or abs(len(one) - len(other)) > slips:
        return False
    swapped = one[:2] == other[1::-1] and _within(one[2:], other[2:], slips - 1)
    return (
        swapped
        or _within(one[1:], other[1:], slips - 1)
        or _within(one[1:], other, slips - 1)
        or _within(one, other[1:], slips - 1)
    )
