"""Finds the known players that a typed name may mean.

All look-ups use tables keyed by folded words, so that a thousand names and five
thousand players need no comparison of all pairs.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from itertools import combinations, permutations, product
from typing import Final, TypeAlias

from matches.players.names import PARTICLES, fold_words, spelled_alike
from matches.players.roster.running_text import begin_alike, has_digit, near_words

# The number of letters that a name needs for one and for two slips.
_LETTERS_FOR: Final = {1: 5, 2: 9}
# Names of more words are only looked up as a whole.
_MOST_WORDS: Final = 6

_Words: TypeAlias = tuple[str, ...]
_Near: TypeAlias = Mapping[str, Mapping[str, int]]
_Table: TypeAlias = dict[_Words, list[int]]


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of the directory; `key` identifies the player for the caller."""

    key: str
    name: str
    club: str = ""
    rating: Decimal | None = None
    country: str = ""


class Likeness(IntEnum):
    """How a known name resembles a typed one, the closest first."""

    SAME = 0
    RESPELLED = 1
    ONE_SLIP = 2
    SHORTENED = 3
    TWO_SLIPS = 4


class ClubRelation(IntEnum):
    """The relation of two clubs, the one that suggests the same person first."""

    SAME = 0
    UNKNOWN = 1
    DIFFERENT = 2


def club_words(club: str) -> frozenset[str]:
    """Return the folded words of a club's name, empty if it is blank."""
    return frozenset(fold_words(club))


def compare_clubs(one: frozenset[str], other: frozenset[str]) -> ClubRelation:
    """Compare the words of two clubs: "Oslo" and "Oslo BK" count as the same club."""
    if not one or not other:
        return ClubRelation.UNKNOWN
    return ClubRelation.SAME if one <= other or other <= one else ClubRelation.DIFFERENT


@dataclass(frozen=True, slots=True)
class LikelyPlayer:
    """A player that a name may mean, with the folded words of the club."""

    likeness: Likeness
    player: KnownPlayer
    club: frozenset[str]

    def order(self, club: frozenset[str]) -> tuple[int, int, str, str]:
        """Return the sort key, the best first, for a line with this club."""
        clubs = compare_clubs(self.club, club)
        return self.likeness, clubs, self.player.name, self.player.key


class KnownNames:
    """The known players, indexed for look-ups by name."""

    def __init__(self, known: Iterable[KnownPlayer]) -> None:
        self._players: Final = tuple(known)
        self._words: Final = [fold_words(player.name) for player in self._players]
        self._clubs: Final = [club_words(player.club) for player in self._players]
        self._whole: Final[_Table] = defaultdict(list)
        for index, words in enumerate(self._words):
            # Sorted words: "Lund Lise" is looked up like "Lise Lund".
            self._whole[tuple(sorted(words))].append(index)

    def same_name(self, name: str) -> list[LikelyPlayer]:
        """Return the players of this name in any spelling."""
        found = self._whole.get(tuple(sorted(fold_words(name))), ())
        return [
            self._found(index, Likeness.SAME)
            for index in found
            if spelled_alike(self._players[index].name, name)
        ]

    def like(self, names: Iterable[str]) -> dict[str, list[LikelyPlayer]]:
        """Return for each name the players with another name that it may mean.

        It takes all names at once, because the tables are built for them.
        """
        asked = {name: fold_words(name) for name in names}
        if not asked:
            return {}
        near = near_words(
            {word for words in asked.values() for word in words},
            {word for words in self._words for word in words},
        )
        shortened = _Shortened(self._words)
        joined = defaultdict[str, list[int]](list)
        for index, words in enumerate(self._words):
            joined["".join(words)].append(index)
        likely = {}
        for name, words in asked.items():
            respelled = {*self._whole.get(tuple(sorted(words)), ())}
            respelled.update(joined.get("".join(words), ()))
            # The closest likeness is written last, so it replaces the others.
            ranks = dict.fromkeys(self._slipped(words, near, 2), Likeness.TWO_SLIPS)
            ranks |= dict.fromkeys(shortened.of(words), Likeness.SHORTENED)
            ranks |= dict.fromkeys(self._slipped(words, near, 1), Likeness.ONE_SLIP)
            ranks |= dict.fromkeys(respelled, Likeness.RESPELLED)
            likely[name] = [self._found(index, rank) for index, rank in ranks.items()]
        return likely

    def _found(self, index: int, likeness: Likeness) -> LikelyPlayer:
        return LikelyPlayer(likeness, self._players[index], self._clubs[index])

    def _slipped(self, words: _Words, near: _Near, slips: int) -> Iterator[int]:
        """Yield the players whose name is exactly `slips` typing slips away."""
        letters = sum(map(len, words))
        if letters < _LETTERS_FOR[slips] or len(words) > _MOST_WORDS:
            return
        for place, word in enumerate(words):
            for other, apart in near[word].items():
                if apart == slips:
                    yield from self._replaced(words, {place: other})
        if slips > 1:
            yield from self._slipped_twice(words, near)

    def _slipped_twice(self, words: _Words, near: _Near) -> Iterator[int]:
        once = [
            [
                other
                for other, slips in near[word].items()
                if slips == 1 and begin_alike(word, other)
            ]
            for word in words
        ]
        for first, second in combinations(range(len(words)), 2):
            for one, other in product(once[first], once[second]):
                yield from self._replaced(words, {first: one, second: other})

    def _replaced(self, words: _Words, others: Mapping[int, str]) -> Sequence[int]:
        name = (others.get(place, word) for place, word in enumerate(words))
        return self._whole.get(tuple(sorted(name)), ())


class _Shortened:
    """Finds abbreviated names: "L Lund" for Lise Lund, and the reverse.

    "Ole Berg" also finds Ole Erik Berg.
    """

    def __init__(self, names: Sequence[_Words]) -> None:
        self._names: Final = names
        self._pairs: Final[_Table] = defaultdict(list)
        self._starts: Final[_Table] = defaultdict(list)
        self._initials: Final[_Table] = defaultdict(list)
        for index, words in enumerate(names):
            for word, other in _pairs_of(words):
                self._starts[word, other[0]].append(index)
                if len(other) == 1:
                    self._initials[word, other].append(index)
                elif word < other:
                    self._pairs[word, other].append(index)

    def of(self, words: _Words) -> set[int]:
        """Return the players whose name has other words left out or as initials."""
        met: set[int] = set()
        for word, other in _pairs_of(words):
            if len(other) == 1:
                met.update(self._starts.get((word, other), ()))
                continue
            met.update(self._initials.get((word, other[0]), ()))
            met.update(self._pairs.get((word, other), ()))
        return {index for index in met if _is_short_form(words, self._names[index])}


def _pairs_of(words: _Words) -> Iterator[tuple[str, str]]:
    """Yield each full word with each other word or initial of a name."""
    telling = [word for word in words if word not in PARTICLES and not has_digit(word)]
    if len(telling) <= _MOST_WORDS:
        for word, other in permutations(telling, 2):
            if len(word) > 1:
                yield word, other


def _is_short_form(one: _Words, other: _Words) -> bool:
    """Return True if the shorter of two names abbreviates the longer one.

    Each word of the shorter name matches a different word of the longer one, whole or
    as an initial, and at least one word matches whole.
    """
    # `sorted` is stable, so two names of one length are compared in the order given.
    shorter, longer = sorted((one, other), key=len)
    left = list(longer)
    initials = []
    for word in shorter:
        if word in left:
            left.remove(word)
        else:
            initials.append(word)
    if len(initials) == len(shorter):
        return False
    for word in initials:
        match = next((full for full in left if _is_initial(word, full)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _is_initial(one: str, other: str) -> bool:
    return one[0] == other[0] and one[0].isalpha() and 1 in (len(one), len(other))
