"""A bracket as a tree of matches and lines, cut into parts for sheets of paper."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Leaf:
    """A line where an entrant begins: the mark before the name, and the name."""

    column: int
    mark: str
    name: str


@dataclass(frozen=True)
class Subtree:
    """A match and all matches that lead to it.

    `column` is its round, `name` that of the winner.
    """

    column: int
    label: str
    table: str
    loser_to: str
    name: str
    points: tuple[str, str]
    top: "Subtree | Leaf"
    bottom: "Subtree | Leaf"
    is_played: bool = True

    def leaves(self) -> Iterator[Leaf]:
        for side in (self.top, self.bottom):
            if isinstance(side, Leaf):
                yield side
            else:
                yield from side.leaves()

    @cached_property
    def size(self) -> int:
        return sum(1 for _leaf in self.leaves())

    @cached_property
    def first_column(self) -> int:
        return min(leaf.column for leaf in self.leaves())

    def with_sides(self, top: "Subtree | Leaf", bottom: "Subtree | Leaf") -> "Subtree":
        return replace(self, top=top, bottom=bottom)


def parts_of(
    root: Subtree, lines: int, mark: Callable[[int], str]
) -> Iterator[Subtree]:
    """Yield parts of at most `lines` lines each, and last the rounds above them.

    In these a line with the mark of the part, which is counted from 0, replaces it.
    """
    count = 0
    while root.size > lines:
        pieces, root = _pruned(root, lines, mark, before=count)
        yield from pieces
        count += len(pieces)
    yield root


def _pruned(
    root: Subtree, lines: int, mark: Callable[[int], str], *, before: int
) -> tuple[list[Subtree], Subtree]:
    """Return the largest parts of so many lines, and the rest of the bracket.

    `before` is how many parts there are already.
    """
    pieces: list[Subtree] = []

    def kept(part: Subtree | Leaf, column: int) -> Subtree | Leaf:
        if isinstance(part, Leaf):
            return part
        if part.size <= lines:
            pieces.append(part)
            return Leaf(column, mark(before + len(pieces) - 1), part.name)
        return part.with_sides(
            kept(part.top, part.column), kept(part.bottom, part.column)
        )

    rest = root.with_sides(kept(root.top, root.column), kept(root.bottom, root.column))
    return pieces, rest
