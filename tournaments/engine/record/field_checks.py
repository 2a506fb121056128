"""Tests of the values in a draw record of unknown origin."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

Test = Callable[[object], bool]

LONGEST_TEXT: Final = 200
_UNSHOWABLE: Final = frozenset({"Cc", "Cs"})
"""Unicode categories that no page can show: control characters and surrogates."""


def whole_number(low: int, high: int) -> Test:
    """Return the test for a whole number from `low` to `high`; booleans fail."""
    return lambda value: type(value) is int and low <= value <= high


def text(longest: int = LONGEST_TEXT) -> Test:
    return lambda value: (
        isinstance(value, str)
        and len(value) <= longest
        and not any(
            unicodedata.category(character) in _UNSHOWABLE for character in value
        )
    )


def matching(pattern: str) -> Test:
    found = re.compile(pattern, re.ASCII)
    return lambda value: isinstance(value, str) and bool(found.fullmatch(value))


def one_of(*values: str) -> Test:
    return lambda value: isinstance(value, str) and value in values


def nothing_or(test: Test) -> Test:
    return lambda value: value is None or test(value)


def is_flag(value: object) -> bool:
    return isinstance(value, bool)


is_decimal = matching(r"-?[0-9]{1,12}(?:\.[0-9]{1,12})?")
"""The test for a number written as text."""

is_pr = matching(r"\d{1,2}\.\d\d")
"""The test for a performance rating: two decimals, below 100, as text."""


def row(*tests: Test, more: tuple[int, ...] = ()) -> Test:
    """Return the test for a list whose items pass these tests.

    `more`: the lengths that it may have; without any, the number of tests.
    """
    lengths = more or (len(tests),)
    return lambda value: (
        isinstance(value, list)
        and len(value) in lengths
        and all(test(item) for test, item in zip(tests, value, strict=False))
    )


def rows(test: Test, most: int) -> Test:
    """Return the test for a list of at most `most` items."""
    return lambda value: (
        isinstance(value, list) and len(value) <= most and all(map(test, value))
    )


def table(test: Test, most: int, *, longest: int = 9) -> Test:
    return lambda value: (
        isinstance(value, dict)
        and len(value) <= most
        and all(
            key.isascii() and key.isdigit() and len(key) <= longest for key in value
        )
        and all(map(test, value.values()))
    )


def first_wrong(
    value: Mapping[str, object], *, needed: Mapping[str, Test], free: Mapping[str, Test]
) -> str:
    """Return the first field that is missing, wrong or unknown, empty if none is."""
    for name, test in needed.items():
        if name not in value or not test(value[name]):
            return name
    for name in value:
        if name not in needed and not (name in free and free[name](value[name])):
            return name if text(40)(name) else "?"
    return ""
