"""The documents hold together: links, files, commands, pictures and words exist."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.messages import catalogue_file, load

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
MANUAL = sorted((DOCS / "manual").rglob("*.md"))
MOST_BYTES_OF_A_PICTURE = 80 * 1024
MOST_BYTES_OF_ALL = 2_500_000

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")
CODE = re.compile(r"(?:^|(?<=\n\n))(?: {4,}.*\n)+|`[^`\n]*`")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
BOLD = re.compile(r"\*\*([^*]+)\*\*")
# `tests/x.py`, and without its ending, or without `tests/`, as tables name modules.
FILE = re.compile(r"`((?:benchmarks|clubsite|docs|matches|tests|tournaments)/[\w./-]+)")
MODULE = re.compile(r"python3? -m ((?:benchmarks|tests)[\w.]*)")
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
OURS = r"(?:clubsite|matches|tests|tournaments)[\w.]*"
IMPORT = re.compile(rf"^from {OURS} import (?:\([^)]*\)|.*)", re.MULTILINE)
COMMAND = re.compile(r"(?:\./run manage|manage\.py) ([a-z_]+)")
STARTER = "club"
"""The command that `manage.py` carries out by itself."""
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%")
DIARY = re.compile(
    r"\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October"
    r"|November|December) 20\d\d|^Date: |\b(?=\w*\d)(?=\w*[a-f])[0-9a-f]{8,12}\b"
    r"|\bbefore/after\b|\bbefore and after:",
    re.MULTILINE,
)
"""Dates, commit hashes and comparisons with what was there earlier."""


def pages() -> list[str]:
    """The names of all documents."""
    return [page.relative_to(ROOT).as_posix() for page in PAGES]


def prose(name: str) -> str:
    """Return a document without its code."""
    return CODE.sub("", (ROOT / name).read_text(encoding="utf-8"))


def links(name: str) -> Iterator[tuple[str, str]]:
    """Yield the file and the heading that each link inside the repository names."""
    text = prose(name)
    images = [one or two for one, two in IMAGE.findall(text)]
    for target in [*LINK.findall(text), *images]:
        if "://" not in target and not target.startswith("mailto:"):
            file, _hash, heading = target.partition("#")
            path = (ROOT / name).parent / file if file else ROOT / name
            yield path.resolve().relative_to(ROOT).as_posix(), heading


def headings(name: str) -> set[str]:
    """Return the anchors that GitHub makes of the headings of a document."""
    found = HEADING.findall((ROOT / name).read_text(encoding="utf-8"))
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in found)
    return {heading.replace(" ", "-") for heading in kept}


@pytest.mark.parametrize("name", pages())
def test_links_lead_somewhere(name: str) -> None:
    wrong = [
        f"{file}#{heading}"
        for file, heading in links(name)
        if not (ROOT / file).exists() or (heading and heading not in headings(file))
    ]
    assert wrong == []


# The how-to pages name files that their readers make.
@pytest.mark.parametrize("name", [each for each in pages() if "/how-to/" not in each])
def test_files_and_modules_that_a_page_names_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = [file.rstrip("/.") for file in FILE.findall(text)]
    named += [module.replace(".", "/") for module in MODULE.findall(text)]
    missing = [
        file
        for file in named
        if not any(
            (ROOT / f"{start}{file}{end}").exists()
            for start in ("", "tests/")
            for end in ("", ".py")
        )
    ]
    assert missing == []


@pytest.mark.parametrize("name", pages())
def test_a_page_is_no_diary(name: str) -> None:
    assert DIARY.findall(prose(name)) == []


@pytest.mark.parametrize("name", pages())
def test_commands_that_a_page_names_exist(name: str) -> None:
    named = set(COMMAND.findall((ROOT / name).read_text(encoding="utf-8")))
    assert sorted(named - {*get_commands(), STARTER}) == []


@pytest.mark.parametrize("page", [each for each in pages() if "/how-to/" in each])
def test_what_a_how_to_page_imports_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = "\n".join(IMPORT.findall("".join(PYTHON.findall(text))))
    wrong = []
    for node in ast.parse(lines).body:
        assert isinstance(node, ast.ImportFrom)
        module = str(node.module)
        if module.replace(".", "/") in text:
            continue  # the page has its reader write it
        for name in (alias.name for alias in node.names):
            inside = ROOT / module.replace(".", "/") / f"{name}.py"
            if not hasattr(import_module(module), name) and not inside.exists():
                wrong.append(f"{module}.{name}")
    assert wrong == []


def test_every_picture_is_shown() -> None:
    shown = {file for name in pages() for file, _heading in links(name)}
    taken = {file.relative_to(ROOT).as_posix() for file in PICTURES.iterdir()}
    assert taken
    assert sorted(taken - shown) == []


def test_every_document_is_found_from_the_readme() -> None:
    found, todo = set(), ["README.md"]
    while todo:
        name = todo.pop()
        if name in found or not name.endswith(".md"):
            continue
        found.add(name)
        todo += [file for file, _heading in links(name)]
    assert sorted(set(pages()) - found) == []


def test_pictures_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in PICTURES.iterdir()}
    assert {
        name for name, size in sizes.items() if size > MOST_BYTES_OF_A_PICTURE
    } == set()
    assert sum(sizes.values()) <= MOST_BYTES_OF_ALL


@cache
def sentences(language: str) -> tuple[set[str], re.Pattern[str]]:
    """Return what the product says in a language; with values, as a pattern."""
    said: set[str] = set()
    for entry in load(catalogue_file("da" if language == "en" else language)):
        if language == "en":
            said |= {entry.msgid, entry.msgid_plural}
        else:
            said |= {entry.msgstr, *entry.msgstr_plural.values()}
    said = {" ".join(text.split()) for text in said}
    said |= {text[:1].upper() + text[1:] for text in said}  # as `capfirst` shows it
    patterns = (
        ".+".join(map(re.escape, PLACEHOLDER.split(text)))
        for text in said
        # A text of placeholders alone would match everything.
        if PLACEHOLDER.search(text) and re.search(r"\w", PLACEHOLDER.sub("", text))
    )
    return said, re.compile("|".join(patterns))


@pytest.mark.parametrize(
    "page", MANUAL, ids=lambda page: page.relative_to(DOCS / "manual").as_posix()
)
def test_bold_words_of_the_manual_are_on_the_screen(page: Path) -> None:
    language = "en" if page.parent.name == "manual" else page.parent.name
    said, patterns = sentences(language)
    bold = BOLD.findall(prose(page.relative_to(ROOT).as_posix()))
    texts = {" ".join(text.split()) for text in bold}
    unknown = {text for text in texts - said if not patterns.fullmatch(text)}
    assert sorted(unknown) == []
