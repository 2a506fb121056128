"""The one file that checks a record: it knows every record, and shares no code."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from clubsite.settings import BASE_DIR
from tests import builders
from tests.golden.draws import proofs
from tests.tournaments.draws import tampering
from tournaments.draws.record import draw_document
from tournaments.engine import FORMATS

FILE = BASE_DIR / "clubsite" / "static" / "verify_draw.py"
PROOFS = sorted(path.name for path in proofs.FOLDER.glob("*.json"))

sys.path.insert(0, str(FILE.parent))
import verify_draw  # noqa: E402 - a file that is downloaded, in no package


def found(record):
    """The exit status, and the sentences on what is wrong."""
    status, steps = verify_draw.check(json.loads(json.dumps(record)))
    return status, [step.text for step in steps if step.mark == "wrong"]


@pytest.mark.parametrize("name", PROOFS)
def test_frozen_records_are_proven(name):
    for record in proofs.load(name):
        status = verify_draw.BY_HAND if record["swaps"] else verify_draw.PROVEN
        assert found(record) == (status, [])


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["swiss", "round_robin", "double_elimination"])
def test_what_the_site_draws_is_proven_by_all_three(key):
    draw = builders.published_round(builders.evening(key, 9)).draw
    said = tampering.outcomes([draw_document(draw)])
    assert said == {"browser": ["same"], "command": ["same"], "file": ["0"]}


@pytest.mark.django_db
def test_names_from_right_to_left_are_proven_as_they_are_written():
    evening = builders.tournament("swiss")
    builders.entered(evening, ["علي", "Bo Ek", "דוד לוי"])
    draw = builders.published_round(evening).draw
    said = tampering.outcomes([draw_document(draw)])
    assert said == {"browser": ["same"], "command": ["same"], "file": ["0"]}


def test_every_version_of_every_format_is_known():
    assert {key: set(known) for key, known in verify_draw.VERSIONS.items()} == {
        known.key: {known.version, *known.earlier} for known in FORMATS
    }


def test_a_method_that_is_not_known_is_not_called_wrong():
    """A later version can draw otherwise: nothing is proven, and nothing refuted."""
    record = proofs.load("swiss-3.json")[-1]
    record = record | {"algorithm": "ladder", "version": 1}
    record["state"] = record["state"] | {"format": "ladder"}
    record["fingerprint"] = verify_draw.digest(record["state"])
    status, steps = verify_draw.check(record)
    assert status == verify_draw.UNREADABLE
    assert steps[-1].mark == "unknown"
    changed = record | {"fingerprint": "0" * 64}
    assert verify_draw.check(changed)[0] == verify_draw.NOT_PROVEN


def test_it_needs_the_standard_library_alone():
    tree = ast.parse(FILE.read_text("utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported <= sys.stdlib_module_names


def run(*arguments):
    command = [sys.executable, "-I", str(FILE), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command(tmp_path: Path):
    record = proofs.load("swiss-3.json")[-2]
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "utf-8")
    kept = record["fingerprint"][:16]
    done = run(path, "--fingerprint", "-".join((kept[:8], kept[8:])).upper())
    assert (done.returncode, done.stderr) == (0, "")
    assert run(path, "--fingerprint", "0" * 16).returncode == 1
    path.write_text("{")
    assert run(path).returncode == 2
    assert run().returncode == 2
    changed = next(one for one in proofs.load("elimination-2.json") if one["swaps"])
    path.write_text(json.dumps(changed), "utf-8")
    assert run(path).returncode == 3


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "[" * 100_000, '{"crawford_draw":2}']
)
def test_what_is_no_record_is_not_read(tmp_path, text):
    path = tmp_path / "record.json"
    path.write_text(text)
    assert verify_draw.main([str(path)]) == verify_draw.UNREADABLE
