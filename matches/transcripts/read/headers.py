"""Reads the lines of a text match that are not rows: tags, length, games, scores."""

import re
import unicodedata
from typing import Final, TypeAlias

from matches.rules import Score
from matches.rules.board import NACKGAMMON, START, Position
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
    """Return the starting position of a variant, None if the variant is unknown."""
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
