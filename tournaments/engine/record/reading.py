"""Reading a draw record of unknown origin."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop
from tournaments.engine.plan import BracketPlan
from tournaments.engine.record import field_checks, from_record, proof_fields
from tournaments.engine.record.proof_fields import DrawProof, proof_of
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
    Outcome,
    StageState,
)

SCORINGS: Final = tuple(scheme.code for scheme in SCHEMES if scheme.code != BY_WINS)
MOST_ENTRANTS: Final = 16384
UNBOUND: Final = 1
"""The first shape of a whole document: without announcement, names are not proved."""
DOCUMENT: Final = 2
"""The version of the shape of the whole document."""
DRAWN: Final = frozenset({"seed", "pairs", "lots", "swaps"})
"""The fields that the record of an announced draw of the first shape lacks."""

Pair = tuple[int, int | None]


class RecordError(RuleError):
    """The document is no draw record that can be checked here."""


NOT_A_RECORD = Refusal(
    "record.not_a_record",
    gettext_noop(
        "This is not a draw record. Take the file that the page of the draw offers, "
        "whole and unchanged."
    ),
    RecordError,
)
"""The document is not a draw record."""

NEWER_RECORD = Refusal(
    "record.newer_record",
    gettext_noop(
        "This record is of kind %(kind)s and newer than this program. Check it with a "
        "newer one."
    ),
    RecordError,
)
"""A newer program wrote the record."""

RECORD_FIELD_INVALID = Refusal(
    "record.field_invalid",
    gettext_noop(
        "The field %(field)s of the record is missing, too large, or contains "
        "something that no draw has there. Take the file as it was offered."
    ),
    RecordError,
)
"""The value of a field is impossible in a draw."""

RECORD_CONTRADICTS = Refusal(
    "record.contradicts",
    gettext_noop(
        "The record contradicts itself: in round %(round)s entrant %(number)s cannot "
        "have had this result. Take the file as it was offered."
    ),
    RecordError,
)
"""The stage contradicts itself."""


@dataclass(frozen=True, slots=True)
class EarlierDraw:
    """An earlier draw of the same round, with its reason and its final state."""

    number: int
    seed: str
    reason: str
    state: str


@dataclass(frozen=True, slots=True)
class DrawDocument:
    """A draw record that has been read; `record` is its stage as it was written.

    `is_announced`: it has no seed and no result yet. `is_unannounced`: it says that
    nothing was public before its seed; older records do not say whether it was. `proof`
    binds it to its announcement; a record of the first shape has none.
    """

    algorithm: str
    version: int
    seed: str
    round: int
    fingerprint: str
    record: Mapping[str, Any]
    state: StageState
    pairs: tuple[Pair, ...]
    lots: Mapping[int, int]
    swaps: tuple[tuple[int, int], ...]
    names: Mapping[int, str]
    earlier: tuple[EarlierDraw, ...]
    plan: BracketPlan | None
    is_announced: bool
    is_unannounced: bool = False
    proof: DrawProof | None = None


def parse(text: str) -> Any:
    """Return the value of a JSON text. Raises NOT_A_RECORD."""
    try:
        return json.loads(text)
    # A file of nothing but opening brackets is deeper than the stack of Python.
    except (ValueError, RecursionError):
        raise NOT_A_RECORD() from None


def read(document: object, *, most: int = MOST_ENTRANTS) -> DrawDocument:
    """Return a record of at most `most` entrants, after a test of every value.

    Raises NOT_A_RECORD, NEWER_RECORD, RECORD_FIELD_INVALID, RECORD_CONTRADICTS.
    """
    if not isinstance(document, dict) or "crawford_draw" not in document:
        raise NOT_A_RECORD()
    kind = document["crawford_draw"]
    # `type` and not `isinstance`: True is an int in Python and no kind of record.
    if type(kind) is int and DOCUMENT < kind < 10**6:
        raise NEWER_RECORD(kind=kind)
    is_bound = kind != UNBOUND
    drawn = proof_fields.DRAWN if is_bound else DRAWN
    is_announced = not drawn & set(document)
    # The missing fields are filled in with empty ones, so that one set of tests reads
    # both.
    if is_announced:
        document = {**document, "seed": "", "pairs": [], "lots": {}, "swaps": []}
        document |= {"parts": {}} if is_bound else {}
    needed, free = bound_fields(most) if is_bound else unbound_fields(most)
    _look(document, needed=needed, free=free, inside="")
    needed, free = stage_fields(most)
    record = document["state"]
    _look(record, needed=needed, free=free, inside="state.")
    options = record.get("options", {})
    _look(options, needed={}, free=option_fields(most), inside="options.")
    state = from_record(record)
    _agree(state)
    plan = document.get("plan")
    facts = document["announcement"] if is_bound else document
    return DrawDocument(
        algorithm=facts["algorithm"],
        version=facts["version"],
        seed=document["seed"],
        round=facts["round"],
        fingerprint=facts["fingerprint"],
        record=record,
        state=state,
        pairs=tuple((one, two) for one, two in document["pairs"]),
        lots={int(number): lot for number, lot in document["lots"].items()},
        swaps=tuple((row[0], row[1]) for row in document["swaps"]),
        names={int(key): name for key, name in document.get("names", {}).items()},
        earlier=tuple(_earlier(draw) for draw in document.get("earlier", ())),
        plan=None
        if plan is None
        else BracketPlan.from_rows(plan["lines"], plan["nodes"]),
        is_announced=is_announced,
        is_unannounced="announced" in document and document["announced"] is None,
        proof=proof_of(document) if is_bound else None,
    )


def _look(
    value: dict[str, object],
    *,
    needed: Mapping[str, field_checks.Test],
    free: Mapping[str, field_checks.Test],
    inside: str,
) -> None:
    wrong = field_checks.first_wrong(value, needed=needed, free=free)
    if wrong:
        raise RECORD_FIELD_INVALID(field=inside + wrong)


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


def unbound_fields(most: int) -> tuple[Tests, Tests]:
    """Return the tests of the fields of a document of the first shape: needed, free."""
    lot = field_checks.whole_number(1, 10**7)
    needed = {
        "crawford_draw": field_checks.whole_number(UNBOUND, UNBOUND),
        "algorithm": _key,
        "version": field_checks.whole_number(1, 999),
        "seed": _short,
        "round": _round,
        "state": lambda value: isinstance(value, dict),
        "fingerprint": _short,
        "pairs": field_checks.rows(
            field_checks.row(_number, field_checks.nothing_or(_number)), most
        ),
        "lots": field_checks.table(lot, most),
        "swaps": field_checks.rows(field_checks.row(_number, _number), 10 * most),
    }
    earlier = field_checks.rows(_is_earlier, 1000)
    free = {
        "number": _round,
        "reason": field_checks.text(),
        "names": field_checks.table(field_checks.text(), most),
        "earlier": earlier,
        "announced": field_checks.nothing_or(_short),
        "plan": lambda value: _is_plan(value, most),
    }
    free |= dict.fromkeys(("title", "drawn_at", "published_at", "seed_from"), _short)
    return needed, free | {"title": field_checks.text()}


def bound_fields(most: int) -> tuple[Tests, Tests]:
    """Return the tests of a document that is bound to its announcement."""
    unbound, free = unbound_fields(most)
    shared = ("state", "pairs", "lots")
    needed = {name: unbound[name] for name in shared}
    needed["crawford_draw"] = field_checks.whole_number(DOCUMENT, DOCUMENT)
    return needed | proof_fields.fields(most), {"plan": free["plan"]}


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


def _is_earlier(value: object) -> bool:
    fields = {
        "number": _round,
        "seed": _short,
        "reason": field_checks.text(),
        "state": _key,
    }
    return isinstance(value, dict) and not field_checks.first_wrong(
        value, needed=fields, free={"fingerprint": _short}
    )


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


def _earlier(value: Mapping[str, Any]) -> EarlierDraw:
    return EarlierDraw(value["number"], value["seed"], value["reason"], value["state"])


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
