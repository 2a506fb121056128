"""Reads a situation from a pasted ID of any supported kind, and writes IDs."""

import re
from typing import Final

from matches.rules.board.ids.errors import MATCH_ID_ALONE, NO_ID
from matches.rules.board.ids.gnubg import (
    MATCH_ID_LETTERS,
    match_id,
    position_from_id,
    position_id,
    situation_from_ids,
)
from matches.rules.board.ids.xgid import XGID_PARTS, situation_from_xgid, xgid
from matches.rules.board.position import Situation

# Every repetition is bounded, so that searching a long text takes linear time.
_GAP: Final = r"[\s-]{0,20}"
_SIGN: Final = r"\s{0,20}[:=]?\s{0,20}"
_XGID: Final = re.compile(r"XGID\s{0,20}[=:]\s{0,20}(\S*)", re.IGNORECASE)
_POSITION: Final = re.compile(rf"position\w?{_GAP}ID{_SIGN}(\S+)", re.IGNORECASE)
_MATCH: Final = re.compile(rf"match{_GAP}ID{_SIGN}(\S+)", re.IGNORECASE)
_NAME: Final = re.compile(
    rf"gnu\s{{0,20}}(?:backgammon|bg)?{_GAP}ID{_SIGN}", re.IGNORECASE
)
_PAIR: Final = 2


def read_id(text: str) -> Situation:
    """Return the situation that a pasted ID describes.

    The ID may be an XGID, a Position ID, or a Position ID with a Match ID, with the
    labels and surrounding lines that programs write. A Position ID alone means money
    play with side ONE on roll. Raises PositionError, RuleError.
    """
    labelled = _XGID.search(text)
    if labelled is not None:
        return situation_from_xgid(labelled.group(1))
    if text.count(":") == XGID_PARTS - 1 and len(text.split()) == 1:
        return situation_from_xgid(text.strip())
    return _from_gnubg(text)


def gnubg_id(situation: Situation) -> str:
    """Return both IDs, separated by a colon. Raises PositionError, BEYOND_ID."""
    return f"{position_id(situation.position)}:{match_id(situation)}"


def _from_gnubg(text: str) -> Situation:
    position, match = _labelled(text)
    if not position:
        raise MATCH_ID_ALONE() if match else NO_ID()
    if not match:
        return Situation(position=position_from_id(position))
    return situation_from_ids(position, match)


def _labelled(text: str) -> tuple[str, str]:
    """Return the Position ID and the Match ID, each empty if it is missing."""
    position, match = _POSITION.search(text), _MATCH.search(text)
    if position is None and match is None:
        return _unlabelled(_NAME.sub(" ", text))
    before, _, behind = (position.group(1) if position else "").partition(":")
    return before, match.group(1) if match else behind


def _unlabelled(text: str) -> tuple[str, str]:
    tokens = text.replace(":", " ").split()
    if len(tokens) == _PAIR:
        return tokens[0], tokens[1]
    if len(tokens) != 1:
        return "", ""
    alone = tokens[0]
    return ("", alone) if len(alone) == MATCH_ID_LETTERS else (alone, "")
