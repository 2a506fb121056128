"""The fields of a draw record, each with the test that its value must pass."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

from tournaments.engine.record.announcement import DICE, ROLLS, SECRET
from tournaments.engine.record.differences import KINDS
from tournaments.engine.standings.event import UNPLAYED_RULES
from tournaments.engine.standings.schemes import SCHEMES
from tournaments.engine.standings.tiebreaks import (
    EARLIER,
    PLAY_OFF,
    SHARED_AT_ONCE,
    TIEBREAKS,
)
from tournaments.engine.state import ABSENT, BAKU, BY_PR, BY_WINS, HALF_BYE, MOST_LEGS

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
    """`more`: the lengths that it may have; without any, the number of tests."""
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


SCORINGS: Final = tuple(scheme.code for scheme in SCHEMES if scheme.code != BY_WINS)
DOCUMENT: Final = 1
"""The version of the shape of the whole document."""

DRAWN: Final = frozenset({"seed", "parts", "pairs", "lots", "swaps"})
"""The fields that the record of an announced draw lacks."""

LONGEST_SEED: Final = 64
Tests = dict[str, Test]

KNOWN_CODES = (
    *(tiebreak.code for tiebreak in TIEBREAKS),
    *EARLIER,
    PLAY_OFF,
    SHARED_AT_ONCE,
)

MOST_CODES = len(KNOWN_CODES)
_number = whole_number(1, 10**6)
_round = whole_number(1, 10**4)
_key = text(20)
_short = text(64)
_kinds = one_of("line", "winner", "loser", "first_loser")
_is_hash = matching(r"[0-9a-f]{64}")
_is_salt = matching(r"[0-9a-f]{32}")


def document_fields(most: int) -> tuple[Tests, Tests]:
    """Return the tests of the fields of a document: needed, free."""
    pair = row(_number, nothing_or(_number))
    swap = row(_number, _number, text())
    needed: Tests = {
        "crawford_draw": whole_number(DOCUMENT, DOCUMENT),
        "announcement": is_announcement,
        "digest": _is_hash,
        "chain": rows(is_announcement, 10**4),
        "names": table(text(), most),
        "salts": table(_is_salt, most),
        "hidden": table(_is_hash, most),
        "state": lambda value: isinstance(value, dict),
        "seed": text(LONGEST_SEED),
        "parts": _are_parts,
        "pairs": rows(pair, most),
        "lots": table(whole_number(1, 10**7), most),
        "swaps": rows(swap, 10 * most),
    }
    return needed, {
        "plan": lambda value: _is_plan(value, most),
        "renamed": table(text(), most),
        "later": rows(is_announcement, 10**4),
        "late": rows(row(_number, text(), text()), most),
        "witnessed": lambda value: isinstance(value, bool),
    }


def is_announcement(value: object) -> bool:
    """Return True for an object with every field of an announcement, and no other."""
    return isinstance(value, dict) and not wrong_field(value)


def wrong_field(value: Mapping[str, Any]) -> str:
    """Return the first field of an announcement that is wrong, empty if none is."""
    free = {"replaces": rows(_is_hash, 1000)}
    return first_wrong(value, needed=ANNOUNCEMENT, free=free)


def _object(**needed: Test) -> Test:
    return lambda value: (
        isinstance(value, dict) and not first_wrong(value, needed=needed, free={})
    )


_text = text()

ANNOUNCEMENT: Final[Tests] = {
    "club": _text,
    "tournament": _object(title=_text, slug=_text, date=matching(r"\d{4}-\d\d-\d\d")),
    "stage": _object(number=_number, name=_text),
    "round": _number,
    "number": _number,
    "place": _number,
    "before": lambda value: value == "" or _is_hash(value),
    "made": matching(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
    "rolls": lambda value: type(value) is int and value in {0, ROLLS},
    "secret": _is_hash,
    "algorithm": _key,
    "version": whole_number(1, 999),
    "fingerprint": _is_hash,
    "names": _is_hash,
    "reason": _text,
    "differs": rows(row(one_of(*KINDS), whole_number(0, 10**6)), 100),
}
"""The tests of the fields of an announcement."""


def _are_parts(value: object) -> bool:
    return isinstance(value, dict) and not first_wrong(
        value, needed={SECRET: _is_salt}, free={DICE: text(64)}
    )


def stage_fields(most: int) -> tuple[Tests, Tests]:
    lot = nothing_or(whole_number(1, 10**7))
    country = (text(), text())
    seed = nothing_or(_number)
    entrant = row(
        *(_number, nothing_or(is_decimal), text()),
        *(is_flag, whole_number(1, 10**4), lot),
        *(*country, seed, is_flag, _key, is_pr),
        more=(6, 10, 11, 12),
    )
    points = whole_number(0, 10**6)
    outcome = row(
        *(_round, _number, nothing_or(_number), nothing_or(_number)),
        *(points, points, is_flag, nothing_or(_round)),
        *(is_flag, _number),
        more=(8, 9, 10),
    )
    needed = {
        "format": _key,
        "rounds": whole_number(0, 10**4),
        "length": _round,
        "entrants": rows(entrant, most),
        "outcomes": rows(outcome, 50 * most),
    }
    pin = row(_number, whole_number(1, 2), nothing_or(_number))
    free = {
        "bye": one_of("1/2", "0"),
        "walkover": one_of("full", "half"),
        "options": lambda value: isinstance(value, dict),
        "pins": rows(pin, 4 * most),
        "ahead": is_flag,
        "at_once": is_flag,
        "same_person": rows(row(_number, _number), 10 * most),
        "lots_seed": _short,
        "rests": rows(row(_round, _number, one_of(HALF_BYE, ABSENT)), 50 * most),
    }
    return needed, free


def option_fields(most: int) -> Tests:
    many = whole_number(0, most)
    branch = row(
        *(_key, _key, one_of("first_loss", "unshifted", "shifted")),
        *(whole_number(1, 99), whole_number(0, 99)),
    )
    return {
        "byes": one_of("spread", "top", "bottom", "lots"),
        "bye_to": one_of("lowest", "lots"),
        "seeded": many,
        "seeds_by": one_of(BY_PR),
        "branches": rows(branch, 20),
        "reset": is_flag,
        "lives": whole_number(1, 99),
        "survivors": whole_number(1, most),
        "times": whole_number(1, 20),
        "groups": whole_number(1, most),
        "legs": whole_number(1, MOST_LEGS),
        "apart": rows(one_of("club", "country", "family"), 3),
        "apart_rounds": whole_number(0, 10**4),
        "forbidden": rows(row(_number, _number), 10 * most),
        "tiebreaks": rows(one_of(*KNOWN_CODES), MOST_CODES),
        "scoring": one_of(*SCORINGS),
        "unplayed": one_of(*UNPLAYED_RULES),
        "half_byes": whole_number(0, 10**4),
        "bye_free": whole_number(0, 10**4),
        "asked_worth": one_of("1"),
        "absent_worth": one_of("1/2"),
        "late_worth": one_of("1/2"),
        "accelerated": one_of(BAKU),
    }


def _is_plan(value: object, most: int) -> bool:
    position = whole_number(0, 4 * most)
    node = row(
        *(_number, _key, _round, position),
        *(_kinds, _number, _kinds, _number, is_flag),
        more=(8, 9),
    )
    fields = {"lines": whole_number(1, 2 * most), "nodes": rows(node, 30 * most)}
    return isinstance(value, dict) and not first_wrong(value, needed=fields, free={})
