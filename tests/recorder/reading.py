"""What a person reads on a page, as lines of text."""

import re
from html.parser import HTMLParser
from io import BytesIO

from pypdf import PdfReader

from tests.layout import BLOCKS

BREAKS = frozenset(BLOCKS.split("|")) | {"img", "input", "textarea", "noscript"}
UNSEEN = frozenset({"script", "style", "template"})
SAID = ("aria-label", "alt", "placeholder", "title")
FIELDS = frozenset({"input", "select", "textarea"})
VOLATILE = frozenset({"csrfmiddlewaretoken", "op"})


class Reader(HTMLParser):
    """Collects the lines of a page, its fields, and where it leads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.links: list[str] = []
        self._line: list[str] = []
        self._unseen = 0
        self.feed(html)
        self._end_line()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in BREAKS:
            self._end_line()
        self._unseen += tag in UNSEEN
        if tag in FIELDS and given.get("name") not in VOLATILE:
            kind, value = given.get("type") or tag, given.get("value") or ""
            chosen = " checked" if "checked" in given else ""
            self.lines.append(f"[{kind} {given.get('name')}={value}{chosen}]")
        if tag == "form":
            self.links.append(f"{given.get('method') or 'get'} {given.get('action')}")
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        self.lines += [f"({given[name]})" for name in SAID if given.get(name)]

    def handle_endtag(self, tag: str) -> None:
        if tag in BREAKS:
            self._end_line()
        self._unseen -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._line.append(data)

    def _end_line(self) -> None:
        if text := " ".join("".join(self._line).split()):
            self.lines.append(text)
        self._line = []


def page_lines(html: str) -> tuple[list[str], list[str]]:
    """Return the lines of a page and its links, both in their order."""
    reader = Reader(html)
    return reader.lines, reader.links


def pdf_lines(content: bytes) -> list[str]:
    """Return the words of a PDF by page, sorted: how they are laid out may change."""
    lines = []
    for number, page in enumerate(PdfReader(BytesIO(content)).pages, start=1):
        words = sorted(re.findall(r"\S+", page.extract_text()))
        lines += [f"Page {number}", *words]
    return lines
