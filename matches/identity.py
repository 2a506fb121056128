"""Which player a browser belongs to, without accounts.

A personal link makes the browser that player's; the code on a score sheet makes it one
of the two who play that match. Both are kept in the session.
"""

from typing import Final

from django.http import HttpRequest

from matches.codes import new_code
from matches.models import Match, Player
from matches.rules import Side

_PLAYER: Final = "player"
_SHEETS: Final = "sheets"
_DEVICE: Final = "device"
_MOST_SHEETS: Final = 20
DEVICE_LENGTH: Final = 4


def become_player(request: HttpRequest, player: Player) -> None:
    """Make this browser that player's; the link may be revoked by a new one."""
    known = [player.pk, player.link_key]
    if request.session.get(_PLAYER) != known:
        request.session.cycle_key()  # whoever knew the old one is not this player
    request.session[_PLAYER] = known
    _label(request)


def forget_player(request: HttpRequest) -> None:
    """Make this browser nobody's."""
    request.session.pop(_PLAYER, None)
    request.session.pop(_SHEETS, None)


def player_at(request: HttpRequest) -> int | None:
    """Return the primary key of the player this browser belongs to.

    One query where there is one: a link that was renewed no longer counts.
    """
    known = request.session.get(_PLAYER)
    if not known:
        return None
    pk, link_key = known
    valid = Player.objects.filter(pk=pk, link_key=link_key).exists()
    return int(pk) if valid else None


def sit_at_sheet(request: HttpRequest, match: Match, side: Side) -> None:
    """Make this browser one of the two who play a match."""
    sheets = dict(request.session.get(_SHEETS, {}))
    if sheets.get(match.sheet_code) != int(side):
        request.session.cycle_key()
    sheets[match.sheet_code] = int(side)
    for oldest in list(sheets)[:-_MOST_SHEETS]:
        del sheets[oldest]
    request.session[_SHEETS] = sheets
    _label(request)


def sheet_side(request: HttpRequest, match: Match) -> Side | None:
    """Return the side this browser took at the sheet of a match, or None."""
    side = request.session.get(_SHEETS, {}).get(match.sheet_code)
    return None if side is None else Side(side)


def is_somebody(request: HttpRequest) -> bool:
    """Whether this browser plays in some match, or belongs to some player."""
    return bool(request.session.get(_SHEETS)) or player_at(request) is not None


def device_of(request: HttpRequest) -> str:
    """Return the label of this browser, empty for one that never reported."""
    return str(request.session.get(_DEVICE, ""))


def _label(request: HttpRequest) -> None:
    if _DEVICE not in request.session:
        request.session[_DEVICE] = new_code(DEVICE_LENGTH)
