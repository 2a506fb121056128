"""The rows of signing up: a list for each division, and who is on it."""

from datetime import datetime
from typing import ClassVar, Final

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.outgoing.models import Recipient
from matches.players.links import LinkHashField, key_of, new_nonce
from matches.players.models import Player
from matches.players.shown import Shown
from matches.web.columns import one_of
from tournaments.signups.queue import LIVE, State
from tournaments.structure.columns import KeysField
from tournaments.structure.models import Division, Entry

MOST_PLACES: Final = 2000
MOST_HOURS: Final = 14 * 24


class SignUpList(models.Model):
    """When people can sign up for a division, and for how many places.

    Closed while `opens_at` is empty. `places` is 0 for any number. With `is_reviewed` a
    director confirms each person; else the free places are given at once. A place that
    becomes free is offered for `answer_hours`, or given at once if that is 0.
    `questions` has one question a line.
    """

    division = models.OneToOneField(
        Division, models.CASCADE, related_name="sign_up_list"
    )
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    places = models.PositiveSmallIntegerField(
        _("places"), default=0, validators=[MaxValueValidator(MOST_PLACES)]
    )
    is_reviewed = models.BooleanField(
        _("a director confirms each player"), default=True
    )
    answer_hours = models.PositiveSmallIntegerField(
        _("hours to accept a place"),
        default=0,
        validators=[MaxValueValidator(MOST_HOURS)],
    )
    asks_contact = models.BooleanField(
        _("ask for a phone number or e-mail"), default=True
    )
    questions = models.TextField(_("questions"), blank=True, max_length=1000)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="sign_up_closes_after_opening",
                condition=Q(opens_at__isnull=True)
                | Q(closes_at__isnull=True)
                | Q(closes_at__gt=models.F("opens_at")),
            )
        ]

    def __str__(self) -> str:
        return f"sign-up for {self.division}"

    @property
    def asked(self) -> list[str]:
        """The questions, in order."""
        return [line.strip() for line in self.questions.splitlines() if line.strip()]

    def is_open_at(self, moment: datetime) -> bool:
        """Return whether people can sign up at a moment, as far as the times say."""
        if self.opens_at is None or moment < self.opens_at:
            return False
        return self.closes_at is None or moment < self.closes_at


class SignUp(models.Model):
    """A person, or a pair, who wants to play.

    `player` is whom the directory has for them; None for somebody new. `entry` is set
    while the person is in: a director who removes the entry makes the sign-up one to be
    confirmed again. `ranked_at` orders the queue. The link of the person is computed
    from the nonce (`matches.players.links`). `told` and `told_number` are the state and
    the number on the waiting list that the `recipient` was last told.
    """

    sign_up_list = models.ForeignKey(
        SignUpList, models.CASCADE, related_name="sign_ups"
    )
    state = models.CharField(
        max_length=9, default=State.ASKED, choices=[(state, state) for state in State]
    )
    ranked_at = models.DateTimeField(default=timezone.now)
    answer_by = models.DateTimeField(null=True)
    missed = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(_("name"), max_length=80)
    club = models.CharField(_("club"), max_length=80, blank=True)
    country = models.CharField(_("country"), max_length=40, blank=True)
    contact = models.CharField(max_length=120, blank=True)
    answers = KeysField(default=list)
    shown = models.CharField(max_length=8, choices=Shown, default=Shown.FULL)
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    entry = models.ForeignKey(
        Entry, models.SET_NULL, null=True, related_name="sign_ups"
    )
    recipient = models.ForeignKey(
        Recipient, models.SET_NULL, null=True, related_name="sign_ups"
    )
    told = models.CharField(max_length=9, blank=True)
    told_number = models.PositiveSmallIntegerField(default=0)
    link_nonce = models.CharField(max_length=32, default=new_nonce)
    link_hash = LinkHashField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("ranked_at", "pk")
        constraints: ClassVar = [one_of("sign_up", "state", list(State))]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("own_sign_up", args=[self.link_key])

    @property
    def link_key(self) -> str:
        """The key of the person's link; "" if it cannot be shown any more."""
        return key_of(self.link_nonce, self.link_hash)

    @property
    def stands(self) -> State:
        """The state; to be confirmed again once the entry is removed at the desk."""
        if self.state == State.IN and self.entry_id is None:
            return State.ASKED
        return State(self.state)

    @property
    def is_live(self) -> bool:
        """Whether the person still wants to play."""
        return self.stands in LIVE

    @property
    def answered(self) -> list[tuple[str, str]]:
        """The questions with the answers, empty ones left out."""
        pairs = zip(self.sign_up_list.asked, self.answers, strict=False)
        return [(question, answer) for question, answer in pairs if answer]
