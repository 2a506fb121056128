"""Outside `engine/formats` nobody asks which format it is, only what it answers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.syntax import every
from tournaments.engine import FORMATS

ROOT = Path(__file__).resolve().parents[3]
FORMATS_FOLDER = ROOT / "tournaments/engine/formats"
PACKAGES = ("clubsite", "matches", "tournaments")
PAGES = ("templates", "clubsite/static")
KEYS = {known.key for known in FORMATS}
OBJECTS = {known.key.upper() for known in FORMATS}

RULEBOOK = ROOT / "matches/rulebook"
"""Its profile "danish" is no format."""
HOMONYMS = {"lives"}
"""The option of a stage, too."""
PROFILES = {"presets.py"}
"""Cards name a profile of the rules."""

DATA = {"presets.py"}
"""The cards are data: they name formats as objects."""


def python_files() -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if (
                not {FORMATS_FOLDER, RULEBOOK} & {*path.parents}
                and "migrations" not in path.parts
            ):
                yield path


def strings(file: Path) -> Iterator[str]:
    """Yield every text of a module that is no docstring."""
    docs = {id(statement.value) for statement in every(file, ast.Expr)}
    for node in every(file, ast.Constant):
        if isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def named(text: str) -> str | None:
    """Return the key that a text is, or that a purpose of lots begins with."""
    first = text.partition(":")[0]
    return first if first in KEYS else None


def test_no_module_names_a_key() -> None:
    places = []
    for path in python_files():
        for text in strings(path):
            key = named(text)
            is_known = key in HOMONYMS or path.name in PROFILES
            if key is not None and not is_known:
                places.append((path.relative_to(ROOT).as_posix(), text))
    assert not places


def test_no_page_and_no_script_names_a_key() -> None:
    quoted = re.compile(rf"""["'`](?:{"|".join(sorted(KEYS))})(?: \d+)?["'`]""")
    for folder in PAGES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".html", ".js", ".svg"}:
                assert not quoted.findall(path.read_text("utf-8")), path


def test_only_data_imports_a_format() -> None:
    for path in python_files():
        for node in every(path, ast.ImportFrom):
            if node.module:
                inside = node.module.rpartition("engine.formats.")[2]
                assert inside.partition(".")[0] not in KEYS, path
                objects = OBJECTS & {alias.name for alias in node.names}
                if ".engine.formats" in node.module and objects:
                    assert path.name in DATA, path


def test_every_homonym_is_a_key() -> None:
    assert set(HOMONYMS) <= KEYS
