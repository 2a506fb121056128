"""Decodes the bytes of a match file."""

import codecs
import re
from typing import Final

from matches.rules.refusals import Refusal

_MEGABYTE: Final = 1024 * 1024
MAX_BYTES: Final = 5 * _MEGABYTE
"""The largest file. A match to 7 with a complete analysis has 400 kB."""

_BYTE_ORDERS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_END_OF_FILE: Final = "\x1a"
_SAMPLE: Final = 400
# Text may contain tabs and line ends, but no other control characters.
_CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x19\x1c-\x1f]")
_MOST_CONTROLS: Final = 16


EMPTY_FILE = Refusal(
    "transcript.empty_file",
    "This file is empty. Save the match again from your program.",
)
FILE_TOO_LARGE = Refusal(
    "transcript.file_too_large",
    # Translators: MB is short for megabytes.
    "This file is larger than %(most)s MB. Save each match as a separate file, "
    "without analysis.",
)
NO_TEXT = Refusal(
    "transcript.no_text",
    "This file has no text. Export the match from your program as a text match (.mat) "
    "or SGF.",
)


def check_size(content: bytes) -> None:
    if len(content) > MAX_BYTES:
        raise FILE_TOO_LARGE(most=MAX_BYTES // _MEGABYTE)
    if not content.strip(b"\x00\t\n\r \xef\xbb\xbf\xfe\xff"):
        raise EMPTY_FILE()


def decode(content: bytes) -> str:
    """By its mark, else UTF-8, else Windows-1252. Raises FILE_TOO_LARGE, NO_TEXT."""
    check_size(content)
    return _decoded(content).replace("\x00", "").rstrip(_END_OF_FILE)


def _decoded(content: bytes) -> str:
    for mark, encoding in _BYTE_ORDERS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, errors="replace")
    if encoding := _wide(content[:_SAMPLE]):
        return content.decode(encoding, errors="replace")
    text = narrow_text(content)
    sample = text[:_SAMPLE]
    if _MOST_CONTROLS * len(_CONTROLS.findall(sample)) > len(sample):
        raise NO_TEXT()
    return text


def _wide(sample: bytes) -> str:
    """Return the UTF-16 codec of a text without a byte order mark, "" if none fits."""
    most = len(sample) // 5 * 2
    if most and sample[1::2].count(0) >= most > 5 * sample[::2].count(0):
        return "utf-16-le"
    if most and sample[::2].count(0) >= most > 5 * sample[1::2].count(0):
        return "utf-16-be"
    return ""


def narrow_text(content: bytes) -> str:
    """Return a text in UTF-8 or Windows-1252; other bytes are read as Latin-1.

    UTF-8 first: text of another encoding is hardly ever valid UTF-8, while nearly every
    byte means something in Windows-1252.
    """
    for encoding in ("utf-8", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")
