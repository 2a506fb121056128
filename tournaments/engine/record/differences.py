"""The differences between the fields of two draws of the same round."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from matches.rules.messages import Message
from tournaments.engine.state import Note

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
