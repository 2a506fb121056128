"""Rows of the money of a tournament: its till, its pools, its notes."""

from typing import ClassVar, Self

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.web.columns import TextsField, one_of
from tournaments.money.splitting import (
    CLUB,
    MOST_BOUGHT_BACK,
    PERCENT,
    SPLITS,
    WINNERS,
)
from tournaments.rounds.announcements.models import Reversible
from tournaments.structure.columns import NumbersByKeyField, NumbersField
from tournaments.structure.models import Tournament


class PoolKind(models.TextChoices):
    """The kinds of pools."""

    FEES = "fees", _("Entry fees")
    SIDE = "side", _("Side pool")
    AUCTION = "auction", _("Auction (calcutta)")


class NoteKind(models.TextChoices):
    """The kinds of notes."""

    PAID = "paid", _("Paid")
    BACK = "back", _("Refund")
    PRIZE = "prize", _("Prize paid out")
    LESS = "less", _("Discount")
    JOINED = "joined", _("Participates")
    SOLD = "sold", _("Sold")


class Till(Reversible):
    """The currency of a tournament; prizes are multiples of `step` smallest units.

    `ways` are the ways to pay (`money.paying.Ways`) that are not empty.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="till")
    currency = models.CharField(max_length=3)
    step = models.PositiveIntegerField(default=1)
    ways = TextsField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="till_step_positive", condition=models.Q(step__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"till of {self.tournament}"


class Pool(Reversible):
    """Money that is collected and paid out as prizes, in smallest units.

    Everybody of `division` (its number, 0 for all) pays `fee`, for a re-entry
    `fee_again`, null for the same; in a side pool only those who joined. An auction has
    no fee. The club keeps `kept_each` of each fee, and `kept_part` (hundredths of a
    percent) of the rest; it adds `added`. `shares` are the prizes by the number of the
    stage that decides them: hundredths of a percent, or amounts, as `split` says.
    `unclaimed` says who gets prizes that nobody can win; empty: not decided yet.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="money_pools"
    )
    kind = models.CharField(max_length=8, choices=PoolKind)
    name = models.CharField(max_length=60, blank=True)
    division = models.PositiveIntegerField(default=0)
    fee = models.PositiveBigIntegerField(default=0)
    fee_again = models.PositiveBigIntegerField(null=True)
    kept_each = models.PositiveBigIntegerField(default=0)
    kept_part = models.PositiveIntegerField(default=0)
    added = models.PositiveBigIntegerField(default=0)
    split = models.CharField(max_length=8, default=PERCENT)
    shares = NumbersByKeyField(default=dict)
    to_first = models.BooleanField(default=True)
    unclaimed = models.CharField(max_length=8, blank=True, default="")

    division_name = ""
    """The name of the division, where the pool was read for a page of all pools."""

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            one_of("pool", "kind", PoolKind.values),
            one_of("pool", "split", SPLITS),
            one_of("pool", "unclaimed", ("", CLUB, WINNERS)),
        ]

    def __str__(self) -> str:
        return self.name or str(self.get_kind_display())

    @property
    def title(self) -> str:
        """The name of the pool; if it has none, its kind and its division."""
        if self.name or not self.division_name:
            return str(self)
        return f"{self} · {self.division_name}"


class MoneyNoteQuerySet(models.QuerySet["MoneyNote"]):
    """Notes, also those that were taken back."""

    def valid(self) -> Self:
        """Leave out what was taken back."""
        return self.filter(voided_at__isnull=True)


class MoneyNote(models.Model):
    """A fact about money: it can be voided and recorded again, never changed.

    `payer` is the number of an entry; 0 is another person, known by `name` alone. With
    the number alone what was paid stays when an entry is removed. `about` is the entry
    that was sold in an auction, and `others` those sold with it as one lot; its players
    have `percent` of it, in equal parts. `again_for` is the voided note that this one
    repeats: a voided note stays voided.
    """

    Kind = NoteKind

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="money_notes"
    )
    kind = models.CharField(max_length=8, choices=NoteKind)
    pool = models.ForeignKey(Pool, models.CASCADE, null=True, related_name="notes")
    payer = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=200)
    about = models.PositiveIntegerField(default=0)
    others = NumbersField(default=list)
    amount = models.PositiveBigIntegerField(default=0)
    percent = models.PositiveSmallIntegerField(default=0)
    remark = models.CharField(max_length=120, blank=True)
    day = models.DateField(default=timezone.localdate)
    noted_at = models.DateTimeField(default=timezone.now)
    noted_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    voided_at = models.DateTimeField(null=True)
    voided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    again_for = models.OneToOneField(
        "self", models.SET_NULL, null=True, related_name="noted_again"
    )

    objects = MoneyNoteQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            one_of("money_note", "kind", NoteKind.values),
            models.CheckConstraint(
                name="bought_back_up_to_half",
                condition=models.Q(percent__lte=MOST_BOUGHT_BACK),
            ),
            models.UniqueConstraint(
                name="sold_once_in_an_auction",
                fields=("pool", "about"),
                condition=models.Q(kind="sold", voided_at__isnull=True),
            ),
            models.UniqueConstraint(
                name="joins_a_side_pool_once",
                fields=("pool", "payer"),
                condition=models.Q(kind="joined", voided_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount} of {self.name}"

    @property
    def lot(self) -> tuple[int, ...]:
        """The entries that were sold, the first of them `about`."""
        return (self.about, *self.others)
