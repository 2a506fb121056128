"""Inserts and updates many rows with one prepared statement, sent once for each row.

Rows are given by column, without an object for each: Django takes longer to make one
than SQLite to store it. Django also writes one statement with places for all values of
all rows, of which SQLite takes few at a time, and prepares each value on its own. The
database still holds each row to its constraints.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any, Final, cast

from django.db import connection
from django.db.models import BooleanField, CharField, Field, ForeignKey, IntegerField
from django.db.models import Model as Row

MANY: Final = 50
"""Fewer rows are left to Django, which returns their keys without another query."""

Columns = Mapping[str, Sequence[Any]]
"""Values by the attribute of a column, such as `player_1_id`, one for each row."""

_AS_THEY_ARE: Final = (BooleanField, CharField, ForeignKey, IntegerField)


def insert_alike(pattern: Row, columns: Columns, *, known_by: str = "") -> list[int]:
    """Insert rows that are like an unsaved object but for some columns.

    The object has the values of all other columns, defaults included; a column whose
    values are unique is therefore among `columns`. Return the primary keys in the order
    of the rows, if there is a column `known_by` by whose texts they can be found again,
    else an empty list. No column may hold an expression or be filled in when it is
    saved.
    """
    model, count = type(pattern), _count(columns)
    if count < MANY:
        made = [_like(pattern, columns, place) for place in range(count)]
        model._default_manager.bulk_create(made)
        return [row.pk for row in made] if known_by else []
    given = {_field(model, name): values for name, values in columns.items()}
    fields = [
        field for field in model._meta.local_concrete_fields if not field.primary_key
    ]
    names = ", ".join(map(_quoted, fields))
    places = ", ".join(["%s"] * len(fields))
    values = [
        _prepared(field, given[field])
        if field in given
        else repeat(_saved(field, getattr(pattern, field.attname)), count)
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {_table(model)} ({names}) VALUES ({places})",  # noqa: S608 - names of our own
            cast("Sequence[Any]", zip(*values, strict=True)),
        )
    if not known_by:
        return []
    # One more query for the keys: `sqlite3` gives back no rows of `executemany`, even
    # with RETURNING.
    keys = keys_by(model, known_by, columns[known_by])
    return [keys[text] for text in columns[known_by]]


def update_columns(model: type[Row], keys: Sequence[int], columns: Columns) -> None:
    """Write some columns of the rows with these primary keys, each its own values."""
    if not keys:
        return
    fields = [_field(model, name) for name in columns]
    values = [
        _prepared(field, given)
        for field, given in zip(fields, columns.values(), strict=True)
    ]
    sets = ", ".join(f"{_quoted(field)} = %s" for field in fields)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {_table(model)} SET {sets} WHERE {_quoted(model._meta.pk)} = %s",  # noqa: S608 - names of our own
            cast("Sequence[Any]", zip(*values, keys, strict=True)),
        )


def keys_by(model: type[Row], name: str, values: Sequence[str]) -> dict[str, int]:
    """Return the primary keys of the rows with these texts in a column, by text.

    One query, to which the texts are a table with one column `value`. The order of a
    cross join is kept by SQLite: it looks each text up in the index of the column.
    """
    table = _table(model)
    column, key = (
        f"{table}.{_quoted(field)}" for field in (_field(model, name), model._meta.pk)
    )
    asked, given = "json_each(%s) AS asked", cast("Any", json.dumps(list(values)))
    if connection.vendor == "postgresql":
        asked, given = "unnest(%s::text[]) AS asked(value)", list(values)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {column}, {key} FROM {asked} CROSS JOIN {table} "  # noqa: S608 - names of our own
            f"WHERE {column} = asked.value",
            [given],
        )
        return dict(cursor.fetchall())


def _count(columns: Columns) -> int:
    """Return the number of rows. Raises ValueError if columns differ in it."""
    (count,) = set(map(len, columns.values()))
    return count


def _like(pattern: Row, columns: Columns, place: int) -> Row:
    """Return an unsaved object like another, with the values at one place."""
    model = type(pattern)
    values = {
        field.attname: getattr(pattern, field.attname)
        for field in model._meta.local_concrete_fields
    }
    return model(**values | {name: given[place] for name, given in columns.items()})


def _prepared(field: "Field[Any, Any]", values: Sequence[object]) -> Iterable[Any]:
    """Return the values of a column as the database takes them.

    If all are the same, as is usual, they are prepared once.
    """
    if isinstance(field, _AS_THEY_ARE):
        return values
    # `count` compares by value, so True is 1; but a column has one type, and its values
    # are all prepared by the same function.
    if values.count(values[0]) == len(values):
        return repeat(_saved(field, values[0]), len(values))
    return [_saved(field, value) for value in values]


def _saved(field: "Field[Any, Any]", value: object) -> Any:
    """Return a value as the database takes it."""
    return field.get_db_prep_save(value, connection)


def _field(model: type[Row], attribute: str) -> "Field[Any, Any]":
    """Return the column of an attribute. Raises KeyError."""
    fields = {field.attname: field for field in model._meta.local_concrete_fields}
    return fields[attribute]


def _quoted(field: "Field[Any, Any]") -> str:
    """Return the name of a column for a statement."""
    return connection.ops.quote_name(str(field.column))


def _table(model: type[Row]) -> str:
    """Return the name of a table for a statement."""
    return connection.ops.quote_name(model._meta.db_table)
