"""What no template may contain."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "templates"
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in ROOT.rglob("*.html")
    if "print" not in path.relative_to(ROOT).parts
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
THEME_COLOURS = {"base.html", "error.html"}
"""The browser's own frame takes its colour from the page's head, not from a style."""


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_page_has(what: str, page: str) -> None:
    if what == "a colour of its own" and page in THEME_COLOURS:
        return
    assert FORBIDDEN[what].search((ROOT / page).read_text()) is None
