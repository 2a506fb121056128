"""Tournaments, their entries, draws and rounds; the jobs that work for them."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.models import Match, Player, RulesProfile, User
from matches.profiles import Reporting
from tournaments.engine import FORMATS


def format_choices() -> list[tuple[str, str]]:
    """The formats of the engine, as choices of a form."""
    return [(known.key, gettext(known.label)) for known in FORMATS]


def new_seed() -> str:
    """Roll the seed of a draw: 64 random bits as sixteen hexadecimal digits."""
    return secrets.token_hex(8)


class Tournament(models.Model):
    """A dated event: a club evening or a championship.

    `revision` grows with every fact that changes entries, draws or rounds; the
    revisions of its matches are counted by the matches themselves.
    """

    slug = models.SlugField(max_length=60, unique=True, allow_unicode=True)
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    language = models.CharField(
        _("language of printed sheets"), max_length=5, choices=settings.LANGUAGES
    )
    closed_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-date", "-pk")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def subject(self) -> str:
        """How the journal names this tournament."""
        return f"tournament:{self.pk}"

    @property
    def is_closed(self) -> bool:
        """Whether the results are final."""
        return self.closed_at is not None


class Division(models.Model):
    """A field of entrants within a tournament.

    `profile` is what they play by; it stays as it is once a round is published.
    `equity_table` names the table of the winning chances shown live, empty for none.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="divisions")
    name = models.CharField(max_length=60, blank=True)
    profile = models.ForeignKey(RulesProfile, models.PROTECT, related_name="+")
    reporting = models.CharField(
        max_length=8, choices=Reporting.choices, default=Reporting.DIRECTOR
    )
    equity_table = models.CharField(max_length=20, blank=True)
    rated = models.BooleanField(default=True)

    def __str__(self) -> str:
        return self.name or str(self.tournament)


class Stage(models.Model):
    """One structure inside a division: who plays whom, how long, how often.

    `lengths` are those of the first rounds where they differ from `match_length`.
    """

    division = models.ForeignKey(Division, models.CASCADE, related_name="stages")
    name = models.CharField(max_length=60, blank=True)
    format = models.CharField(_("format"), max_length=20, choices=format_choices)
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(30)]
    )
    match_length = models.PositiveSmallIntegerField(
        _("match length"), validators=[MinValueValidator(1), MaxValueValidator(99)]
    )
    lengths = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="stage_match_length_1_to_99",
                condition=Q(match_length__range=(1, 99)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division} {self.format}"

    def length_of(self, round_number: int) -> int:
        """The match length of a round, counted from 1."""
        lengths: list[int] = self.lengths
        if round_number <= len(lengths):
            return lengths[round_number - 1]
        return self.match_length


class Entry(models.Model):
    """A player in a division.

    `number` counts entries and is never given twice; `lot` is the player number or
    bracket line that the first draw gave.
    """

    division = models.ForeignKey(Division, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    lot = models.PositiveIntegerField(null=True)
    joined_round = models.PositiveSmallIntegerField(default=1)
    checked_in_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    entered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_entry_per_player", fields=("division", "player")
            ),
            models.UniqueConstraint(
                name="one_entry_per_number", fields=("division", "number")
            ),
            models.UniqueConstraint(
                name="one_entry_per_lot", fields=("division", "lot")
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)


class Job(models.Model):
    """A piece of background work. This row is the truth; the message only a bell."""

    class Kind(models.TextChoices):
        DRAW = "draw"
        SHEETS = "sheets"
        ARCHIVE = "archive"
        IMPORT = "import"

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=80, unique=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(default=timezone.now)
    step = models.PositiveSmallIntegerField(default=0)
    steps = models.PositiveSmallIntegerField(default=1)
    step_label = models.CharField(max_length=120, blank=True)
    error = models.TextField(blank=True)
    error_params = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=("state", "lease_until"), name="jobs_to_do")
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"

    @property
    def is_open(self) -> bool:
        """Whether the job still has to be done."""
        return self.state in {self.State.QUEUED, self.State.RUNNING}


class Draw(models.Model):
    """The act and the record of deciding who meets whom in one round.

    `record` is everything the draw was made from, in canonical order: with `seed`,
    `algorithm` and `version` anybody can make the same draw again.
    """

    class State(models.TextChoices):
        DRAWING = "drawing", _("being drawn")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        DISCARDED = "discarded", _("discarded")
        FAILED = "failed", _("failed")
        WITHDRAWN = "withdrawn", _("taken back")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="draws")
    round_number = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.DRAWING
    )
    seed = models.CharField(max_length=64, default=new_seed)
    algorithm = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField()
    basis = models.PositiveBigIntegerField()
    record = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    job = models.OneToOneField(Job, models.CASCADE, related_name="draw")
    swaps = models.JSONField(default=list)
    requested_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    requested_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("round_number", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_draw_per_number", fields=("stage", "round_number", "number")
            ),
            models.UniqueConstraint(
                name="one_open_draw_per_stage",
                fields=("stage",),
                condition=Q(state__in=("drawing", "draft")),
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of round {self.round_number}"

    @property
    def is_draft(self) -> bool:
        """Whether only directors may see this draw."""
        return self.state == self.State.DRAFT


class Round(models.Model):
    """A published round. Without this row nothing of a draw is public."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="published_rounds")
    number = models.PositiveSmallIntegerField()
    draw = models.OneToOneField(Draw, models.CASCADE, related_name="round")
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_round_per_number", fields=("stage", "number")
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Pairing(models.Model):
    """Two entries that meet, or one with a bye, as a draw decided."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pairings")
    draw = models.ForeignKey(Draw, models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    entry_1 = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    entry_2 = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="+")
    notes = models.JSONField(default=list)
    match = models.OneToOneField(
        Match, models.PROTECT, null=True, related_name="pairing"
    )
    match_number = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("table",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_pairing_per_table", fields=("draw", "table")
            ),
            models.UniqueConstraint(
                name="one_match_per_number", fields=("tournament", "match_number")
            ),
            models.UniqueConstraint(
                name="once_as_first_per_draw", fields=("draw", "entry_1")
            ),
            models.UniqueConstraint(
                name="once_as_second_per_draw", fields=("draw", "entry_2")
            ),
            models.CheckConstraint(
                name="nobody_meets_himself", condition=~Q(entry_1=F("entry_2"))
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.table} of {self.draw}"

    @property
    def is_bye(self) -> bool:
        """Whether nobody sits opposite."""
        return self.entry_2_id is None


class Printout(models.Model):
    """A document made by a worker, in the database: any web server can hand it out."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="printouts")
    job = models.OneToOneField(Job, models.CASCADE, related_name="printout")
    basis = models.PositiveBigIntegerField()
    content = models.BinaryField(default=bytes)
    made_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"score sheets of {self.draw}"


class Archive(models.Model):
    """Match files that a director handed in at once, for a worker to read.

    `reading` is the newest job that reads them, `importing` the newest that takes them
    into the ledger.
    """

    name = models.CharField(max_length=120)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    reading = models.OneToOneField(
        Job, models.SET_NULL, null=True, related_name="archive_read"
    )
    importing = models.OneToOneField(
        Job, models.SET_NULL, null=True, related_name="archive_imported"
    )

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("archive", args=[self.pk])

    @property
    def job(self) -> Job | None:
        """The job that is under way, else one that failed, else one that is done."""
        jobs = [job for job in (self.importing, self.reading) if job is not None]
        running = [job for job in jobs if job.is_open]
        failed = [job for job in jobs if job.state == Job.State.FAILED]
        return next(iter([*running, *failed, *jobs]), None)


class ArchiveFile(models.Model):
    """One file of an archive: what it says, and what becomes of it.

    `content` is compressed, and `digest` the SHA-256 of the file as it came. Side 1 is
    the left column. `games_key` is equal for files that tell the same games; `twin` is
    an earlier file of the same bytes (then this is a DUPLICATE), or of the same games
    (then it is LEFT out until somebody decides otherwise).

    Decided are `player_1` or that he `is_new_1`, the same for side 2, and the `goal`: a
    new match by the rules of `profile`, or `match`. `replaces`: other games recorded
    there give way. Once done, `revision` is the match's right after the games were
    taken over; None if none were.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        READ = "read"
        READY = "ready"
        OPEN = "open"
        REFUSED = "refused"
        DUPLICATE = "duplicate"
        LEFT = "left"
        QUEUED = "queued"
        DONE = "done"

    class Goal(models.TextChoices):
        OPEN = "", ""
        NEW = "new"
        MATCH = "match"

    archive = models.ForeignKey(Archive, models.CASCADE, related_name="files")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    digest = models.CharField(max_length=64, db_index=True)
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.WAITING
    )
    error = models.TextField(blank=True)
    error_params = models.JSONField(default=dict)

    name_1 = models.CharField(max_length=80, blank=True)
    name_2 = models.CharField(max_length=80, blank=True)
    length = models.PositiveSmallIntegerField(null=True)
    score_1 = models.PositiveIntegerField(default=0)
    score_2 = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    results = models.PositiveIntegerField(default=0)
    is_over = models.BooleanField(default=False)
    played_on = models.DateField(null=True)
    dialect = models.CharField(max_length=12, blank=True)
    crawford = models.BooleanField(null=True)
    jacoby = models.BooleanField(null=True)
    doubts = models.JSONField(default=list)
    games_key = models.CharField(max_length=32, blank=True, db_index=True)
    twin = models.ForeignKey("self", models.SET_NULL, null=True, related_name="twins")

    player_1 = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    player_2 = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    is_new_1 = models.BooleanField(default=False)
    is_new_2 = models.BooleanField(default=False)
    goal = models.CharField(max_length=5, choices=Goal.choices, blank=True)
    match = models.ForeignKey(
        Match, models.SET_NULL, null=True, related_name="archive_files"
    )
    profile = models.ForeignKey(
        RulesProfile, models.PROTECT, null=True, related_name="+"
    )
    replaces = models.BooleanField(default=False)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    revision = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_file_per_number", fields=("archive", "number")
            ),
        ]

    def __str__(self) -> str:
        return f"file {self.number} of archive {self.archive_id}"

    @property
    def is_money(self) -> bool:
        """Whether the file tells a session for money."""
        return self.length == 0

    @property
    def knows_who(self) -> bool:
        """Whether it is decided who the two columns are."""
        return all(
            player is not None or is_new
            for player, is_new in (
                (self.player_1_id, self.is_new_1),
                (self.player_2_id, self.is_new_2),
            )
        )

    @property
    def called_1(self) -> str:
        """Who side 1 is taken for, else what the file calls him."""
        return self.name_1 if self.player_1 is None else self.player_1.name

    @property
    def called_2(self) -> str:
        """Who side 2 is taken for, else what the file calls him."""
        return self.name_2 if self.player_2 is None else self.player_2.name

    @property
    def may_change(self) -> bool:
        """Whether a director may still decide what becomes of it."""
        return self.state in {self.State.READY, self.State.OPEN, self.State.LEFT}
