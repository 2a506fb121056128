"""What no template may contain."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "templates"
PAPER_PARTS = {"_paper_form.html"}


def is_paper(path: Path) -> bool:
    """Whether a template is for PDFs: its stylesheet is a template beside it."""
    return path.with_suffix(".css").exists() or path.name in PAPER_PARTS


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
