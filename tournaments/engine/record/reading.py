"""Reading a draw record of unknown origin."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from matches.rules.refusals import Refusal, RuleError
from tournaments.engine.plan import BracketPlan
from tournaments.engine.record import from_record
from tournaments.engine.record.document_fields import (
    DOCUMENT,
    DRAWN,
    Test,
    document_fields,
    first_wrong,
    option_fields,
    stage_fields,
)
from tournaments.engine.state import Outcome, StageState

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
