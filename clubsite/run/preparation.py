"""Updates the compiled catalogues and the static files before the site starts."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import polib
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.db import connection

MIGRATION_LOCK = 5_346_237_104  # any number that nothing else of this database uses


def catalogues() -> list[Path]:
    """Return the `.po` files of the site."""
    folders = [Path(folder) for folder in settings.LOCALE_PATHS]
    return sorted(file for folder in folders for file in folder.glob("*/*/*.po"))


def compile_catalogues(files: Iterable[Path]) -> list[Path]:
    """Compile every catalogue that changed to a `.mo` file; return the changed ones.

    This does not need msgfmt, which many machines lack. Like msgfmt it leaves out fuzzy
    entries.
    """
    return [file for file in files if _compile(file)]


def _compile(file: Path) -> bool:
    target = file.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime_ns > file.stat().st_mtime_ns:
        return False
    # Write, then rename: another process never reads half a file.
    part = target.with_suffix(f".{os.getpid()}")
    part.write_bytes(polib.pofile(str(file)).to_binary())
    part.replace(target)
    return True


@contextmanager
def one_machine_at_a_time() -> Iterator[None]:
    """Hold off other machines that start now and would change the same tables."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:  # the lock ends with this connection
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def collect_static() -> bool:
    """Collect the static files if a source changed; return True if so."""
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_name("static-sources")
    fingerprint = static_fingerprint()
    if root.exists() and stamp.exists() and stamp.read_text() == fingerprint:
        return False
    root.mkdir(parents=True, exist_ok=True)
    # `clear`: collectstatic copies only files that are newer than the copy, but after a
    # downgrade a changed source can be older.
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    # Last: if the process dies before this line, the next start collects again.
    stamp.write_text(fingerprint, encoding="ascii")
    return True


def static_fingerprint() -> str:
    """Return a digest of the names and contents of all static sources.

    Without times of files: an image for containers loses their fractions of a second
    on its way to another machine, and is read-only there.
    """
    digest = hashlib.sha256()
    for finder in finders.get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            content = Path(storage.path(name)).read_bytes()
            digest.update(f"{name}\0{len(content)}\n".encode() + content)
    return digest.hexdigest()
