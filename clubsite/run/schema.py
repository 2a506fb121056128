"""Compares the tables of a database with what its migrations make."""

import re
from collections.abc import Iterator
from typing import Final

from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

APPS: Final = ("matches", "tournaments")
Migrations = set[tuple[str, str]]

_OURS: Final = tuple(f"{app}_" for app in APPS)
_QUERIES: Final = {
    "sqlite": {
        "columns": """
            SELECT t.name, c.name, lower(c.type), c."notnull"
            FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'""",
        "references": """
            SELECT t.name, f."from", f."table"
            FROM sqlite_master t, pragma_foreign_key_list(t.name) f
            WHERE t.type = 'table'""",
        "unique": """
            SELECT t.name, max(c.name)
            FROM sqlite_master t, pragma_index_list(t.name) i,
            pragma_index_info(i.name) c
            WHERE t.type = 'table' AND i."unique" AND NOT i.partial AND i.origin <> 'pk'
            GROUP BY t.name, i.name HAVING count(*) = 1""",
        "names": """
            SELECT tbl_name, name FROM sqlite_master
            WHERE type = 'index' AND sql IS NOT NULL""",
        "added": """
            SELECT tbl_name, name FROM sqlite_master
            WHERE type IN ('trigger', 'view')""",
        "texts": "SELECT name, sql FROM sqlite_master WHERE type = 'table'",
    },
    "postgresql": {
        "columns": """
            SELECT t.relname, c.attname, format_type(c.atttypid, c.atttypmod),
            c.attnotnull
            FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
            WHERE t.relkind = 'r' AND pg_table_is_visible(t.oid)
            AND c.attnum > 0 AND NOT c.attisdropped""",
        "references": """
            SELECT t.relname, c.attname, o.relname
            FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
            JOIN pg_class o ON o.oid = k.confrelid
            JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum = k.conkey[1]
            WHERE k.contype = 'f' AND pg_table_is_visible(t.oid)""",
        "unique": """
            SELECT t.relname, c.attname
            FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
            JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum = i.indkey[0]
            WHERE i.indisunique AND NOT i.indisprimary AND i.indnatts = 1
            AND i.indpred IS NULL AND pg_table_is_visible(t.oid)""",
        "added": """
            SELECT t.relname, g.tgname
            FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
            WHERE NOT g.tgisinternal AND pg_table_is_visible(t.oid)""",
        "names": """
            SELECT t.relname, n.relname
            FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
            JOIN pg_class n ON n.oid = i.indexrelid WHERE pg_table_is_visible(t.oid)
            UNION SELECT t.relname, k.conname
            FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
            WHERE pg_table_is_visible(t.oid)""",
    },
}
_NAMED: Final = re.compile(r'\bCONSTRAINT "(\w+)"')
_AUTOMATIC: Final = re.compile(r"_[0-9a-f]{8}(_|$)|_(pkey|key|check|not_null)$")
"""The names that Django and PostgreSQL give to what a model does not name."""


def known_migrations() -> set[tuple[str, str]]:
    """Return the migrations of our apps in this version."""
    disk = MigrationLoader(None).disk_migrations or ()
    return {key for key in disk if key[0] in APPS}


def is_as_migrated(reader: BaseDatabaseWrapper, applied: Migrations) -> bool:
    """Whether our tables have exactly what the applied migrations give them.

    Compared are columns with their types, references, unique columns, and the indexes
    and constraints that have a name of ours. There must be no trigger.
    """
    return set(_there(reader)) == {
        part for model in _models(applied) for part in _expected(model, reader)
    }


def _models(applied: Migrations) -> list[type[models.Model]]:
    registry = apps
    if not known_migrations() <= applied:  # an update is to come
        loader = MigrationLoader(None)
        registry = loader.project_state(
            sorted(loader.graph.nodes.keys() & applied)
        ).apps
    tables = registry.get_models(include_auto_created=True)
    return [model for model in tables if model._meta.db_table.startswith(_OURS)]


def _there(reader: BaseDatabaseWrapper) -> Iterator[tuple[object, ...]]:
    for kind, query in _QUERIES[reader.vendor].items():
        with reader.cursor() as cursor:
            cursor.execute(query)
            rows = cursor.fetchall()
        for table, *values in rows:
            if kind != "added" and not str(table).startswith(_OURS):
                continue
            if kind == "columns":
                column, is_of, is_needed = values
                yield kind, table, column, is_of, bool(is_needed)
            elif kind == "texts":
                yield from (
                    ("names", table, name) for name in _NAMED.findall(values[0])
                )
            elif kind != "names" or not _AUTOMATIC.search(values[0]):
                yield kind, table, *values


def _expected(
    model: type[models.Model], reader: BaseDatabaseWrapper
) -> Iterator[tuple[object, ...]]:
    meta = model._meta
    for field in meta.local_concrete_fields:
        is_of = (field.db_type(reader) or "").lower()
        if reader.vendor == "postgresql":
            is_of = "time without time zone" if is_of == "time" else is_of
            is_of = is_of.replace("varchar", "character varying").replace(", ", ",")
        yield "columns", meta.db_table, field.column, is_of, not field.null
        if isinstance(field, models.ForeignKey):
            related = field.remote_field.model._meta.db_table
            yield "references", meta.db_table, field.column, related
        if field.unique and not field.primary_key:
            yield "unique", meta.db_table, field.column
    columns = {field.name: field.column for field in meta.local_concrete_fields}
    for named in (*meta.constraints, *meta.indexes):
        yield "names", meta.db_table, named.name
        is_whole = isinstance(named, models.UniqueConstraint) and not named.condition
        if is_whole and len(named.fields) == 1:
            yield "unique", meta.db_table, columns[named.fields[0]]
