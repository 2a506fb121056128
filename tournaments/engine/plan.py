"""The graph of a bracket: its matches and the sources of their sides."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

VACANT: Final = 0
"""In place of an entrant's number: no entrant will ever come to this side."""

PRELIMINARY: Final = "-preliminary"
"""The end of the section of matches that late entries play before a section."""


class Source(NamedTuple):
    """The source of one side of a match.

    `kind`: "line" (the entrant on line `of`, 1 the topmost), "winner" or "loser" of
    node `of`, or "first_loser": the loser of node `of` if this was their first match in
    the section, not counting byes and walk-overs won.
    """

    kind: str
    of: int


class Node(NamedTuple):
    """A match of a bracket: `number` from 1, unique in the plan and in playing order.

    `section` is "main", the name of a branch, or "lower" and "final" of a double
    elimination. `round` counts from 1 within the section, `position` from 0 at the top
    of the round. The next four are those of the sources `top` and `bottom`.
    A node with `is_reset` is played only if the unbeaten entrant, who is the `top` of
    the final before it, lost that final.
    """

    number: int
    section: str
    round: int
    position: int
    top_kind: str
    top_of: int
    bottom_kind: str
    bottom_of: int
    is_reset: bool = False

    @property
    def top(self) -> Source:
        return Source(self.top_kind, self.top_of)

    @property
    def bottom(self) -> Source:
        return Source(self.bottom_kind, self.bottom_of)


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """All matches of a bracket and of the branches for its losers.

    `lines` is the number of lines of the main bracket, a power of two. A line without
    an entrant is vacant; an entrant opposite a vacant side has a bye.
    """

    lines: int
    nodes: tuple[Node, ...]

    def sections(self) -> tuple[str, ...]:
        """Return the sections in the order of their first node, preliminaries last."""
        sections = dict.fromkeys(node.section for node in self.nodes)
        return tuple(sorted(sections, key=lambda name: name.endswith(PRELIMINARY)))

    def of(self, section: str) -> Iterator[Node]:
        """Yield the nodes of a section by round and position."""
        nodes = (node for node in self.nodes if node.section == section)
        return iter(sorted(nodes, key=lambda node: (node.round, node.position)))

    def to_rows(self) -> list[list[object]]:
        """Return the nodes as lists, ready for JSON.

        Shape of a row: number, section, round, position, `kind` and `of` of the top,
        `kind` and `of` of the bottom, and for a reset one more item, true.
        """
        return [[*node] if node.is_reset else [*node[:-1]] for node in self.nodes]

    @classmethod
    def from_rows(cls, lines: int, rows: list[list[Any]]) -> "BracketPlan":
        """Return the plan from the rows that `to_rows` made."""
        return cls(lines, tuple([Node(*row) for row in rows]))
