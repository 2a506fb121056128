"""Queries whose SQL is built once, for those that run with every save.

Django builds the SQL of a query anew each time. For a row found by its key that takes
several times as long as the database needs to answer.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import get_related_populators

from matches.columns.shown import full_names, public_names, reader_is_public

Row = TypeVar("Row", bound=models.Model)

_POPULATORS: Final[Any] = get_related_populators
_STATEMENTS: Final = "crawford_statements"
_UNLIKELY: Final = 912_673_481_905
_MOMENT: Final = datetime(1, 2, 3, 4, 5, 6, 7, tzinfo=UTC)
EXAMPLES: Final[Mapping[type, Callable[[int], object]]] = {
    int: lambda number: _UNLIKELY + number,
    str: lambda number: f"example {_UNLIKELY + number}",
    datetime: lambda number: _MOMENT + timedelta(days=number),
}
"""Values by which a parameter is found again in a statement, by its type."""


class _Statement(NamedTuple):
    """The SQL of a query, and how its rows become objects.

    `places` has the name of the parameter for each of `values` that is one, else "".
    """

    sql: str
    values: Sequence[Any]
    places: Sequence[str]
    model: type[models.Model]
    columns: slice
    names: Sequence[str]
    related: Sequence[Any]
    converters: Mapping[int, tuple[Sequence[Any], Any]]
    annotations: Mapping[str, int]


class Prepared(Generic[Row]):
    """A query with parameters that is called instead of being built each time.

    `build` returns the query for values of the parameters, and `types` has the type of
    each. The SQL must be the same for all values: no None, no lists, no conditions. It
    is kept with the connection, once for readers of full names and once for others.
    """

    def __init__(
        self, build: Callable[..., models.QuerySet[Row]], **types: type
    ) -> None:
        self._build = build
        self._types = types

    def __call__(self, **given: object) -> list[Row]:
        """Return the rows for these values. One query."""
        database = connections[DEFAULT_DB_ALIAS]
        # Kept with the connection: the SQL differs between databases, and each thread
        # has connections of its own, so no lock is needed.
        kept = vars(database).setdefault(_STATEMENTS, {})
        if self not in kept:
            kept[self] = self._statements(database)
        full, public = kept[self]
        # The reader is only looked up where it matters, because that may need a query.
        is_public = public is not None and reader_is_public()
        statement = public if is_public else full
        values = [
            _like(value, given[name], database) if name else value
            for name, value in zip(statement.places, statement.values, strict=True)
        ]
        with database.cursor() as cursor:
            cursor.execute(statement.sql, values)
            rows = cursor.fetchall()
        return [cast("Row", _object(row, statement, database)) for row in rows]

    def one(self, **given: object) -> Row | None:
        """Return the first row for these values, None without one. One query."""
        rows = self(**given)
        return rows[0] if rows else None

    def _statements(
        self, database: BaseDatabaseWrapper
    ) -> tuple[_Statement, _Statement | None]:
        """Return the statement for full names, and another for public names if any."""
        with full_names():
            full = self._statement(database)
        with public_names():
            public = self._statement(database)
        return full, None if public.sql == full.sql else public

    def _statement(self, database: BaseDatabaseWrapper) -> _Statement:
        examples = {
            name: EXAMPLES[kind](number)
            for number, (name, kind) in enumerate(self._types.items())
        }
        query = self._build(**examples).query
        compiler = query.get_compiler(connection=database)
        sql, values = compiler.as_sql()
        by_value = {_stored(value, database): name for name, value in examples.items()}
        places = [by_value.get(value, "") for value in values]
        # A parameter that Django has simplified away would be ignored without a word:
        # the statement would answer for the example.
        if set(places) - {""} != set(examples):
            message = f"the statement does not have all of {sorted(examples)}"
            raise ValueError(message)
        select: Any = compiler.select
        of: Any = compiler.klass_info
        columns = slice(of["select_fields"][0], of["select_fields"][-1] + 1)
        return _Statement(
            sql=sql,
            values=values,
            places=places,
            model=of["model"],
            columns=columns,
            names=[column[0].target.attname for column in select[columns]],
            related=_POPULATORS(of, select, DEFAULT_DB_ALIAS),
            converters=compiler.get_converters([column[0] for column in select]),
            annotations=compiler.annotation_col_map or {},
        )


def _stored(value: object, database: BaseDatabaseWrapper) -> Any:
    """Return a value as the database takes it."""
    if isinstance(value, datetime):
        return database.ops.adapt_datetimefield_value(value)
    return value


def _like(example: object, value: object, database: BaseDatabaseWrapper) -> Any:
    """Return a value as the database takes it, numbers of the same width."""
    if isinstance(example, int):
        return type(example)(cast("int", value))
    return _stored(value, database)


def _object(
    row: Sequence[object], statement: _Statement, database: BaseDatabaseWrapper
) -> models.Model:
    """Return a row as Django makes an object of it, with those joined to it."""
    values = list(row)
    for place, (converters, column) in statement.converters.items():
        for convert in converters:
            values[place] = convert(values[place], column, database)
    made = statement.model.from_db(
        DEFAULT_DB_ALIAS, statement.names, values[statement.columns]
    )
    for joined in statement.related:
        joined.populate(values, made)
    for name, place in statement.annotations.items():
        setattr(made, name, values[place])
    return made
