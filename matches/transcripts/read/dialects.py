"""Detects the program that wrote a text match, as far as possible."""

import re
from typing import Final

from matches.transcripts.record import Dialect

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
    """Return the dialect, as far as it can be detected.

    `rated`: the names have ratings. `returns`: the text contains carriage returns.
    """
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
