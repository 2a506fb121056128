"""The result box reads a number and two scores, and nothing else."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import MatchRules, check_final
from matches.rules.refusals import RuleError
from tests import builders
from tests.scripts.node import run_node
from tournaments.results import services


@pytest.mark.parametrize(
    "typed",
    ["23 7 5", " 23 7 5 ", "23-7-5", "M23 7 5", "m23 7–5", "23. 7:5", "23 - 7 - 5"],
)
def test_what_is_meant_is_read(typed: str) -> None:
    assert services.read_result_line(typed) == (23, 7, 5)


@pytest.mark.parametrize(
    "typed",
    ["", "23", "23 7", "23 7 -5", "23 7 5 1", "x 7 5", "23 7 1000", "123456 7 5"],
)
def test_what_is_something_else_is_not(typed: str) -> None:
    assert services.read_result_line(typed) is None


def test_a_line_that_nobody_types_is_not_read() -> None:
    assert services.read_result_line("1" + " " * services.LONGEST + "7 5") is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "scores"),
    [
        *(("1 72", (7, 2)), ("M1-07", (0, 7)), (" 1 70 ", (7, 0)), ("1 7 2", (7, 2))),
        *(("1 77", None), ("1 7", None), ("1 007", None), ("1 702", None)),
        *(("9 72", None), ("1 89", None), ("1 7 -2", None)),
    ],
)
def test_two_scores_can_be_typed_together(
    typed: str, scores: tuple[int, int] | None
) -> None:
    evening = builders.evening("swiss", 4, match_length=7)
    builders.published_round(evening)
    line = services.result_in_line(evening, typed)
    assert (line and line[1:]) == scores


@pytest.mark.django_db
def test_scores_that_can_be_parted_in_two_ways_are_not_guessed() -> None:
    evening = builders.evening("swiss", 4, match_length=11)
    builders.published_round(evening)
    assert services.result_in_line(evening, "1 111") is None
    assert services.result_in_line(evening, "1 1110") == (1, 11, 10)
    assert services.result_in_line(evening, "1 1011") == (1, 10, 11)
    assert services.result_in_line(evening, "1 113") == (1, 11, 3)


# What the browser gets ---------------------------------------------------------------

SO_FAR = re.compile(services.LINE_SO_FAR, re.IGNORECASE)
TYPED = st.text("0123456789 Mm-–.,/+*:x", max_size=14)
APART = st.sampled_from([" ", "-", " - ", "–", ".", ", ", " / ", "+", "*", ": ", "  "])


@given(st.integers(0, 99999), APART, st.integers(0, 999), APART, st.integers(0, 999))
def test_every_beginning_of_a_line_is_one(
    number: int, first: str, one: int, second: str, two: int
) -> None:
    line = f"M{number}{first}{one}{second}{two}"
    assert services.read_result_line(line) == (number, one, two)
    for end in range(2, len(line) + 1):
        assert SO_FAR.fullmatch(line[:end]), line[:end]


@given(TYPED)
def test_a_whole_line_is_read_alike_on_both_sides(typed: str) -> None:
    found = SO_FAR.fullmatch(typed)
    is_whole = found is not None and found[3] is not None
    assert (services.read_result_line(typed) is not None) == is_whole


LINES = [
    *("", "m", "23", "M23 ", "23 7", "23-7-", "23 - 7 -", "23 7 5", "M23. 7:5 "),
    *("23 7 -5", "23 7 5 1", "23 x", "x 7 5", "123456 7 5", " 23–7–5", "23  7\t5"),
]


def test_both_sides_read_the_same_numbers() -> None:
    code = """
    const {lines, patterns} = given;
    const line = new RegExp(`^(?:${patterns.line})$`, "iu");
    const groups = (found) => found && [1, 2, 3].map((n) => found[n] ?? null);
    return lines.map((text) => groups(text.match(line)));
    """
    seen = run_node(code, {"lines": LINES, "patterns": json.loads(services.PATTERNS)})
    found = [SO_FAR.fullmatch(text) for text in LINES]
    assert seen == [None if one is None else list(one.groups()) for one in found]


@pytest.mark.parametrize("length", [1, 2, 7, 99])
def test_the_table_of_final_scores_is_that_of_the_rules(length: int) -> None:
    given = services.final_scores([length, length])
    assert list(given["lengths"]) == [str(length)]
    rows, last = given["lengths"][str(length)], length + 1
    for one in range(length + 3):
        for two in range(length + 3):
            mark = rows[min(one, last)][min(two, last)]
            assert (mark == services.GOOD) == is_final(length, one, two), (one, two)
            assert mark == services.GOOD or mark in given["texts"]


def is_final(length: int, one: int, two: int) -> bool:
    try:
        check_final(MatchRules(length), one, two)
    except RuleError:
        return False
    return True
