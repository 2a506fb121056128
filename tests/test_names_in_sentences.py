"""Names that run from right to left turn nothing around them, on any page."""

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import ClassVar
from unittest import mock

from django.http import HttpResponse

from tests import builders
from tests.examples import NIGHTLY
from tests.test_litany import ADDRESSES, Address, World

GIVEN = ("فاطمة", "محمود", "دانا", "יעל", "אורי", "نور", "שירה", "سامي")
FAMILY = ("الزهراء", "درويش", "כהן", "לוי", "حداد", "מזרחי", "العلي", "פרץ")

MESSAGES = "/account/"

_ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")
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
        if _RIGHT_TO_LEFT.search(left) and not _NAMES_ALONE.fullmatch(left):
            found.append(" ".join(text.split()))
    return found


class Everywhere(World):
    """The world of the litany, with other people in it."""

    @classmethod
    def setUpTestData(cls) -> None:
        with mock.patch.multiple(builders, GIVEN=GIVEN, FAMILY=FAMILY):
            super().setUpTestData()

    def answers(self, address: Address, led: set[str]) -> Iterator[HttpResponse]:
        """Return what a director sees, and where their posts lead.

        By day a page to which several posts lead is read after the first of them; what
        the others say of what was done is read on a page with nothing else on it.
        """
        browser = self.browser("Ada")
        for answer in self.requests(browser, address):
            if answer.status_code == 302 and answer["Location"].startswith("/"):
                page = answer["Location"].partition("?")[0]
                is_known = page in led and not NIGHTLY
                led.add(page)
                yield browser.get(
                    MESSAGES if is_known else answer["Location"], follow=True
                )
            yield answer

    def test_every_name_is_isolated(self) -> None:
        faults: dict[str, str] = {}
        names, led = 0, set[str]()

        def check(address: Address) -> None:
            nonlocal names
            for answer in self.answers(address, led):
                if not answer.headers.get("Content-Type", "").startswith("text/html"):
                    continue
                page = answer.content.decode()
                names += len(_RIGHT_TO_LEFT.findall(page))
                faults.update((text, address.name) for text in unisolated(page))

        self.each(check)
        assert names > 1000
        assert faults == {}

    def test_every_name_is_isolated_on_paper(self) -> None:
        printed: list[str] = []

        def press(html: str, **_: object) -> bytes:
            printed.append(html)
            return b"%PDF-1.7"

        places = ("wall_chart", "stage_sheets_pdf", "ruling_kept_pdf")
        with (
            mock.patch("tournaments.brackets.chart_pdf.render_pdf", press),
            mock.patch("tournaments.score_sheets.pdf.render_pdf", press),
            mock.patch("matches.rulings.documents.render_pdf", press),
        ):
            for address in ADDRESSES:
                if address.name in places:
                    builders.printed(self.browser("Ada"), self.path(address))
        assert len(printed) == len(places)
        assert sum(bool(_RIGHT_TO_LEFT.search(html)) for html in printed) > 1
        assert [unisolated(html) for html in printed] == [[]] * len(places)

    def test_scripts_get_isolated_names(self) -> None:
        page = self.browser("Ada").get(f"/desk/{self.world['slug']}/").content.decode()
        rows = re.findall(r"<tr [^>]*data-match=.*?</tr>", page, re.DOTALL)
        names = re.findall(r'"pair__(?:one|two)[^"]*">([^<]*)<', "".join(rows))
        assert len(names) == 2 * len(rows) > 0
        for data in re.findall(r'data-matches="([^"]*)"', page):
            for match in json.loads(unescape(data)).values():
                names += [match["one"], match["two"]]
        assert all(name[0] == "\u2068" and name[-1] == "\u2069" for name in names)


def test_what_is_not_isolated_is_found() -> None:
    assert unisolated("<p>فاطمة 9–2 דנה</p>") == ["فاطمة 9–2 דנה"]
    assert unisolated('<a title="M1: דנה">\u2068דנה\u2069 9–2</a>') == ["M1: דנה"]
    assert unisolated("<td>فاطمة الزهراء</td><td>9–2</td>") == []
    assert unisolated("<p>\u2068فاطمة\u2069 9–2 \u2068דנה\u2069</p>") == []
