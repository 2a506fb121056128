"""What no template may contain."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "templates"
PAPER_PARTS = {
    "_paper_card.html",
    "_paper_form.html",
    "_paper_head.html",
    "_paper_sign.html",
}


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


# How a template reads -------------------------------------------------------

LONGEST_LINE = 110
MOST_TERMS = 2
DEEPEST = 4
TAG = re.compile(r"{%\s*(\w+)(.*?)%}")
NESTING = {"block", "filter", "for", "if", "ifchanged", "panel", "spaceless", "with"}
TOO_MANY_TERMS = 0
"""Conditions of more terms that are left. The number may only fall."""
TOO_DEEP = 0
"""Templates that are left with deeper nesting. The number may only fall."""
SOURCES = sorted(path for path in ROOT.rglob("*") if path.suffix in {".html", ".css"})


def terms_of(condition: str) -> int:
    return 1 + len(re.findall(r"\s(?:and|or)\s", condition))


def depth_of(text: str) -> int:
    depth = deepest = 0
    for tag in TAG.finditer(text):
        name = tag[1]
        if name in NESTING:
            depth += 1
            deepest = max(deepest, depth)
        elif name.removeprefix("end") in NESTING:
            depth -= 1
    assert depth == 0
    return deepest


def test_no_line_is_too_long() -> None:
    assert len(SOURCES) > MANY
    faults = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in SOURCES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert not faults, "\n".join(faults)


def test_no_condition_has_many_terms() -> None:
    faults = [
        f"{path.relative_to(ROOT)}: {tag[0]}"
        for path in SOURCES
        for tag in TAG.finditer(path.read_text())
        if tag[1] in {"if", "elif"} and terms_of(tag[2]) > MOST_TERMS
    ]
    assert len(faults) <= TOO_MANY_TERMS, "\n".join(faults)
    assert len(faults) == TOO_MANY_TERMS, f"lower the number to {len(faults)}"


def test_no_template_is_nested_deeply() -> None:
    faults = [
        f"{path.relative_to(ROOT)}: {depth}"
        for path in SOURCES
        if (depth := depth_of(path.read_text())) > DEEPEST
    ]
    assert len(faults) <= TOO_DEEP, "\n".join(faults)
    assert len(faults) == TOO_DEEP, f"lower the number to {len(faults)}"


def test_terms_and_depth_are_counted() -> None:
    assert terms_of(" a.b and not c or d ") == MOST_TERMS + 1
    assert depth_of("{% if a %}{% for b in c %}{% endfor %}{% else %}{% endif %}") == 2
