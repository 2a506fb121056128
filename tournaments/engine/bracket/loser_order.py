"""Drop orders: the order in which losers enter a round, with few rematches.

The matches of a round are numbered from 0, top to bottom; survivors keep that order.
The losers of a knock-out enter as in the lower bracket of a double elimination: slot i
is for the loser of match `i XOR m`, with the masks of `shapes.CROSSINGS`. They let
expect the fewest rematches (see `expected`) of all masks, shifted or not.

For any other round the order is chosen when the bracket is made. The candidates are all
masks (if the number of entrants is a power of two), all rotations and all reversed
rotations. The best one lets expect the fewest rematches, in this round and in the next
rounds if no further losers entered; of equal ones, the fewest in the earliest round.

Source: this product; what a printed bracket should avoid is from tourneygeek, Beware
printyourbrackets.com.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeVar

from tournaments.engine.bracket.expected import SideChances
from tournaments.engine.bracket.loser_rounds import HURRIED
from tournaments.engine.bracket.shapes import crossings

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
