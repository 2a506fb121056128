"""Names that run from right to left turn nothing around them.

The litany (`tests/test_litany.py`) is of people with such names, and looks for them
with `unisolated` on each page that it asks for.
"""

import re
from html.parser import HTMLParser
from typing import ClassVar

GIVEN = ("فاطمة", "محمود", "دانا", "יעל", "אורי", "نور", "שירה", "سامي")
FAMILY = ("الزهراء", "درويش", "כהן", "לוי", "حداد", "מזרחי", "العلي", "פרץ")

_ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")
_NAMES_ALONE = re.compile("[\u0590-\u08ff\\s'’.-]*")
# What is typed or read again, by a person or a program, is plain text.
_PLAIN = {"value", "href", "action", "hx-get", "hx-vals"}


class Texts(HTMLParser):
    """The texts of a page: what one element says, and what attributes say."""

    BLOCKS: ClassVar = {
        *("p", "li", "td", "th", "h1", "h2", "h3", "dd", "dt", "div", "option"),
        *("section", "label", "title", "text", "a", "button", "summary", "caption"),
        *("main", "body", "form", "ul", "ol", "table", "tr", "desc"),
    }

    SPOKEN: ClassVar = {"aria-label", "title", "alt", "placeholder", "data-key-label"}

    def __init__(self, html: str, *, spoken_alone: bool = False) -> None:
        super().__init__()
        self.found: list[str] = []
        self._spoken_alone = spoken_alone
        self._open: list[str] = []
        self.feed(html)
        self._close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [
            value or ""
            for name, value in attrs
            if (name in self.SPOKEN or name.startswith("data-text-"))
            or (not self._spoken_alone and name not in _PLAIN)
        ]
        if tag in self.BLOCKS:
            self._close()

    def handle_endtag(self, tag: str) -> None:
        if tag in self.BLOCKS:
            self._close()

    def handle_data(self, data: str) -> None:
        self._open.append(data)

    def _close(self) -> None:
        self.found.append("".join(self._open))
        self._open = []


def unisolated(html: str) -> list[str]:
    """Return the texts in which such a name stands beside something else, as it is."""
    found = []
    for text in Texts(html).found:
        left = text
        while (shorter := _ISOLATED.sub("", left)) != left:
            left = shorter
        if RIGHT_TO_LEFT.search(left) and not _NAMES_ALONE.fullmatch(left):
            found.append(" ".join(text.split()))
    return found


def test_what_is_not_isolated_is_found() -> None:
    assert unisolated("<p>فاطمة 9–2 דנה</p>") == ["فاطمة 9–2 דנה"]
    assert unisolated('<a title="M1: דנה">\u2068דנה\u2069 9–2</a>') == ["M1: דנה"]
    assert unisolated("<td>فاطمة الزهراء</td><td>9–2</td>") == []
    assert unisolated("<p>\u2068فاطمة\u2069 9–2 \u2068דנה\u2069</p>") == []
