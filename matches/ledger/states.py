"""The state of a match as every page names it."""

from datetime import datetime
from typing import Final

from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion

_ON_THE_BOARD: Final = frozenset({"", Match.How.PLAYED.value})


def state_tag(state: str, how: str, *, is_called: bool | None) -> str:
    """Return the key of a state for the template of state tags.

    `is_called`: whether a match that is ready has a table; None for a match that is
    not called to tables.
    """
    if state == Match.State.READY and is_called is not None:
        return "called" if is_called else "waiting"
    if state == Match.State.DONE and how not in _ON_THE_BOARD:
        return how
    return state


def tag_of(match: Match, occasion: Occasion | None) -> str:
    """Return the key of the state of a match of an event, or of none."""
    is_called = None if occasion is None else occasion.table is not None
    tag = state_tag(match.state, match.how, is_called=is_called)
    is_playing = occasion is not None and occasion.is_playing
    return "playing" if tag == "called" and is_playing else tag


def call_of(match: Match, called_at: datetime | None) -> str:
    """Return what tells one call of a match from another, "" if it is not called."""
    return "" if called_at is None else f"{match.code} {called_at:%H%M%S%f}"
