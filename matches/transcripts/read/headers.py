"""Reads the lines of a text match that are not rows: tags, length, games, scores."""

import codecs
import re
import unicodedata
from typing import Final, TypeAlias

from matches.rules import Score
from matches.rules.board import NACKGAMMON, START, Position
from matches.rules.refusals import Refusal
from matches.transcripts.read.refused import HYPERGAMMON_SIZES, hypergammon
from matches.transcripts.record import Dialect

_TAG: Final = re.compile(r"[;#]\s*+\[([^\"\[\]]{1,60})\"(.*)\"\s*+\]\s*+$")
_LENGTHS: Final = (
    re.compile(r"(?<!\S)(\d{1,6})\s++points?\s++match\b", re.IGNORECASE),
    re.compile(r"\bmatch\s++(?:of|to)\s++(\d{1,6})\b", re.IGNORECASE),
)
_MONEY: Final = re.compile(r"\W*(?:money|unlimited) (?:session|game|match)\b", re.I)
_GAME: Final = re.compile(r"\s*+Game\s++(\d{1,6})\s*+(.*)$", re.IGNORECASE)
_CRAWFORD: Final = re.compile(r"\W*Crawford(?: game)?\W*$", re.IGNORECASE)
# A score with a leading 0 is exactly 0: digits after it begin the right player's name.
_SCORE: Final = re.compile(r":\s?(0|[1-9]\d{0,5}(?!\d))")
_RIGHT_SCORE: Final = re.compile(r"\s*(\d{1,6})\s*")
_RATING: Final = re.compile(r",(\d{2,4}(?:\.\d{1,2})?)$")
_GAP: Final = "  "

_STARTS: Final[dict[str, Position]] = {
    "": START,
    "backgammon": START,
    "standard": START,
    "nackgammon": NACKGAMMON,
}


GameHeader: TypeAlias = tuple[int, bool | None]
"""The number in `Game 3`; whether it is the Crawford game, None if it does not say."""

ScoreLine: TypeAlias = tuple[tuple[str, str], Score]
"""The names of the columns, and the score."""


def read_tag(line: str) -> tuple[str, str] | None:
    found = _TAG.match(line)
    return (found[1].strip(), _clean(found[2])) if found else None


def read_length(line: str) -> int | None:
    for pattern in _LENGTHS if "match" in line.lower() else ():
        if found := pattern.search(line):
            return int(found[1])
    return 0 if _MONEY.match(line) else None


def read_game_line(line: str) -> GameHeader | None:
    found = _GAME.match(line)
    if not found:
        return None
    is_crawford = bool(_CRAWFORD.match(found[2]))
    if found[2].strip() and not is_crawford:
        return None
    return int(found[1]), True if is_crawford else None


def read_score_line(line: str) -> ScoreLine | None:
    """Return the names and the score that stand above the rows, or None.

    A name may contain anything, even " : 3", and the left name may touch the right one.
    So the left score is the first one with a gap after it, where the right column
    begins.
    """
    left, colon, right = line.rpartition(":")
    right_score = _RIGHT_SCORE.fullmatch(right)
    if not colon or not right_score:
        return None
    scores = list(_SCORE.finditer(left))
    if not scores:
        return None
    wide = (score for score in scores if left.startswith(_GAP, score.end()))
    last_left = next(wide, None) or _narrow(left, scores)
    names = _clean(left[: last_left.start()]), _clean(left[last_left.end() :])
    return names, Score(int(last_left[1]), int(right_score[1]))


def _narrow(left: str, scores: list[re.Match[str]]) -> re.Match[str]:
    marked = [score for score in scores if left[: score.start()].endswith(" ")]
    named = [score for score in marked or scores if left[score.end() :].strip()]
    return (named or marked or scores)[0]


def without_rating(name: str) -> tuple[str, str]:
    """Return a name like `nori,1764` as name and rating; the rating may be empty."""
    found = _RATING.search(name)
    return (name[: found.start()].strip(), found[1]) if found else (name, "")


def start_of(variant: str) -> Position | None:
    plain = variant.casefold().replace(" ", "").replace("-", "")
    if plain.startswith("hypergammon"):
        named = (size for size in HYPERGAMMON_SIZES if str(size) in plain)
        return hypergammon(next(named, max(HYPERGAMMON_SIZES)))
    return _STARTS.get(plain)


def _clean(text: str) -> str:
    if text.isprintable():
        return text.strip()
    return "".join(
        character
        for character in text
        if unicodedata.category(character) not in {"Cc", "Cs"}
    ).strip()


_SITES: Final = (
    ("backgammongalaxy", Dialect.GALAXY),
    ("backgammonstudio", Dialect.BGSTUDIO),
    ("extremegammon", Dialect.XG),
    ("opengammon", Dialect.OPENGAMMON),
    ("playok", Dialect.PLAYOK),
    ("gridgammon", Dialect.GRIDGAMMON),
    ("javafibs", Dialect.JAVAFIBS),
)
_OURS: Final = "crawford"
_XG_TAGS: Final = frozenset({"Match ID", "Player 1 Elo", "Unrated", "CubeLimit"})
_GNUBG_TAGS: Final = frozenset(
    {"Site", "Event", "Round", "EventDate", "Variation", "Transcriber"}
)
_SAMPLE: Final = 20_000
# GNU Backgammon ends its cells with a blank, and pads only the left ones.
_GNUBG_CELL: Final = re.compile(r"\d\d: (?:[\d/*]+ )*\n")
_GNUBG_LENGTH: Final = re.compile(r"^ \d+ point match$", re.MULTILINE)
_ONE_BLANK: Final = re.compile(r"^ Wins", re.MULTILINE)


def tell_dialect(
    text: str, tags: dict[str, str], *, rated: bool, returns: bool
) -> Dialect:
    """`rated`: the names have ratings. `returns`: the text has carriage returns."""
    site = tags.get("Site", "").casefold().replace(" ", "")
    if site == _OURS:
        return Dialect.CRAWFORD
    for name, dialect in _SITES:
        if name in site:
            return dialect
    if rated:
        return Dialect.GRIDGAMMON
    if "ClockType" in tags:
        return Dialect.BGSTUDIO
    if _XG_TAGS & tags.keys():
        return Dialect.XG
    return _by_layout(text[:_SAMPLE], tags, returns=returns)


def _by_layout(text: str, tags: dict[str, str], *, returns: bool) -> Dialect:
    if _GNUBG_LENGTH.search(text) and tags.keys() <= _GNUBG_TAGS:
        if tags:
            return Dialect.GNUBG
        if _GNUBG_CELL.search(text):
            return Dialect.SNOWIE
    if not tags and (returns or _ONE_BLANK.search(text)):
        return Dialect.JAVAFIBS
    return Dialect.OTHER


_MEGABYTE: Final = 1024 * 1024
MAX_BYTES: Final = 5 * _MEGABYTE
"""The largest file. A match to 7 with a complete analysis has 400 kB."""

_BYTE_ORDERS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_END_OF_FILE: Final = "\x1a"
_ENCODING_SAMPLE: Final = 400
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
    if encoding := _wide(content[:_ENCODING_SAMPLE]):
        return content.decode(encoding, errors="replace")
    text = narrow_text(content)
    sample = text[:_ENCODING_SAMPLE]
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
