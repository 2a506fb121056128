"""The result box reads a number and two scores, and nothing else."""

import pytest

from tournaments.results.services import LONGEST, ResultLine, read_result_line


@pytest.mark.parametrize(
    "typed",
    ["23 7 5", " 23 7 5 ", "23-7-5", "M23 7 5", "m23 7–5", "23. 7:5", "23 - 7 - 5"],
)
def test_what_is_meant_is_read(typed: str) -> None:
    assert read_result_line(typed) == ResultLine(number=23, one=7, two=5)


@pytest.mark.parametrize(
    "typed",
    ["", "23", "23 7", "23 7 -5", "23 7 5 1", "x 7 5", "23 7 1000", "123456 7 5"],
)
def test_what_is_something_else_is_not(typed: str) -> None:
    assert read_result_line(typed) is None


def test_a_line_that_nobody_types_is_not_read() -> None:
    assert read_result_line("1" + " " * LONGEST + "7 5") is None
