"""Three verifiers that share no code, on sound records and on records tampered with."""

import json
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest

from matches.rules.refusals import RuleError
from tests import simulate
from tests.golden.draws import proofs
from tests.scripts.node import in_node
from tests.tournaments.draws import tampering
from tests.tournaments.engine.record.documents import bound, mixed_field, stage
from tournaments.engine import (
    FORMATS,
    SCHEMES,
    TIEBREAKS,
    Branch,
    Entrant,
    Options,
    Outcome,
    check,
    draw,
)
from tournaments.engine.plan import Node
from tournaments.engine.record import document_fields, proof_fields, reading
from tournaments.engine.record.announcement import SOURCES
from tournaments.engine.state import BY_PR, Pin, Rest


def in_browser(records):
    """What the browser says of records."""
    examined = "given.map((text) => examineText(text).outcome)"
    return in_node("draw-record.js", examined, [json.dumps(one) for one in records])


def test_the_browser_draws_every_frozen_record_again():
    records = [
        record
        for path in sorted(proofs.FOLDER.glob("*.json"))
        for record in proofs.load(path.name)
    ]
    assert in_browser(records) == [
        "changed" if record["swaps"] else "same" for record in records
    ]


def evenings(count, *, largest, seed):
    """Records of random evenings: wishes, withdrawals, late entries, forfeits."""
    random = Random(seed)
    for _ in range(count):
        known = random.choice([*FORMATS])
        size = random.randint(4, largest)
        everything = {
            "forbidden": ((1, 2),),
            "apart": ("country", "club"),
            "apart_rounds": 0,
            "seeded": 4,
            "seeds_by": "pr",
            "legs": 2,
            "groups": 3,
            "bye_to": "lots",
            "byes": "lots",
            "accelerated": "baku",
            "unplayed": "virtual",
            "scoring": random.choice([one.code for one in SCHEMES]),
            "branches": (Branch(), Branch(section="last", of="consolation")),
        }
        options = Options(
            **{
                name: value
                for name, value in everything.items()
                if name in known.options and random.random() < 0.4
            }
        )
        entrants = mixed_field(size)
        if options.seeds_by == BY_PR:  # equal PRs are equal seeds
            entrants = tuple(
                replace(one, seed=(one.number + 1) // 2) for one in entrants
            )
        state = stage(known.key, size, rounds=6, options=options, entrants=entrants)
        for number in range(random.randint(0, 4) if known.plan is None else 0):
            drawn = draw(state, f"{number}")
            after = simulate.played_on(state, drawn, random, mishaps=simulate.MOST)
            try:
                check(after)
            except RuleError:  # it is over, or too few are left
                break
            state = after
        yield bound(state)


def outcomes_of_evenings(count, *, largest, seed):
    found = list(evenings(count, largest=largest, seed=seed))
    return tampering.outcomes(found)


def test_three_verifiers_agree_on_random_evenings():
    said = outcomes_of_evenings(60, largest=18, seed=1)
    assert {name: set(what) for name, what in said.items()} == {
        "browser": {"same"},
        "command": {"same"},
        "file": {"0"},
    }


def evenings_by_tie_break(*, seed):
    """Yield a record of the Danish system for each tie-break: it draws by them."""
    random = Random(seed)
    for known in TIEBREAKS:
        options = Options(tiebreaks=(known.code,))
        entrants = mixed_field(9)
        state = stage("danish", 9, rounds=6, entrants=entrants, options=options)
        for number in range(3):
            drawn = draw(state, f"{number}")
            state = simulate.played_on(state, drawn, random, mishaps=simulate.MOST)
        yield bound(state)


def test_three_verifiers_count_every_tie_break():
    said = tampering.outcomes(list(evenings_by_tie_break(seed=3)))
    assert {name: set(what) for name, what in said.items()} == {
        "browser": {"same"},
        "command": {"same"},
        "file": {"0"},
    }


def some_stopped(state, random):
    """Return the evening with some matches that time has stopped before their end."""
    outcomes = [
        replace(one, points_one=random.randrange(3), points_two=random.randrange(3))
        if one.played and one.two is not None and random.random() < 0.2
        else one
        for one in state.outcomes
    ]
    return replace(state, outcomes=tuple(outcomes))


def evenings_with_points(*, seed):
    """Yield records of lists by points: every scheme, with all that goes wrong."""
    random = Random(seed)
    for scheme in SCHEMES:
        for key in ("monrad", "danish"):
            for legs, walkover in ((1, "none"), (1, "full"), (2, "half")):
                options = Options(
                    legs=legs,
                    scoring=scheme.code,
                    tiebreaks=random.choice((("pr:1", "direct:2"), ("buchholz:1",))),
                    late_worth=random.choice(("0", "1/2")),
                )
                bye = random.choice((Fraction(1), Fraction(1, 2)))
                field = {"walkover": walkover, "bye": bye, "options": options}
                entrants = tuple(
                    replace(one, pr=random.choice((None, Decimal("4.25"))))
                    for one in mixed_field(random.randint(5, 13))
                )
                state = stage(key, len(entrants), rounds=6, entrants=entrants, **field)
                for number in range(random.randint(1, 4)):
                    drawn = draw(state, f"{number}")
                    state = simulate.played_on(
                        state, drawn, random, mishaps=simulate.MANY
                    )
                    state = some_stopped(state, random)
                yield bound(state)


def test_three_verifiers_agree_on_lists_by_points():
    said = tampering.outcomes(list(evenings_with_points(seed=3)))
    assert {name: set(what) for name, what in said.items()} == {
        "browser": {"same"},
        "command": {"same"},
        "file": {"0"},
    }


@pytest.mark.nightly
def test_three_verifiers_agree_on_large_evenings():
    said = outcomes_of_evenings(150, largest=200, seed=2)
    assert {name: set(what) for name, what in said.items()} == {
        "browser": {"same"},
        "command": {"same"},
        "file": {"0"},
    }


def fields_of_records():
    """Every field that the product reads, by kind: from its tests and its classes."""
    most = reading.MOST_ENTRANTS
    state = {name for part in document_fields.stage_fields(most) for name in part}
    inner = {f"state.{name}" for name in state}
    inner |= {f"state.options.{name}" for name in document_fields.option_fields(most)}
    rows = {
        **{"state.entrants": Entrant, "state.outcomes": Outcome, "state.pins": Pin},
        **{"state.rests": Rest, "state.options.branches": Branch},
    }
    for name, row in rows.items():
        inner |= {f"{name}[].{cell.name}" for cell in fields(row)}
    inner |= {f"plan.nodes[].{cell.replace('_', ' ')}" for cell in Node._fields}
    pairs = ("pairs", "swaps", "state.same_person", "state.options.forbidden")
    inner |= {f"{name}[].{cell}" for name in pairs for cell in ("one", "two")}
    inner |= {"plan.lines", "plan.nodes"}
    top = {
        kind: {name for part in fields_of(most) for name in part}
        for kind, fields_of in (
            (document_fields.UNBOUND, document_fields.unbound_fields),
            (document_fields.DOCUMENT, document_fields.bound_fields),
        )
    }
    told = proof_fields.announcement_fields(SOURCES)
    bound_only = {f"parts.{name}" for name in proof_fields.part_fields()}
    bound_only |= {
        f"{of}.{name}" for of in ("announcement", "chain[]") for name in told
    }
    bound_only |= {"swaps[].reason", "names[]", "salts[]", "hidden[]"}
    found = {f"{kind} {name}" for kind in top for name in top[kind] | inner}
    return found | {f"{document_fields.DOCUMENT} {name}" for name in bound_only}


def test_the_table_of_the_specification_has_every_field_of_a_record():
    tampered_with = {
        f"{record['crawford_draw']} {name}"
        for record in tampering.records()
        for name, _changed in tampering.tampered(record)
    }
    assert not fields_of_records() - tampered_with
    stated = {
        f"{kind.strip()} {name.strip(' `')}"
        for _, kind, name, *_ in (
            row.split("|") for row in tampering.written().splitlines()[2:]
        )
    }
    assert stated == tampered_with


def test_what_is_tampered_with_is_found_or_named_as_outside():
    written = tampering.written().splitlines()
    found = tampering.found_by(tampering.records(["lives"]))
    for row in tampering.as_markdown(found).splitlines()[2:]:
        field = row[: row.index("|", row.index("`"))]
        (stated,) = (line for line in written if line.startswith(field))
        if "outside" in row:
            assert row == stated


@pytest.mark.nightly
def test_the_table_of_the_specification_is_current():
    table = tampering.as_markdown(tampering.found_by(tampering.records()))
    assert table == tampering.written()
