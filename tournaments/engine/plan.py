"""The graph of a bracket: which match is fed by what."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

VACANT: Final = 0
"""Nobody will ever stand here, in place of an entrant's number."""


@dataclass(frozen=True, slots=True)
class Source:
    """Who comes to one side of a match.

    `kind`: "line" (whoever drew line `of`, 1 the topmost), "winner" or "loser" of node
    `of`, or "first_loser": the loser of node `of` if that was the first match he
    played, byes and walk-overs won not counted.
    """

    kind: str
    of: int


@dataclass(frozen=True, slots=True)
class Node:
    """A match of a bracket: `number` from 1, unique in the plan and in playing order.

    `section` is "main", a branch's, or "lower" and "final" of a double elimination.
    `round` counts from 1 within the section, `position` from 0 at the top of the
    round. `is_reset`: played only if whoever came to `top` of the final before, so far
    unbeaten, lost it.
    """

    number: int
    section: str
    round: int
    position: int
    top: Source
    bottom: Source
    is_reset: bool = False


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """All matches of a bracket and of the branches its losers feed.

    `lines` is the size of the first round of the main bracket, a power of two; a line
    without an entrant is vacant, and who would meet nobody has a bye.
    """

    lines: int
    nodes: tuple[Node, ...]

    def sections(self) -> tuple[str, ...]:
        """Return the sections in the order of their first node."""
        return tuple(dict.fromkeys(node.section for node in self.nodes))

    def of(self, section: str) -> Iterator[Node]:
        """Yield the nodes of a section by round and position."""
        found = (node for node in self.nodes if node.section == section)
        return iter(sorted(found, key=lambda node: (node.round, node.position)))

    def to_rows(self) -> list[list[Any]]:
        """Return the nodes as lists, ready for JSON.

        Shape: number, section, round, position, kind and of of the top, kind and of of
        the bottom and, only where it is, true for a reset.
        """
        return [
            [
                *(node.number, node.section, node.round, node.position),
                *(node.top.kind, node.top.of, node.bottom.kind, node.bottom.of),
                *([True] if node.is_reset else []),
            ]
            for node in self.nodes
        ]

    @classmethod
    def from_rows(cls, lines: int, rows: list[list[Any]]) -> "BracketPlan":
        """Return the plan that `to_rows` wrote down."""
        return cls(
            lines,
            tuple(
                Node(
                    *(number, section, round_number, position),
                    Source(top, top_of),
                    Source(bottom, bottom_of),
                    is_reset=any(reset),
                )
                for (
                    number,
                    section,
                    round_number,
                    position,
                    top,
                    top_of,
                    bottom,
                    bottom_of,
                    *reset,
                ) in rows
            ),
        )
