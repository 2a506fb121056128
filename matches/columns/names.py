"""Names keep their own direction of text in every sentence.

Between two Arabic names a score of 9–2 is displayed as 2–9, unless the names are
isolated (https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates). Sentences
are composed in many places, so this module isolates all names.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from django.conf import settings
from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import get_language_bidi

FIRST_STRONG_ISOLATE, POP = "\u2068", "\u2069"
_FIRST_RIGHT_TO_LEFT = "\u0590"
"""The first character of the Hebrew block: the scripts below it run to the right."""


class Name(str):
    """A name: as data the plain text, in a sentence an isolated one.

    `str()`, `%s`, f-strings and templates call `__str__`, which isolates. Comparing,
    hashing, searching, slicing, joining, JSON and the database use the plain text.
    """

    __slots__ = ()

    def __new__(cls, text: object = "") -> Self:
        # What is a name already would be isolated by the `str()` of the base class.
        return super().__new__(cls, text[:] if isinstance(text, str) else text)

    def __str__(self) -> str:
        text = self[:]
        if text.isascii() and not settings.LANGUAGES_BIDI:
            return text  # most names, and thousands of them on a large desk
        return f"{FIRST_STRONG_ISOLATE}{text}{POP}" if _needs_isolating(text) else text


_of_text = lru_cache(maxsize=8192)(Name)
"""Cached names by plain text: long lists read the same ones again and again."""


def plain(name: str) -> str:
    """Return a name as plain text, for programs and form fields."""
    return name[:]


def isolating(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a sentence, stored as plain texts, with isolated ones."""
    return {
        key: Name(value) if isinstance(value, str) else value
        for key, value in values.items()
    }


def _needs_isolating(text: str) -> bool:
    if settings.LANGUAGES_BIDI and get_language_bidi():
        return True
    return (
        not text.isascii()
        # One comparison spares the look-up of every character in Greek and Cyrillic
        # names, all of which are below.
        and max(text) >= _FIRST_RIGHT_TO_LEFT
        and any(unicodedata.bidirectional(mark) in {"R", "AL"} for mark in text)
    )


class _NameAttribute(DeferredAttribute):
    """The attribute of a row: a string that is set is read as a `Name`."""

    def __set__(self, instance: models.Model, value: object) -> None:
        is_text = isinstance(value, str)
        instance.__dict__[self.field.attname] = Name(value) if is_text else value


if TYPE_CHECKING:
    _Column = models.CharField[str, str]
else:
    _Column = models.CharField


class NameField(_Column):
    """A column of names; in the database a CharField like any other."""

    descriptor_class = _NameAttribute

    def from_db_value(self, value: str | None, *_: object) -> str | None:
        """Return a column of `values_list` as a `Name`."""
        return None if value is None else _of_text(value)

    def deconstruct(self) -> Any:
        """Return a CharField for migrations, which need not know this class."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
