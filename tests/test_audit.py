"""What is said of an audit of the dependencies."""

import json
import sys

import pytest

from tests import audit

ROWS = [
    {"name": "left", "version": "1.0", "vulns": []},
    {
        "name": "right",
        "version": "2.0",
        "vulns": [
            {"id": "PYSEC-1", "fix_versions": ["2.1", "3.0"]},
            {"id": "PYSEC-2", "fix_versions": []},
        ],
    },
    {"name": "elsewhere", "skip_reason": "not found"},
]


def report(*rows) -> str:
    return json.dumps({"dependencies": rows, "fixes": []})


def test_holes_are_named_with_the_versions_without_them():
    assert audit.audit_of(report(*ROWS)) == audit.Audit(
        2,
        (
            "right 2.0: PYSEC-1, mended in 2.1, 3.0",
            "right 2.0: PYSEC-2, mended in no version yet",
        ),
    )


@pytest.mark.parametrize("said", ["", "Connection refused", "{}", report(ROWS[2])])
def test_an_index_that_cannot_be_reached_was_not_asked(said):
    assert audit.audit_of(said) == audit.Audit(0)


@pytest.mark.parametrize(
    ("rows", "by_day", "at_night"), [(ROWS, 0, 1), (ROWS[:1], 0, 0), ([], 0, 0)]
)
def test_a_hole_is_told_by_day_and_fails_at_night(rows, by_day, at_night):
    command = (sys.executable, "-c", f"print({report(*rows)!r})")
    assert audit.main(command, strict=False) == by_day
    assert audit.main(command, strict=True) == at_night
