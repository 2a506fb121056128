"""Access to players: by public key, by personal link, for directors."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts.access import allowed
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.players.codes import normalised
from matches.players.identity import player_at
from matches.players.links import hash_of
from matches.players.models import Player, PlayerMerge


def player_of_link(link_key: str) -> Player:
    """Return the player with this key of a personal link. Raises Http404."""
    typed = normalised(link_key)
    hashed = hash_of(typed)
    found = Player.objects.filter(link_hash=hashed).first()
    player = found or _kept_instead(link_hash=hashed)
    player.came_by = typed
    return player


def player_of_browser(request: HttpRequest) -> Player | None:
    """Return the player to whom this browser belongs, None if there is none."""
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
