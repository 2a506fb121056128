"""The tables of refusals: codes, sentences, and what each raise gives to them."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from matches.rules.refusals import Refusal, RuleError, refusals
from tests.refusals import table
from tests.syntax import every

ROOT = Path(__file__).parent.parent
APPS = ("clubsite", "matches", "tournaments")
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for app in APPS
    for path in sorted((ROOT / app).rglob("*.py"))
    if "migrations" not in path.parts
}


def tables() -> Iterator[tuple[str, str, Refusal[RuleError]]]:
    for module, path in MODULES.items():
        if " = Refusal(" in path.read_text(encoding="utf-8"):
            for name, each in table(importlib.import_module(module)).items():
                yield module, name, each


TABLES = [*tables()]
BY_NAME = {name: each for _, name, each in TABLES}


def test_every_refusal_is_in_a_table_under_one_name() -> None:
    assert len(BY_NAME) == len(TABLES) > 300
    known = {each.code for each in refusals() if not each.code.startswith("test.")}
    assert known == {each.code for _, _, each in TABLES}


@pytest.mark.parametrize("refusal", BY_NAME.values(), ids=lambda each: each.code)
def test_every_refusal_is_a_calm_whole_sentence(refusal: Refusal[RuleError]) -> None:
    sentence = refusal.english
    assert re.fullmatch(r"(?:[A-Z“]|%\().*(?:[.:”]|%\(\w+\)s)", sentence)
    assert not re.search(r"!|\bplease\b|\bsorry\b", sentence, re.IGNORECASE)
    assert sentence.count("%") == len(re.findall(r"%\([a-z_]+\)s", sentence))
    # What the API says of a request itself has the status that HTTP has for it.
    of_requests = (
        {401, 403, 404, 405, 413} if refusal.code.startswith("api.") else set()
    )
    assert refusal.status in {409, 422, 429} | of_requests


def made(file: Path) -> Iterator[tuple[str, ast.Call]]:
    """Yield the names of refusals that are called, with the call."""
    for call in every(file, ast.Call):
        chosen = [call.func]
        if isinstance(call.func, ast.IfExp):
            chosen = [call.func.body, call.func.orelse]
        for called in chosen:
            name = getattr(called, "id", getattr(called, "attr", ""))
            if name in BY_NAME:
                yield name, call


def test_every_placeholder_gets_its_value_where_a_refusal_is_made() -> None:
    wrong, count = [], 0
    for module, path in MODULES.items():
        for name, call in made(path):
            given = {each.arg for each in call.keywords}
            count += 1
            if None not in given and BY_NAME[name].fields - given:
                wrong.append(f"{module}:{call.lineno} {name}")
    assert not wrong
    assert count > 350


def test_no_refusal_is_raised_without_a_call() -> None:
    """`raise SCORE_CHANGED` would be a TypeError, and only when it is reached."""
    raised = {
        f"{module}:{node.lineno}"
        for module, path in MODULES.items()
        for node in every(path, ast.Raise)
        if getattr(node.exc, "id", getattr(node.exc, "attr", "")) in BY_NAME
    }
    assert not raised
