"""The JSON columns of tournaments, with their types."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from matches.rules.refusals import REASON_UNKNOWN, message_of
from matches.web.columns import StoredField, StoredList
from tournaments.engine import Note

StoredPin = tuple[int, int, int | None]
"""Slot and side of a bracket, and the entrant pinned there, None for a vacancy."""
StoredPair = tuple[int, int | None]
"""The numbers of two entries that meet; None for a bye."""


class StoredNote(TypedDict):
    """The code of a message and its values, as `engine.Note` has them."""

    code: str
    params: dict[str, object]


class StoredRecord(TypedDict):
    """The record of a draw; of an announced one the `state` alone.

    `state` is the canonical record that the fingerprint is of, read by
    `engine.from_record`. `pairs` are numbers of entries, None for a bye; `lots` are by
    number of the entry. `plan` is the graph of a bracket, read by
    `engine_state.plan_of`. `swap_reasons` are those of `Draw.swaps`, in order;
    `drawn_notes` are the notes of the pairs that a swap has changed, by position, as
    drawn.
    """

    state: dict[str, object]
    lots: NotRequired[dict[str, int]]
    pairs: NotRequired[list[StoredPair]]
    notes: NotRequired[list[StoredNote]]
    plan: NotRequired[dict[str, object]]
    swap_reasons: NotRequired[list[str]]
    drawn_notes: NotRequired[dict[str, list[StoredNote]]]


class NumbersField(StoredList[list[int], list[int]]):
    """A list of numbers."""


class SomeNumbersField(StoredList[list[int] | None, list[int] | None]):
    """A list of numbers, or nothing yet."""


class NumbersByKeyField(StoredField[dict[str, list[int]], dict[str, list[int]]]):
    """Lists of numbers by a key, such as a state or the number of a stage."""


class SecondsField(StoredField[dict[str, int], dict[str, int]]):
    """Moments by a key, in seconds since a beginning that the model names."""


class KeysField(StoredList[list[str], list[str]]):
    """A list of keys, such as those of a registry."""


class LotsField(StoredField[dict[str, int], dict[str, int]]):
    """Lots by the number of the entry, which JSON makes a text: `Stage.lot_of`."""


class RestsField(StoredField[dict[str, str] | None, dict[str, str] | None]):
    """Rounds that an entry sits out: the kind of `engine.state.Rest` by round.

    Null for most entries, so that a list of a thousand decodes few values.
    """


class AskedField(StoredField[dict[str, str] | None, dict[str, str] | None]):
    """Rounds that a player asks to sit out on a phone: the kind by round.

    The kind is that of `engine.state.Rest`, or `DECLINED` once a director has said no.
    """


class OptionsField(StoredField[dict[str, Any], dict[str, Any]]):
    """Options of a format by name, where they are not usual: read by `Stage.chosen`."""


class PlanField(StoredField[dict[str, Any] | None, dict[str, Any] | None]):
    """The graph of a bracket, read by `engine_state.plan_of`."""


class PinsField(StoredList[Sequence[StoredPin], list[StoredPin]]):
    """Entrants fixed to slots of a bracket by hand: read by `Stage.pinned`."""

    def typed(self, data: Any) -> list[StoredPin]:
        return [(slot, side, entrant) for slot, side, entrant in data]


class RecordField(StoredField[StoredRecord, StoredRecord]):
    """The record of a draw."""

    def typed(self, data: Any) -> StoredRecord:
        record: StoredRecord = data
        if "pairs" in record:
            record["pairs"] = [(one, two) for one, two in record["pairs"]]
        return record


class SwapsField(StoredList[Sequence[tuple[int, int]], list[tuple[int, int]]]):
    """Pairs of numbers of entries that were exchanged by hand, in order."""

    def typed(self, data: Any) -> list[tuple[int, int]]:
        return [(first, second) for first, second in data]


class NotesField(StoredList[list[StoredNote], list[StoredNote]]):
    """The reasons of the draw for a pairing."""


StoredPart = tuple[str, Mapping[str, object]]
"""The code of a message, and the values of its placeholders."""
StoredLine = list[StoredPart]


class EffectsField(StoredList[list[StoredLine], list[StoredLine]]):
    """The effects of a correction: `results.correction.effects.stored`."""

    def typed(self, data: Any) -> list[StoredLine]:
        return [[(code, values) for code, values in line] for line in data]


class StructureField(StoredField[dict[str, object], dict[str, object]]):
    """A structure as `Structure.to_json` writes it, read by `from_json`."""


def notes_of(stored: Iterable[StoredNote]) -> tuple[Note, ...]:
    return tuple(_note(note["code"], note["params"]) for note in stored)


def _note(code: str, params: dict[str, Any]) -> Note:
    """Return the note, or one that names the code if no table has it."""
    try:
        message = message_of(code)
    except KeyError:
        return Note(REASON_UNKNOWN, {"code": code})
    if message.fields - params.keys():
        return Note(REASON_UNKNOWN, {"code": code})
    return Note(message, params)
