"""When two who have met can meet again, known from the graph alone.

Two who met in a node part there: one leaves it as its winner, the other as its loser.
They can meet again in a later node if that one's two sides can be reached from these
two exits. So a side needs only the set of exits above it, and nobody's lines or
results. That is exact: where both ways ran through one side of a node, the two would
have met before it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournaments.engine.plan import BracketPlan, Node, Source


@dataclass(frozen=True, slots=True)
class SideOrigins:
    """Through which exits those could come who stand on a side: node n is bit n.

    `won` are nodes they could have left as winners, `lost` as losers.
    """

    won: int = 0
    lost: int = 0

    def __or__(self, other: "SideOrigins") -> "SideOrigins":
        return SideOrigins(self.won | other.won, self.lost | other.lost)

    def again(self, other: "SideOrigins") -> int:
        """Return the nodes in which two, one of either side, can have met."""
        return self.won & other.lost | self.lost & other.won


@dataclass(slots=True)
class Pasts:
    """The past of every side of a plan, of which nodes are added in playing order."""

    _nodes: dict[int, SideOrigins] = field(default_factory=dict)
    _section: dict[int, str] = field(default_factory=dict)
    _within: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, nodes: Iterable[Node]) -> "Pasts":
        """Return the pasts of nodes that are complete."""
        pasts = cls()
        for node in nodes:
            pasts.add(node)
        return pasts

    def add(self, node: Node) -> None:
        """Take in a node whose sources are known already."""
        self._nodes[node.number] = self.before(node.top) | self.before(node.bottom)
        self._section[node.number] = node.section
        self._within[node.section] = (
            self._within.get(node.section, 0) | 1 << node.number
        )

    def before(self, source: Source) -> SideOrigins:
        """Return the past of those who come from a source."""
        if source.kind == "line" or source.of not in self._nodes:
            return SideOrigins()
        past, here = self._nodes[source.of], 1 << source.of
        if source.kind == "winner":
            return SideOrigins(past.won | here, past.lost)
        if source.kind == "first_loser":
            elsewhere = ~self._within[self._section[source.of]]
            past = SideOrigins(past.won & elsewhere, past.lost & elsewhere)
        return SideOrigins(past.won, past.lost | here)

    def again(self, node: Node) -> int:
        """Return the nodes in which the two of this one can have met before."""
        return self.before(node.top).again(self.before(node.bottom))


def earliest_rematch(plan: BracketPlan, section: str) -> int | None:
    """Return the first round of a section in which two who have met can meet again.

    Rounds count from 0 here. None if that cannot happen.
    """
    pasts = Pasts.of(plan.nodes)
    return min(
        (node.round - 1 for node in plan.of(section) if pasts.again(node)), default=None
    )
