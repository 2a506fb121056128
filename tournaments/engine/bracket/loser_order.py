"""Drop orders: the order in which losers enter a round, with rematches late.

The matches of a round are numbered from 0, top to bottom; survivors keep that order.
Where a mask m is known, slot i is for the loser of match `i XOR m`. The masks for 8 to
512 lines are frozen in two tables. They are the best result of a wide search, by these
criteria in order: the latest first rematch, then the fewest nodes after which a rematch
is possible, round by round, then the smallest masks.

For any other round the order is chosen when the bracket is made. The candidates are all
masks (if the number of entrants is a power of two), all rotations and all reversed
rotations. The best one has the fewest possible rematches in this round, then in the
next rounds, if no further losers entered.

Source: this product; what a printed bracket should avoid is from tourneygeek, Beware
printyourbrackets.com.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from tournaments.engine.bracket.rematches import SideOrigins

UNSHIFTED: Final[Mapping[int, tuple[int, ...]]] = {
    2: (),
    4: (),
    8: (1,),
    16: (2, 1),
    32: (4, 3, 1),
    64: (4, 4, 3, 1),
    128: (8, 8, 6, 3, 1),
    256: (16, 16, 12, 7, 3, 1),
    512: (32, 32, 24, 14, 5, 3, 1),
}
"""Masks of the second and later rounds of the main bracket, by number of lines."""

SHIFTED: Final[Mapping[int, tuple[int, ...]]] = {
    2: (),
    4: (),
    8: (1,),
    32: (2, 2, 1),
    64: (4, 4, 3, 1),
    128: (8, 8, 6, 3, 1),
    256: (16, 16, 12, 7, 2, 1),
    512: (32, 32, 24, 14, 5, 2, 1),
}
"""16 lines are missing: their first round has two groups, so the order is searched."""


MOST_TURNED: Final = 64
"""Above this power of two only masks are tried, because rotations take too long."""

Side = TypeVar("Side", bound=Hashable)


def known_masks(sizes: Sequence[int], *, shifted: bool) -> tuple[int, ...] | None:
    """Return the mask of each drop group of a knock-out, None if not known.

    `sizes` are the group sizes, the first round first. The first group and the loser of
    the final need no mask and have 0.
    """
    if not sizes:
        return None
    lines = 2 * sizes[0]
    if any(size != lines >> index + 1 for index, size in enumerate(sizes)):
        return None
    if shifted and len(sizes) != max(lines.bit_length() - 2, 1):
        return None
    masks = (SHIFTED if shifted else UNSHIFTED).get(lines)
    if masks is None:
        return None
    return (0, *masks, 0)[: len(sizes)]


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
    past: Callable[[Side], SideOrigins],
) -> list[tuple[Side, Side]]:
    """Return the matches with the latest rematches; the module docstring says how."""
    ways = (
        [*meetings(survivors, [entrants[index] for index in order], late=late)]
        for order in _orders(len(entrants))
        for late in ((False, True) if len(entrants) != len(survivors) else (False,))
    )
    pasts = {side: past(side) for side in (*survivors, *entrants)}
    return min(
        ways,
        key=lambda way: _rematches([(pasts[one], pasts[two]) for one, two in way]),
    )


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


def _rematches(pairs: list[tuple[SideOrigins, SideOrigins]]) -> list[int]:
    """Return how many earlier meetings can repeat, by round from this one on.

    Lists compare from the left, so `min` prefers few rematches in early rounds.
    """
    counts = []
    while pairs:
        counts.append(sum(one.again(two).bit_count() for one, two in pairs))
        winners = [one | two for one, two in pairs]
        pairs = list(zip(winners[::2], winners[1::2], strict=False))
    return counts
