"""Every part of `./run bench`, once, as small as it can be."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import PARTS, PURE

ROOT = Path(__file__).resolve().parent.parent
PURE_GOALS = {"P1", "P6", "S1", "R1", "M1"}
GOALS = PURE_GOALS | {
    *("W1", "W2", "W3", "W4", "W5", "J1", "D1", "D2", "H1", "H2", "H3", "H4"),
}


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("parts", "goals"),
    [(PURE, PURE_GOALS), pytest.param(PARTS, GOALS, marks=pytest.mark.nightly)],
)
def test_every_part_runs(parts: tuple[str, ...], goals: set[str]) -> None:
    done = bench("--smallest", *parts)
    assert done.returncode == 0, done.stdout + done.stderr
    begun = {line.split(" ")[0] for line in done.stdout.splitlines()}
    assert begun >= goals, done.stdout


def test_an_unknown_part_is_refused() -> None:
    done = bench("printer")
    assert done.returncode == 2
    assert "there is no part 'printer'" in done.stderr
