"""Frozen draws stay as they are, on every Python and platform."""

import json

import pytest

from tests.golden.draws import proofs
from tournaments.engine import FORMATS
from tournaments.engine.record.checking import check_document

PROOFS = sorted(path.name for path in proofs.FOLDER.glob("*.json"))


def test_every_format_is_frozen():
    assert [f"{key}.json" for key in sorted(known.key for known in FORMATS)] == PROOFS


@pytest.mark.parametrize("name", PROOFS)
def test_frozen_records(name):
    for expected in proofs.load(name):
        verdict = check_document(expected)
        wrong = [verdict.english(one) for one in verdict.steps if one.mark == "wrong"]
        assert wrong == []
        assert verdict.outcome == ("changed" if expected["swaps"] else "same")


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.key)
def test_the_same_records_are_made_today(known):
    made = json.loads(json.dumps(list(proofs.records_of(known))))
    assert made == proofs.load(f"{known.key}.json")
