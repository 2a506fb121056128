"""How many examples a test that invents its input takes: by day, and at night."""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

NIGHTLY = "CRAWFORD_TEST_NIGHTLY" in os.environ
ON_POSTGRESQL = os.environ.get("CRAWFORD_TEST_DATABASE") == "postgresql"
TIMES = 20 if NIGHTLY else 1
"""A night takes so many times the examples of a day, and other ones each night."""


def examples(count: int) -> settings:
    """Take so many examples by day."""
    return settings(max_examples=count * TIMES)


def once_on_postgresql(first: Any, *others: Any) -> list[Any]:
    """Return values for `parametrize`: by day, only the first on PostgreSQL too."""
    return [first, *map(on_sqlite, others)]


def on_sqlite(value: Any) -> Any:
    """Return a value, or the values of one case, that by day is for SQLite alone."""
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.sqlite)


def in_a_world(count: int) -> settings:
    """Take so many examples, each of which takes back what it did in one database.

    They are not made smaller: that would play whole worlds for minutes.
    """
    return settings(
        max_examples=count * TIMES,
        phases=[Phase.generate],
        suppress_health_check=[
            HealthCheck.function_scoped_fixture,
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
        ],
    )
