"""Recognises other kinds of files; each refusal names the kind and what to do next."""

import re
from typing import Final

from matches.rules.board import BAR, Position, position_of
from matches.rules.text import gettext_noop
from matches.transcripts.record import TranscriptError


class ForeignFileError(TranscriptError):
    """A file of a kind that is known, but not read here."""


class ExtremeGammonFileError(ForeignFileError):
    english = gettext_noop(
        # Translators: .xg and .mat are endings of file names.
        "This is a file of eXtreme Gammon’s own format (.xg). "
        "Export it as a text match (.mat or .txt) from eXtreme Gammon."
    )


class BGBlitzFileError(ForeignFileError):
    english = gettext_noop(
        "This is a file of BGBlitz’s own format (.bgf). "
        "Export it as a text match (.mat) or as SGF from BGBlitz."
    )


class JavaFibsFileError(ForeignFileError):
    english = gettext_noop(
        "This is JavaFIBS’s own record of a match (.match). "
        "Save it as a text match (.mat) from JavaFIBS."
    )


class FibsLogError(ForeignFileError):
    english = gettext_noop(
        "This is a FIBS record of the kind oldmoves. Open it in GNU Backgammon and "
        "save it as a text match (.mat) or as SGF."
    )


class GamesGridFileError(ForeignFileError):
    english = gettext_noop(
        "This is a GamesGrid record (.sgg). Open it in GNU Backgammon and save it as a "
        "text match (.mat) or as SGF."
    )


class MoneyGamesFileError(ForeignFileError):
    english = gettext_noop(
        "This is a TrueMoneyGames record (.tmg). Open it in GNU Backgammon and save it "
        "as a text match (.mat) or as SGF."
    )


class PartyGammonFileError(ForeignFileError):
    english = gettext_noop(
        "This is a PartyGammon record. Open it in GNU Backgammon and save it as a text "
        "match (.mat) or as SGF."
    )


class GnuBackgammonCommandsError(ForeignFileError):
    english = gettext_noop(
        "This is a list of commands for GNU Backgammon. Run it there and save the "
        "match as a text match (.mat) or as SGF."
    )


class PositionFileError(ForeignFileError):
    english = gettext_noop(
        "This is a single position, not a match. Choose the file of the whole match, "
        "exported as a text match (.mat) or as SGF."
    )


class ZipFileError(ForeignFileError):
    english = gettext_noop(
        "This is a packed folder (.zip). Unpack it and upload the match files in it."
    )


class OfficeFileError(ForeignFileError):
    english = gettext_noop(
        "This is a document of an office program. Save its text as a plain text file "
        "(.txt), or upload the match file it was made from."
    )


class CompressedFileError(ForeignFileError):
    english = gettext_noop(
        "This file is compressed. Unpack it and upload the match file in it."
    )


class PdfFileError(ForeignFileError):
    english = gettext_noop(
        "This is a PDF, made for reading and printing. Upload the match file itself: "
        "a text match (.mat) or SGF."
    )


class PictureFileError(ForeignFileError):
    english = gettext_noop(
        "This is a picture. A match is read from its file only: a text match (.mat) "
        "or SGF."
    )


class WebPageError(ForeignFileError):
    english = gettext_noop(
        "This is a web page, perhaps the page of a match instead of its file. Use the "
        "download or export button on that page and upload what it saves."
    )


class DataFileError(ForeignFileError):
    english = gettext_noop(
        "This is a data file (JSON or XML). Export the match as a text match (.mat) or "
        "as SGF from the program it comes from."
    )


_Kind = type[ForeignFileError]

_PACKED: Final = b"PK\x03\x04"
_OFFICE_ENDINGS: Final = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".pages")
_SIGNATURES: Final[tuple[tuple[bytes, _Kind], ...]] = (
    (b"RGMH", ExtremeGammonFileError),
    (b"%PDF-", PdfFileError),
    (b"\x89PNG\r\n", PictureFileError),
    (b"\xff\xd8\xff", PictureFileError),
    (b"GIF8", PictureFileError),
    (b"RIFF", PictureFileError),
    (b"II*\x00", PictureFileError),
    (b"MM\x00*", PictureFileError),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OfficeFileError),
    (b"{\\rtf", OfficeFileError),
    (b"\x1f\x8b", CompressedFileError),
    (b"BZh", CompressedFileError),
    (b"\xfd7zXZ\x00", CompressedFileError),
    (b"7z\xbc\xaf\x27\x1c", CompressedFileError),
    (b"Rar!\x1a\x07", CompressedFileError),
    (b"\x28\xb5\x2f\xfd", CompressedFileError),
)
# The signature of HEIC pictures, as phones write them, follows four bytes of length.
_BOX: Final = b"ftyp"
_BOX_AT: Final = 4
_OFFICE_PARTS: Final = (b"word/", b"xl/", b"ppt/", b"mimetypeapplication/vnd.oasis")

_SAMPLE: Final = 4_000
_TEXTS: Final[tuple[tuple[re.Pattern[str], _Kind], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), kind)
    for pattern, kind in (
        (r"\A\s*+\{[^\n]{0,200}?\"format\"\s?:\s?\"BGF\"", BGBlitzFileError),
        (r"\A\s*+JavaFIBS internal match", JavaFibsFileError),
        (r"\A\s*+<(?:!doctype html|html|head|body|div|pre|table)\b", WebPageError),
        (r"\A\s*+(?:<\?xml|[{\[]\s*+[\"{\[])", DataFileError),
        (r"^X is \S+, O is \S+|^Score is \d+-\d+ in a \d+ point", FibsLogError),
        (r"^[^\n\t]{1,60} vs\. [^\n\t]{1,60}$|\tO-O\b", GamesGridFileError),
        (r"^\s?MatchID?(?:Info)?:|TrueMoney|^\s?GameInfo:", MoneyGamesFileError),
        (r"PartyGammon|^#\d+Game#", PartyGammonFileError),
        (
            r"\A\s*+(?:#[^\n]*+\n)*+(?:new (?:match|game)|set [a-z]+ )",
            GnuBackgammonCommandsError,
        ),
        (
            r"XGID=|Position[ -]ID|Match[ -]ID\s?:|\+13-14-15-16-17-18-",
            PositionFileError,
        ),
    )
)


def refuse_bytes(content: bytes, name: str) -> None:
    """Raise a ForeignFileError if the bytes belong to a known kind of file."""
    for signature, kind in _SIGNATURES:
        if content.startswith(signature):
            raise kind
    if content.startswith(_PACKED):
        raise OfficeFileError if _is_office(content, name) else ZipFileError
    if content[_BOX_AT : _BOX_AT + len(_BOX)] == _BOX:
        raise PictureFileError


def _is_office(content: bytes, name: str) -> bool:
    if name.lower().endswith(_OFFICE_ENDINGS):
        return True
    return any(part in content[:_SAMPLE] for part in _OFFICE_PARTS)


def refuse_text(text: str) -> None:
    """Raise a ForeignFileError if a text without a match belongs to a known kind."""
    sample = text[:_SAMPLE]
    for pattern, kind in _TEXTS:
        if pattern.search(sample):
            raise kind


HYPERGAMMON_SIZES: Final = (1, 2, 3)
"""The numbers of checkers in Hypergammon; nearly always 3."""


def hypergammon(checkers: int) -> Position:
    """Return the start of Hypergammon: each checker alone, on the last points."""
    own = dict.fromkeys(range(BAR - checkers, BAR), 1)
    return Position(position_of(own, own).points, checkers)
