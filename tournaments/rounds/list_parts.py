"""Long lists of pages: shown in parts, with a search in the whole list."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator

from matches.players.names import finder

Row = TypeVar("Row")

PER_PART: Final = 100
"""Six screens of a phone."""
LONGEST_SEARCH: Final = 80


@dataclass(frozen=True, slots=True)
class ListPart(Generic[Row]):
    """The rows that are shown of a list: all of a short one, or one page.

    With a `search` the pages are those of the rows in which all its words are.
    """

    page: Page[Any]
    rows: Sequence[Row]
    is_long: bool
    search: str = ""

    @property
    def asked(self) -> dict[str, object]:
        asked = {"q": self.search, "page": self.page.number}
        return {name: told for name, told in asked.items() if told not in {"", 1}}

    @property
    def query(self) -> str:
        return f"{urlencode({'q': self.search})}&" if self.search else ""

    def at(self, address: str) -> str:
        """Return the address of this part of the list at `address`."""
        return f"{address}?{urlencode(self.asked)}" if self.asked else address


def part_of(
    asked: Mapping[str, str], rows: Sequence[Row], texts: Callable[[Row], Sequence[str]]
) -> ListPart[Row]:
    """Return the part of a list that is asked for; `texts` are searched in each row."""
    is_long = len(rows) > PER_PART
    search = searched(asked) if is_long else ""
    is_found = finder(search)
    found = [row for row in rows if is_found(*texts(row))] if search else rows
    page = Paginator(found, PER_PART).get_page(asked.get("page"))
    return ListPart(page, list(page.object_list), is_long, search)


def searched(asked: Mapping[str, str]) -> str:
    """Return the name that an address asks for, "" for none."""
    return asked.get("q", "").replace("\x00", "").strip()[:LONGEST_SEARCH]
