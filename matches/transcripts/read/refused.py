"""Recognises other kinds of files; each refusal names the kind and what to do next."""

import re
from typing import Final

from matches.rules.board import BAR, Position, position_of
from matches.rules.refusals import Refusal, RuleError

OWN_FORMAT = Refusal(
    "transcript.own_format",
    # Translators: .xg and .mat are endings of file names.
    "This is another program’s own format. In that program, export the match "
    "as a text match (.mat) or SGF.",
)
OTHER_RECORD = Refusal(
    "transcript.other_record",
    "This record is from another program. Open it in GNU Backgammon and save "
    "it as a text match (.mat) or SGF.",
)
GNU_BACKGAMMON_COMMANDS = Refusal(
    "transcript.gnu_backgammon_commands",
    "This is a list of commands for GNU Backgammon. Run it there and save the match "
    "as a text match (.mat) or as SGF.",
)
POSITION_FILE = Refusal(
    "transcript.position_file",
    "This is a single position, not a match. Choose the file of the whole match, "
    "exported as a text match (.mat) or as SGF.",
)
ZIP_FILE = Refusal(
    "transcript.zip_file",
    "This is a zip file inside the upload. Extract it and upload the match files.",
)
OFFICE_FILE = Refusal(
    "transcript.office_file",
    "This is an office document. Save its text as a plain text file (.txt), or upload "
    "the original match file.",
)
COMPRESSED_FILE = Refusal(
    "transcript.compressed_file",
    "This file is compressed. Unpack it and upload the match file in it.",
)
PDF_FILE = Refusal(
    "transcript.pdf_file",
    "This is a PDF. Upload the match file itself: a text match (.mat) or SGF.",
)
PICTURE_FILE = Refusal(
    "transcript.picture_file",
    "This is a picture. Matches can only be read from a text match (.mat) or SGF file.",
)
WEB_PAGE = Refusal(
    "transcript.web_page",
    "This is a web page, not a match file. Use the download or export button on that "
    "page and upload that file.",
)
DATA_FILE = Refusal(
    "transcript.data_file",
    "This is a data file (JSON or XML). Export the match as a text match (.mat) or as "
    "SGF from the program it comes from.",
)


_PACKED: Final = b"PK\x03\x04"
_OFFICE_ENDINGS: Final = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".pages")
_SIGNATURES: Final[tuple[tuple[bytes, Refusal[RuleError]], ...]] = (
    (b"RGMH", OWN_FORMAT),
    (b"%PDF-", PDF_FILE),
    (b"\x89PNG\r\n", PICTURE_FILE),
    (b"\xff\xd8\xff", PICTURE_FILE),
    (b"GIF8", PICTURE_FILE),
    (b"RIFF", PICTURE_FILE),
    (b"II*\x00", PICTURE_FILE),
    (b"MM\x00*", PICTURE_FILE),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OFFICE_FILE),
    (b"{\\rtf", OFFICE_FILE),
    (b"\x1f\x8b", COMPRESSED_FILE),
    (b"BZh", COMPRESSED_FILE),
    (b"\xfd7zXZ\x00", COMPRESSED_FILE),
    (b"7z\xbc\xaf\x27\x1c", COMPRESSED_FILE),
    (b"Rar!\x1a\x07", COMPRESSED_FILE),
    (b"\x28\xb5\x2f\xfd", COMPRESSED_FILE),
)
# The signature of HEIC pictures, as phones write them, follows four bytes of length.
_BOX: Final = b"ftyp"
_BOX_AT: Final = 4
_OFFICE_PARTS: Final = (b"word/", b"xl/", b"ppt/", b"mimetypeapplication/vnd.oasis")
_SAMPLE: Final = 4_000
_TEXTS: Final[tuple[tuple[re.Pattern[str], Refusal[RuleError]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), refusal)
    for pattern, refusal in (
        (r"\A\s*+\{[^\n]{0,200}?\"format\"\s?:\s?\"BGF\"", OWN_FORMAT),
        (r"\A\s*+JavaFIBS internal match", OWN_FORMAT),
        (r"\A\s*+<(?:!doctype html|html|head|body|div|pre|table)\b", WEB_PAGE),
        (r"\A\s*+(?:<\?xml|[{\[]\s*+[\"{\[])", DATA_FILE),
        (r"^X is \S+, O is \S+|^Score is \d+-\d+ in a \d+ point", OTHER_RECORD),
        (r"^[^\n\t]{1,60} vs\. [^\n\t]{1,60}$|\tO-O\b", OTHER_RECORD),
        (r"^\s?MatchID?(?:Info)?:|TrueMoney|^\s?GameInfo:", OTHER_RECORD),
        (r"PartyGammon|^#\d+Game#", OTHER_RECORD),
        (
            r"\A\s*+(?:#[^\n]*+\n)*+(?:new (?:match|game)|set [a-z]+ )",
            GNU_BACKGAMMON_COMMANDS,
        ),
        (r"XGID=|Position[ -]ID|Match[ -]ID\s?:|\+13-14-15-16-17-18-", POSITION_FILE),
    )
)


def refuse_bytes(content: bytes, name: str) -> None:
    for signature, refusal in _SIGNATURES:
        if content.startswith(signature):
            raise refusal()
    if content.startswith(_PACKED):
        raise OFFICE_FILE() if _is_office(content, name) else ZIP_FILE()
    if content[_BOX_AT : _BOX_AT + len(_BOX)] == _BOX:
        raise PICTURE_FILE()


def _is_office(content: bytes, name: str) -> bool:
    if name.lower().endswith(_OFFICE_ENDINGS):
        return True
    return any(part in content[:_SAMPLE] for part in _OFFICE_PARTS)


def refuse_text(text: str) -> None:
    """Raise a RuleError if a text without a match belongs to a known kind."""
    sample = text[:_SAMPLE]
    for pattern, refusal in _TEXTS:
        if pattern.search(sample):
            raise refusal()


HYPERGAMMON_SIZES: Final = (1, 2, 3)
"""The numbers of checkers in Hypergammon; nearly always 3."""


def hypergammon(checkers: int) -> Position:
    """Return the start of Hypergammon: each checker alone, on the last points."""
    own = dict.fromkeys(range(BAR - checkers, BAR), 1)
    return Position(position_of(own, own).points, checkers)
