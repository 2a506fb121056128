"""Every part of `./run bench`, once, as small as it can be."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import PARTS, PRINTING, READING, STORING

ROOT = Path(__file__).resolve().parent.parent
GOALS = {
    "pairing": {"P1", "P2", "P6", "P7", "P8"},
    "standings": {"S1"},
    "printing": {"D1", "D2", "D3"},
    "transcripts": {"M1", "M2", "M3", "M4", "M5", "M6", "M7"},
    "draws": {"F1"},
    "pages": {"W1", "W2", "W3", "W4"},
    "phones": {"W3", "W5", "W6", "W7", "W8"},
    "job": {"P5"},
    "start": set(),
    "ledger": {"L1", "L2", "L3"},
    "brackets": {"G1", "G2", "B1", "B2", "B3"},
    "big_event": {"E1", "E2", "E3"},
    "club_of_ten_years": {"T1", "T2"},
    "players": {"Y1"},
    "ratings": {"R1", "R2", "R3"},
    "seasons": {"Z1", "Z2"},
    "cluster": {"C1", "C2"},
    "desk": {"H1", "H2"},
}


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param((*PRINTING, *READING), id="without a database"),
        # Together, because they share a data folder that has to be prepared.
        pytest.param(
            tuple(part for part in STORING if part != "desk"), id="in a data folder"
        ),
        pytest.param(("desk",), marks=pytest.mark.nightly, id="in Chromium"),
    ],
)
def test_every_part_runs(parts: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--smallest", *parts],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    begun = {line.split(" ")[0] for line in done.stdout.splitlines()}
    assert set().union(*(GOALS[part] for part in parts)) <= begun, done.stdout


def test_the_goals_of_every_part_are_known_here() -> None:
    assert set(GOALS) == set(PARTS)


def test_an_unknown_part_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "printer"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "there is no part 'printer'" in done.stderr


@pytest.mark.nightly
def test_a_club_of_ten_years_is_stored_in_a_new_folder_alone(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    for status in (0, 2):
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks", "--smallest", "--club", str(folder)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        assert list(folder.glob("*.sqlite3"))
