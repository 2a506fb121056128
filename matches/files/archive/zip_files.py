"""Zip files of match files: their contents, or why they are refused.

The content is untrusted, so the directory is checked before anything is unpacked. A
file name is only a label and never a path. An entry is never read beyond the size in
the directory, so the directory limits the total work (no "zip bomb").
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from struct import error as StructError  # noqa: N812 - it names an exception
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, LargeZipFile, ZipFile, ZipInfo

from matches.players.names import tidy
from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop

MOST_FILES: Final = 2_000
MAX_FILE_MEGABYTES: Final = 5
MAX_FILE_BYTES: Final = MAX_FILE_MEGABYTES * 1024 * 1024
MAX_TOTAL_MEGABYTES: Final = 100
MAX_TOTAL_BYTES: Final = MAX_TOTAL_MEGABYTES * 1024 * 1024
LONGEST_LABEL: Final = 120

_ENTRY: Final = b"PK\x01\x02"
_STARTS: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
# A directory with more entries than this is not parsed, because each entry costs
# memory.
_MOST_ENTRIES: Final = 20 * MOST_FILES
_ENCRYPTED: Final = 0x1
_UTF8: Final = 0x800
_PACKED: Final = (
    *(".7z", ".bz2", ".gz", ".lha", ".lzh", ".rar", ".tar", ".tgz", ".xz"),
    *(".zip", ".zipx", ".zst"),
)
_LITTER: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_ELSEWHERE: Final = frozenset({"", ".", ".."})
_BROKEN: Final = (
    *(BadZipFile, LargeZipFile, NotImplementedError, StructError, zlib.error),
    *(EOFError, OSError, RuntimeError, ValueError, OverflowError),
)

ARCHIVE_DAMAGED = Refusal(
    "archive.damaged",
    gettext_noop(
        "This zip file is damaged and cannot be opened. Make it again, or choose the "
        "match files themselves."
    ),
)
"""The directory of the zip file cannot be read."""

ARCHIVE_EMPTY = Refusal(
    "archive.empty",
    gettext_noop(
        "There is no file in this zip file. Put the match files into it, then choose "
        "it again."
    ),
)
"""There is nothing in the zip file, or only folders."""

TOO_MANY_IN_ARCHIVE = Refusal(
    "archive.too_many_in_archive",
    gettext_noop(
        "This zip file contains more files than can be read at once: at most "
        "%(most)s. Make several smaller ones."
    ),
)
"""More files than are read at once."""

ARCHIVE_TOO_LARGE = Refusal(
    "archive.too_large",
    gettext_noop(
        "Unpacked, these files have more than %(most)s MB together. Make several "
        "smaller zip files, with nothing but match files in them."
    ),
)
"""More bytes than are unpacked at once."""

PACKED_FILE_TOO_LARGE = Refusal(
    "archive.packed_file_too_large",
    gettext_noop(
        "This file has more than %(most)s MB, which no match file needs. Leave it out, "
        "or save the match again without its analysis."
    ),
)
"""One file is longer than any match."""

PACKED_FILE_ENCRYPTED = Refusal(
    "archive.packed_file_encrypted",
    gettext_noop(
        "This file is locked with a password. Make the zip file again without one."
    ),
)
"""One file is locked with a password."""

PACKED_FILE_DAMAGED = Refusal(
    "archive.packed_file_damaged",
    gettext_noop(
        "This file is damaged in the zip file. Find the original and send it by itself."
    ),
)
"""One file does not come out as it went in."""

PACKING_UNKNOWN = Refusal(
    "archive.packing_unknown",
    gettext_noop(
        "This file is packed in a way that cannot be read here. Make the zip file "
        "again with the usual compression."
    ),
)
"""One file has a compression method that is not supported."""

ARCHIVE_IN_ARCHIVE = Refusal(
    "archive.in_archive",
    gettext_noop(
        "This is a packed file inside a zip file. Unpack it and send what is in it."
    ),
)
"""A packed file inside a packed file."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """One file. `label` is its name on pages, `error` the reason of a refusal."""

    label: str
    content: bytes = b""
    error: RuleError | None = None


def is_zip(content: bytes) -> bool:
    """Return True if the content begins like a zip file."""
    return content.startswith(_STARTS)


def unpack(content: bytes) -> Iterator[Unpacked]:
    """Yield the files of a zip file one after the other, without folders and litter.

    Everything about the archive as a whole is checked before the first file is
    unpacked. A refused file is yielded with its error.

    Raises ARCHIVE_DAMAGED, ARCHIVE_EMPTY, TOO_MANY_IN_ARCHIVE, ARCHIVE_TOO_LARGE.
    """
    if content.count(_ENTRY) > _MOST_ENTRIES:
        raise TOO_MANY_IN_ARCHIVE(most=MOST_FILES)
    try:
        packed = ZipFile(BytesIO(content))
    except _BROKEN as error:
        raise ARCHIVE_DAMAGED() from error
    wanted = [info for info in packed.infolist() if not _is_litter(info)]
    if not wanted:
        raise ARCHIVE_EMPTY()
    if len(wanted) > MOST_FILES:
        raise TOO_MANY_IN_ARCHIVE(most=MOST_FILES)
    if sum(_unpacked_size(info) for info in wanted) > MAX_TOTAL_BYTES:
        raise ARCHIVE_TOO_LARGE(most=MAX_TOTAL_MEGABYTES)
    return (_unpacked(packed, info) for info in wanted)


def label(name: str) -> str:
    """Return the name of a file for display: no steps upwards, at most 120 characters.

    Of a longer name the end is kept, because the ends distinguish the files.
    """
    places = name.replace("\\", "/").split("/")
    clean = ("".join(filter(str.isprintable, tidy(place))) for place in places)
    kept = "/".join(place for place in clean if place not in _ELSEWHERE)
    if not kept:
        return "?"
    return kept if len(kept) <= LONGEST_LABEL else f"…{kept[1 - LONGEST_LABEL :]}"


def _unpacked(packed: ZipFile, info: ZipInfo) -> Unpacked:
    name = label(_name(info))
    refused = _refusal(info, name)
    if refused is not None:
        return Unpacked(name, error=refused)
    try:
        with packed.open(info) as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except _BROKEN:
        return Unpacked(name, error=PACKED_FILE_DAMAGED())
    if is_zip(content):
        return Unpacked(name, error=ARCHIVE_IN_ARCHIVE())
    return Unpacked(name, content)


def _refusal(info: ZipInfo, name: str) -> RuleError | None:
    """Return the error of a file by its directory entry alone, None if it is fine."""
    if info.flag_bits & _ENCRYPTED:
        return PACKED_FILE_ENCRYPTED()
    if name.lower().endswith(_PACKED):
        return ARCHIVE_IN_ARCHIVE()
    if info.file_size > MAX_FILE_BYTES:
        return PACKED_FILE_TOO_LARGE(most=MAX_FILE_MEGABYTES)
    if info.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        return PACKING_UNKNOWN()
    return None


def _unpacked_size(info: ZipInfo) -> int:
    """Return how many bytes will be unpacked; a file that is too long never is."""
    return info.file_size if info.file_size <= MAX_FILE_BYTES else 0


def _is_litter(info: ZipInfo) -> bool:
    """Return True for a folder, and for files that operating systems add."""
    *folders, name = _name(info).replace("\\", "/").split("/")
    return (
        not name
        or info.is_dir()
        or "__MACOSX" in folders
        or name.startswith("._")
        or name.lower() in _LITTER
    )


def _name(info: ZipInfo) -> str:
    """Return the name; many programs write UTF-8 without the flag for it."""
    if info.flag_bits & _UTF8:
        return info.filename
    try:
        return info.filename.encode("cp437").decode()
    except ValueError:
        return info.filename
