"""The documents for programmers name files and functions that are there."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from django.apps import apps

from tests.syntax import every
from tests.test_rooms import APPS, modules

ROOT: Final = Path(__file__).resolve().parent.parent
ARCHITECTURE: Final = ROOT / "docs/architecture.md"
CLICKS: Final = "## How a click travels"
FILE: Final = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|html|js|css|toml))`")
PLACED: Final = re.compile(r"`(\w+)`(?: in | \(|, in )`(\w+/[\w/]+\.py)`")
"""A name and its module, as in: `lock_match` (`matches/ledger/book.py`)."""
NAME: Final = re.compile(r"`([A-Za-z_]\w+)`")
NAMED_MODEL: Final = re.compile(r"\b([A-Z]\w+)")
RELATED: Final = re.compile(
    r"(?:─[<?1]|>─|M:N)(?: previous| parent| source)? ([A-Z]\w+)"
)
"""A model at the end of a line of the diagram."""


def described() -> str:
    """Return what the architecture says of the product as it is."""
    return ARCHITECTURE.read_text(encoding="utf-8")


def clicks() -> str:
    """Return the part on how a click travels."""
    return described().partition(CLICKS)[2].partition("\n## ")[0]


@cache
def defined(file: Path) -> frozenset[str]:
    """Return the names of functions, classes, variables and fields of a module."""
    functions = every(file, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = {node.name for node in functions}
    names |= {
        node.id for node in every(file, ast.Name) if isinstance(node.ctx, ast.Store)
    }
    return frozenset(names)


def missing_files(text: str, folder: Path) -> Iterator[str]:
    """Yield the files that a document names and the repository does not have."""
    for name in FILE.findall(text):
        if "/" not in name:
            if not any(ROOT.glob(f"*{name}")) and not found_below(name):
                yield name
        elif not (ROOT / name).exists() and not (folder / name).exists():
            yield name


@cache
def found_below(name: str) -> bool:
    """Return True if a folder of the product or of the tests has a file of the name."""
    tops = ("clubsite", "matches", "tournaments", "templates", "tests", "benchmarks")
    return any(next((ROOT / top).rglob(name), None) for top in tops)


def test_the_files_that_the_architecture_names_are_there() -> None:
    assert [*missing_files(described(), ARCHITECTURE.parent)] == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs/decisions").glob("*.md")))
def test_the_files_that_a_decision_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [*missing_files(text, page.parent)] == []


def test_the_functions_on_the_way_of_a_click_are_where_it_says() -> None:
    placed = PLACED.findall(clicks())
    assert len(placed) >= 10
    wrong = [(name, file) for name, file in placed if name not in defined(ROOT / file)]
    assert wrong == []


def test_every_name_on_the_way_of_a_click_is_one_of_the_product() -> None:
    known = frozenset[str]().union(*map(defined, modules().values()))
    assert {*NAME.findall(clicks())} <= known


def part(heading: str) -> str:
    """Return what stands below a heading of the architecture."""
    return described().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_the_diagram_has_every_model_and_no_other() -> None:
    ours = {
        model.__name__
        for model in apps.get_models()
        if model.__module__.partition(".")[0] in APPS
    }
    diagram = part("The models")
    assert sorted(ours - set(NAMED_MODEL.findall(diagram))) == []
    assert sorted(set(RELATED.findall(diagram)) - ours) == []
