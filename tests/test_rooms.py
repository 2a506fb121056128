"""The plan of the rooms: one class name for one thing, no module that is a splinter."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path
from statistics import median
from typing import Final

from tests.figures import APPS, PROGRAMS, SHORT, repeated_class_names
from tests.syntax import every

ROOT = Path(__file__).resolve().parent.parent
BOUNDARIES: Final = {
    "access": "views get objects from here alone",
    "queries": "views read from here alone",
    "forms": "views take what was typed from here alone",
    "errors": "the table of refusals of a room",
    "job": "what a worker does for a room",
    "stage_converter": "how a stage stands in an address",
    "why": "the reasons of a format, in the same place for every format",
}
"""Names of modules that stand alone however small they are, and why."""


@cache
def modules() -> dict[str, Path]:
    """Return the modules of the product by their dotted names."""
    found = {}
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            if "migrations" in file.parts or file.stem in PROGRAMS:
                continue
            parts = file.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = file
    return found


def imported(file: Path) -> Iterator[str]:
    """Yield the modules of the product that a module imports."""
    for whole in every(file, ast.Import):
        yield from (alias.name for alias in whole.names if alias.name in modules())
    for part in every(file, ast.ImportFrom):
        base = part.module or ""
        for alias in part.names:
            inside = f"{base}.{alias.name}"
            if inside in modules() or base in modules():
                yield inside if inside in modules() else base


def named_to_django() -> set[str]:
    """Return the modules that Django finds by what the settings say."""
    texts = every(ROOT / "clubsite/settings.py", ast.Constant)
    return {
        text.value.rpartition(".")[0] for text in texts if isinstance(text.value, str)
    } & set(modules())


def lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def test_a_public_class_name_means_one_thing() -> None:
    """The files of the product are read, in order: nothing that a test makes counts."""
    trees = [(file, every(file, ast.Module)[0]) for file in modules().values()]
    told = {
        name: [file.relative_to(ROOT).as_posix() for file in files]
        for name, files in repeated_class_names(trees).items()
    }
    assert told == {}


def test_a_class_counts_where_it_is_written_whatever_comes_first() -> None:
    one = ast.parse("class Line: ...\nclass _Line: ...")
    other = ast.parse(
        "class Line:\n    class Inner: ...\ndef f():\n    class Line: ..."
    )
    shapes, command = ast.parse("class Line: ..."), ast.parse("class Line: ...")
    files = [
        (Path("matches/ledger.py"), one),
        (Path("tournaments/words.py"), other),
        (Path("matches/api/shapes.py"), shapes),
        (Path("matches/management/commands/web.py"), command),
    ]
    for order in permutations(files):
        found = repeated_class_names(order)
        assert {name: {*places} for name, places in found.items()} == {
            "Line": {Path("matches/ledger.py"), Path("tournaments/words.py")}
        }


def test_a_small_module_with_one_importer_is_a_boundary() -> None:
    importers = defaultdict(set)
    for name, file in modules().items():
        for other in imported(file):
            importers[other].add(name)
    known_to_django = named_to_django()
    splinters = [
        name
        for name, file in modules().items()
        if file.stem not in {"__init__", *BOUNDARIES}
        and name not in known_to_django
        and len(importers[name]) == 1
        and lines(file) < SHORT
    ]
    assert splinters == []


def test_the_median_module_is_short() -> None:
    assert median(map(lines, modules().values())) <= 150


def test_the_product_asserts_nothing() -> None:
    """A type, a refusal or an error says what must be so: `python -O` skips asserts."""
    asserting = [name for name, file in modules().items() if every(file, ast.Assert)]
    assert asserting == []
