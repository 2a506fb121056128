"""Damaged match files, as many as wanted: each is a match or refused, and nothing else.

    python -m tests.file_fuzz 200000 [--seed 1] [--jobs 2] [--only NUMBER]

Every file is read, judged, replayed, drawn, written in both formats and read again. The
same seed damages the same files in the same way, as far as the same ones lie beside the
repository; `--only` takes one of them, to see where it breaks.
"""

import argparse
import faulthandler
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from multiprocessing import get_context
from random import Random
from types import FrameType
from typing import Final

from tests.matches.transcripts.mutations import collected_files, golden_files
from tests.matches.transcripts.surviving import take_file

MOST_SECONDS: Final = 5
MOST_BYTES: Final = 1 << 30

_CHUNK: Final = 200
_CHUNKS_TOLD: Final = 50
_DEADLINE: Final = 600
_SHOWN: Final = 5
# The invented files are short, and each dialect is among them.
_GOLDEN_SHARE: Final = 3


class TooSlowError(BaseException):
    """No `except Exception` may hide it."""


@dataclass(slots=True)
class Report:
    """What became of the files; what broke, by place, with the numbers of the files."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: dict[str, list[int]] = field(default_factory=dict)
    slowest: list[tuple[float, int]] = field(default_factory=list)
    megabytes: int = 0

    def add(self, other: "Report") -> None:
        """Take in what another process found."""
        self.counts += other.counts
        for place, numbers in other.broken.items():
            self.broken.setdefault(place, []).extend(numbers)
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:_SHOWN]
        self.megabytes = max(self.megabytes, other.megabytes)

    def lines(self) -> Iterator[str]:
        """Yield what there is to read."""
        for what, count in sorted(self.counts.items()):
            yield f"{count:>11,}  {what}"
        slowest = ", ".join(f"{number} {taken:.2f} s" for taken, number in self.slowest)
        yield f"slowest: {slowest}; most memory of a process: {self.megabytes} MB"
        for place, numbers in self.broken.items():
            yield f"BROKEN {len(numbers)} times, as by {numbers[:_SHOWN]}: {place}"
        yield f"{len(self.broken)} places break" if self.broken else "nothing breaks"


def main(arguments: Sequence[str]) -> int:
    """Damage as many files as asked for and print the report."""
    asked = _asked(arguments)
    if asked.only is not None:
        print(dict(_taken(asked.only, seed=asked.seed, collected=True)))
        return 0
    report = Report()
    starts = range(0, asked.files, _CHUNK)
    chunk = partial(_chunk, seed=asked.seed, files=asked.files)
    with get_context("spawn").Pool(asked.jobs, _guard) as pool:
        for done, part in enumerate(pool.imap_unordered(chunk, starts), 1):
            report.add(part)
            for place, numbers in part.broken.items():
                print(f"{numbers}: {place}", flush=True)
            if not done % _CHUNKS_TOLD:
                print(f"{done * _CHUNK:,} files", flush=True)
    for line in report.lines():
        print(line)
    return 1 if report.broken else 0


def fuzz(numbers: Iterable[int], *, seed: int, collected: bool) -> Report:
    """Take these files one after the other."""
    report = Report()
    for number in numbers:
        start = time.process_time()
        try:
            report.counts += _taken(number, seed=seed, collected=collected)
        except (Exception, TooSlowError) as error:
            report.broken.setdefault(_place(error), []).append(number)
        report.slowest.append((time.process_time() - start, number))
    report.slowest = sorted(report.slowest, reverse=True)[:_SHOWN]
    report.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return report


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.file_fuzz")
    parser.add_argument("files", nargs="?", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int, metavar="NUMBER")
    return parser.parse_args(arguments)


def _chunk(start: int, *, seed: int, files: int) -> Report:
    """Take some files, and end the process where even the guard cannot."""
    faulthandler.dump_traceback_later(_DEADLINE, exit=True)
    numbers = range(start, min(start + _CHUNK, files))
    return fuzz(numbers, seed=seed, collected=True)


def _taken(number: int, *, seed: int, collected: bool) -> Counter[str]:
    """Take one file; return what came of it."""
    random = Random(f"{seed} {number}")
    collections = [_golden()] * _GOLDEN_SHARE + [_collected()] * collected
    with _watched():
        return Counter(take_file(random, *collections))


@contextmanager
def _watched() -> Iterator[None]:
    """Stop what takes too long, in a process that is guarded."""
    if signal.getsignal(signal.SIGVTALRM) is not _stop:
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _guard() -> None:
    """Let no file take too long or too much memory."""
    signal.signal(signal.SIGVTALRM, _stop)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise TooSlowError


def _place(error: BaseException) -> str:
    """Return what broke where: the innermost line of ours that is no test."""
    stack = traceback.extract_tb(error.__traceback__)
    ours = [each for each in stack if "/matches/" in each.filename]
    last = [each for each in ours if "/tests/" not in each.filename] or ours or stack
    where = f"{last[-1].filename.rpartition('/')[2]}:{last[-1].lineno}"
    return f"{type(error).__name__} at {where}: {last[-1].line} ({str(error)[:80]})"


@cache
def _golden() -> list[bytes]:
    return golden_files()


@cache
def _collected() -> list[bytes]:
    return collected_files()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
