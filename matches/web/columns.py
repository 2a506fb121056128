"""JSON columns with a schema: its version is stored with every value.

A column holds `{"schema": 1, "data": …}`; the attribute of the row is the data alone.
If you change what a column holds, raise the `version` of its field and make `read`
accept the earlier versions. In queries the data is one level deeper:
`details__data__line`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NotRequired, TypedDict, TypeVar

from django.db import models
from django.db.models import CheckConstraint, Q
from django.db.models.fields.json import KeyTransform

_Set = TypeVar("_Set")
_Get = TypeVar("_Get")
SCHEMA, DATA = "schema", "data"


class UnknownSchemaError(Exception):
    """A column has a value that this version cannot read; the text says which."""


if TYPE_CHECKING:

    class _Column(models.Field[_Set, _Get]):
        def __init__(self, *, default: object = ..., null: bool = ...) -> None: ...

else:

    class _Column(models.JSONField):
        """A column of JSON; its types are for the checker alone."""

        def __class_getitem__(cls, _types):
            return cls


class StoredField(_Column[_Set, _Get]):
    """A JSON column that stores the version of its schema with every value."""

    version: ClassVar[int] = 1
    shape: ClassVar[type] = dict

    def read(self, version: int, data: object) -> _Get:
        if version != self.version:
            raise self._refused(f"version {version} of its schema, not {self.version}")
        if type(data) is not self.shape:
            raise self._refused(f"{type(data).__name__}, not {self.shape.__name__}")
        return self.typed(data)

    def typed(self, data: Any) -> _Get:
        """Return data of the present version as its type, as JSON has fewer types."""
        value: _Get = data
        return value

    def from_db_value(
        self, value: object, expression: object, connection: Any
    ) -> object:
        """Return the data of a column, or, for a path into it, the value there."""
        loaded: object = super().from_db_value(  # type: ignore[misc]  # JSONField's
            value, expression, connection
        )
        if loaded is None or isinstance(expression, KeyTransform):
            return loaded
        if not isinstance(loaded, dict) or set(loaded) != {SCHEMA, DATA}:
            raise self._refused("a value without a schema")
        return self.read(loaded[SCHEMA], loaded[DATA])

    def get_db_prep_save(self, value: object, connection: Any) -> object:
        """Return the column for the data, or for an expression that computes it."""
        if value is None or hasattr(value, "as_sql"):
            return super().get_db_prep_save(value, connection)
        if type(value) is not self.shape:
            raise self._refused(f"{type(value).__name__}, not {self.shape.__name__}")
        stored = {SCHEMA: self.version, DATA: value}
        return super().get_db_prep_save(stored, connection)

    def _refused(self, what: str) -> UnknownSchemaError:
        where = f"{self.model.__name__}.{self.name}"
        return UnknownSchemaError(f"The column {where} holds {what}.")


class StoredList(StoredField[_Set, _Get]):
    shape = list


class ProfileField(StoredField[dict[str, object], dict[str, object]]):
    """The switches of a rules profile: `Profile.values`, read by `from_values`."""


class StoredGame(TypedDict):
    """A game; a field that is not there has its usual value."""

    winner: int
    kind: NotRequired[str]
    ending: NotRequired[str]
    cube: NotRequired[int]
    automatic: NotRequired[int]
    beavers: NotRequired[int]
    checkers: NotRequired[list[int]]
    awarded: NotRequired[str]
    reason: NotRequired[str]


class GamesField(StoredList[list[StoredGame], list[StoredGame]]):
    """The games of a report: `versions.game_values`, read by `game_results`."""


class CheckersField(StoredList[list[int] | None, list[int] | None]):
    """The loser's remaining checkers: the four numbers of `rules.Checkers`."""


class SeatsField(
    StoredField[dict[str, dict[str, Any]] | None, dict[str, dict[str, Any]] | None]
):
    """The browsers at a score sheet: `side` and `at`, by the label of the browser."""


class DetailsField(StoredField[dict[str, Any], dict[str, Any]]):
    """Values of several types by name: those of a sentence, or data that undo an act.

    The model says which names there are.
    """


class TextsField(StoredField[dict[str, str], dict[str, str]]):
    """Texts by a key, such as a language or the number of an entry."""


class ParamsField(StoredField[dict[str, Any], dict[str, Any]]):
    """The values for the message of an error."""


class TypedTextsField(StoredField[dict[str, str] | None, dict[str, str] | None]):
    """Typed text for print that is stored nowhere else, by the name of its field."""


def one_of(model: str, field: str, values: Iterable[str]) -> CheckConstraint:
    """Return a constraint that allows only these values, also for raw SQL."""
    known = tuple(str(value) for value in values)
    return CheckConstraint(
        name=f"{model}_{field}_known", condition=Q(**{f"{field}__in": known})
    )


def side_of(model: str, field: str) -> CheckConstraint:
    """Return a constraint that allows only 1 and 2, and null in a nullable column."""
    return CheckConstraint(
        name=f"{model}_{field}_1_or_2", condition=Q(**{f"{field}__in": (1, 2)})
    )
