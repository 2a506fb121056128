"""What the README and the documents show to programmers is true."""

import doctest
import re
from pathlib import Path

import pytest

import tournaments.engine
from clubsite.environment import VARIABLES
from matches import rules

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
DOCUMENTS = sorted((ROOT / "docs").rglob("*.md"))
WITH_EXAMPLES = [
    file.relative_to(ROOT).as_posix()
    for file in (README, ROOT / "CONTRIBUTING.md", *DOCUMENTS)
    if ">>> " in file.read_text(encoding="utf-8")
]
VARIABLE = re.compile(r"`(CRAWFORD_\w+|\w+_URL)`")


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_run(name: str) -> None:
    tried = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert tried.attempted
    assert tried.failed == 0


def test_the_cores_are_shown_by_example() -> None:
    assert {"docs/library.md", "docs/draws.md"} <= set(WITH_EXAMPLES)


def test_examples_of_the_cores_run() -> None:
    for module in (rules, tournaments.engine):
        tried = doctest.testmod(module)
        assert tried.attempted > 3
        assert tried.failed == 0


def test_named_variables_exist() -> None:
    named = set(VARIABLE.findall(README.read_text(encoding="utf-8")))
    assert named <= {variable.name for variable in VARIABLES}
    assert {"DATABASE_URL", "CRAWFORD_URL"} <= named


def test_every_variable_is_explained() -> None:
    text = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| {VARIABLE.pattern} \|", text, re.MULTILINE)
    assert rows
    assert sorted(rows) == sorted(variable.name for variable in VARIABLES)
