"""What no template may contain."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "templates"


def is_paper(path: Path) -> bool:
    """Whether a template is for PDFs: its stylesheet is a template beside it."""
    return path.with_suffix(".css").exists() or path.name.startswith("_paper_")


PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in ROOT.rglob("*.html")
    if not is_paper(path)
)
FORBIDDEN = {
    "an inline style": re.compile(r"\sstyle=|<style"),
    "an inline handler": re.compile(
        r"\son(?:click|change|submit|load|input|error|key\w+|focus|blur|mouse\w+)=|hx-on"
    ),
    "an inline script": re.compile(r"<script(?![^>]*\bsrc=)"),
    "a colour of its own": re.compile(r"#[0-9a-fA-F]{6}\b"),
    "an address elsewhere": re.compile(r"(?:src|href)=\"(?:https?:)?//"),
    "an unescaped value": re.compile(r"\|safe\b|autoescape off"),
}
MANY = 100
FEWEST_PARTS = 30
THEME_COLOURS = {"base.html", "error.html"}
"""The browser's own frame takes its colour from the page's head, not from a style."""


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_page_has(what: str) -> None:
    pages = set(PAGES) - (THEME_COLOURS if what == "a colour of its own" else set())
    assert len(pages) > MANY
    faults = [
        f"{page}: {found[0]}"
        for page in sorted(pages)
        if (found := FORBIDDEN[what].search((ROOT / page).read_text()))
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("an inline style", '<p style="color: red">'),
        ("an inline handler", '<p onclick="go()">'),
        ("an inline script", "<script>go()</script>"),
        ("a colour of its own", "#1a2b3c"),
        ("an address elsewhere", '<img src="//elsewhere.example/1.png">'),
        ("an unescaped value", "{{ name|safe }}"),
    ],
)
def test_the_patterns_find_what_they_name(what: str, text: str) -> None:
    assert [each for each in FORBIDDEN if FORBIDDEN[each].search(text)] == [what]


def test_each_table_has_a_caption() -> None:
    """Also where the worlds of the litany show none: a screen reader names tables."""
    tables = {
        page: (text.count("<table"), text.count("<caption"))
        for page in PAGES
        if "<table" in (text := (ROOT / page).read_text("utf-8"))
    }
    assert len(tables) > FEWEST_PARTS
    assert not {page: told for page, told in tables.items() if told[0] != told[1]}


PART = re.compile(r"\.([a-z][a-z0-9-]*(?:__|--)[a-z0-9-]+)")
"""A class of a part (`receipt__digits`) as a selector has it."""


def test_browser_tests_look_for_parts_that_exist() -> None:
    site = ROOT.parent
    sources = [
        *ROOT.rglob("*.html"),
        *site.glob("*/templatetags/*.py"),
        *(site / "clubsite/static/js").glob("*.js"),
    ]
    written = set(re.findall(r"[\w-]+", "\n".join(map(Path.read_text, sources))))
    looked_for = {
        found: path.name
        for path in (site / "tests/browser").rglob("*.py")
        for found in PART.findall(path.read_text())
    }
    assert len(looked_for) > FEWEST_PARTS
    assert not {part: file for part, file in looked_for.items() if part not in written}
