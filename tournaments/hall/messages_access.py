"""Access to messages of players; views get rows only from here."""

from typing import NamedTuple

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.players import access as players_access
from matches.players.models import Player
from tournaments.hall.messages_models import PlayerMessage
from tournaments.structure import access as structure_access
from tournaments.structure.models import Entry


def own_entry(link_key: str, slug: str, number: int) -> tuple[Player, Entry]:
    """Return the player of a personal link, and an entry of them. Raises Http404."""
    player = players_access.player_of_link(link_key)
    return player, structure_access.entry_of_player(player, slug, number)


class MessageVisit(NamedTuple):
    """A message, and the user who deals with it."""

    message: PlayerMessage
    user: User


def message_for_desk(request: HttpRequest, slug: str, pk: int) -> MessageVisit:
    """Return a message, for people who may mark it as done.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.NOTES
    )
    rows = PlayerMessage.objects.select_related("entry__player", "entry__tournament")
    return MessageVisit(
        get_object_or_404(rows, entry__tournament=tournament, pk=pk), user
    )
