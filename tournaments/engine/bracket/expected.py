"""The expected number of rematches in a bracket of equally strong entrants.

Two entrants that met in a node left it by different exits, as winner and as loser. From
an exit an entrant reaches a side of a later node with some probability; before the two
meet again their ways have no node in common, so the probabilities are independent and
the product is exact. An expectation is the sum of these products over all earlier
nodes. If two can meet a third time, that counts once more. A first loser has met
no one in the section that they leave.

A probability is a whole number in units of 1 / `UNIT`, so nothing is rounded.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tournaments.engine.plan import BracketPlan, Node, Source

UNIT: Final = 2**64
"""Units of probability: a way of up to 64 matches has a whole number of them."""

Exits = Mapping[int, int]
"""By node: the probability that the entrant of one exit reaches this side."""


@dataclass(frozen=True, slots=True)
class SideChances:
    """The origins of a side: `won` as the winner of a node, `lost` as its loser."""

    won: Exits = field(default_factory=dict)
    lost: Exits = field(default_factory=dict)

    def again(self, other: "SideChances") -> int:
        """Return how often the two are expected to have met, times `UNIT`²."""
        return _common(self.won, other.lost) + _common(self.lost, other.won)

    def left(self, node: int, *, as_winner: bool) -> "SideChances":
        if as_winner:
            return SideChances({**self.won, node: UNIT}, self.lost)
        return SideChances(self.won, {**self.lost, node: UNIT})


def after(one: SideChances, two: SideChances) -> SideChances:
    return SideChances(_half(one.won, two.won), _half(one.lost, two.lost))


@dataclass(slots=True)
class PlanChances:
    _nodes: dict[int, SideChances] = field(default_factory=dict)
    _section: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, nodes: Iterable[Node]) -> "PlanChances":
        chances = cls()
        for node in nodes:
            chances.add(node)
        return chances

    def add(self, node: Node) -> None:
        self._section[node.number] = node.section
        self._nodes[node.number] = after(
            self.before(node.top), self.before(node.bottom)
        )

    def before(self, source: Source) -> SideChances:
        if source.kind == "line" or source.of not in self._nodes:
            return SideChances()
        past = self._nodes[source.of]
        if source.kind == "first_loser":
            past = SideChances(
                *(self._elsewhere(exits, source.of) for exits in (past.won, past.lost))
            )
        return past.left(source.of, as_winner=source.kind == "winner")

    def _elsewhere(self, exits: Exits, node: int) -> Exits:
        section = self._section
        return {
            one: chance
            for one, chance in exits.items()
            if section[one] != section[node]
        }

    def again(self, node: Node) -> int:
        """Return the expected number of earlier meetings in a node, times `UNIT`²."""
        return self.before(node.top).again(self.before(node.bottom))


def earliest_rematch(plan: BracketPlan, section: str) -> int | None:
    """Return the first round, from 0, with a possible rematch; None without one."""
    chances = PlanChances.of(plan.nodes)
    return min(
        (node.round - 1 for node in plan.of(section) if chances.again(node)),
        default=None,
    )


def _common(some: Exits, others: Exits) -> int:
    if len(some) > len(others):
        some, others = others, some
    return sum(chance * others[node] for node, chance in some.items() if node in others)


def _half(one: Exits, two: Exits) -> Exits:
    both = dict(one)
    for node, chance in two.items():
        both[node] = both.get(node, 0) + chance
    return {node: chance // 2 for node, chance in both.items()}
