"""Drop orders: the order in which losers enter a round, with few rematches.

The matches of a round are numbered from 0, top to bottom; survivors keep that order.
The losers of a knock-out enter as in the lower bracket of a double elimination: slot i
is for the loser of match `i XOR m`, with the masks of `shapes.CROSSINGS`. They let
expect the fewest rematches of all masks, shifted or not.

For any other round the order is chosen when the bracket is made. The candidates are all
masks (if the number of entrants is a power of two), all rotations and all reversed
rotations. The best one lets expect the fewest rematches, in this round and in the next
rounds if no further losers entered; of equal ones, the fewest in the earliest round.

All entrants count as equally strong. Two that met in a node left it by different exits,
as winner and as loser. From an exit an entrant reaches a side of a later node with some
probability; before the two meet again their ways have no node in common, so the
probabilities are independent and the product is exact. An expectation is the sum of
these products over all earlier nodes. If two can meet a third time, that counts once
more. A first loser has met no one in the section that they leave.

A probability is a whole number in units of 1 / `UNIT`, so nothing is rounded.

Source: this product; what a printed bracket should avoid is from tourneygeek, Beware
printyourbrackets.com.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeVar

from tournaments.engine.bracket.loser_rounds import HURRIED
from tournaments.engine.bracket.shapes import crossings
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


MOST_TURNED: Final = 64
"""Above this power of two only masks are tried, because rotations take too long."""

AHEAD: Final = 4
"""In such a large round, how many rounds are compared."""

Side = TypeVar("Side", bound=Hashable)


def known_masks(sizes: Sequence[int], *, shifted: bool) -> tuple[int, ...] | None:
    """Return the mask of each drop group of a knock-out, None if not known."""
    if not sizes:
        return None
    lines = 2 * sizes[0]
    if any(size != lines >> index + 1 for index, size in enumerate(sizes)):
        return None
    if shifted and len(sizes) != max(lines.bit_length() - 2, 1):
        return None
    if shifted and len(sizes) == HURRIED:
        return None  # the first round has two groups, so the order is searched
    return (0, *crossings(lines), 0)[: len(sizes)]


def meetings(
    survivors: Sequence[Side], entrants: Sequence[Side], *, late: bool = False
) -> Iterator[tuple[Side, Side]]:
    """Yield the matches of a round, top to bottom, the survivor first.

    The two numbers together are even. If they differ, surplus players of the larger
    side meet each other, spread evenly: eight survivors and four entrants make blocks
    of two mixed matches and one match of two survivors. `late`: the mixed ones come
    last in a block.
    """
    # Bresenham's line algorithm: the running sum `start + few * index` passes a
    # multiple of `matches` exactly `few` times, at distances as equal as possible.
    few = min(len(survivors), len(entrants))
    matches = (len(survivors) + len(entrants)) // 2
    start = 0 if late else matches - 1
    old, new = iter(survivors), iter(entrants)
    many = old if len(survivors) > few else new
    for index in range(matches):
        before, after = (start + few * (index + step) for step in (0, 1))
        if after // matches > before // matches:
            yield next(old), next(new)
        else:
            yield next(many), next(many)


def best_meetings(
    survivors: Sequence[Side],
    entrants: Sequence[Side],
    past: Callable[[Side], SideChances],
) -> list[tuple[Side, Side]]:
    """Return the matches with the fewest rematches; the module docstring says how."""
    ways = (
        [*meetings(survivors, [entrants[index] for index in order], late=late)]
        for order in _orders(len(entrants))
        for late in ((False, True) if len(entrants) != len(survivors) else (False,))
    )
    sides = [*survivors, *entrants]
    pasts = [past(side) for side in sides]
    again = [[0] * len(sides) for _ in sides]
    for one, two in combinations(range(len(sides)), 2):
        again[one][two] = again[two][one] = pasts[one].again(pasts[two])
    number = {side: index for index, side in enumerate(sides)}
    rounds = AHEAD if len(entrants) > MOST_TURNED else len(sides)

    def expected(way: list[tuple[Side, Side]]) -> tuple[int, list[int]]:
        blocks = [[number[one] for one in pair] for pair in way]
        found = _rematches(again, blocks, rounds)
        return sum(found), found

    return min(ways, key=expected)


def _orders(count: int) -> Iterator[list[int]]:
    if not count:
        yield []
    is_power = count & (count - 1) == 0
    if is_power:
        for mask in range(count):
            yield [index ^ mask for index in range(count)]
    if not is_power or count <= MOST_TURNED:
        for turn in range(count):
            turned = [(index + turn) % count for index in range(count)]
            yield turned
            yield turned[::-1]


def _rematches(
    again: Sequence[Sequence[int]], matches: Sequence[Sequence[int]], rounds: int
) -> list[int]:
    """Return the expected rematches by round from this one on, in one unit.

    `again` says how often two sides have met. From a block of 2, 4 or 8 sides each one
    comes through with the same probability.
    """
    found = [sum(again[one][two] for one, two in matches)]
    blocks, shift = [*matches], 0
    while len(blocks) > 1 and len(found) < rounds:
        shift += 2
        pairs = [*zip(blocks[::2], blocks[1::2], strict=False)]
        total = sum(
            again[one][two] for some, others in pairs for one in some for two in others
        )
        found.append(total >> shift)
        blocks = [[*some, *others] for some, others in pairs]
    return found
