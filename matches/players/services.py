"""The club's directory of players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from matches.accounts.models import User
from matches.players.links import new_link
from matches.players.models import Player, tell_player_changed
from matches.players.names import sort_name
from matches.players.shown import PublicName, Shown, public_pair
from matches.web import journal
from matches.web.shown import full_names


@dataclass(frozen=True, slots=True)
class NewPlayer:
    name: str
    club: str = ""
    rating: Decimal | None = None
    sort_name: str = ""
    country: str = ""
    shown: str = Shown.FULL
    is_minor: bool = False


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


def renew_players(renewals: Mapping[str, Mapping[str, object]]) -> None:
    """Store what a list says of known players: club, country, rating, by their keys."""
    for player in Player.objects.filter(key__in=list(renewals)):
        Player.objects.filter(pk=player.pk).update(**renewals[player.key])
        tell_player_changed(player)


def renew_link(*, player: Player, known: str, by: User | None) -> bool:
    """Replace a player's personal link; the old one is invalid at once.

    `known` is the hash on the director's page: a repeat with an older one changes
    nothing. Returns True if the link changed.
    """
    with transaction.atomic():
        # Of two simultaneous requests, the second finds another link than the one on
        # its page.
        locked = Player.objects.select_for_update().get(pk=player.pk)
        if locked.link_hash != known:
            return False
        locked.link_nonce, locked.link_hash = new_link()
        locked.save(update_fields=["link_nonce", "link_hash"])
        journal.record_act(act="link_renewed", by=by, name=locked.name)
    return True


def change_player(*, player: Player, to: NewPlayer, by: User | None) -> None:
    name, sort_as = to.name, to.sort_name
    with transaction.atomic():
        known = Player.objects.select_for_update().get(pk=player.pk)
        if name != known.name and sort_as == known.sort_name:
            sort_as = ""  # the former sort name belongs to the former name
        Player.objects.filter(pk=player.pk).update(
            name=name,
            club=to.club,
            rating=to.rating,
            country=to.country,
            sort_name=sort_as or sort_name(name),
            shown_by_club=to.shown,
            is_minor=to.is_minor,
        )
        show_anew(player.pk)
        journal.record_act(act="player_changed", by=by, name=name)


def choose_shown(*, player: Player, shown: Shown) -> bool:
    """Store how a player wants to be shown to everybody, by their own choice.

    Returns True if that changed.
    """
    with transaction.atomic(), full_names():
        # Locked until the public name, which follows from this choice and that of the
        # club, is written by `show_anew`.
        locked = Player.objects.select_for_update().get(pk=player.pk)
        if locked.shown_by_player == shown:
            return False
        locked.shown_by_player = shown
        locked.save(update_fields=["shown_by_player"])
        show_anew(locked.pk)
        journal.record_act(act="player_shown", by=None, name=locked.name)
    return True


def show_pair(pair: Player) -> None:
    """Set the public name of a pair from those of its members."""
    with full_names():
        _keep_public(pair, _of_pair(pair))


def show_anew(pk: int) -> None:
    """Write the public names of a player and of the pairs with this player."""
    with full_names():
        player = Player.objects.get(pk=pk)
        _keep_public(player, player.as_shown())
        tell_player_changed(player)
        # The name of a pair is made of those of both members, so it changes with
        # either.
        for pair in player.pairs.order_by("pk"):
            _keep_public(pair, _of_pair(pair))
            tell_player_changed(pair)


def _of_pair(pair: Player) -> PublicName:
    if pair.shown != Shown.FULL:
        return pair.as_shown()
    members = [(one.name, one.as_shown()) for one in pair.members.order_by("pk")]
    return public_pair(pair.name, pair.sort_name, members, key=pair.key)


def _keep_public(player: Player, shown: PublicName) -> None:
    Player.objects.filter(pk=player.pk).update(
        public_name=shown.name, public_sort_name=shown.sort_name
    )
