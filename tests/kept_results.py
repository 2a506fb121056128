"""What Django works out again for each query of each test: worked out once instead.

Building SQL takes half of the time of the tests with a database. Three parts of it come
to the same each time they are asked, and so does a setting. A night runs on Django as
it is.
"""

from functools import cache, lru_cache
from inspect import Parameter
from typing import Any

from django.conf import LazySettings
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.db.models.expressions import BaseExpression, Expression
from django.utils.functional import cached_property

as_django_compares = Expression.__dict__["identity"].func
as_django_converts = SQLiteCursorWrapper.convert_query


def use() -> None:
    """Do it in this process from now on."""
    compared = cached_property(identity)
    compared.__set_name__(Expression, "identity")
    Expression.identity = compared
    SQLiteCursorWrapper.convert_query = convert_query
    BaseExpression.copy = copied
    # A setting that was read once is an attribute: no method has to give way to it.
    LazySettings.__getattribute__ = object.__getattribute__


@cache
def parameters(kind: type[Expression]) -> tuple[tuple[str, Any], ...] | None:
    """Return the names and defaults of what an expression is made of.

    None for those that take any number of things, which stay with Django.
    """
    found = list(kind._constructor_signature.parameters.values())[1:]  # without `self`
    if any(one.kind is not Parameter.POSITIONAL_OR_KEYWORD for one in found):
        return None
    return tuple((one.name, one.default) for one in found)


def identity(expression: Expression) -> tuple[Any, ...]:
    """Return what an expression is compared by, without binding a signature."""
    kind = expression.__class__
    known = parameters(kind)
    if known is None:
        return as_django_compares(expression)
    given, named = expression._constructor_args
    values: list[Any] = [kind]
    for place, (name, default) in enumerate(known):
        value = given[place] if place < len(given) else named.get(name, default)
        if value is not Parameter.empty:
            values.append((name, expression._identity(value)))
    return tuple(values)


@lru_cache(maxsize=4096)
def converted(query: str) -> str:
    """Return a query with the placeholders of SQLite."""
    return as_django_converts(None, query)


def convert_query(
    cursor: SQLiteCursorWrapper, query: str, *, param_names: Any = None
) -> str:
    """Convert a query without named parameters only the first time."""
    if param_names is None:
        return converted(query)
    return as_django_converts(cursor, query, param_names=param_names)


def copied(expression: BaseExpression) -> BaseExpression:
    """Return a copy as `copy.copy` makes it, without asking how to make one."""
    copy = object.__new__(expression.__class__)
    copy.__dict__.update(expression.__getstate__())
    return copy
