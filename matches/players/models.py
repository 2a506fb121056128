"""The players that the club knows."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.columns.names import NameField
from matches.players.codes import new_link_key, new_player_key


class Player(models.Model):
    """A player of the directory.

    `link_key` is the secret of the personal link, with which a player without an
    account reports. A pair in doubles is a player of its own, with two players as
    `members`.
    """

    key = models.CharField(max_length=10, unique=True, default=new_player_key)
    link_key = models.CharField(max_length=20, unique=True, default=new_link_key)
    name = NameField(_("name"), max_length=80)
    sort_name = models.CharField(_("sort as"), max_length=90, db_index=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    country = models.CharField(_("country"), max_length=40, blank=True)
    members = models.ManyToManyField("self", symmetrical=False, related_name="pairs")
    rating = models.DecimalField(
        _("rating"), max_digits=6, decimal_places=2, null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("sort_name", "pk")

    def __str__(self) -> str:
        return str(self.name)
