"""A stage as plain lists, stored with its draw, and the differences between two."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from matches.rules.refusals import Message
from tournaments.engine.state import (
    Branch,
    Entrant,
    Note,
    Options,
    Outcome,
    Pin,
    Rest,
    StageState,
)

OUTCOME_FIELDS: Final = 8
"""The length of an outcome's row; double forfeits and matches of a plan have more."""

_USUAL: Final = Options()


def to_record(state: StageState) -> dict[str, object]:
    """Return a stage in canonical order, ready for JSON.

    Shape: `entrants` rows of number, rating (text or null), club, present, joined, lot
    and, only if one of them is set, country, family, seed, wants a bye, and after them
    the group in the source stage, if there is one or a PR follows, and the PR (text);
    `outcomes` rows of round, one, two, winner, points of one and two, played, length
    (null: the stage's) and, only for a double forfeit or with a slot, whether it is a
    double forfeit, and the slot if there is one. `bye` (as text: 1/2 or 0), `walkover`,
    `options` (those that differ), `pins` rows of slot, side, entrant, `ahead`,
    `at_once`, `same_person` rows of two entrants, `lots_seed`, and `rests` rows of
    round, entrant, kind are present only if they are not as usual.
    """
    return {
        "format": state.format,
        "rounds": state.rounds,
        "length": state.length,
        "entrants": [
            _entrant(entrant)
            for entrant in sorted(state.entrants, key=lambda entrant: entrant.number)
        ],
        "outcomes": sorted(map(_outcome, state.outcomes), key=_place),
        **_unusual(state),
    }


def from_record(record: dict[str, Any]) -> StageState:
    return StageState(
        format=record["format"],
        rounds=record["rounds"],
        length=record["length"],
        entrants=tuple(_read_entrant(*row) for row in record["entrants"]),
        outcomes=tuple(_read_outcome(row) for row in record["outcomes"]),
        bye=Fraction(record.get("bye", 1)),
        walkover=record.get("walkover", "none"),
        options=_read_options(record.get("options", {})),
        pins=tuple(Pin(*row) for row in record.get("pins", ())),
        ahead=record.get("ahead", False),
        at_once=record.get("at_once", False),
        same_person=tuple((one, two) for one, two in record.get("same_person", ())),
        lots_seed=record.get("lots_seed", ""),
        rests=tuple(Rest(*row) for row in record.get("rests", ())),
    )


def canonical(record: dict[str, object]) -> str:
    r"""Return the canonical text of a record: the same on every machine.

    JSON with the keys of every object in alphabetical order and no white space. It is
    pure ASCII: every other character is written as \uXXXX in lower-case hexadecimal
    (two of them beyond U+FFFF), so that its bytes are the same in every encoding.
    """
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def fingerprint(record: dict[str, object]) -> str:
    """Return the SHA-256 of the canonical text: 64 hexadecimal digits.

    Published before the seed exists, it proves that the field was not changed once the
    seed was known. With sha256sum:

        printf %s "$CANONICAL_TEXT" | sha256sum
    """
    return sha256(canonical(record).encode()).hexdigest()


def shortened(digest: str) -> str:
    """Return the part of a fingerprint that people compare: 16 digits, 64 bits.

    Four groups of four: `9F3A-C21B-07D4-55E0`. To find a second field with the same
    digits takes some 2^64 tries.
    """
    return "-".join(digest[place : place + 4] for place in range(0, 16, 4)).upper()


def _unusual(state: StageState) -> dict[str, object]:
    unusual: dict[str, object] = {}
    if state.bye != 1:
        unusual["bye"] = str(state.bye)
    if state.walkover != "none":
        unusual["walkover"] = state.walkover
    if options := _options(state.options):
        unusual["options"] = options
    if state.pins:
        rows = [[pin.slot, pin.side, pin.entrant] for pin in state.pins]
        unusual["pins"] = sorted(rows, key=_place)
    if state.ahead:
        unusual["ahead"] = True
    if state.at_once:
        unusual["at_once"] = True
    if state.same_person:
        unusual["same_person"] = sorted(map(list, state.same_person))
    if state.lots_seed:
        unusual["lots_seed"] = state.lots_seed
    if state.rests:
        rests = [[rest.round, rest.entrant, rest.kind] for rest in state.rests]
        unusual["rests"] = sorted(rests)
    return unusual


def _place(row: Iterable[Any]) -> tuple[int, ...]:
    """Return a sort key for a row of numbers, None before 1."""
    return tuple(0 if value is None else int(value) for value in row)


def _entrant(entrant: Entrant) -> list[object]:
    rating = None if entrant.rating is None else str(entrant.rating)
    wishes = [entrant.country, entrant.family, entrant.seed, entrant.wants_bye]
    pr = [] if entrant.pr is None else [f"{entrant.pr:.2f}"]
    group = [entrant.group, *pr] if entrant.group or pr else []
    return [
        entrant.number,
        rating,
        entrant.club,
        entrant.present,
        entrant.joined,
        entrant.lot,
        *(wishes if group or wishes != ["", "", None, False] else []),
        *group,
    ]


def _read_entrant(number: int, rating: str | None, *rest: Any) -> Entrant:
    club, present, joined, lot, *wishes = rest
    country, family, seed, wants_bye, *group = wishes or ("", "", None, False)
    return Entrant(
        number=number,
        rating=None if rating is None else Decimal(rating),
        club=club,
        present=present,
        joined=joined,
        lot=lot,
        country=country,
        family=family,
        seed=seed,
        wants_bye=wants_bye,
        group=next(iter(group), ""),
        pr=Decimal(group[1]) if len(group) > 1 else None,
    )


def _outcome(outcome: Outcome) -> list[object]:
    slot = [] if outcome.slot is None else [outcome.slot]
    return [
        outcome.round,
        outcome.one,
        outcome.two,
        outcome.winner,
        outcome.points_one,
        outcome.points_two,
        outcome.played,
        outcome.length,
        *([outcome.nobody] if outcome.nobody or slot else []),
        *slot,
    ]


def _read_outcome(row: list[Any]) -> Outcome:
    usual, more = row[:OUTCOME_FIELDS], row[OUTCOME_FIELDS:]
    return Outcome(*usual, nobody=any(more[:1]), slot=next(iter(more[1:]), None))


def _options(options: Options) -> dict[str, Any]:
    plain: dict[str, object] = {
        "branches": [
            [branch.section, branch.of, branch.pattern, branch.first, branch.last]
            for branch in options.branches
        ],
        "apart": list(options.apart),
        "tiebreaks": list(options.tiebreaks),
        "forbidden": sorted(map(list, options.forbidden)),
    }
    return {
        field.name: plain.get(field.name, getattr(options, field.name))
        for field in fields(options)
        if getattr(options, field.name) != getattr(_USUAL, field.name)
    }


def _read_options(options: dict[str, object]) -> Options:
    names = ("section", "of", "pattern", "first", "last")
    read: dict[str, Any] = dict(options)
    if "branches" in read:
        read["branches"] = tuple(
            Branch(**dict(zip(names, row, strict=True))) for row in read["branches"]
        )
    for name in ("apart", "tiebreaks"):
        if name in read:
            read[name] = tuple(read[name])
    if "forbidden" in read:
        read["forbidden"] = tuple((one, two) for one, two in read["forbidden"])
    return Options(**read)


Difference = list[Any]
"""A kind, and the number of the entrant or of the round that it is about, else 0."""

MOST_SHOWN: Final = 30

_COLUMNS: Final = (
    *("number", "rating", "club", "present", "place", "place"),
    *("country", "family", "seed", "bye", "place"),
)
"""The kind of a difference in each column of an entrant's row."""

_MESSAGES: Final = (
    Message("differs.added", "%(entrant)s was added."),
    Message("differs.removed", "%(entrant)s was removed."),
    Message("differs.rating", "%(entrant)s: rating changed."),
    Message("differs.club", "%(entrant)s: club changed."),
    Message("differs.present", "%(entrant)s: checked in or out since."),
    Message("differs.place", "%(entrant)s: starting slot or round changed."),
    Message("differs.country", "%(entrant)s: country changed."),
    Message("differs.family", "%(entrant)s: family changed."),
    Message("differs.seed", "%(entrant)s: seeding changed."),
    Message("differs.bye", "%(entrant)s: bye request changed."),
    Message("differs.results", "Results of round %(round)s changed."),
    Message("differs.settings", "Draw settings changed."),
    Message("differs.names", "Player names changed."),
    Message("differs.more", "Other differences: %(count)s."),
    Message("differs.nothing", "None: the entries are the same."),
)
MESSAGES: Final[Mapping[str, Message]] = {
    message.code.removeprefix("differs."): message for message in _MESSAGES
}
"""The sentence of each kind of difference."""
KINDS: Final = frozenset(MESSAGES)


def differences(
    before: Mapping[str, object], now: Mapping[str, object]
) -> list[Difference]:
    """Return what differs between two stages as recorded, at most `MOST_SHOWN` rows."""
    found = [*_entrants(before, now), *_results(before, now)]
    others = {"entrants", "outcomes"}
    if _without(before, others) != _without(now, others):
        found.append(["settings", 0])
    if len(found) > MOST_SHOWN:
        found = [*found[:MOST_SHOWN], ["more", len(found) - MOST_SHOWN]]
    return found or [["nothing", 0]]


def difference_note(row: Difference) -> Note:
    kind, number = row
    if kind == "results":
        return Note(MESSAGES[kind], {"round": number})
    if kind == "more":
        return Note(MESSAGES[kind], {"count": number})
    return Note(MESSAGES[kind], {"entrant": number} if number else {})


def _without(record: Mapping[str, object], names: set[str]) -> dict[str, object]:
    return {name: value for name, value in record.items() if name not in names}


def _entrants(
    before: Mapping[str, Any], now: Mapping[str, Any]
) -> Iterator[Difference]:
    was = {row[0]: row for row in before["entrants"]}
    has = {row[0]: row for row in now["entrants"]}
    for number in sorted({*was, *has}):
        if number not in has:
            yield ["removed", number]
        elif number not in was:
            yield ["added", number]
        else:
            kinds = _columns(_whole(was[number]), _whole(has[number]))
            yield from ([kind, number] for kind in dict.fromkeys(kinds))


def _whole(row: list[object]) -> list[object]:
    """Return an entrant's row with the columns that are left out if nothing is set."""
    usual = ["", "", None, False, ""]
    return [*row, *usual[len(row) - 6 :]]


def _columns(was: list[object], has: list[object]) -> Iterator[str]:
    for kind, one, two in zip(_COLUMNS, was, has, strict=True):
        if one != two:
            yield kind


def _results(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Difference]:
    was, has = ({tuple(row) for row in record["outcomes"]} for record in (before, now))
    for number in sorted({row[0] for row in was ^ has}):
        yield ["results", number]
