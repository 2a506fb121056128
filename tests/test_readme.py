"""What the README shows to programmers is true."""

import doctest
import re
from pathlib import Path

import tournaments.engine
from clubsite.environment import VARIABLES
from matches import rules

README = Path(__file__).resolve().parent.parent / "README.md"


def test_examples_run() -> None:
    tried = doctest.testfile(str(README), module_relative=False)
    assert tried.attempted > 10
    assert tried.failed == 0


def test_examples_of_the_cores_run() -> None:
    for module in (rules, tournaments.engine):
        tried = doctest.testmod(module)
        assert tried.attempted > 3
        assert tried.failed == 0


def test_named_variables_exist() -> None:
    named = set(re.findall(r"`(CRAWFORD_\w+|\w+_URL)`", README.read_text()))
    assert named <= {variable.name for variable in VARIABLES}
    assert {"DATABASE_URL", "REDIS_URL", "CRAWFORD_URL"} <= named


def test_images_exist() -> None:
    images = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README.read_text())
    assert images
    assert all((README.parent / image).is_file() for image in images)
