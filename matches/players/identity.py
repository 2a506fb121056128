"""Identifies the player of a browser, without accounts.

A personal link assigns the browser to its player; the code on a score sheet assigns it
to one side of that match. Both are stored in the session.
"""

from typing import Final

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts.access import allowed
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.players.codes import new_code, normalised
from matches.players.links import hash_of
from matches.players.models import Player, PlayerMerge

PLAYER_KEY: Final = "player"

_DEVICE: Final = "device"

DEVICE_LENGTH: Final = 4


def become_player(request: HttpRequest, player: Player) -> None:
    """Assign this browser to the player; a new personal link ends the assignment."""
    known = [player.pk, player.link_hash]
    if request.session.get(PLAYER_KEY) != known:
        # A person who knew the old session key must not act as this player.
        request.session.cycle_key()
    request.session[PLAYER_KEY] = known
    give_device_label(request)


def player_at(request: HttpRequest) -> int | None:
    """Return the primary key of the player this browser belongs to, or None.

    One query if the session has a player: a replaced link no longer counts.
    """
    known = request.session.get(PLAYER_KEY)
    if not known:
        return None
    pk, link_hash = known
    valid = Player.objects.filter(pk=pk, link_hash=link_hash).exists()
    return int(pk) if valid else None


def device_of(request: HttpRequest) -> str:
    """Return the label of this browser, "" if it has never reported."""
    return str(request.session.get(_DEVICE, ""))


def give_device_label(request: HttpRequest) -> None:
    """Give the browser its label, unless its session has one already."""
    if _DEVICE not in request.session:
        request.session[_DEVICE] = new_code(DEVICE_LENGTH)


def player_of_link(link_key: str) -> Player:
    """Return the player with this key of a personal link. Raises Http404."""
    typed = normalised(link_key)
    hashed = hash_of(typed)
    found = Player.objects.filter(link_hash=hashed).first()
    player = found or _kept_instead(link_hash=hashed)
    player.came_by = typed
    return player


def player_of_browser(request: HttpRequest) -> Player | None:
    pk = player_at(request)
    return None if pk is None else Player.objects.get(pk=pk)


def player_for_viewer(key: str) -> Player:
    """Return the player with this key. Raises Http404."""
    if "\x00" in key:  # PostgreSQL raises an error for it
        raise Http404
    return get_object_or_404(Player, key=key)


def merged_into(key: str) -> Player:
    """Return the player that replaced the one with this key. Raises Http404."""
    return _kept_instead(key=key.replace("\x00", ""))


def _kept_instead(**which: str) -> Player:
    """Return the player into whom this entry was merged. Raises Http404."""
    merges = PlayerMerge.objects.valid().filter(**which)
    merge = merges.select_related("kept").first()
    if merge is None:
        raise Http404
    return merge.kept


def player_for_director(request: HttpRequest, key: str) -> tuple[Player, User]:
    """Return a player and the person who may change them."""
    return player_for_viewer(key), allowed(request, Act.PLAYERS)
