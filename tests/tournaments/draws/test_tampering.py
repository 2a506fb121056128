"""Sound records of every kind, and records tampered with."""

import json
from dataclasses import fields, replace
from random import Random

import pytest

from matches.rules.refusals import RuleError
from tests import simulate
from tests.tournaments.draws import tampering
from tests.tournaments.engine.record.documents import document, mixed_field, stage
from tournaments.engine import (
    FORMATS,
    SCHEMES,
    Branch,
    Entrant,
    Options,
    Outcome,
    check,
    draw,
)
from tournaments.engine.plan import Node
from tournaments.engine.record import reading
from tournaments.engine.record.checking import check_text
from tournaments.engine.state import BY_PR, Pin, Rest

OUTSIDE = {"swaps[].reason"}
"""What a record does not prove."""


def outcome(record):
    """What the check says of a record that was written and read."""
    return check_text(json.dumps(record)).outcome


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
        yield document(state)


def test_random_evenings_are_the_same():
    for record in evenings(100, largest=40, seed=1):
        assert outcome(record) == "same"


def fields_of_records():
    """Every field that the product reads: from its tests and its classes."""
    most = reading.MOST_ENTRANTS
    found = {name for part in reading.document_fields(most) for name in part}
    state = {name for part in reading.stage_fields(most) for name in part}
    found |= {f"state.{name}" for name in state}
    found |= {f"state.options.{name}" for name in reading.option_fields(most)}
    rows = {
        **{"state.entrants": Entrant, "state.outcomes": Outcome, "state.pins": Pin},
        **{"state.rests": Rest, "state.options.branches": Branch},
    }
    for name, row in rows.items():
        found |= {f"{name}[].{cell.name}" for cell in fields(row)}
    found |= {f"plan.nodes[].{cell.replace('_', ' ')}" for cell in Node._fields}
    pairs = ("pairs", "swaps", "state.same_person", "state.options.forbidden")
    found |= {f"{name}[].{cell}" for name in pairs for cell in ("one", "two")}
    found |= {"plan.lines", "plan.nodes", "parts.dice", "parts.secret"}
    found |= {
        f"{of}.{name}"
        for of in ("announcement", "chain[]")
        for name in reading.ANNOUNCEMENT
    }
    found -= {"renamed", "later", "late", "witnessed"}  # what became of it afterwards
    found.remove("state.outcomes[].disputed")  # of brackets, which are drawn before
    return found | {"swaps[].reason", "names[]", "salts[]", "hidden[]"}


def test_every_field_of_a_record_is_tampered_with():
    tampered_with = {
        name
        for record in tampering.records()
        for name, _changed in tampering.tampered(record)
    }
    assert not fields_of_records() - tampered_with


def test_what_is_tampered_with_is_found():
    assert not_found(tampering.records("elimination")) <= OUTSIDE


@pytest.mark.nightly
def test_what_is_tampered_with_is_found_in_every_format():
    assert not_found(tampering.records()) == OUTSIDE


def not_found(records):
    """The fields of which some change leaves the verdict as it was."""
    found = set()
    for record in records:
        sound = outcome(record)
        assert sound in {"same", "changed"}
        found |= {
            name
            for name, other in tampering.tampered(record)
            if other != record and outcome(other) == sound
        }
    return found
