"""A bracket as a tree: columns in which a match stands between those that feed it.

A match is as high as the matches before it together. The rows of a column share its
height in that proportion, so a page needs no coordinates. Each row is joined to the
round before by `merge` (two winners meet) or `straight` (one goes on, another entrant
joins). A round that cannot be aligned gets no lines; the sides name their entrants in
words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import gcd
from typing import Final, NamedTuple

from django.utils.translation import gettext

from tournaments.brackets.cards import Card, card
from tournaments.brackets.words import BracketWords
from tournaments.engine import Node, Slot

LARGEST: Final = 64
"""A first round with more matches is cut into trees of `PIECE` matches."""
PIECE: Final = 32
HIGHEST: Final = 8
"""The greatest ratio of heights within a column for which there is a style."""


BOTH: Final = 2


class Branching(NamedTuple):
    """A match in its column: its height, and its lines to the matches before it.

    `joint` is empty, "straight", "merge", or "merge-1-2" for two matches of different
    heights.
    """

    card: Card
    joint: str
    height: int

    @property
    def is_joined(self) -> bool:
        return bool(self.joint)


@dataclass(frozen=True, slots=True)
class TreeColumn:
    """A round of a tree. `is_feeding`: lines lead from it to the next round."""

    number: int
    title: str
    rows: tuple[Branching, ...]
    is_feeding: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """A section of a bracket, or a piece of a large section.

    `key` is its anchor, `title` the name of the section, and `piece` which part it is.
    """

    key: str
    section: str
    title: str
    piece: str
    columns: tuple[TreeColumn, ...]

    @property
    def matches(self) -> int:
        return sum(len(column.rows) for column in self.columns)


def trees_of(words: BracketWords, section: str) -> list[Tree]:
    """Return a section as one tree, or as several and a last one of their winners."""
    rounds = words.bracket.rounds[section]
    width = len(rounds[1])
    if width <= LARGEST or width % PIECE:
        return [_tree(words, section, rounds)]
    return list(_pieces(words, section, rounds))


def _pieces(
    words: BracketWords, section: str, rounds: Mapping[int, Sequence[Slot]]
) -> Iterator[Tree]:
    """Return the trees of a large section.

    The section is cut across at the round in which each piece has one match, and the
    rounds before it are cut lengthwise.
    """
    count = len(rounds[1]) // PIECE
    inside = [number for number in rounds if len(rounds[number]) >= count]
    beyond = {number: rounds[number] for number in rounds if number not in inside}
    for index in range(count):
        piece = {number: _share(rounds[number], index, count) for number in inside}
        first, last = index * PIECE + 1, (index + 1) * PIECE
        text = gettext("Matches %(numbers)s") % {"numbers": f"{first}–{last}"}
        yield _tree(words, section, piece, key=str(index + 1), piece=text)
    if beyond:
        text = gettext("Last rounds")
        yield _tree(words, section, beyond, key="last", piece=text)


def _share(slots: Sequence[Slot], index: int, count: int) -> Sequence[Slot]:
    size = len(slots) // count
    return slots[index * size : (index + 1) * size]


def _tree(
    words: BracketWords,
    section: str,
    rounds: Mapping[int, Sequence[Slot]],
    *,
    key: str = "",
    piece: str = "",
) -> Tree:
    shown = {
        number: slots
        for number, slots in rounds.items()
        if any(slot.state != "needless" for slot in slots)
    }
    columns: list[TreeColumn] = []
    heights: dict[int, int] = {}
    before: Sequence[Slot] = ()
    for number, slots in shown.items():
        own = {slot.node.number: _height(slot.node, heights) for slot in slots}
        is_joined = _is_joined(slots, before, heights)
        if columns and is_joined:
            columns[-1] = replace(columns[-1], is_feeding=True)
        rows = _rows(words, slots, own=own, before=heights if is_joined else {})
        title = words.round(section, number)
        columns.append(TreeColumn(number, title, tuple(rows), is_feeding=False))
        heights, before = own, slots
    return Tree(
        f"{section}-{key}" if key else section,
        section,
        words.section(section),
        piece,
        tuple(columns),
    )


def _rows(
    words: BracketWords,
    slots: Sequence[Slot],
    *,
    own: Mapping[int, int],
    before: Mapping[int, int],
) -> Iterator[Branching]:
    unit = gcd(*own.values())
    for slot in slots:
        feeding = [before[number] for number in _feeding(slot.node) if number in before]
        height = min(own[slot.node.number] // unit, HIGHEST)
        yield Branching(card(slot, words, ways=False), _joint(feeding), height)


def _joint(feeding: Sequence[int]) -> str:
    """Return the joint of a match to the matches before it, of these heights."""
    if len(feeding) != BOTH:
        return "straight" if feeding else ""
    unit = gcd(*feeding)
    upper, lower = (height // unit for height in feeding)
    return "merge" if upper == lower else f"merge-{upper}-{lower}"


def _feeding(node: Node) -> list[int]:
    return [one.of for one in (node.top, node.bottom) if one.kind == "winner"]


def _height(node: Node, before: Mapping[int, int]) -> int:
    return sum(before.get(number, 0) for number in _feeding(node)) or 1


def _is_joined(
    slots: Sequence[Slot], before: Sequence[Slot], heights: Mapping[int, int]
) -> bool:
    """Return True if all winners of the column before come here, in their order."""
    coming = [
        number for slot in slots for number in _feeding(slot.node) if number in heights
    ]
    return coming == [slot.node.number for slot in before] and len(coming) >= len(slots)
