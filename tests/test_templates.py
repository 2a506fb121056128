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


# How a template reads -------------------------------------------------------

LONGEST_LINE = 110
MOST_TERMS = 2
DEEPEST = 4
TAG = re.compile(r"{%\s*(\w+)(.*?)%}")
NESTING = {
    *("block", "filter", "for", "if", "ifchanged", "spaceless", "with"),
    *("crumbs", "panel"),
}
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


def test_each_table_has_a_caption() -> None:
    """Also where the worlds of the litany show none: a screen reader names tables."""
    tables = {
        page: (text.count("<table"), text.count("<caption"))
        for page in PAGES
        if "<table" in (text := (ROOT / page).read_text("utf-8"))
    }
    assert len(tables) > FEWEST_PARTS
    assert not {page: told for page, told in tables.items() if told[0] != told[1]}


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


# Components -----------------------------------------------------------------

WRITTEN_OUT = {
    "crumbs": re.compile(r'class="crumbs"'),
    "head": re.compile(r'{% extends.*<header class="head">', re.DOTALL),
    "name": re.compile(r'class="checker[^>]*>\s*</\w+>\s*{{'),
    "panel": re.compile(
        r'<h2 class="section__title" id="[^"]*">\s*'
        r"{[{%][^%}]*[%}]}\s*(?:<span class=\"count\">{{[^}]*}}</span>\s*)?"
        r"</h2>\s*</div>"
    ),
    "score": re.compile(r"}}–{{"),
    "state": re.compile(r'class="tag(?: is-\w+)?">\s*{% icon'),
    "steps": re.compile(r"<progress\b"),
}
"""What a component is for, where it is written out.

The head of a page is no tag: its parts are blocks of `base.html`.
"""
MAY_BE_WRITTEN_OUT = {
    ("head", "matches/players/player.html"): "its words are found in one panel",
    ("head", "tournaments/draws/draws.html"): "comes after the choice of a stage",
    ("head", "tournaments/entries/entries.html"): "comes after the divisions",
    ("panel", "tournaments/standings/_cross_group.html"): "has a title only in groups",
    ("panel", "tournaments/desk/_waiting.html"): "the panel is one part for htmx",
    ("panel", "tournaments/entries/options/_choice_section.html"): "is inside a panel",
    ("state", "matches/files/_file_games.html"): "says what else is recorded",
    ("steps", "_stack.html"): "a share of players, not of a job",
    ("steps", "_steps.html"): "the component itself",
}
SENTENCE = re.compile(r"{%\s*blocktranslate.*?{%\s*endblocktranslate\s*%}", re.DOTALL)


def written_out(text: str) -> list[str]:
    """Return the components that a template writes out; a sentence may hold scores."""
    text = SENTENCE.sub("", text)
    return [name for name, pattern in WRITTEN_OUT.items() if pattern.search(text)]


def test_components_are_used_everywhere() -> None:
    found = {
        (name, page)
        for page in PAGES
        for name in written_out((ROOT / page).read_text())
    }
    new = sorted(found - set(MAY_BE_WRITTEN_OUT))
    assert not new, "\n".join(f"{page}: use {{% {name} %}}" for name, page in new)
    assert found == set(MAY_BE_WRITTEN_OUT)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("crumbs", '<nav class="crumbs" aria-label="x">'),
        ("head", '{% extends "base.html" %}<header class="head"></header>'),
        ("name", '<span class="checker is-one" aria-hidden="true"></span> {{ a }}'),
        (
            "panel",
            '<div class="section__head"><h2 class="section__title" id="a">'
            '{% translate "A" %} <span class="count">{{ b }}</span></h2></div>',
        ),
        ("score", "<td>{{ one }}–{{ two }}</td>"),
        ("state", '<span class="tag is-ok">{% icon "check" %}</span>'),
        ("steps", '<progress max="3"></progress>'),
    ],
)
def test_components_are_recognized(name: str, text: str) -> None:
    assert written_out(text) == [name]


def test_a_sentence_may_hold_a_score() -> None:
    assert not written_out(
        "{% blocktranslate %}It is {{ one }}–{{ two }}.{% endblocktranslate %}"
    )


def test_terms_and_depth_are_counted() -> None:
    assert terms_of(" a.b and not c or d ") == MOST_TERMS + 1
    assert depth_of("{% if a %}{% for b in c %}{% endfor %}{% else %}{% endif %}") == 2
    assert depth_of("{% crumbs %}{% panel a b %}{% endpanel %}{% endcrumbs %}") == 2


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
