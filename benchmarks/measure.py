"""Rows of the one table, and how CPU time is taken."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Final, TypeVar

Size = TypeVar("Size")
SMALLEST_NAME: Final = "BENCH_SMALLEST"
"""The variable that makes every part as small as it can be; processes inherit it."""
ROOT: Final = Path(__file__).resolve().parent.parent
HEAD: Final = f"{'':4}{'ours / peer or limit':52}{'ours':>10}{'peer':>10}{'ratio':>9}"


def at(full: Size, *, smallest: Size) -> Size:
    """Return how much a part does: `full`, or just enough to run through its code."""
    return smallest if os.environ.get(SMALLEST_NAME) else full


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure beside its peer's or a limit; the goal is a bound on their ratio."""

    goal: str = ""
    what: str
    ours: float
    peer: float
    most: float | None = None
    least: float | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.peer if self.peer else 0.0

    @property
    def met(self) -> bool | None:
        """Whether the goal is met, None where there is none."""
        if self.most is not None:
            return self.ratio <= self.most
        return None if self.least is None else self.ratio >= self.least

    def __str__(self) -> str:
        figures = (
            f"{_short(self.ours):>10}{_short(self.peer):>10}{_short(self.ratio):>9}"
        )
        return f"{self.goal:4}{self.what:52}{figures}  {self._verdict()}".rstrip()

    def _verdict(self) -> str:
        if self.met is None:
            return ""
        bound = f"≥ {self.least:g}" if self.most is None else f"≤ {self.most:g}"
        return f"{bound:9}{'met' if self.met else 'MISSED'}"


Line = Row | str
"""A row, or a sentence that heads or explains rows."""


def milliseconds(act: Callable[[], object]) -> float:
    """Return the CPU milliseconds of one call."""
    start = process_time()
    act()
    return (process_time() - start) * 1000


def medians(*acts: Callable[[], object], repeats: int) -> list[float]:
    """Return the median CPU milliseconds of each act, after one call that is not timed.

    The acts take turns in an order that changes, because what ran before has filled the
    caches of the processor.
    """
    times: list[list[float]] = [[] for _ in acts]
    for act in acts:
        act()
    turns, random = list(zip(acts, times, strict=True)), Random(1)
    for _ in range(at(repeats, smallest=1)):
        random.shuffle(turns)
        for act, taken in turns:
            taken.append(milliseconds(act))
    return [median(taken) for taken in times]


def note(text: str) -> str:
    """Return a sentence that explains the rows above it."""
    return f"    {text}"


def _short(value: float) -> str:
    """Return four digits that count, or all of them before the point."""
    if value == int(value) or abs(value) >= 1000:
        return f"{value:.0f}"
    return f"{value:.3g}"
