"""The players that the club knows, and who is told when one changes."""

from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from typing import Any, ClassVar, Self

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.players.codes import new_player_key
from matches.players.links import LinkHashField, key_of, new_nonce
from matches.players.shown import (
    IN_FULL,
    PublicName,
    Shown,
    is_nameless,
    public_name,
    strictest,
    told_club,
)
from matches.web.columns import DetailsField, one_of
from matches.web.shown import ShownField, reader_is_public


class PlayerQuerySet(models.QuerySet["Player"]):
    def real(self) -> Self:
        """Leave out invented players: lists and proposals do not name them."""
        return self.filter(is_invented=False)


class Player(models.Model):
    """A player of the directory.

    `link_key` is the secret of the personal link, with which a player without an
    account reports; it is stored as `link_nonce` and `link_hash`. A pair in doubles is
    a player of its own, with two players as `members`. `is_invented`: the player
    belongs to a practice and is in no list.

    `name` and `sort_name` are read as the visitor may see them: the full name for
    directors, for others `public_name` unless it is empty (`matches.web.shown`).
    `shown_by_club` and `shown_by_player` are the choices of club and player; the
    stricter one counts.
    """

    key = models.CharField(max_length=10, unique=True, default=new_player_key)
    link_nonce = models.CharField(max_length=32, default=new_nonce)
    link_hash = LinkHashField(max_length=64, unique=True, editable=False)
    name = ShownField(_("name"), max_length=80, public="public_name")
    sort_name = ShownField(
        _("sort as"), max_length=90, db_index=True, public="public_sort_name"
    )
    public_name = models.CharField(max_length=80, blank=True)
    public_sort_name = models.CharField(max_length=90, blank=True)
    shown_by_club = models.CharField(
        _("public"), max_length=8, choices=Shown, default=Shown.FULL
    )
    shown_by_player = models.CharField(max_length=8, choices=Shown, default=Shown.FULL)
    is_minor = models.BooleanField(_("minor"), default=False)
    club = models.CharField(_("club"), max_length=80, blank=True)
    country = models.CharField(_("country"), max_length=40, blank=True)
    members = models.ManyToManyField("self", symmetrical=False, related_name="pairs")
    rating = models.DecimalField(
        _("rating"), max_digits=6, decimal_places=2, null=True, blank=True
    )
    is_invented = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(default=timezone.now)

    objects = PlayerQuerySet.as_manager()

    came_by = ""
    """The key of the personal link with which the page was opened, if any."""

    class Meta:
        ordering = ("sort_name", "pk")
        constraints: ClassVar = [
            one_of("player", "shown_by_club", Shown),
            one_of("player", "shown_by_player", Shown),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row; a shortened name is never saved."""
        columns = kwargs.get("update_fields")
        writes_name = columns is None or {"name", "sort_name"} & set(columns)
        if reader_is_public() and writes_name and not self._state.adding:
            raise RuntimeError("the full name of this player is not known here")
        super().save(*args, **kwargs)

    @property
    def link_key(self) -> str:
        """The key of the personal link; "" if it cannot be shown any more."""
        return self.came_by or key_of(self.link_nonce, self.link_hash)

    @property
    def shown(self) -> Shown:
        """How everybody sees this player."""
        choices = (self.shown_by_club, self.shown_by_player)
        return strictest(choices, is_minor=self.is_minor)

    @property
    def told_club(self) -> str:
        """The club; empty if the reader may not see the name."""
        return told_club(self.name, self.club)

    @property
    def told_country(self) -> str:
        """The country; empty if the reader may not see the name."""
        return told_club(self.name, self.country)

    @property
    def told_rating(self) -> Decimal | None:
        """The typed rating; None if the reader may not see the name."""
        return None if is_nameless(self.name) else self.rating

    def as_shown(self) -> PublicName:
        """Return the public form of the full name, for a single player."""
        if self.shown == Shown.FULL:
            return IN_FULL
        return public_name(self.name, self.shown, self.key)


class PlayerMergeQuerySet(models.QuerySet["PlayerMerge"]):
    def valid(self) -> Self:
        return self.filter(undone_at__isnull=True)


class PlayerMerge(models.Model):
    """Two merged entries of one person, with the data for undoing the merge.

    `key`, `link_hash` and `name` are those of the removed entry; its addresses redirect
    to `kept`. `was` are its columns, `kept_was` and `kept_became` the changed columns
    of the kept entry before and after. `moved` lists the moved rows by table and
    column; `aside` holds rows that both had and only one can have.
    """

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    key = models.CharField(max_length=10, db_index=True)
    link_hash = models.CharField(max_length=64, db_index=True)
    name = models.CharField(max_length=80)
    was = DetailsField(default=dict)
    kept_was = DetailsField(default=dict)
    kept_became = DetailsField(default=dict)
    moved = DetailsField(default=dict)
    aside = DetailsField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)

    objects = PlayerMergeQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.key} in {self.kept_id}"


Listener = Callable[[Player], None]
ListedRatings = Callable[[Collection[int]], Mapping[int, Decimal]]

_listeners: list[Listener] = []
_ratings: list[ListedRatings] = []


def register_listener(listener: Listener) -> None:
    """Call `listener` inside each transaction that changes a player."""
    _listeners.append(listener)


def tell_player_changed(player: Player) -> None:
    """Call all listeners after a change of a player's name, club or rating."""
    for tell in _listeners:
        tell(player)


def register_ratings(listed: ListedRatings) -> None:
    """Register `listed`, which returns ratings of players by primary key."""
    if listed not in _ratings:
        _ratings.append(listed)


def listed_ratings(players: Collection[int]) -> Mapping[int, Decimal]:
    found: dict[int, Decimal] = {}
    for listed in _ratings:
        found |= listed(players)
    return found
