"""The club's directory of players."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from matches.accounts.models import User
from matches.journal import services as journal
from matches.players.codes import new_link_key
from matches.players.hooks import tell_player_changed
from matches.players.models import Player
from matches.players.names import sort_name


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """The data of a new player of the directory."""

    name: str
    club: str = ""
    rating: Decimal | None = None
    sort_name: str = ""
    country: str = ""


def create_players(new: Sequence[NewPlayer]) -> list[Player]:
    """Add people to the directory, in the given order."""
    return Player.objects.bulk_create(
        Player(
            name=person.name,
            sort_name=person.sort_name or sort_name(person.name),
            club=person.club,
            rating=person.rating,
            country=person.country,
        )
        for person in new
    )


def renew_link(*, player: Player, known: str, by: User | None) -> bool:
    """Replace a player's personal link; the old one is invalid at once.

    `known` is the key on the director's page: a repeat with an older key changes
    nothing. Returns True if the link changed.
    """
    with transaction.atomic():
        held = Player.objects.select_for_update().get(pk=player.pk)
        if held.link_key != known:
            return False
        held.link_key = new_link_key()
        held.save(update_fields=["link_key"])
        journal.record_act(act="link_renewed", by=by, name=held.name)
    return True


def change_player(*, player: Player, to: NewPlayer, by: User | None) -> None:
    """Correct the data of a player in the directory."""
    name, sort_as = to.name, to.sort_name
    with transaction.atomic():
        known = Player.objects.select_for_update().get(pk=player.pk)
        if name != known.name and sort_as == known.sort_name:
            sort_as = ""  # it belongs to the old name
        Player.objects.filter(pk=player.pk).update(
            name=name,
            club=to.club,
            rating=to.rating,
            country=to.country,
            sort_name=sort_as or sort_name(name),
        )
        tell_player_changed(player)
        journal.record_act(act="player_changed", by=by, name=name)
