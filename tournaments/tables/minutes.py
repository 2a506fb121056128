"""How long a match takes, and when the rounds of a hall end.

Pure. The remaining time of a match follows from the expected number of its remaining
games. The time of a game is measured: the minutes per point of the finished matches of
this event, before these a usual value.

Rounds share the tables: the matches of one can begin together once the rounds before it
are over, and it ends with its slowest match. So its matches get different durations, as
this many matches usually have.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from statistics import NormalDist
from typing import Final

USUAL: Final = 6.5
"""The usual minutes per point of the length of a match."""

_TRUSTED: Final = 21
"""The weight of the usual value, in points of measured matches."""

_POSSIBLE: Final = (1.0, 25.0)
"""Minutes per point outside this range are ignored: results entered together."""

_VALUES: Final = ((1, 0.5), (2, 0.38), (4, 0.12))
"""The points of a game, with cube and gammons, and their frequencies."""

_BEHIND: Final = 1.4
"""The factor above the expected time from which a match is behind."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Minutes for each point of the length of a match, measured in `matches`."""

    per_point: float = USUAL
    matches: int = 0

    def of(self, length: int) -> float:
        return self.per_point * length


@dataclass(frozen=True, slots=True)
class Running:
    length: int
    score_1: int
    score_2: int
    minutes: float


def pace_of(measured: Iterable[tuple[int, float]]) -> Pace:
    """Return the pace of an event, from the lengths and minutes of its matches."""
    least, most = _POSSIBLE
    kept = [
        (length, minutes)
        for length, minutes in measured
        if length > 0 and least <= minutes / length <= most
    ]
    points = sum(length for length, _minutes in kept)
    taken = sum(minutes for _length, minutes in kept)
    return Pace((USUAL * _TRUSTED + taken) / (_TRUSTED + points), len(kept))


@cache
def games_left(away_1: int, away_2: int) -> float:
    if away_1 <= 0 or away_2 <= 0:
        return 0.0
    return 1 + sum(
        chance
        * (games_left(away_1 - value, away_2) + games_left(away_1, away_2 - value))
        / 2
        for value, chance in _VALUES
    )


def minutes_left(match: Running, pace: Pace) -> float:
    """Return the expected minutes until a match ends.

    A score of 0–0 is no information, because most results are entered at the end: the
    rest is then the expected time of such a match less the time so far, but at least
    one game.
    """
    if match.length < 1:
        return 0.0
    whole, games = pace.of(match.length), games_left(match.length, match.length)
    if not match.score_1 and not match.score_2:
        return max(whole - match.minutes, whole / games)
    away = (match.length - match.score_1, match.length - match.score_2)
    return whole * games_left(*away) / games


def is_behind(match: Running, pace: Pace) -> bool:
    if match.length < 1:
        return False
    expected = match.minutes + minutes_left(match, pace)
    return expected > _BEHIND * pace.of(match.length)


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
