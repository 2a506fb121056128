"""The way from a player's own page to the messages."""

from django.urls import reverse

from matches.outgoing.sender import has_mail, has_push, may_send
from matches.players.models import Player


def own_messages_link(player: Player) -> str:
    """Return the address of the page, "" if no message could reach anybody."""
    if not (has_mail() or has_push()) or not may_send():
        return ""
    return reverse("own_messages", args=[player.link_key])
