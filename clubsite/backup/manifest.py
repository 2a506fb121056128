"""The list of contents of a backup, with checksums and numbers of rows."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from clubsite.backup.names import Reason

NAME: Final = "manifest.json"
FORMAT: Final = 1
LARGEST: Final = 4_000_000
DATABASE_FILE: Final = "crawford.sqlite3"
SECRET_FILE: Final = "secret_key"  # noqa: S105 - the name of a file
ENGINES: Final = ("sqlite", "postgresql")
_TABLE_FILE: Final = re.compile(r"tables/([a-z][a-z0-9_]*)\.copy")


class ManifestError(Exception):
    """The list of contents cannot be read."""


class LaterFormatError(Exception):
    """A later version of Crawford wrote the list; its version is the argument."""


@dataclass(frozen=True, slots=True)
class BackupFile:
    """One file of a backup."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of a backup.

    `migrations` are all that were applied, as `app.name`. `rows` are the numbers of
    rows of each table. `columns` are those of each table of PostgreSQL, in the order of
    its file.
    """

    version: str
    made_at: datetime
    reason: Reason
    engine: str
    migrations: tuple[str, ...]
    rows: Mapping[str, int]
    columns: Mapping[str, tuple[str, ...]]
    parts: Mapping[str, BackupFile]


def table_file(table: str) -> str:
    """Return the name of the file with the rows of a table of PostgreSQL."""
    return f"tables/{table}.copy"


def to_json(manifest: Manifest) -> bytes:
    """Return the list as indented JSON."""
    record = {
        "format": FORMAT,
        "crawford": manifest.version,
        "made_at": manifest.made_at.isoformat(),
        "reason": str(manifest.reason),
        "database": manifest.engine,
        "migrations": list(manifest.migrations),
        "rows": dict(manifest.rows),
        "columns": {table: list(names) for table, names in manifest.columns.items()},
        "parts": {
            name: {"size": part.size, "sha256": part.sha256}
            for name, part in manifest.parts.items()
        },
    }
    return json.dumps(record, indent=1).encode()


def from_json(content: bytes) -> Manifest:
    """Parse the list. Raises ManifestError, LaterFormatError."""
    try:
        record = json.loads(content)
        if record["format"] > FORMAT:
            raise LaterFormatError(str(record.get("crawford", "?"))[:20])
        return _checked(record)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ManifestError from error


def _checked(record: dict[str, Any]) -> Manifest:
    manifest = Manifest(
        version=str(record["crawford"])[:20],
        made_at=datetime.fromisoformat(record["made_at"]),
        reason=Reason(record["reason"]),
        engine=record["database"],
        migrations=tuple(map(str, record["migrations"])),
        rows={str(table): int(count) for table, count in record["rows"].items()},
        columns={
            str(table): tuple(map(str, names))
            for table, names in record["columns"].items()
        },
        parts={
            str(name): BackupFile(int(part["size"]), str(part["sha256"]))
            for name, part in record["parts"].items()
        },
    )
    if manifest.made_at.tzinfo is None or manifest.engine not in ENGINES:
        raise ValueError(manifest.engine)
    if manifest.parts.keys() - {SECRET_FILE} != _wanted(manifest):
        raise ValueError(sorted(manifest.parts))
    return manifest


def _wanted(manifest: Manifest) -> set[str]:
    """Return the file names that the database needs: no other name is accepted."""
    if manifest.engine == "sqlite":
        return {DATABASE_FILE}
    files = {table_file(table) for table in manifest.columns}
    if not all(map(_TABLE_FILE.fullmatch, files)) or (
        manifest.columns.keys() != manifest.rows.keys()
    ):
        raise ValueError(sorted(files))
    return files
