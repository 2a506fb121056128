"""Stores in the session which side of a match this browser chose at its score sheet."""

from typing import Final

from django.http import HttpRequest

from matches.ledger.models.match import Match
from matches.players.identity import PLAYER_KEY, device_label, player_at
from matches.rules import Side

_SHEETS: Final = "sheets"

_MOST_SHEETS: Final = 20


def forget_player(request: HttpRequest) -> None:
    """Remove the player and all sides of score sheets from this browser."""
    request.session.pop(PLAYER_KEY, None)
    request.session.pop(_SHEETS, None)


def choose_side(request: HttpRequest, match: Match, side: Side) -> None:
    """Assign this browser to one player of a match."""
    sheets = dict(request.session.get(_SHEETS, {}))
    if sheets.get(match.sheet_code) != int(side):
        # A session key that another person knew from before must not get this side.
        request.session.cycle_key()
    sheets[match.sheet_code] = int(side)
    # The session must not grow without limit; JSON keeps the order of the keys.
    for oldest in list(sheets)[:-_MOST_SHEETS]:
        del sheets[oldest]
    request.session[_SHEETS] = sheets
    device_label(request)


def sheet_side(request: HttpRequest, match: Match) -> Side | None:
    """Return the side that this browser chose at the sheet of a match, or None."""
    side = request.session.get(_SHEETS, {}).get(match.sheet_code)
    return None if side is None else Side(side)


def is_known_player(request: HttpRequest) -> bool:
    """Return True if this browser belongs to a player or has a side in a match."""
    return bool(request.session.get(_SHEETS)) or player_at(request) is not None
