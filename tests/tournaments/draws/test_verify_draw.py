"""The one file that checks a record, on a Python without any package."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests import builders
from tests.golden.draws import proofs
from tests.tournaments.engine.record.documents import DICE, document, stage
from tournaments.draws.check_job import verifier_file
from tournaments.draws.record import chain_document, draw_document
from tournaments.engine import FORMATS

KEYS = [known.key for known in FORMATS]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stranger") / "verify_draw.pyz"
    path.write_bytes(verifier_file())
    return path


def run(file: Path, *arguments: object, given: str = "") -> tuple[int, str]:
    """Return exit status and output, on a bare Python in another folder."""
    done = subprocess.run(
        [sys.executable, "-S", "-I", file, *map(str, arguments)],
        input=given.encode("utf-8", errors="surrogatepass"),
        capture_output=True,
        cwd=file.parent,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr
    return done.returncode, (done.stdout + done.stderr).decode("utf-8")


def checked(file: Path, record: object, *options: object) -> tuple[int, str]:
    return run(file, "-", *options, given=json.dumps(record))


@pytest.mark.parametrize("key", KEYS)
def test_every_format_is_drawn_again(file, key):
    for record in proofs.load(f"{key}.json")[2::6]:
        status, said = checked(file, record)
        assert status == (3 if record["swaps"] else 0), said
        assert said.count(": the same\n") == len(record["pairs"])


@pytest.mark.parametrize("key", KEYS)
def test_a_manipulated_record_is_found(file, key):
    record = document(stage(key, 12), dice=DICE)
    assert checked(file, record)[0] == 0
    other = copy.deepcopy(record)
    one, two = other["pairs"][0], other["pairs"][1]
    one[1], two[1] = two[1], one[1]
    status, said = checked(file, other)
    assert status == 1
    assert said.count(": WRONG, drawn again Entrant ") == 2
    assert said.endswith(
        "DIFFERENT: this is not the draw that entries and seed make.\n"
    )
    state = other["state"] | {"length": 9}
    assert checked(file, record | {"state": state})[0] == 1
    assert checked(file, record | {"seed": "0" * 64})[0] == 1


def test_it_has_no_package_at_all(file):
    program = (
        f"import sys; sys.path.insert(0, {str(file)!r})\n"
        "from tournaments.engine.record import checking\n"
        "try:\n    import rustworkx\n"
        "except ImportError:\n    print('alone')"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", program], capture_output=True, check=True
    )
    assert done.stdout == b"alone\n"


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 99999, "\ud800", "{}"])
def test_what_is_no_record_is_not_read(file, text):
    status, said = run(file, "-", given=text)
    assert status == 2
    assert said.startswith("WRONG  This is not a draw record.")
    assert said.splitlines()[-1].startswith("NOT CHECKED: ")


def test_a_method_that_is_not_known_is_not_called_wrong(file):
    record = document(stage("swiss", 8), told={"version": 2})
    status, said = checked(file, record)
    assert status == 2
    assert said.count("WRONG") == 1
    assert said.splitlines()[-1].startswith("NOT CHECKED: ")


def test_a_file_that_is_not_there(file):
    status, said = run(file, "none.json")
    assert (status, said) == (
        2,
        "none.json cannot be read: No such file or directory.\n",
    )
    assert run(file)[0] == 2


def test_digits_that_were_kept_are_compared(file):
    record = document(stage("swiss", 8), dice=DICE)
    kept = record["digest"][:16].upper()
    assert checked(file, record, "--fingerprint", f"{kept[:8]}-{kept[8:]}")[0] == 0
    assert checked(file, record, "--fingerprint", kept[:15])[0] == 1
    assert checked(file, record, "--fingerprint", "0" * 16)[0] == 1


@pytest.mark.django_db
def test_what_the_site_draws_is_the_same_and_in_its_list(file, tmp_path):
    evening = builders.tournament("swiss")
    builders.entered(evening, ["علي", "Bo Ek", "דוד לוי"])
    draw = builders.published_round(evening).draw
    chain = tmp_path / "chain.json"
    announced = chain_document(evening.draw_announcements.order_by("place"))
    chain.write_text(json.dumps(announced))
    record = draw_document(draw)
    status, said = checked(file, record, "--chain", chain)
    assert status == 0, said
    assert "דוד לוי" in said
    chain.write_text(json.dumps(announced | {"announcements": []}))
    assert checked(file, record, "--chain", chain)[0] == 1
    chain.write_text("[")
    assert checked(file, record, "--chain", chain)[0] == 1


def test_the_same_sources_make_the_same_bytes():
    first = verifier_file()
    verifier_file.cache_clear()
    assert verifier_file() == first


def test_it_is_offered_to_everybody():
    answer = Client().get("/draws/verify_draw.pyz")
    assert answer.content == verifier_file()
    assert answer["Content-Disposition"] == 'attachment; filename="verify_draw.pyz"'
