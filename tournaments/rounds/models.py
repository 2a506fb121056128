"""The rows of draws, their announcements, published rounds and pairings.

An announcement outlives its draw, its stage and its tournament: what was announced and
thrown away keeps its public address.
"""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar, Final, Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.jobs.models import Job
from matches.ledger.models.match import Match
from matches.web.columns import DetailsField, TextsField, one_of
from tournaments.engine import DrawnPairing as DrawnPair
from tournaments.engine import Note, StageState, from_record
from tournaments.engine.record import shortened
from tournaments.engine.state import CHANGED
from tournaments.structure.columns import (
    NotesField,
    NumbersField,
    RecordField,
    SwapsField,
    notes_of,
)
from tournaments.structure.models import Entry, Stage, Tournament, Visibility
from tournaments.structure.plan import format_of


def new_secret() -> str:
    return secrets.token_hex(16)


class DrawAnnouncement(models.Model):
    """The announcement of a draw: what was fixed before its seed existed.

    `content` is the announcement as `engine.record.announcement` describes it, `digest`
    the SHA-256 of it. `secret` is the server's part of the seed, and never public
    before the draw is. `names` are those that were announced, with `salts` and `hashes`
    by entrant number, and `people` the keys of the players. `witnessed`: this server
    announced it; False for one that came in a tournament file. `replaced_by` is the
    announcement for the same people that was made after this one was thrown away.
    """

    tournament = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, related_name="draw_announcements"
    )
    place = models.PositiveIntegerField()
    stage_number = models.PositiveSmallIntegerField()
    round_number = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    content = DetailsField(default=dict)
    secret = models.CharField(max_length=32, blank=True)
    salts = TextsField(default=dict)
    hashes = TextsField(default=dict)
    names = TextsField(default=dict)
    people = NumbersField(default=list)
    witnessed = models.BooleanField(default=False)
    replaced_by = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="replaced"
    )

    class Meta:
        ordering = ("place",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_announcement_per_place", fields=("tournament", "place")
            )
        ]

    def __str__(self) -> str:
        return f"announcement {self.place}"

    @property
    def short(self) -> str:
        return shortened(self.digest)

    @property
    def is_thrown_away(self) -> bool:
        """Whether its draw was removed with its stage. One query unless it is known."""
        return not hasattr(self, "draw")

    @property
    def is_private(self) -> bool:
        private = Tournament.everything.filter(visibility=Visibility.PRIVATE)
        return private.filter(draw_announcements=self).exists()

    @property
    def made_at(self) -> datetime:
        return datetime.fromisoformat(self.content["made"])

    @property
    def told(self) -> dict[str, object]:
        content: dict[str, object] = self.content
        return content


class DrawState(models.TextChoices):
    """The state of a draw; `DRAW_TRANSITIONS` says which one may follow which."""

    ANNOUNCED = "announced", _("announced")
    DRAWING = "drawing", _("in progress")
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    DISCARDED = "discarded", _("discarded")
    FAILED = "failed", _("failed")
    WITHDRAWN = "withdrawn", _("cancelled")


OPEN_STATES = ("announced", "drawing", "draft")
"""States of a draw that is under way; a stage has at most one such draw."""
DECIDED: Final = (
    Q(match__winner__isnull=False) | Q(match__state=Match.State.DONE)
) & ~Q(match__state=Match.State.DISPUTED)
"""Keeps pairings whose match is decided, by a double forfeit too, and not disputed."""


DRAW_TRANSITIONS: Final[Mapping[str, frozenset[str]]] = {
    DrawState.ANNOUNCED: frozenset({DrawState.DRAWING, DrawState.DISCARDED}),
    DrawState.DRAWING: frozenset(
        {DrawState.DRAFT, DrawState.FAILED, DrawState.DISCARDED}
    ),
    DrawState.DRAFT: frozenset({DrawState.PUBLISHED, DrawState.DISCARDED}),
    DrawState.PUBLISHED: frozenset({DrawState.WITHDRAWN}),
    # Undoing what took a round back brings the round and its draft back too.
    DrawState.WITHDRAWN: frozenset({DrawState.PUBLISHED}),
    DrawState.DISCARDED: frozenset({DrawState.ANNOUNCED, DrawState.DRAFT}),
    DrawState.FAILED: frozenset(),
}
"""The states that may follow each state of a draw."""


class DrawQuerySet(models.QuerySet["Draw"]):
    """Draws in any state. States change through `move` only."""

    def move(self, state: str, **columns: object) -> int:
        """Move draws to `state`; return how many were in a state that allows it.

        A compare-and-set in one UPDATE, by `DRAW_TRANSITIONS`: 0 means that another
        transaction was first. `columns` are written in the same statement.
        """
        sources = [
            source for source, goals in DRAW_TRANSITIONS.items() if state in goals
        ]
        return self.filter(state__in=sources).update(state=state, **columns)

    def open(self) -> Self:
        """Keep the draws in one of `OPEN_STATES`."""
        return self.filter(state__in=OPEN_STATES)


class PairingQuerySet(models.QuerySet["Pairing"]):
    """Pairings of drafts, of published rounds, and of draws that were set aside."""

    def live(self) -> Self:
        """Keep the pairings of published rounds: they are public and count."""
        return self.filter(draw__round__isnull=False)

    def unpublished(self) -> Self:
        """Keep the pairings of drafts, and those that were set aside."""
        return self.filter(draw__round__isnull=True)

    def with_stage(self) -> Self:
        """Fetch the stages too, without columns whose size grows with the field.

        Every row gets its own copy of the stage, so these columns would be decoded once
        for each pairing.
        """
        return self.select_related("stage").defer(
            "stage__plan", "stage__lots", "stage__field", "stage__pins"
        )

    def with_draw(self) -> Self:
        """Fetch the draws with their stages, without columns of the field's size."""
        return self.select_related("draw__stage").defer(
            "draw__record",
            "draw__stage__plan",
            "draw__stage__lots",
            "draw__stage__field",
            "draw__stage__pins",
        )

    def listed(self) -> Self:
        people = self.select_related("entry_1__player", "entry_2__player", "match")
        return people.order_by("position", "leg")

    def with_match(self) -> Self:
        """Keep the pairings with a match: byes and pairings of drafts have none."""
        return self.filter(match__isnull=False)


class Draw(models.Model):
    """One draw of a round: its input, its seed, its state and its reason.

    `record` is the whole input in canonical order, and after the draw its result too;
    `fingerprint` is the SHA-256 of the input, in hexadecimal. With `seed`, `algorithm`
    and `version` anyone can make the same draw again. An announced draw publishes
    `record` and `fingerprint` before its seed exists. `parts` has the values that the
    seed was joined from. `swaps` are pairs of entries that a director exchanged after
    the draw. `announcement` is null for a draw that only holds the pairings that a
    correction set aside.
    """

    State = DrawState

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="draws")
    round_number = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.DRAWING
    )
    seed = models.CharField(max_length=64, blank=True)
    algorithm = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField()
    fingerprint = models.CharField(max_length=64, blank=True)
    record = RecordField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    announcement = models.OneToOneField(
        DrawAnnouncement, models.CASCADE, null=True, related_name="draw"
    )
    parts = DetailsField(default=dict)
    job = models.OneToOneField(Job, models.CASCADE, null=True, related_name="draw")
    swaps = SwapsField(default=list)
    requested_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    requested_at = models.DateTimeField(default=timezone.now)
    announced_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)

    objects = DrawQuerySet.as_manager()

    class Meta:
        ordering = ("round_number", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_draw_per_number", fields=("stage", "round_number", "number")
            ),
            models.UniqueConstraint(
                name="one_open_draw_per_stage",
                fields=("stage",),
                condition=Q(state__in=OPEN_STATES),
            ),
            one_of("draw", "state", DrawState.values),
            models.CheckConstraint(
                name="draw_announced_without_seed",
                condition=~Q(state="announced")
                | Q(job__isnull=True, seed="", announced_at__isnull=False),
            ),
            models.CheckConstraint(
                name="draw_under_way_has_job",
                condition=~Q(state="drawing") | Q(job__isnull=False) & ~Q(seed=""),
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of round {self.round_number}"

    def journal_values(self) -> dict[str, object]:
        """Return the values by which lines of the journal name the draw. One query.

        `is_endless` is there for a draw of a free club night. `where` has the names of
        division and stage; it is there if the tournament has several stages.
        """
        values: dict[str, object] = {"round": self.round_number, "number": self.number}
        stage = self.stage
        if format_of(stage.format).is_endless:
            values["is_endless"] = True
        others = Stage.objects.filter(division__tournament=stage.division.tournament_id)
        if others.exclude(pk=stage.pk).exists():
            values["where"] = [stage.division.name, stage.name]
        return values

    @property
    def made_from(self) -> StageState:
        return from_record(self.record["state"])

    @property
    def pairs(self) -> tuple[DrawnPair, ...]:
        """The pairs as drawn, before any swap; empty before the draw is made."""
        return tuple(DrawnPair(*pair) for pair in self.record.get("pairs", []))

    @property
    def lot_of(self) -> dict[int, int]:
        return {int(number): lot for number, lot in self.record.get("lots", {}).items()}

    @property
    def remarks(self) -> tuple[Note, ...]:
        return notes_of(self.record.get("notes", []))

    @property
    def digest(self) -> str:
        return self.announcement.digest if self.announcement else self.fingerprint

    @property
    def reasons(self) -> list[str]:
        given = list(self.record.get("swap_reasons", []))
        return [*given, *[""] * len(self.swaps)][: len(self.swaps)]

    @property
    def own_announcement(self) -> DrawAnnouncement:
        """The announcement that binds the draw.

        Raises ValueError for a draw that only keeps what was set aside.
        """
        if self.announcement is None:
            message = f"{self} was never announced"
            raise ValueError(message)
        return self.announcement

    @property
    def seed_origin(self) -> str:
        if self.announced_at is None:
            return gettext("chosen by the computer")
        return gettext("combined from the announced sources")

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT


class Round(models.Model):
    """A published round. Nothing of a draw's result is public without this row."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="published_rounds")
    number = models.PositiveSmallIntegerField()
    draw = models.OneToOneField(Draw, models.CASCADE, related_name="round")
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_round_per_number", fields=("stage", "number")
            )
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Pairing(models.Model):
    """Two entries that meet, or one entry with a bye, in a draw.

    `position` is the place in the draw's list, `slot` the node in the plan of a
    bracket, and `leg` the number of the match among those of the same two entries.
    `table` is set when the match is called. `recalled_at` is when it was called again,
    `playing_at` when its players were seen to sit there, or recorded their first game.
    A pairing `on_hold` is not called automatically, because a director has taken a call
    back. A pairing with `wanted_table` is called automatically to that table only.
    `notes` are the reasons of the draw for this pairing.

    `stage` and `round_number` say where and when the match is played. In a bracket they
    differ from those of the draw: a bracket with all its branches is one draw of round
    1. `tournament` is always that of the stage; the constraint on match numbers needs
    it. A bye has neither `entry_2` nor a match; a pairing of a draft has no match yet.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pairings")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="pairings")
    draw = models.ForeignKey(Draw, models.CASCADE, related_name="pairings")
    round_number = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    leg = models.PositiveSmallIntegerField(default=1)
    slot = models.PositiveIntegerField(null=True)
    table = models.PositiveSmallIntegerField(null=True)
    called_at = models.DateTimeField(null=True)
    recalled_at = models.DateTimeField(null=True)
    playing_at = models.DateTimeField(null=True)
    on_hold = models.BooleanField(default=False)
    wanted_table = models.PositiveSmallIntegerField(null=True)
    entry_1 = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    entry_2 = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="+")
    notes = NotesField(default=list)
    match = models.OneToOneField(
        Match, models.PROTECT, null=True, related_name="pairing"
    )
    match_number = models.PositiveIntegerField(null=True)

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = ("position", "leg")
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_pairing_per_position", fields=("draw", "position", "leg")
            ),
            models.UniqueConstraint(
                name="one_match_per_number", fields=("tournament", "match_number")
            ),
            models.UniqueConstraint(
                name="once_as_first_per_draw",
                fields=("draw", "entry_1", "leg"),
                condition=Q(slot__isnull=True),
            ),
            models.UniqueConstraint(
                name="once_as_second_per_draw",
                fields=("draw", "entry_2", "leg"),
                condition=Q(slot__isnull=True),
            ),
            models.CheckConstraint(
                name="nobody_meets_himself", condition=~Q(entry_1=F("entry_2"))
            ),
            models.CheckConstraint(
                name="pairing_bye_has_no_match",
                condition=Q(entry_2__isnull=False) | Q(match__isnull=True),
            ),
            models.CheckConstraint(
                name="pairing_number_of_a_match",
                condition=Q(match__isnull=False) | Q(match_number__isnull=True),
            ),
            models.CheckConstraint(
                name="pairing_called_with_a_match",
                condition=Q(match__isnull=False) | Q(called_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"pairing {self.position} of {self.draw}"

    @property
    def reasons(self) -> tuple[Note, ...]:
        return notes_of(self.notes)

    @property
    def is_bye(self) -> bool:
        return self.entry_2_id is None

    @property
    def both(self) -> tuple[Entry, Entry]:
        if self.entry_2 is None:
            message = f"{self} is a bye"
            raise ValueError(message)
        return self.entry_1, self.entry_2

    @property
    def opened_match(self) -> Match:
        """The match. Raises ValueError for a bye and for a pairing of a draft."""
        if self.match is None:
            message = f"{self} has no match"
            raise ValueError(message)
        return self.match


class CorrectionMode(models.TextChoices):
    """How a corrected result changes the matches that depended on the old one."""

    RECORD = "record", _("keep the following matches")
    SWAP = "swap", _("move the right players forward")
    REPLAY = "replay", _("redraw and replay from here")


SET_ASIDE: Final = Q(state=Draw.State.WITHDRAWN, seed="")
"""Keeps the draws that hold what a correction set aside: they were never drawn."""

SWAPPED = CHANGED
