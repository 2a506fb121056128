"""What must be up to date before the site starts: catalogues and static files."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import polib
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command


def catalogues() -> list[Path]:
    """Return the translators' files of the site."""
    folders = [Path(folder) for folder in settings.LOCALE_PATHS]
    return sorted(file for folder in folders for file in folder.glob("*/*/*.po"))


def compile_catalogues(files: Iterable[Path]) -> list[Path]:
    """Write the machine's form of every catalogue that changed; return those.

    A bare machine has no msgfmt. Fuzzy entries are left out, as msgfmt does.
    """
    return [file for file in files if _compile(file)]


def _compile(file: Path) -> bool:
    target = file.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime_ns > file.stat().st_mtime_ns:
        return False
    part = target.with_suffix(f".{os.getpid()}")
    part.write_bytes(polib.pofile(str(file)).to_binary())
    part.replace(target)
    return True


def collect_static() -> bool:
    """Gather the static files if any source changed; say whether it did."""
    root = Path(settings.STATIC_ROOT)
    stamp = root / ".sources"
    fingerprint = static_fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == fingerprint:
        return False
    root.mkdir(parents=True, exist_ok=True)
    # Cleared: files are copied by time alone, and a source can get older.
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(fingerprint, encoding="ascii")
    return True


def static_fingerprint() -> str:
    """Return a digest of the names, sizes and times of all static sources."""
    digest = hashlib.sha256()
    for finder in finders.get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
