"""Reading a draw record of unknown origin: the test that each field must pass."""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from matches.rules.refusals import Refusal, RuleError
from tournaments.engine.plan import BracketPlan
from tournaments.engine.record import KINDS, from_record
from tournaments.engine.record.announcement import DICE, ROLLS, SECRET
from tournaments.engine.standings.event import UNPLAYED_RULES
from tournaments.engine.standings.schemes import SCHEMES
from tournaments.engine.standings.tiebreaks import (
    EARLIER,
    PLAY_OFF,
    SHARED_AT_ONCE,
    TIEBREAKS,
)
from tournaments.engine.state import (
    ABSENT,
    BAKU,
    BY_PR,
    BY_WINS,
    HALF_BYE,
    MOST_LEGS,
    Outcome,
    StageState,
)

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


MOST_ENTRANTS: Final = 16384
Pair = tuple[int, int | None]


class RecordError(RuleError):
    """The document is no draw record that can be checked here."""


NOT_A_RECORD = Refusal(
    "record.not_a_record",
    "This is not a draw record. Use the complete, unchanged file from the draw’s page.",
    RecordError,
)
NEWER_RECORD = Refusal(
    "record.newer_record",
    "This record (type %(kind)s) was written by a newer version. Check it with a "
    "newer version of Crawford.",
    RecordError,
)
RECORD_FIELD_INVALID = Refusal(
    "record.field_invalid",
    "Field %(field)s of the record is missing, too large or invalid. Use the file as "
    "downloaded.",
    RecordError,
)
RECORD_CONTRADICTS = Refusal(
    "record.contradicts",
    "The record is inconsistent: entrant %(number)s cannot have this result in round "
    "%(round)s. Use the file as downloaded.",
    RecordError,
)


@dataclass(frozen=True, slots=True)
class DrawProof:
    """The values that bind a draw to its announcement.

    `names` are those of the announcement, by entrant number, with their `salts`;
    `hidden` has the salted hashes of the others, `renamed` names that were given since.
    `announcement`, `chain`, `later` and `parts` are as they were written; `reasons` are
    those of the changes by hand, in order. Not `witnessed`: it came in a file. `late`
    has the names of those who entered since, each with the reason of a place by hand.
    """

    announcement: Mapping[str, Any]
    digest: str
    chain: tuple[Mapping[str, Any], ...]
    names: Mapping[int, str]
    salts: Mapping[int, str]
    hidden: Mapping[int, str]
    renamed: Mapping[int, str]
    later: tuple[Mapping[str, Any], ...]
    witnessed: bool
    parts: Mapping[str, str]
    reasons: tuple[str, ...]
    late: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DrawDocument:
    """A draw record that has been read; `record` is its stage as it was written.

    `is_announced`: it has no seed and no result yet. `proof` binds it to its
    announcement.
    """

    algorithm: str
    version: int
    seed: str
    round: int
    fingerprint: str
    record: Mapping[str, object]
    state: StageState
    pairs: tuple[Pair, ...]
    lots: Mapping[int, int]
    swaps: tuple[tuple[int, int], ...]
    plan: BracketPlan | None
    is_announced: bool
    proof: DrawProof


def parse(text: str) -> object:
    try:
        return json.loads(text)
    # A file of nothing but opening brackets is deeper than the stack of Python.
    except (ValueError, RecursionError):
        raise NOT_A_RECORD() from None


def read(document: object, *, most: int = MOST_ENTRANTS) -> DrawDocument:
    """Raises NOT_A_RECORD, NEWER_RECORD, RECORD_FIELD_INVALID, RECORD_CONTRADICTS."""
    if not isinstance(document, dict) or "crawford_draw" not in document:
        raise NOT_A_RECORD()
    kind = document["crawford_draw"]
    # `type` and not `isinstance`: True is an int in Python and no kind of record.
    if type(kind) is int and DOCUMENT < kind < 10**6:
        raise NEWER_RECORD(kind=kind)
    is_announced = not DRAWN & set(document)
    needed, free = document_fields(most)
    if is_announced:
        needed = {name: needed[name] for name in needed if name not in DRAWN}
    _look(document, needed=needed, free=free, inside="")
    needed, free = stage_fields(most)
    record = document["state"]
    _look(record, needed=needed, free=free, inside="state.")
    options = record.get("options", {})
    _look(options, needed={}, free=option_fields(most), inside="options.")
    state = from_record(record)
    _agree(state)
    plan = document.get("plan")
    facts = document["announcement"]
    return DrawDocument(
        algorithm=facts["algorithm"],
        version=facts["version"],
        seed=document.get("seed", ""),
        round=facts["round"],
        fingerprint=facts["fingerprint"],
        record=record,
        state=state,
        pairs=tuple((one, two) for one, two in document.get("pairs", ())),
        lots={int(number): lot for number, lot in document.get("lots", {}).items()},
        swaps=tuple((one, two) for one, two, _ in document.get("swaps", ())),
        plan=None
        if plan is None
        else BracketPlan.from_rows(plan["lines"], plan["nodes"]),
        is_announced=is_announced,
        proof=DrawProof(
            announcement=facts,
            digest=document["digest"],
            chain=tuple(document["chain"]),
            names=_by_number(document["names"]),
            salts=_by_number(document["salts"]),
            hidden=_by_number(document["hidden"]),
            renamed=_by_number(document.get("renamed", {})),
            later=tuple(document.get("later", ())),
            witnessed=document.get("witnessed", True),
            parts=document.get("parts", {}),
            reasons=tuple(reason for _, _, reason in document.get("swaps", ())),
            late=tuple((name, reason) for _, name, reason in document.get("late", ())),
        ),
    )


def _by_number(table: Mapping[str, str]) -> dict[int, str]:
    return {int(number): text for number, text in table.items()}


def _look(
    value: dict[str, object],
    *,
    needed: Mapping[str, Test],
    free: Mapping[str, Test],
    inside: str,
) -> None:
    wrong = first_wrong(value, needed=needed, free=free)
    if wrong:
        raise RECORD_FIELD_INVALID(field=inside + wrong)


def _agree(state: StageState) -> None:
    """Raise RECORD_CONTRADICTS for a result of entrants that the field does not have.

    It is raised, too, if an entrant sits out a round twice, or one that they played.

    Raises RECORD_FIELD_INVALID for an entrant number that stands there twice.
    """
    numbers = [entrant.number for entrant in state.entrants]
    known = set(numbers)
    if len(known) < len(numbers):
        raise RECORD_FIELD_INVALID(field="state.entrants")
    for outcome in state.outcomes:
        if not _can_be(outcome, known):
            raise RECORD_CONTRADICTS(round=outcome.round, number=outcome.one)
    # The set below is as large as the tournament; most records have no rests.
    if not state.rests:
        return
    seen = {
        (outcome.round, number)
        for outcome in state.outcomes
        for number in (outcome.one, outcome.two)
    }
    for rest in state.rests:
        place = rest.round, rest.entrant
        if rest.entrant not in known or place in seen or rest.round > state.next_round:
            raise RECORD_CONTRADICTS(round=rest.round, number=rest.entrant)
        seen.add(place)


def _can_be(outcome: Outcome, known: set[int]) -> bool:
    sides = {outcome.one, outcome.two}
    if outcome.two is None:
        return outcome.one in known and outcome.winner == outcome.one
    if len(sides) == 1 or not sides <= known:
        return False
    return outcome.winner is None or (outcome.winner in sides and not outcome.nobody)
