"""Frozen draws stay as they are, on every Python and platform, for ever."""

import json

import pytest
from django.core.management import call_command

from tests.golden.draws import proofs
from tests.golden.draws.records import FOLDER, load, record, state_of
from tournaments.engine import FORMATS, audit, draw
from tournaments.engine.record import fingerprint
from tournaments.engine.record.checking import check_document

NAMES = sorted(path.name for path in FOLDER.glob("*.json"))
PROOFS = sorted(path.name for path in proofs.FOLDER.glob("*.json"))


def test_every_version_of_every_format_is_frozen():
    frozen = {(one["format"], one["version"]) for name in NAMES for one in load(name)}
    proved = {
        (one["algorithm"], one["version"])
        for name in PROOFS
        for one in proofs.load(name)
    }
    for known in FORMATS:
        versions = {known.version, *known.earlier}
        assert {(known.key, version) for version in versions} <= frozen | proved
        assert (known.key, known.version) in proved


@pytest.mark.parametrize("name", NAMES)
def test_frozen_draws(name):
    for expected in load(name):
        state, version = state_of(expected), expected["version"]
        drawn = draw(state, expected["seed"], version=version)
        assert record(state, expected["seed"], drawn, version=version) == expected
        assert audit(state, drawn) == ()


@pytest.mark.parametrize("name", PROOFS)
def test_frozen_records(name):
    for expected in proofs.load(name):
        assert fingerprint(expected["state"]) == expected["fingerprint"]
        verdict = check_document(expected)
        wrong = [verdict.english(one) for one in verdict.steps if one.mark == "wrong"]
        assert wrong == []
        assert verdict.outcome == ("changed" if expected["swaps"] else "same")


def test_the_command_checks_a_frozen_record(tmp_path, capsys):
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(proofs.load("monrad-1.json")[-1]))
    call_command("verify_draw", str(path))
    assert "SAME: " in capsys.readouterr().out
