"""In which order losers enter a round, so that rematches come as late as possible.

Number the matches of a round from 0, top to bottom; survivors keep that order. Where a
mask m is known, slot i is for the loser of match `i XOR m`. Those of 8 to 128 lines are
frozen, and so are those of 256 and 512: the best a wide search found, which looks for
the latest first rematch, then for the fewest nodes after which one is possible, round
by round, then for the smallest masks. The same search finds those of 8 to 128.

For any other round the order is chosen when the bracket is made: of all masks (where
the entrants are a power of two), rotations and reversed rotations the one with the
fewest rematches in this round, then in the next ones if nobody else entered.

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
"""By lines: the masks of the second and later rounds of the main bracket."""

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
"""Of 16 lines, whose first round has two groups, the order is chosen as below."""


MOST_TURNED: Final = 64
"""Of more entrants, a power of two, only masks are tried, for the time it takes."""

Side = TypeVar("Side", bound=Hashable)


def known_masks(sizes: Sequence[int], *, shifted: bool) -> tuple[int, ...] | None:
    """Return the masks of all groups a knock-out sends down, None if not known.

    The first group has none and counts as 0, so does the loser of the final.
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
    """Yield the matches of an even number, top to bottom, the survivor first.

    Of whom there are more, those who find nobody of the others meet each other, spread
    evenly: of eight survivors and four entrants a block has two matches of both, then
    one of two survivors; `late`: first the one, then the two.
    """
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
    """Return the matches that put rematches off; see the module."""
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
    """Return the nodes after which two may meet again, by round from this one."""
    counts = []
    while pairs:
        counts.append(sum(one.again(two).bit_count() for one, two in pairs))
        winners = [one | two for one, two in pairs]
        pairs = list(zip(winners[::2], winners[1::2], strict=False))
    return counts
