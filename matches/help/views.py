"""The manual of docs/manual as pages of the help, and the part about an address."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER: Final = settings.BASE_DIR / "docs" / "manual"
NAMES: Final = (
    *("players", "before", "evening", "weekend", "when", "screens", "money"),
    *("ratings", "seasons", "roles"),
)
"""The pages in their order; the first is for players, the others for directors."""

_MARKDOWN: Final = MarkdownIt("commonmark").enable("table")
_COMMENT: Final = re.compile(r"<!-- (pages|words): (.*?)\s-->\n", re.DOTALL)
_PICTURE: Final = re.compile(r"^ *!\[.*?\]\(.*?\)\n\n?", re.MULTILINE)
_TABLE: Final = re.compile(r'<table aria-label="([^"]*)">')
_HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """A heading and its text; `words` find it beside its title."""

    page: str
    anchor: str
    title: str
    pages: tuple[str, ...]
    words: str
    text: str

    def get_absolute_url(self) -> str:
        return f"{reverse('help_page', args=[self.page])}#{self.anchor}"


@dataclass(frozen=True, slots=True)
class ManualPage:
    """A page with its parts."""

    name: str
    language: str
    title: str
    html: SafeString
    parts: Sequence[Part]


@cache
def manual_page(name: str, language: str) -> ManualPage:
    """Return a page in a language, or in English if it is not translated."""
    file = FOLDER / ("" if language == "en" else language) / f"{name}.md"
    if not file.exists():
        return manual_page(name, "en")
    source = _PICTURE.sub("", file.read_text(encoding="utf-8"))
    start, *texts = re.split(r"^(?=## )", source, flags=re.MULTILINE)
    if language == "en":
        anchors = [slugify(title) for title in _HEADING.findall(source)]
    else:
        anchors = [part.anchor for part in manual_page(name, "en").parts]
    parts = [
        _part(name, anchor, text) for anchor, text in zip(anchors, texts, strict=True)
    ]
    title, _end, lead = start.removeprefix("# ").partition("\n")
    return ManualPage(name, language, title, _html(lead, texts, anchors), parts)


def _part(page: str, anchor: str, source: str) -> Part:
    about = dict(_COMMENT.findall(source))
    heading, _end, text = _COMMENT.sub("", source).partition("\n")
    return Part(
        page,
        anchor,
        heading.removeprefix("## "),
        tuple(about.get("pages", "").split()),
        about.get("words", ""),
        text,
    )


def _html(lead: str, texts: Sequence[str], anchors: Sequence[str]) -> SafeString:
    """Return the page below its title, with its own addresses for links."""
    source = _COMMENT.sub("", lead + "".join(texts)).replace("- [ ] ", "- ")
    tokens = _MARKDOWN.parse(source)
    headings = (token for token in tokens if token.type == "heading_open")
    for heading, anchor in zip(headings, anchors, strict=True):
        heading.attrSet("id", anchor)
    for inline in tokens:
        for token in inline.children or ():
            if token.type == "link_open":
                _lead_to_help(token)
    _head_rows(tokens)
    html: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    html = _TABLE.sub(
        r'<div class="table-wrap"><table class="table">'
        r'<caption class="hidden">\1</caption>',
        html,
    )
    return mark_safe(html.replace("</table>", "</table></div>"))  # noqa: S308 - our own file


def _head_rows(tokens: Sequence[Token]) -> None:
    """Make the first cell of each row a header, and the title above the caption."""
    title = cell = ""
    for before, token in pairwise(tokens):
        if token.type == "inline" and before.type == "heading_open":
            title = token.content
        elif token.type == "table_open":
            token.attrSet("aria-label", title)
        elif before.type == "tr_open" and token.type == "td_open":
            token.tag, cell = "th", "th"
            token.attrSet("scope", "row")
        elif token.type == "td_close" and cell:
            token.tag, cell = cell, ""


def _lead_to_help(link: Token) -> None:
    file, _hash, anchor = str(link.attrGet("href")).partition("#")
    if file:
        address = reverse("help_page", args=[file.removesuffix(".md")])
        link.attrSet("href", f"{address}#{anchor}" if anchor else address)


def parts(language: str) -> list[Part]:
    return [part for name in NAMES for part in manual_page(name, language).parts]


@cache
def part_about(view: str, language: str = "en") -> Part | None:
    for english, part in zip(parts("en"), parts(language), strict=True):
        if view in english.pages:
            return part
    return None


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """List all pages with their parts, that for players first."""
    players, *directors = (manual_page(name, get_language() or "en") for name in NAMES)
    return render(
        request, "matches/help/index.html", {"players": players, "directors": directors}
    )


@require_safe
def help_page(request: HttpRequest, name: str) -> HttpResponse:
    if name not in NAMES:
        raise Http404
    page = manual_page(name, get_language() or "en")
    return render(request, "matches/help/page.html", {"page": page})
