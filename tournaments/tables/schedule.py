"""The expected ends of blocks of matches that share the tables of a hall.

Pure. A block is a round: matches that can begin together once the blocks before it are
over. A round ends with its slowest match, so the matches of a block get different
durations, as this many matches usually have.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heapify, heappop, heappush
from statistics import NormalDist
from typing import Final

SPREAD: Final = 0.3
"""The standard deviation of the minutes of a match, as a part of their mean."""

PAUSE: Final = 5.0
"""Minutes between two rounds, for results, draw and seating."""

MOST: Final = 600
"""The most matches; the end of a larger event is not computed."""


@dataclass(frozen=True, slots=True)
class Block:
    """`matches` that have not begun, of `minutes` each, and `running` ones.

    `running` are the minutes that those at tables still take. `after` are the places in
    the list of the blocks that must be over first.
    """

    matches: int
    minutes: float
    running: tuple[float, ...] = ()
    after: tuple[int, ...] = ()


@lru_cache(maxsize=256)
def durations(matches: int, minutes: float) -> tuple[float, ...]:
    """Return the durations of this many matches, in the order in which they begin.

    The slowest neither begin first nor last.
    """
    of_one = NormalDist(minutes, minutes * SPREAD)
    found = [
        of_one.inv_cdf((place - 0.375) / (matches + 0.25))
        for place in range(1, matches + 1)
    ]
    return (*found[::2], *reversed(found[1::2]))


def ends(
    blocks: Sequence[Block], *, tables: int = 0, pause: float = PAUSE
) -> list[float]:
    """Return in how many minutes each block ends. `tables` 0: as many as are needed.

    A block waits for blocks that stand before it in the list, and for no others.
    """
    free = _tables(blocks, tables)
    found = [0.0] * len(blocks)
    waits = [{one for one in block.after if one < n} for n, block in enumerate(blocks)]
    ready = [(0.0, place) for place, before in enumerate(waits) if not before]
    while ready:
        begins, over = heappop(ready)
        found[over] = _played(blocks[over], free, begins)
        for place in range(over + 1, len(blocks)):
            if over in waits[place]:
                waits[place].remove(over)
                if not waits[place]:
                    last = max(found[one] for one in blocks[place].after if one < place)
                    heappush(ready, (last + pause, place))
    return found


def _tables(blocks: Sequence[Block], tables: int) -> list[float]:
    """Return the minutes until each table is free, as a heap."""
    playing = [left for block in blocks for left in block.running]
    needed = len(playing) + sum(block.matches for block in blocks)
    free = max(tables or needed, 1) - len(playing)
    found = [*playing, *([0.0] * free)]
    heapify(found)
    return found


def _played(block: Block, free: list[float], begins: float) -> float:
    """Play the matches of a block at the tables; return when the last one ends."""
    last = max((begins, *block.running))
    for minutes in durations(block.matches, block.minutes):
        end = max(heappop(free), begins) + minutes
        heappush(free, end)
        last = max(last, end)
    return last
