"""Count what `docs/architecture.md` says of modules, rooms, templates and words.

    python -m tests.figures
    python -m tests.figures 3d15523 HEAD

counts the working tree, or commits of it, one line a figure. Of two commits the words
of the last are compared with those of the first. Nothing of a tree is started.
"""

import ast
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import polib

from tests.messages import ROOT, Key, key, load
from tests.test_templates import (
    DEEPEST,
    LONGEST_LINE,
    MOST_TERMS,
    TAG,
    depth_of,
    terms_of,
)

APPS: Final = ("clubsite", "matches", "tournaments")
LANGUAGES: Final = ("da", "sv", "nb", "nl")
LONG, SHORT = 400, 40
CONTRACTS: Final = "pyproject.toml"
REFUSAL: Final = re.compile(r"^[A-Z_]+ = Refusal\(", re.MULTILINE)
FEATURES: Final = (
    "tournaments/results/correction",
    "tournaments/participation",
    "tournaments/setup",
    "matches/rulings",
    "tournaments/paper",
    "matches/files",
)
"""The folders of features whose modules are counted."""
PROGRAMS: Final = {"verify_draw"}
"""Programs that share nothing with the product, so that they can check it."""
Functions = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Tree:
    """The product as it is in a folder."""

    root: Path

    @cached_property
    def modules(self) -> dict[Path, str]:
        """The modules with their texts, without migrations."""
        files = [file for app in APPS for file in (self.root / app).rglob("*.py")]
        return {
            file: file.read_text(encoding="utf-8")
            for file in sorted(files)
            if "migrations" not in file.parts
        }

    @cached_property
    def templates(self) -> list[str]:
        """The texts of all templates and of the style sheets among them."""
        files = (self.root / "templates").rglob("*.*")
        return [
            file.read_text(encoding="utf-8")
            for file in files
            if file.suffix in {".html", ".css"}
        ]

    def catalogue(self, language: str) -> dict[Key, polib.POEntry]:
        """The messages of a language."""
        folder = self.root / "clubsite/locale" / language
        return {key(entry): entry for entry in load(folder / "LC_MESSAGES/django.po")}

    def figures(self) -> Iterator[tuple[str, str]]:
        """Yield what is counted of modules and templates, with its name."""
        lengths = {file: text.count("\n") for file, text in self.modules.items()}
        own = [n for file, n in lengths.items() if file.name != "__init__.py"]
        yield "modules (without __init__.py)", f"{len(lengths)} ({len(own)})"
        yield "lines", f"{sum(lengths.values()):,}"
        tenth = quantiles(lengths.values(), n=10)[-1]
        middle = median(lengths.values())
        yield (
            "lines of a module: median, 90th percentile",
            f"{middle:.0f}, {tenth:.0f}",
        )
        yield f"modules of more than {LONG} lines", str(sum(n > LONG for n in own))
        yield f"modules of at most {SHORT} lines", str(sum(n <= SHORT for n in own))
        trees = [ast.parse(text) for text in self.modules.values()]
        nodes = [node for tree in trees for node in ast.walk(tree)]
        bodies = [
            (node.end_lineno or node.lineno) - node.lineno + 1
            for node in nodes
            if isinstance(node, Functions)
        ]
        yield "function: median, longest", f"{median(bodies):.0f}, {max(bodies)}"
        repeated = repeated_class_names(zip(self.modules, trees, strict=True))
        yield (
            "public class names that are there more than once, but for the shapes of "
            "the API, commands and verify_draw.py",
            str(len(repeated)),
        )
        names = {node.name for tree in trees for node in public_classes(tree)}
        errors = sum(name.endswith("Error") for name in names)
        refusals = sum(len(REFUSAL.findall(text)) for text in self.modules.values())
        yield "exception classes; codes of refusals", f"{errors}; {refusals}"
        yield from self._of_rooms()
        yield from self._of_templates()

    def _of_rooms(self) -> Iterator[tuple[str, str]]:
        settings = tomllib.loads((self.root / CONTRACTS).read_text(encoding="utf-8"))
        for contract in settings["tool"]["importlinter"]["contracts"]:
            layers = contract.get("layers", ())
            for container in contract.get("containers", ()):
                names = [name for layer in layers for name in layer.split("|")]
                found = f"{len(names)} in {len(layers)}"
                yield f"names at the top level of {container}, in layers", found
        for feature in FEATURES:
            folder = self.root / feature
            inside = [file for file in self.modules if folder in file.parents]
            lines = sum(len(file.read_text("utf-8").splitlines()) for file in inside)
            yield f"modules of {feature}, lines", f"{len(inside)}, {lines:,}"

    def _of_templates(self) -> Iterator[tuple[str, str]]:
        lines = [line for text in self.templates for line in text.splitlines()]
        long = sum(len(line) > LONGEST_LINE for line in lines)
        yield f"lines of templates of more than {LONGEST_LINE} columns", f"{long:,}"
        conditions = [
            terms_of(tag[2])
            for text in self.templates
            for tag in TAG.finditer(text)
            if tag[1] in {"if", "elif"}
        ]
        many = sum(terms > MOST_TERMS for terms in conditions)
        yield f"conditions of more than {MOST_TERMS} terms in templates", str(many)
        depths = [depth_of(text) for text in self.templates]
        yield (
            f"deepest nesting of template tags; templates deeper than {DEEPEST}",
            f"{max(depths)}; {sum(depth > DEEPEST for depth in depths)}",
        )
        yield "English messages", f"{len(self.catalogue(LANGUAGES[0])):,}"


def public_classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """Yield the public classes of a module."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name[0] != "_":
            yield node


def repeated_class_names(
    modules: Iterable[tuple[Path, ast.Module]],
) -> dict[str, list[Path]]:
    """Return the names of several public classes, with the modules of each.

    The shapes of the API are the same things as programs read them, and keep their
    names. What Django names itself is no name of ours.
    """
    places = defaultdict(list)
    for file, tree in modules:
        if file.stem.endswith("shapes") or file.stem in PROGRAMS:
            continue
        if "commands" not in file.parts:
            for node in public_classes(tree):
                places[node.name].append(file)
    return {name: files for name, files in places.items() if len(files) > 1}


def compared(before: Tree, after: Tree) -> Iterator[tuple[str, str]]:
    """Yield what became of the words of an earlier tree."""
    old, new = before.catalogue(LANGUAGES[0]), after.catalogue(LANGUAGES[0])
    yield "English messages reworded or gone since", f"{len(old.keys() - new.keys())}"
    for language in LANGUAGES:
        old, new = before.catalogue(language), after.catalogue(language)
        corrected = sum(
            _told(old[message]) != _told(new[message]) for message in old.keys() & new
        )
        yield (
            f"translations corrected of messages that stayed: {language}",
            str(corrected),
        )


def _told(entry: polib.POEntry) -> tuple[str, ...]:
    return (entry.msgstr, *entry.msgstr_plural.values())


def unpacked(commit: str, folder: Path) -> Tree:
    """Write the product of a commit into a folder."""
    packed = subprocess.run(
        ["git", "archive", commit, *APPS, "templates", CONTRACTS],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout
    folder.mkdir(parents=True)
    # Python 3.11.2, which Debian has, knows no `filter` of `tarfile`.
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    return Tree(folder)


def main(commits: list[str]) -> None:
    """Print the figures of each tree, and what became of the words."""
    with tempfile.TemporaryDirectory() as folder:
        trees = {one: unpacked(one, Path(folder, one)) for one in commits}
        trees = trees or {"working tree": Tree(ROOT)}
        for name, tree in trees.items():
            print(f"{name}:")
            print(*(f"  {said}: {figure}" for said, figure in tree.figures()), sep="\n")
        first, *_, last = [*trees.values(), *trees.values()]
        if first != last:
            print(f"from {commits[0]} to {commits[-1]}:")
            found = compared(first, last)
            print(*(f"  {said}: {figure}" for said, figure in found), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
