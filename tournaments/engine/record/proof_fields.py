"""The shape of what a record says of its announcement, and reading it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.engine.record import field_checks
from tournaments.engine.record.announcement import (
    DICE,
    NUMBERS,
    PUBLIC,
    SECRET,
    SOURCES,
    TYPED,
)
from tournaments.engine.record.dice import FEWEST_ROLLS, MOST_ROLLS
from tournaments.engine.record.differences import KINDS

DRAWN: Final = frozenset({"seed", "parts", "pairs", "lots", "swaps"})
"""The fields that the record of an announced draw lacks."""
MOST_NUMBERS: Final = 1000
LARGEST_NUMBER: Final = 10**12 - 1
"""The largest number that a phone can add: twelve digits."""
LONGEST_SEED: Final = 64
LONGEST_PUBLIC: Final = 200

Tests = dict[str, field_checks.Test]

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_SALT: Final = re.compile(r"[0-9a-f]{32}")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@dataclass(frozen=True, slots=True)
class DrawProof:
    """The values that bind a draw to its announcement.

    `names` are salted hashes by entrant number, made from the names that are shown or
    stated in their place. `announcement`, `chain`, `parts` are as they were written;
    `reasons` are those of the changes by hand, in order.
    """

    announcement: Mapping[str, Any]
    digest: str
    chain: tuple[Mapping[str, object], ...]
    salts: Mapping[int, str]
    hidden: Mapping[int, str]
    parts: Mapping[str, object]
    reasons: tuple[str, ...]


def proof_of(document: Mapping[str, Any]) -> DrawProof:
    """Return the proof of a record whose fields have passed `fields`."""
    return DrawProof(
        announcement=document["announcement"],
        digest=document["digest"],
        chain=tuple(document["chain"]),
        salts={int(key): salt for key, salt in document["salts"].items()},
        hidden={int(key): digest for key, digest in document["hidden"].items()},
        parts=document["parts"],
        reasons=tuple(row[2] for row in document["swaps"]),
    )


def fields(most: int) -> Tests:
    """Return the tests of the fields that only a bound record has."""
    number = field_checks.whole_number(1, 10**6)
    return {
        "announcement": is_announcement,
        "digest": _is_hex,
        "chain": field_checks.rows(is_announcement, 10**4),
        "names": field_checks.table(field_checks.text(), most),
        "salts": field_checks.table(_matches(_SALT), most),
        "hidden": field_checks.table(_is_hex, most),
        "seed": field_checks.text(LONGEST_SEED),
        "parts": _are_parts,
        "swaps": field_checks.rows(
            field_checks.row(number, number, field_checks.text()), 10 * most
        ),
    }


def is_announcement(value: object) -> bool:
    """Return True for an object with every field of an announcement, and no other."""
    return isinstance(value, dict) and not wrong_field(value)


def wrong_field(value: Mapping[str, Any]) -> str:
    """Return the first field of an announcement that is wrong, empty if none is."""
    sources = value["sources"] if _are_sources(value.get("sources")) else ()
    needed = announcement_fields(sources)
    return field_checks.first_wrong(value, needed=needed, free={})


def announcement_fields(sources: Sequence[str]) -> Tests:
    """Return the tests of the fields of an announcement with these sources."""
    count = field_checks.whole_number(1, 10**6)
    text = field_checks.text()
    needed: Tests = {
        "club": text,
        "tournament": _object(title=text, slug=text, date=_matches(_DATE)),
        "stage": _object(number=count, name=text),
        "round": count,
        "number": count,
        "place": count,
        "before": lambda value: value == "" or _is_hex(value),
        "made": _matches(_TIME),
        "open": field_checks.is_flag,
        "algorithm": field_checks.text(20),
        "version": field_checks.whole_number(1, 999),
        "fingerprint": _is_hex,
        "names": _is_hex,
        "sources": _are_sources,
        "reason": text,
        "differs": field_checks.rows(
            field_checks.row(
                field_checks.one_of(*KINDS), field_checks.whole_number(0, 10**6)
            ),
            100,
        ),
    }
    of_sources: Tests = {
        DICE: field_checks.whole_number(FEWEST_ROLLS, MOST_ROLLS),
        NUMBERS: _matches(_TIME),
        PUBLIC: text,
        SECRET: _is_hex,
    }
    names = {DICE: "rolls", NUMBERS: "until", PUBLIC: "public", SECRET: "secret"}
    return needed | {
        names[source]: of_sources[source] for source in sources if source != TYPED
    }


def _matches(pattern: re.Pattern[str]) -> field_checks.Test:
    return lambda value: isinstance(value, str) and bool(pattern.fullmatch(value))


_is_hex = _matches(_HEX)


def _object(**needed: field_checks.Test) -> field_checks.Test:
    return lambda value: (
        isinstance(value, dict)
        and not field_checks.first_wrong(value, needed=needed, free={})
    )


def _are_sources(value: object) -> bool:
    if value == [TYPED]:
        return True
    return (
        isinstance(value, list)
        and bool(value)
        and TYPED not in value
        and value == [source for source in SOURCES if source in value]
    )


def part_fields() -> Tests:
    """Return the tests of what the sources contributed."""
    text = field_checks.text(LONGEST_SEED)
    return {
        DICE: text,
        NUMBERS: field_checks.rows(
            field_checks.whole_number(0, LARGEST_NUMBER), MOST_NUMBERS
        ),
        PUBLIC: field_checks.text(LONGEST_PUBLIC),
        SECRET: _matches(_SALT),
        TYPED: text,
    }


def _are_parts(value: object) -> bool:
    return isinstance(value, dict) and not field_checks.first_wrong(
        value, needed={}, free=part_fields()
    )
