"""What every part measures with and hands over: rows of one table, and notes."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

Size = TypeVar("Size")
SMALLEST_NAME = "BENCH_SMALLEST"
"""The variable that makes every part as small as it can be; processes inherit it."""


def at(full: Size, *, smallest: Size) -> Size:
    """Return how much a part does: `full`, or just enough to run through its code.

    Figures of the smallest size say nothing about speed.
    """
    return smallest if os.environ.get(SMALLEST_NAME) else full


ROOT = Path(__file__).resolve().parent.parent
REPEATS = at(15, smallest=1)
SEED = 1
WIDTH = 100
HEAD = f"{'':4}{'ours / peer or limit':52}{'ours':>10}{'peer':>10}{'ratio':>8}  goal"

_NUMBER = r" +(\d+\.?\d*)"
_ROW = re.compile(
    rf"(?:([A-Z]\d) )? *(\S.*?){_NUMBER}{_NUMBER}{_NUMBER}(?: +goal{_NUMBER} .*)? *"
)
_COUNT = re.compile(r"([A-Z]\d) ([^:]+): (\d+) of (\d+) .*goal 100%.*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure beside its peer's; the goal, if any, is a bound on their ratio."""

    goal: str = ""
    what: str
    ours: float
    peer: float
    most: float | None = None
    least: float | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.peer

    @property
    def met(self) -> bool | None:
        """Whether the goal is met, None where there is none."""
        if self.most is not None:
            return self.ratio <= self.most
        return None if self.least is None else self.ratio >= self.least

    def __str__(self) -> str:
        figures = f"{_short(self.ours):>10}{_short(self.peer):>10}{self.ratio:8.3f}"
        return f"{self.goal:4}{self.what:52}{figures}  {self._verdict()}".rstrip()

    def _verdict(self) -> str:
        if self.met is None:
            return ""
        bound = f"≥ {self.least:g}" if self.most is None else f"≤ {self.most:g}"
        return f"{bound:7}{'met' if self.met else 'MISSED'}"


Line = Row | str
"""A row, or a sentence that heads or explains rows."""


def cpu_milliseconds(
    *acts: Callable[[], object], repeats: int = REPEATS
) -> list[float]:
    """Return the median CPU time of each act; they take turns, after one unmeasured.

    Each turn has another order, the same in every run: an act takes a tenth less after
    one that does much the same, and a tenth more after a long one that does not,
    because of what is in the caches of the processor.
    """
    times: list[list[float]] = [[] for _ in acts]
    for act in acts:
        act()
    turns, chance = list(zip(acts, times, strict=True)), Random(SEED)
    for _ in range(repeats):
        chance.shuffle(turns)
        for act, taken in turns:
            start = process_time()
            act()
            taken.append((process_time() - start) * 1000)
    return [median(taken) for taken in times]


def printed(part: str) -> Iterator[Line]:
    """Run a part that prints its lines, in a process of its own, and read them.

    The first line is its heading.
    """
    code = f"from benchmarks import {part}; {part}.run()"
    command = [sys.executable, "-u", "-c", code]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        for line in process.stdout:
            yield from _read(line.strip())
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def note(text: str) -> str:
    """Return a sentence that explains the rows above it."""
    return f"    {text}"


def _read(line: str) -> Iterator[Line]:
    """Yield the row that was printed, or the line itself if it is a sentence."""
    if found := _ROW.fullmatch(line):
        goal, what, ours, peer, _ratio, most = found.groups()
        yield Row(
            goal=goal or "",
            what=what,
            ours=float(ours),
            peer=float(peer),
            most=float(most) if most else None,
        )
    elif found := _COUNT.fullmatch(line):
        goal, what, ours, peer = found.groups()
        yield Row(goal=goal, what=what, ours=int(ours), peer=int(peer), least=1)
        yield note(line)
    else:
        yield note(line)


def _short(value: float) -> str:
    """Return four digits that count, or all of them before the point."""
    if value == int(value):
        return f"{value:.0f}"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"
