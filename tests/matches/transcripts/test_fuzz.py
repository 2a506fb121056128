"""A few thousand damaged files; `python -m tests.file_fuzz` takes as many as wanted."""

import sys
from random import Random

import pytest

from tests import file_fuzz
from tests.examples import NIGHTLY
from tests.file_fuzz import fuzz
from tests.matches.transcripts.mutations import MUTATIONS, damaged, golden_files

SEED = 20
PARTS = 10
EACH = 150 if NIGHTLY else 40
FILE = 1
"""The number of a damaged file."""


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_files_are_matches_or_refused(part: int) -> None:
    numbers = range(part * EACH, (part + 1) * EACH)
    report = fuzz(numbers, seed=SEED, collected=False)
    assert not report.broken
    read = report.counts["read, with doubts"] + report.counts["read, without a doubt"]
    assert EACH / 3 < read < EACH


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("content", [b"", b"\n", b"("])
def test_every_damage_can_be_done_to_nearly_nothing(
    mutation: object, content: bytes
) -> None:
    assert callable(mutation)
    for number in range(20):
        assert isinstance(mutation(Random(number), content, b""), bytes)


def test_the_same_numbers_do_the_same_damage() -> None:
    files = golden_files()
    one, same, other = (damaged(Random(each), files) for each in (1, 1, 2))
    assert one == same != other


def test_what_breaks_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_content: bytes) -> None:
        raise ZeroDivisionError

    module = sys.modules["matches.transcripts.read"]  # the package names the function
    monkeypatch.setattr(module, "check_size", broken)
    report = fuzz([FILE], seed=SEED, collected=False)
    (place,) = report.broken
    assert place.startswith("ZeroDivisionError at __init__.py:")
    assert report.broken[place] == [FILE]
    assert "1 places break" in list(report.lines())


def test_one_file_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert file_fuzz.main(["--seed", "1", "--only", "1"]) == 0
    assert capsys.readouterr().out
