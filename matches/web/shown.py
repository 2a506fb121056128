"""Decides whether a reader gets the full or the public form of a name.

A row stores both. The columns of this module choose the form in the SQL statement, so
that a reader without permission never gets the full name from the database, and pages,
files, searches, orders and conditions agree.

Commands, jobs and tests read full names, except within `for_viewer` and `public_names`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

from django.db import models
from django.db.models.expressions import Col

SeesFullNames = Callable[[], bool]

_VIEWER: Final[ContextVar[SeesFullNames | None]] = ContextVar("viewer", default=None)


def reader_is_public() -> bool:
    """Return True if the reader may not see full names."""
    sees_full_names = _VIEWER.get()
    return sees_full_names is not None and not sees_full_names()


@contextmanager
def for_viewer(sees_full_names: SeesFullNames) -> Iterator[None]:
    """Read names as the reader may see them; the permission is looked up lazily."""
    token = _VIEWER.set(sees_full_names)
    try:
        yield
    finally:
        _VIEWER.reset(token)


@contextmanager
def public_names() -> Iterator[None]:
    """Read public names within the block: for paper, files and shared pages."""
    with for_viewer(lambda: False):
        yield


@contextmanager
def full_names() -> Iterator[None]:
    """Read full names within the block, to compare them, never to show them."""
    with for_viewer(lambda: True):
        yield


class _ShownCol(Col):
    """A column in place of which most readers get another column of the row, if set."""

    def as_sql(
        self, compiler: Any, connection: Any
    ) -> tuple[str, tuple[str | int, ...]]:
        """Return the SQL of the column, or of the public one unless that is empty."""
        # Decided when the SQL is composed, not when the query is built: a query may be
        # built at import, long before there is a reader.
        own, _none = super().as_sql(compiler, connection)
        if not reader_is_public():
            return own, ()
        field: Any = self.target
        public = Col(self.alias, field.model._meta.get_field(field.public))
        instead, _none = public.as_sql(compiler, connection)
        return f"COALESCE(NULLIF({instead}, ''), {own})", ()


if TYPE_CHECKING:
    _Column = models.CharField[str, str]
else:
    _Column = models.CharField


class ShownField(_Column):
    """A column of texts; `public` is the column of the public form."""

    def __init__(self, *args: Any, public: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.public = public

    def get_col(self, alias: str, output_field: Any = None) -> Col:
        return _ShownCol(alias, self, output_field)

    def deconstruct(self) -> Any:
        """Return a CharField for migrations, which need not know this class."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
