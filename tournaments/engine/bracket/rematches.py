"""Possible rematches in a bracket, from the graph alone.

Two entrants that met in a node leave it by different exits: the winner's and the
loser's. They can meet again in a later node if one of its sides can be reached from one
exit and the other side from the other exit. So a side needs only the set of exits above
it, without lines or results. This is exact: if both ways led through the same side of a
node, the two would have met before that node.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournaments.engine.plan import BracketPlan, Node, Source


@dataclass(frozen=True, slots=True)
class SideOrigins:
    """The exits through which an entrant of a side can have come; node n is bit n.

    `won`: nodes left as the winner. `lost`: nodes left as the loser.
    """

    won: int = 0
    lost: int = 0

    def __or__(self, other: "SideOrigins") -> "SideOrigins":
        return SideOrigins(self.won | other.won, self.lost | other.lost)

    def again(self, other: "SideOrigins") -> int:
        """Return the nodes (bits) in which entrants of the two sides can have met."""
        return self.won & other.lost | self.lost & other.won


@dataclass(slots=True)
class PlanOrigins:
    """The origins of every side of a plan; nodes are added in playing order."""

    _nodes: dict[int, SideOrigins] = field(default_factory=dict)
    _section: dict[int, str] = field(default_factory=dict)
    _within: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, nodes: Iterable[Node]) -> "PlanOrigins":
        """Return the origins of nodes in playing order."""
        origins = cls()
        for node in nodes:
            origins.add(node)
        return origins

    def add(self, node: Node) -> None:
        self._nodes[node.number] = self.before(node.top) | self.before(node.bottom)
        self._section[node.number] = node.section
        self._within[node.section] = (
            self._within.get(node.section, 0) | 1 << node.number
        )

    def before(self, source: Source) -> SideOrigins:
        if source.kind == "line" or source.of not in self._nodes:
            return SideOrigins()
        past, here = self._nodes[source.of], 1 << source.of
        if source.kind == "winner":
            return SideOrigins(past.won | here, past.lost)
        if source.kind == "first_loser":
            # A first loser has not played in the section before, so no node of it is
            # in their past.
            elsewhere = ~self._within[self._section[source.of]]
            past = SideOrigins(past.won & elsewhere, past.lost & elsewhere)
        return SideOrigins(past.won, past.lost | here)

    def again(self, node: Node) -> int:
        """Return the nodes (bits) in which the two of a node can have met before."""
        return self.before(node.top).again(self.before(node.bottom))


def earliest_rematch(plan: BracketPlan, section: str) -> int | None:
    """Return the first round of a section in which a rematch is possible.

    Rounds count from 0 here. None if no rematch is possible.
    """
    origins = PlanOrigins.of(plan.nodes)
    return min(
        (node.round - 1 for node in plan.of(section) if origins.again(node)),
        default=None,
    )
