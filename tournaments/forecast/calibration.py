"""The calibration of forecasts: how many of the given chances came true.

Pure. If forecasts are good, about 30 of 100 chances of 30 percent come true.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

EDGES: Final = (0.1, 0.25, 0.5, 0.75)
"""The borders between the bins."""


class Bin(NamedTuple):
    """Chances of about the same size: their number, their sum, how many came true."""

    given: int
    expected: float
    happened: float


EMPTY: Final = tuple(Bin(0, 0.0, 0.0) for _bin in range(len(EDGES) + 1))


def bins_of(
    given: Iterable[Mapping[int, float]], became: Mapping[int, float]
) -> list[Bin]:
    """Return the bins of the chances in several forecasts of one event.

    `became` is 1 for entrants with the event and 0 for others, or a part of
    1 where a place was shared. Entrants without a value are left out.
    """
    counts, expected, happened = ([0.0] * len(EMPTY) for _column in range(3))
    for forecast in given:
        for number, chance in forecast.items():
            if number in became:
                at = sum(chance >= edge for edge in EDGES)
                counts[at] += 1
                expected[at] += chance
                happened[at] += became[number]
    return [
        Bin(int(count), round(hoped, 4), round(came, 4))
        for count, hoped, came in zip(counts, expected, happened, strict=True)
    ]


def together(several: Iterable[Iterable[Bin]]) -> list[Bin]:
    """Return the sum of the bins of several events."""
    sums = list(EMPTY)
    for bins in several:
        sums = [
            Bin(
                known.given + added.given,
                known.expected + added.expected,
                known.happened + added.happened,
            )
            for known, added in zip(sums, bins, strict=True)
        ]
    return sums
