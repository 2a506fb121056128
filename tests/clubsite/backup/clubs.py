"""A club on either database for tests of backups: folder, commands, rows."""

import contextlib
import os
import sqlite3
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests import commands
from tests.live import environment

PLAYER = (
    "INSERT INTO matches_player"
    " (key, link_nonce, link_hash, name, sort_name, public_name, public_sort_name,"
    " shown_by_club, shown_by_player, is_minor, club, country, created_at)"
    " VALUES (?, '', ?, ?, ?, '', '', 'full', 'full', FALSE, '', '',"
    " '2026-11-22 12:00+00')"
)


@dataclass
class Club:
    """A data folder and its database."""

    data: Path
    database: str = ""  # its address; empty for SQLite
    more: dict[str, str] = field(default_factory=dict)

    def run(self, *arguments):
        """Run a command of the product on these data."""
        return commands.run(*map(str, arguments), environ=self.environ())

    def environ(self):
        return environment(self.data, DATABASE_URL=self.database, **self.more)

    def make_folder(self):
        """Make the data folder with its secret, as a first start does."""
        self.data.mkdir(mode=0o700, exist_ok=True)
        secret = self.data / "secret_key"
        if not secret.exists():
            secret.touch(0o600)
            secret.write_text("a secret for tests alone, long enough\n")

    def prepare(self):
        """Make the folder and the tables."""
        self.make_folder()
        done = self.run("migrate", "--verbosity=0")
        assert done.returncode == 0, done.stderr

    def backup(self, *arguments):
        done = self.run("backup", *arguments)
        assert done.returncode == 0, done.stderr
        said = done.stdout.splitlines()[0].removeprefix("Backup made and checked: ")
        return Path(said.rpartition(" (")[0])

    def add_player(self, name):
        """Add somebody to the directory, and close the database."""
        values = (name[:10], f"L{name}"[:20], name, name)
        if self.database:
            with psycopg.connect(self.database) as connection:
                connection.execute(PLAYER.replace("?", "%s"), values)
            return
        with contextlib.closing(sqlite3.connect(self.file)) as database, database:
            database.execute(PLAYER, values)

    def players(self):
        """Return the names of the directory."""
        return [name for (name,) in self.rows("SELECT name FROM matches_player")]

    def rows(self, query):
        """Ask the database; its result is ordered."""
        if self.database:
            with psycopg.connect(self.database) as connection:
                return sorted(connection.execute(query).fetchall())
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            return sorted(database.execute(query).fetchall())

    @property
    def file(self):
        return self.data / "crawford.sqlite3"

    def files(self):
        """Return what is in the data folder: size and time of each file."""
        return {
            str(file.relative_to(self.data)): (
                file.stat().st_size,
                file.stat().st_mtime_ns,
            )
            for file in self.data.rglob("*")
            if file.is_file() and not file.name.endswith(".lock")
        }


def is_private(file):
    """Whether nobody else may do anything with a file."""
    return file.stat().st_mode & 0o077 == 0 and file.stat().st_uid == os.geteuid()


def flip(file):
    """Change one byte of the data of a backup, in the middle of its largest part."""
    with zipfile.ZipFile(file) as archive:
        largest = max(archive.infolist(), key=lambda part: part.compress_size)
    content = bytearray(file.read_bytes())
    start = largest.header_offset + 30  # the fixed part of a header
    names = len(largest.filename) + int.from_bytes(content[start - 2 : start], "little")
    content[start + names + largest.compress_size // 2] ^= 0xFF
    file.write_bytes(content)
