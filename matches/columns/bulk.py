"""Inserts and updates many rows with one prepared statement, sent once for each row.

Django writes a statement with places for all values of all rows, of which SQLite takes
few at a time, and prepares each value on its own. Opening and storing 19,900 matches
takes half the time here, and the database still holds each row to its constraints.
"""

from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import attrgetter
from typing import Any, Final

from django.db import connection
from django.db.models import BooleanField, CharField, Field, ForeignKey, IntegerField
from django.db.models import Model as Row

MANY: Final = 50
"""Fewer rows are left to Django, which then needs no extra query for their keys."""

_NAMED_AT_ONCE: Final = 5000
_AS_THEY_ARE: Final = (BooleanField, CharField, ForeignKey, IntegerField)


def insert_rows(rows: Sequence[Row], *, known_by: str = "") -> None:
    """Insert new rows of one model.

    With `known_by`, a column whose values are unique, the rows get their primary keys.
    No column may hold an expression or be filled in when it is saved.
    """
    if not rows:
        return
    model = type(rows[0])
    if len(rows) < MANY:
        model._default_manager.bulk_create(rows)
        return
    fields = [
        field for field in model._meta.local_concrete_fields if not field.primary_key
    ]
    names = ", ".join(_quoted(field) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    table = connection.ops.quote_name(model._meta.db_table)
    columns = [_column(field, rows) for field in fields]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} ({names}) VALUES ({places})",  # noqa: S608 - names of our own
            list(zip(*columns, strict=True)),
        )
    if known_by:
        _give_keys(rows, known_by)


def update_rows(rows: Sequence[Row], names: Iterable[str]) -> None:
    """Write some columns of rows of one model, each with values of its own."""
    if not rows:
        return
    meta = type(rows[0])._meta
    of_name = {field.name: field for field in meta.local_concrete_fields}
    fields = [of_name[name] for name in names]
    columns = [_column(field, rows) for field in fields]
    table = connection.ops.quote_name(meta.db_table)
    key = _quoted(meta.pk)
    sets = ", ".join(f"{_quoted(field)} = %s" for field in fields)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET {sets} WHERE {key} = %s",  # noqa: S608 - names of our own
            list(zip(*columns, [row.pk for row in rows], strict=True)),
        )


def keys_by(model: type[Row], name: str, values: Sequence[str]) -> dict[str, int]:
    """Return the primary keys of the rows with these texts in a column, by text.

    Django prepares each text on its own three times over; here they are sent as they
    are, a few thousand in a query.
    """
    fields = {field.name: field for field in model._meta.local_concrete_fields}
    column, key = _quoted(fields[name]), _quoted(model._meta.pk)
    table = connection.ops.quote_name(model._meta.db_table)
    keys: dict[str, int] = {}
    with connection.cursor() as cursor:
        for start in range(0, len(values), _NAMED_AT_ONCE):
            part = values[start : start + _NAMED_AT_ONCE]
            places = ", ".join(["%s"] * len(part))
            cursor.execute(
                f"SELECT {column}, {key} FROM {table} WHERE {column} IN ({places})",  # noqa: S608 - names of our own
                part,
            )
            keys.update(cursor.fetchall())
    return keys


def _column(field: "Field[Any, Any]", rows: Sequence[Row]) -> Iterable[Any]:
    """Return the values of a column as the database takes them.

    Many columns have the same value in all new rows, which is prepared once.
    """
    values = list(map(attrgetter(field.attname), rows))
    # `count` compares by value, so True is 1; but a column has one type, and its values
    # are all prepared by the same function.
    if values.count(values[0]) == len(values):
        return repeat(field.get_db_prep_save(values[0], connection), len(rows))
    if isinstance(field, _AS_THEY_ARE):
        return values
    return [field.get_db_prep_save(value, connection) for value in values]


def _quoted(field: "Field[Any, Any]") -> str:
    """Return the name of a column for a statement."""
    return connection.ops.quote_name(str(field.column))


def _give_keys(rows: Sequence[Row], known_by: str) -> None:
    """Read the primary keys of rows just inserted."""
    # One more query for the keys: `sqlite3` gives back no rows of `executemany`, even
    # with RETURNING.
    value_of = attrgetter(known_by)
    keys = keys_by(type(rows[0]), known_by, list(map(value_of, rows)))
    for row in rows:
        row.pk = keys[value_of(row)]
        # As Django leaves a row that it has saved; otherwise `save` would insert it
        # again.
        row._state.adding, row._state.db = False, connection.alias
