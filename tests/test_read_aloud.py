"""What a screen reader makes of a page: tables, links and groups have names.

The litany (`tests/test_litany.py`) listens with `Heard` to each page it asks for.
"""

import re
from collections import defaultdict
from html.parser import HTMLParser

# People and evenings of the same name cannot be told apart by it.
_NAMESAKE = re.compile("/(players|tournaments|desk)/[^/]+/")


class Heard(HTMLParser):
    """Tables and links of a page, as a screen reader names them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.links: dict[str, set[str]] = defaultdict(set)
        self._link: list[str] | None = None
        self._to = ""
        self._table = ""
        self._is_main = False
        self._in_body = self._has_header = self._has_caption = False
        self.feed(html)
        self.faults += [
            f"{text!r} leads to {len(found)} pages"
            for text, found in self.links.items()
            if len(found) > 1 and not all(map(_NAMESAKE.fullmatch, found))
        ]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self._to, self._link = given["href"], []
            if "aria-label" in given:
                self._link = [given["aria-label"]]
        elif tag == "main":
            self._is_main = True
        elif tag == "table":
            self._table, self._has_caption = given.get("class", ""), False
        elif tag == "caption":
            self._has_caption = True
        elif tag in {"tbody", "thead"}:
            self._in_body = tag == "tbody"
        elif tag == "tr":
            self._has_header = False
        elif tag == "th" and given.get("scope") in {"row", "rowgroup"}:
            self._has_header = True
        if given.get("aria-current") == "true" and given.get("class") == "subbar__tab":
            self.faults.append("the tab of this page is not current as a page")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._link is not None:
            text = " ".join("".join(self._link).split())
            if self._is_main:
                self.links[text].add(self._to.partition("#")[0])
            self._link = None
        elif tag == "main":
            self._is_main = False
        elif tag == "tr" and self._in_body and not self._has_header:
            self.faults.append(f"a row of {self._table!r} has no header")
        elif tag == "table" and not self._has_caption:
            self.faults.append(f"the table {self._table!r} has no caption")

    def handle_data(self, data: str) -> None:
        if self._link is not None:
            self._link.append(data)


def test_what_has_no_name_is_found() -> None:
    rows = "<tbody><tr><td>1</td></tr></tbody>"
    assert Heard(f"<table>{rows}</table>").faults == [
        "a row of '' has no header",
        "the table '' has no caption",
    ]
    assert Heard("<main><a href='/1'>Show</a><a href='/2'>Show</a>").faults == [
        "'Show' leads to 2 pages"
    ]
    named = "<main><a href='/1'>Show<i> M1</i></a><a href='/2'>Show<i> M2</i></a>"
    assert Heard(named).faults == []
