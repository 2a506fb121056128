"""Whom pages take the reader for: by a personal link, or by a score sheet of the day.

It marks rows and leads to a page of what is public anyway; it gives no right. What a
browser may report is decided by its link and by its seats alone.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import Final

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from matches.ledger.models.match import Match
from matches.ledger.reporter import choose_side, forget_player, sheet_side
from matches.players.identity import PLAYER_KEY, player_of_browser
from matches.players.models import Player
from matches.rules import Side

_TODAY: Final = "today"
"""The score sheet at which this browser sat down last, and the day."""
_NIGHT: Final = timedelta(hours=6)
"""An evening goes on after midnight."""


def sit_down(request: HttpRequest, match: Match, side: Side) -> None:
    """Let this browser report for a side, and know its player for the day."""
    choose_side(request, match, side)
    request.session[_TODAY] = [match.sheet_code, _day()]


def get_up(request: HttpRequest) -> None:
    """Forget who uses this browser, with all that they could report."""
    forget_player(request)
    request.session.pop(_TODAY, None)


def you(request: HttpRequest) -> Player | None:
    """Return the player of this browser, None if there is none, or none today.

    A director who takes the seat from the browser, or replaces the sheet, ends it.
    """
    if PLAYER_KEY in request.session:
        player = player_of_browser(request)
        if player is not None:
            return player
    sheet, day = request.session.get(_TODAY, ("", ""))
    if day != _day():
        return None
    rows = Match.objects.select_related("player_1", "player_2")
    match = rows.filter(sheet_code=sheet).first()
    side = sheet_side(request, match) if match else None
    return match.player(side) if match and side else None


def for_templates(request: HttpRequest) -> dict[str, object]:
    """Return whether this browser has a player; if so, `you` and their `own_keys`."""
    has_session = hasattr(request, "session") and not request.session.is_empty()
    if not has_session or not {PLAYER_KEY, _TODAY} & set(request.session.keys()):
        return {"is_player": False}
    player = cache(lambda: you(request))
    if PLAYER_KEY not in request.session and player() is None:
        return {"is_player": False}
    return {
        "is_player": True,
        "you": player,
        "own_keys": cache(lambda: own_keys(player())),
    }


def own_keys(player: Player | None) -> Sequence[str]:
    """Return the keys of a player and of the pairs with them. One query."""
    if player is None:
        return ()
    own = Player.objects.filter(Q(pk=player.pk) | Q(members=player)).order_by("key")
    return tuple(own.values_list("key", flat=True).distinct())


def _day() -> str:
    return timezone.localtime(timezone.now() - _NIGHT).date().isoformat()
