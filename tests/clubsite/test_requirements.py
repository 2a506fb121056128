"""The locks: complete, hashed, explained, and tied to no machine."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.txt", "tests/requirements.txt")
PINNED = re.compile(r"^([a-z0-9-]+)(?:\[[a-z]+\])?==(\S+)((?: ; .*)?) \\$", re.M)
DIRECT = re.compile(r"^([a-z0-9-]+)(?:\[[a-z]+\])?==(\S+)$", re.M)


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def pins(name):
    return {found[0] + found[2]: found[1] for found in PINNED.findall(text(name))}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_place(name):
    assert re.findall(r"index|find-links|file:|https?:|trusted|@", text(name)) == []
    assert re.findall(r"^\s*(?!--hash=)-.*$", text(name), re.M) == []


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_of_a_lock_is_pinned_and_hashed(name):
    blocks = re.split(r"\n(?=\S)", re.sub(r"(?m)^#.*\n", "", text(name)).strip())
    for block in blocks:
        assert PINNED.match(block + " "), block
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block
    assert len(blocks) == len(pins(name))


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_what_was_asked_for(name):
    asked = DIRECT.findall(text(name.replace(".txt", ".in")))
    assert asked
    assert {package: pins(name).get(package) for package, _ in asked} == dict(asked)


def test_the_tests_run_on_the_versions_of_the_product():
    assert pins("requirements.txt").items() <= pins("tests/requirements.txt").items()


def test_the_oldest_python_has_its_package():
    assert "async-timeout ; python_full_version < '3.11.3'" in pins("requirements.txt")


@pytest.mark.parametrize("name", ["requirements.in", "tests/requirements.in"])
def test_every_choice_says_why(name):
    before = ""
    for line in text(name).splitlines():
        if "==" in line:
            assert before.startswith("# "), line
        before = line
