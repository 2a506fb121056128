"""Makes backups, lists them, and deletes old ones."""

import logging
import secrets
import shutil
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection
from django.utils import timezone

from clubsite.backup import archive, postgresql_data, rotation, sqlite_data
from clubsite.backup.archive import ArchiveWriter
from clubsite.backup.errors import (
    ALREADY_THERE,
    MEGABYTE,
    NO_DATABASE,
    NO_ROOM,
    megabytes,
    of_disk,
)
from clubsite.backup.manifest import DATABASE_FILE, SECRET_FILE, Manifest
from clubsite.backup.names import BackupName, Reason, parse

MARGIN: Final = 20_000_000
"""Bytes that must stay free on the disk, so that results can still be saved."""
WORK: Final = ".making-"
OLD_WORK_SECONDS: Final = 24 * 3600

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backup:
    """An existing backup file."""

    file: Path
    name: BackupName
    size: int


def _no_step(_step: int) -> None:
    """Ignore a step: the default of `make_backup`."""


def make_backup(
    reason: Reason,
    *,
    target: Path | None = None,
    on_step: Callable[[int], None] = _no_step,
) -> Path:
    """Make a backup of everything, check it, and return its file. The club plays on.

    Without a `target` it is made in the data folder, copied to the second folder if one
    is set and there, and old ones are deleted. A target is a folder that exists, or the
    name of a new file. `on_step` is told when the step 1, 2 or 3 begins: copying,
    packing, checking.

    Raises what `clubsite.backup.errors` says; then there is no new file.
    """
    now = timezone.localtime().replace(microsecond=0)
    folder, file = _place(target, reason, now)
    with _work_folder(folder) as work:
        try:
            part = _write(work, BackupName(now, reason), on_step)
            on_step(3)
            with archive.reading(part) as written:
                written.check()
            file = _named(part, file, new=target is None or target.is_dir())
        except OSError as error:
            raise of_disk(error, folder) from error
    if target is None:
        _copy_to_second_folder(file)
        delete_old(timezone.localtime())
    return file


def own_folder() -> Path:
    """Return the folder of the backups; it is made when the first one is."""
    return Path(settings.BACKUP_DIR)


def second_folder() -> Path | None:
    """Return the second folder, None if none is set."""
    return Path(settings.BACKUP_SECOND_DIR) if settings.BACKUP_SECOND_DIR else None


def backups_in(folder: Path) -> list[Backup]:
    """Return the backups of a folder, the newest first; none if it cannot be read."""
    found = []
    zone = ZoneInfo(settings.TIME_ZONE)
    with suppress(OSError):
        for file in folder.iterdir():
            name = parse(file.name, zone)
            if name is not None:
                with suppress(OSError):
                    found.append(Backup(file, name, file.stat().st_size))
    return sorted(found, key=lambda backup: backup.name, reverse=True)


def backup_named(name: str) -> Backup | None:
    """Return the backup of this name in the folder of the backups."""
    return next(
        (backup for backup in backups_in(own_folder()) if backup.file.name == name),
        None,
    )


def delete_old(now: datetime) -> None:
    """Delete the backups that `rotation` does not keep, in both folders."""
    for folder in filter(None, (own_folder(), second_folder())):
        backups = backups_in(folder)
        keep = rotation.kept((backup.name for backup in backups), now=now)
        for backup in backups:
            if backup.name not in keep:
                with suppress(OSError):
                    backup.file.unlink()


def product_version() -> str:
    """Return the version of the product."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text("utf-8"))
    return str(project["project"]["version"])


def database_file() -> Path:
    """Return the file of the database, on SQLite."""
    return Path(str(connection.settings_dict["NAME"]))


def database_size() -> int:
    """Return the bytes of the database."""
    if connection.vendor == "sqlite":
        return sqlite_data.size_of(database_file())
    return postgresql_data.size_of()


def _place(target: Path | None, reason: Reason, now: datetime) -> tuple[Path, Path]:
    """Return the folder to write to, and the name of the file.

    Raises ALREADY_THERE, NOT_WRITABLE.
    """
    if target is not None and not target.is_dir():
        if target.exists():
            raise ALREADY_THERE(file=str(target))
        return target.parent, target
    folder = own_folder() if target is None else target
    if target is None:
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise of_disk(error, folder) from error
    return folder, folder / str(BackupName(now, reason))


def _named(part: Path, file: Path, *, new: bool) -> Path:
    """Rename the finished backup; if the name is taken and it is `new`, number it.

    Raises ALREADY_THERE.
    """
    names = [file]
    if new:
        base = parse(file.name, ZoneInfo(settings.TIME_ZONE))
        if base is not None:
            names += [
                file.with_name(str(BackupName(base.made_at, base.reason, again)))
                for again in range(2, 10)
            ]
    for name in names:
        with suppress(FileExistsError):
            archive.put_in_place(part, name)
            return name
    raise ALREADY_THERE(file=str(file))


@contextmanager
def _work_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder; remove it afterwards, and those of killed processes."""
    work = folder / f"{WORK}{secrets.token_hex(4)}"
    try:
        for old in folder.glob(f"{WORK}*"):
            if timezone.now().timestamp() - old.stat().st_mtime > OLD_WORK_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
        work.mkdir(mode=0o700)
    except OSError as error:
        raise of_disk(error, folder) from error
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _write(work: Path, name: BackupName, on_step: Callable[[int], None]) -> Path:
    """Write a backup into the folder for work; return its file."""
    on_step(1)
    part = work / "backup"
    is_file = connection.vendor == "sqlite"
    size = database_size()
    # On SQLite the copy is there beside the packed one for a moment.
    _check_room(work.parent, needed=size * (2 if is_file else 1) + MARGIN)
    writer = ArchiveWriter(part)
    try:
        fill = _fill_from_sqlite if is_file else _fill_from_postgresql
        rows, columns, migrations = fill(writer, work, on_step)
        secret = Path(settings.DATA_DIR) / SECRET_FILE
        if secret.exists():
            writer.add(SECRET_FILE, archive.blocks_of(secret))
        writer.close(
            Manifest(
                version=product_version(),
                made_at=name.made_at,
                reason=name.reason,
                engine="sqlite" if is_file else "postgresql",
                migrations=migrations,
                rows=rows,
                columns=columns,
                parts=writer.parts,
            )
        )
    finally:
        writer.give_up()
    return part


_Filled = tuple[dict[str, int], dict[str, tuple[str, ...]], tuple[str, ...]]
"""The rows and the columns of the tables, and the applied migrations."""


def _fill_from_sqlite(
    writer: ArchiveWriter, work: Path, on_step: Callable[[int], None]
) -> _Filled:
    copy = work / DATABASE_FILE
    sqlite_data.copy_database(database_file(), copy)
    sqlite_data.check_database(copy)
    on_step(2)
    writer.add(DATABASE_FILE, archive.blocks_of(copy))
    return sqlite_data.count_rows(copy), {}, sqlite_data.applied_migrations(copy)


def _fill_from_postgresql(
    writer: ArchiveWriter, _work: Path, on_step: Callable[[int], None]
) -> _Filled:
    on_step(2)
    with postgresql_data.snapshot() as cursor:
        columns = postgresql_data.tables_of(cursor)
        if not columns:
            raise NO_DATABASE()
        rows = postgresql_data.dump(cursor, columns, writer)
        return rows, columns, postgresql_data.applied_migrations(cursor)


def _check_room(folder: Path, *, needed: int) -> None:
    """Raise NO_ROOM if a backup would fill the disk."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise NO_ROOM(
            folder=str(folder), needed=megabytes(needed), free=free // MEGABYTE
        )


def _copy_to_second_folder(file: Path) -> None:
    """Copy a backup to the second folder, if it is there.

    A missing USB stick is no error: the desk shows how old its last backup is.
    """
    folder = second_folder()
    if folder is None or not folder.is_dir():
        return
    try:
        archive.copy_file(file, folder / file.name)
    except OSError as error:
        logger.warning("%s", of_disk(error, folder))
