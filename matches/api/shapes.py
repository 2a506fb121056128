"""The shapes that all parts of the API share. Their documentation is the schema's."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Final, Generic, Literal, TypeVar, overload

from django.utils import timezone
from msgspec import Meta, Struct

ItemT = TypeVar("ItemT")

MOST_PAGES: Final = 100_000
PER_PAGE: Final = 100
MOST_PER_PAGE: Final = 500

Line = Annotated[
    str,
    Meta(max_length=80, pattern="^[^\\x00-\\x1f\\x7f]*$(?!\\n)"),
]
"""A text in one line."""


class Query(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters of a query; any other is refused."""


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request; an unknown field is refused."""


class Shape(Struct, frozen=True, kw_only=True):
    """An answer. A later version may add fields and never removes one."""


class Read(Query, frozen=True, kw_only=True):
    """How names are shown: as everybody sees them, or, for a token of a role, full."""

    names: Literal["public", "full"] = "public"


class Paging(Read, frozen=True, kw_only=True):
    """A part of a list."""

    page: Annotated[int, Meta(ge=1, le=MOST_PAGES)] = 1
    per_page: Annotated[int, Meta(ge=1, le=MOST_PER_PAGE)] = PER_PAGE


class Listed(Shape, Generic[ItemT], frozen=True, kw_only=True):
    """One page of a list; `pages` is at least 1, and `next` its next page or null."""

    items: list[ItemT]
    page: int
    pages: int
    total: int
    next: int | None


class Problem(Shape, frozen=True, kw_only=True):
    """Why a request was refused.

    `code` never changes: compare this. `message` is a sentence in the language of the
    request, and `values` are what it names.
    """

    code: str
    message: str
    values: dict[str, str | int]


class Person(Shape, frozen=True, kw_only=True):
    """A player as everybody sees them; `key` stays the same when the name changes."""

    key: str
    name: str
    club: str


def page_of(
    count: int, asked: Paging, fetch: Callable[[int, int], list[ItemT]]
) -> Listed[ItemT]:
    """Return a page of a list of `count` items, which `fetch` reads from and to."""
    pages = max(1, -(-count // asked.per_page))
    start = (asked.page - 1) * asked.per_page
    return Listed(
        items=fetch(start, start + asked.per_page) if start < count else [],
        page=asked.page,
        pages=pages,
        total=count,
        next=asked.page + 1 if asked.page < pages else None,
    )


@overload
def local(moment: datetime) -> datetime: ...
@overload
def local(moment: None) -> None: ...
@overload
def local(moment: datetime | None) -> datetime | None: ...
def local(moment: datetime | None) -> datetime | None:
    """Return a moment with the zone of the club."""
    return None if moment is None else timezone.localtime(moment)
