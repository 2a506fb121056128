"""The fields of a draw record, each with the test that its value must pass."""

from collections.abc import Mapping
from typing import Any, Final

from tournaments.engine.record import field_checks
from tournaments.engine.record.announcement import DICE, SECRET
from tournaments.engine.record.dice import ROLLS
from tournaments.engine.record.differences import KINDS
from tournaments.engine.standings.event import UNPLAYED_RULES
from tournaments.engine.standings.schemes import SCHEMES
from tournaments.engine.standings.tiebreaks import (
    EARLIER,
    PLAY_OFF,
    SHARED_AT_ONCE,
    TIEBREAKS,
)
from tournaments.engine.state import ABSENT, BAKU, BY_PR, BY_WINS, HALF_BYE

SCORINGS: Final = tuple(scheme.code for scheme in SCHEMES if scheme.code != BY_WINS)

DOCUMENT: Final = 1
"""The version of the shape of the whole document."""

DRAWN: Final = frozenset({"seed", "parts", "pairs", "lots", "swaps"})
"""The fields that the record of an announced draw lacks."""

LONGEST_SEED: Final = 64

Tests = dict[str, field_checks.Test]

KNOWN_CODES = (
    *(tiebreak.code for tiebreak in TIEBREAKS),
    *EARLIER,
    PLAY_OFF,
    SHARED_AT_ONCE,
)

MOST_CODES = len(KNOWN_CODES)

_number = field_checks.whole_number(1, 10**6)

_round = field_checks.whole_number(1, 10**4)

_key = field_checks.text(20)

_short = field_checks.text(64)

_kinds = field_checks.one_of("line", "winner", "loser", "first_loser")

_is_hash = field_checks.matching(r"[0-9a-f]{64}")

_is_salt = field_checks.matching(r"[0-9a-f]{32}")


def document_fields(most: int) -> tuple[Tests, Tests]:
    """Return the tests of the fields of a document: needed, free."""
    pair = field_checks.row(_number, field_checks.nothing_or(_number))
    swap = field_checks.row(_number, _number, field_checks.text())
    needed: Tests = {
        "crawford_draw": field_checks.whole_number(DOCUMENT, DOCUMENT),
        "announcement": is_announcement,
        "digest": _is_hash,
        "chain": field_checks.rows(is_announcement, 10**4),
        "names": field_checks.table(field_checks.text(), most),
        "salts": field_checks.table(_is_salt, most),
        "hidden": field_checks.table(_is_hash, most),
        "state": lambda value: isinstance(value, dict),
        "seed": field_checks.text(LONGEST_SEED),
        "parts": _are_parts,
        "pairs": field_checks.rows(pair, most),
        "lots": field_checks.table(field_checks.whole_number(1, 10**7), most),
        "swaps": field_checks.rows(swap, 10 * most),
    }
    return needed, {
        "plan": lambda value: _is_plan(value, most),
        "renamed": field_checks.table(field_checks.text(), most),
        "later": field_checks.rows(is_announcement, 10**4),
        "witnessed": lambda value: isinstance(value, bool),
    }


def is_announcement(value: object) -> bool:
    """Return True for an object with every field of an announcement, and no other."""
    return isinstance(value, dict) and not wrong_field(value)


def wrong_field(value: Mapping[str, Any]) -> str:
    """Return the first field of an announcement that is wrong, empty if none is."""
    free = {"replaces": field_checks.rows(_is_hash, 1000)}
    return field_checks.first_wrong(value, needed=ANNOUNCEMENT, free=free)


def _object(**needed: field_checks.Test) -> field_checks.Test:
    return lambda value: (
        isinstance(value, dict)
        and not field_checks.first_wrong(value, needed=needed, free={})
    )


_text = field_checks.text()

ANNOUNCEMENT: Final[Tests] = {
    "club": _text,
    "tournament": _object(
        title=_text, slug=_text, date=field_checks.matching(r"\d{4}-\d\d-\d\d")
    ),
    "stage": _object(number=_number, name=_text),
    "round": _number,
    "number": _number,
    "place": _number,
    "before": lambda value: value == "" or _is_hash(value),
    "made": field_checks.matching(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
    "rolls": lambda value: type(value) is int and value in {0, ROLLS},
    "secret": _is_hash,
    "algorithm": _key,
    "version": field_checks.whole_number(1, 999),
    "fingerprint": _is_hash,
    "names": _is_hash,
    "reason": _text,
    "differs": field_checks.rows(
        field_checks.row(
            field_checks.one_of(*KINDS), field_checks.whole_number(0, 10**6)
        ),
        100,
    ),
}
"""The tests of the fields of an announcement."""


def _are_parts(value: object) -> bool:
    return isinstance(value, dict) and not field_checks.first_wrong(
        value, needed={SECRET: _is_salt}, free={DICE: field_checks.text(64)}
    )


def stage_fields(most: int) -> tuple[Tests, Tests]:
    """Return the tests of the fields of a stage."""
    lot = field_checks.nothing_or(field_checks.whole_number(1, 10**7))
    country = (field_checks.text(), field_checks.text())
    seed = field_checks.nothing_or(_number)
    entrant = field_checks.row(
        *(
            _number,
            field_checks.nothing_or(field_checks.is_decimal),
            field_checks.text(),
        ),
        *(field_checks.is_flag, field_checks.whole_number(1, 10**4), lot),
        *(*country, seed, field_checks.is_flag, _key, field_checks.is_pr),
        more=(6, 10, 11, 12),
    )
    points = field_checks.whole_number(0, 10**6)
    outcome = field_checks.row(
        *(
            _round,
            _number,
            field_checks.nothing_or(_number),
            field_checks.nothing_or(_number),
        ),
        *(points, points, field_checks.is_flag, field_checks.nothing_or(_round)),
        *(field_checks.is_flag, _number),
        more=(8, 9, 10),
    )
    needed = {
        "format": _key,
        "rounds": field_checks.whole_number(0, 10**4),
        "length": _round,
        "entrants": field_checks.rows(entrant, most),
        "outcomes": field_checks.rows(outcome, 50 * most),
    }
    pin = field_checks.row(
        _number, field_checks.whole_number(1, 2), field_checks.nothing_or(_number)
    )
    free = {
        "bye": field_checks.one_of("1/2", "0"),
        "walkover": field_checks.one_of("full", "half"),
        "options": lambda value: isinstance(value, dict),
        "pins": field_checks.rows(pin, 4 * most),
        "ahead": field_checks.is_flag,
        "at_once": field_checks.is_flag,
        "same_person": field_checks.rows(field_checks.row(_number, _number), 10 * most),
        "lots_seed": _short,
        "rests": field_checks.rows(
            field_checks.row(_round, _number, field_checks.one_of(HALF_BYE, ABSENT)),
            50 * most,
        ),
    }
    return needed, free


def option_fields(most: int) -> Tests:
    """Return the tests of the options of a stage."""
    many = field_checks.whole_number(0, most)
    branch = field_checks.row(
        *(_key, _key, field_checks.one_of("first_loss", "unshifted", "shifted")),
        *(field_checks.whole_number(1, 99), field_checks.whole_number(0, 99)),
    )
    return {
        "byes": field_checks.one_of("spread", "top", "bottom", "lots"),
        "bye_to": field_checks.one_of("lowest", "lots"),
        "seeded": many,
        "seeds_by": field_checks.one_of(BY_PR),
        "branches": field_checks.rows(branch, 20),
        "reset": field_checks.is_flag,
        "lives": field_checks.whole_number(1, 99),
        "survivors": field_checks.whole_number(1, most),
        "times": field_checks.whole_number(1, 20),
        "groups": field_checks.whole_number(1, most),
        "legs": field_checks.whole_number(1, 2),
        "apart": field_checks.rows(field_checks.one_of("club", "country", "family"), 3),
        "apart_rounds": field_checks.whole_number(0, 10**4),
        "forbidden": field_checks.rows(field_checks.row(_number, _number), 10 * most),
        "tiebreaks": field_checks.rows(field_checks.one_of(*KNOWN_CODES), MOST_CODES),
        "scoring": field_checks.one_of(*SCORINGS),
        "unplayed": field_checks.one_of(*UNPLAYED_RULES),
        "half_byes": field_checks.whole_number(0, 10**4),
        "bye_free": field_checks.whole_number(0, 10**4),
        "absent_worth": field_checks.one_of("1/2"),
        "late_worth": field_checks.one_of("1/2"),
        "accelerated": field_checks.one_of(BAKU),
    }


def _is_plan(value: object, most: int) -> bool:
    position = field_checks.whole_number(0, 4 * most)
    node = field_checks.row(
        *(_number, _key, _round, position),
        *(_kinds, _number, _kinds, _number, field_checks.is_flag),
        more=(8, 9),
    )
    fields = {
        "lines": field_checks.whole_number(1, 2 * most),
        "nodes": field_checks.rows(node, 30 * most),
    }
    return isinstance(value, dict) and not field_checks.first_wrong(
        value, needed=fields, free={}
    )
