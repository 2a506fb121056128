"""The file of a backup: a zip file with checksums, written whole or not at all."""

import contextlib
import hashlib
import os
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from clubsite.backup import manifest as contents
from clubsite.backup.errors import (
    BACKUP_DAMAGED,
    MADE_LATER,
    NOT_A_BACKUP,
    NOT_READABLE,
)
from clubsite.backup.manifest import (
    BackupFile,
    LaterFormatError,
    Manifest,
    ManifestError,
)

BLOCK: Final = 1 << 20
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""Errors that `zipfile` raises for a damaged file."""


class ArchiveWriter:
    """Writes the parts of a backup in order, and then its list of contents.

    `parts` has the size and the checksum of each part that was written.
    """

    def __init__(self, file: Path) -> None:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self._stream = os.fdopen(handle, "wb")
        # Level 1: half the size of the database in a fifth of the time of level 9.
        self._zip = zipfile.ZipFile(
            self._stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1
        )
        self.parts: dict[str, BackupFile] = {}

    def add(self, name: str, blocks: Iterable[bytes | memoryview]) -> None:
        """Write one part."""
        digest, size = hashlib.sha256(), 0
        with self._zip.open(name, "w", force_zip64=True) as target:
            for block in blocks:
                digest.update(block)
                size += len(block)
                target.write(block)
        self.parts[name] = BackupFile(size, digest.hexdigest())

    def close(self, manifest: Manifest) -> None:
        """Write the list of contents; flush the file to the disk."""
        self._zip.writestr(contents.NAME, contents.to_json(manifest))
        self._zip.close()
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self._stream.close()

    def give_up(self) -> None:
        """Close an incomplete file without its list of contents."""
        self._zip.fp = None  # else the garbage collector would complete the zip file
        with contextlib.suppress(OSError, ValueError):
            self._stream.close()


def blocks_of(file: Path) -> Iterator[bytes]:
    """Yield the contents of a file in blocks of bytes."""
    with file.open("rb") as source:
        while block := source.read(BLOCK):
            yield block


class ArchiveReader:
    """An open backup. Its list of contents was read, and all listed parts exist."""

    def __init__(self, opened: zipfile.ZipFile, file: Path, manifest: Manifest) -> None:
        self._zip = opened
        self._file = file
        self.manifest = manifest

    def read(self, name: str, write: Callable[[bytes], object]) -> None:
        """Pass one part to `write` in blocks, and compare its checksum.

        Raises BACKUP_DAMAGED; blocks may have been passed on before.
        """
        wanted = self.manifest.parts[name]
        digest, size = hashlib.sha256(), 0
        try:
            with self._zip.open(name) as source:
                # Not to the end: a few kilobytes can be unpacked to any size.
                while size <= wanted.size and (block := source.read(BLOCK)):
                    digest.update(block)
                    size += len(block)
                    write(block)
        except (*_BROKEN, OSError) as error:
            raise self.damaged(name) from error
        if (size, digest.hexdigest()) != (wanted.size, wanted.sha256):
            raise self.damaged(name)

    def extract(self, name: str, target: Path) -> None:
        """Write one part to a new file, for this user alone, and check it."""
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            self.read(name, stream.write)
            stream.flush()
            os.fsync(stream.fileno())

    def check(self) -> None:
        """Read every part and compare its checksum. Raises BACKUP_DAMAGED."""
        for name in self.manifest.parts:
            self.read(name, lambda _block: None)

    def damaged(self, part: str) -> Exception:
        """Return the refusal of a part that is not what was saved."""
        return BACKUP_DAMAGED(file=self._file.name, part=part)


@contextlib.contextmanager
def reading(file: Path) -> Iterator[ArchiveReader]:
    """Open a backup. Raises NOT_READABLE, NOT_A_BACKUP, MADE_LATER, BACKUP_DAMAGED."""
    try:
        # Opened outside `with`, because errors of opening mean something else than
        # errors of what the caller does with the file.
        opened = zipfile.ZipFile(file)
    except OSError as error:
        reason = error.strerror or str(error)
        raise NOT_READABLE(file=str(file), reason=reason) from error
    except _BROKEN as error:
        raise NOT_A_BACKUP(file=file.name) from error
    with opened:
        yield ArchiveReader(opened, file, _manifest_of(opened, file))


def _manifest_of(opened: zipfile.ZipFile, file: Path) -> Manifest:
    try:
        if opened.getinfo(contents.NAME).file_size > contents.LARGEST:
            raise NOT_A_BACKUP(file=file.name)
        manifest = contents.from_json(opened.read(contents.NAME))
    except LaterFormatError as error:
        raise MADE_LATER(file=file.name, version=str(error)) from error
    except (ManifestError, KeyError, OSError, *_BROKEN) as error:
        raise NOT_A_BACKUP(file=file.name) from error
    if missing := manifest.parts.keys() - set(opened.namelist()):
        raise BACKUP_DAMAGED(file=file.name, part=min(missing))
    return manifest


def put_in_place(part: Path, target: Path) -> None:
    """Rename a written file to its final name, durably: also after a power cut.

    Raises FileExistsError; an existing file is never replaced.
    """
    try:
        # `link` fails if the name is taken, in one step; `rename` would replace a file
        # that appeared after a check.
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a USB stick (FAT) has no hard links
        if target.exists():
            raise FileExistsError(str(target)) from None
        part.rename(target)
    else:
        part.unlink()
    # The file is on the disk already; its name is only there once the folder is.
    sync_folder(target.parent)


def copy_file(source: Path, target: Path) -> None:
    """Copy a backup to another folder under its name, whole or not at all.

    An existing file of this name is not changed.
    """
    part = target.with_name(f".{target.name}.part")
    with contextlib.suppress(FileNotFoundError):
        part.unlink()
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream, source.open("rb") as original:
            shutil.copyfileobj(original, stream, BLOCK)
            stream.flush()
            os.fsync(stream.fileno())
        with contextlib.suppress(FileExistsError):
            put_in_place(part, target)
    finally:
        part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Flush the entries of a folder to the disk, where the system supports it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
