"""Archives: many match files that were uploaded together."""

from datetime import date
from typing import ClassVar, NamedTuple

from django.db import models
from django.urls import reverse
from django.utils import timezone

from matches.accounts.models import User
from matches.columns.fields import DoubtsField, ParamsField
from matches.jobs.models import Job
from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.rulebook.models import RulesProfile
from matches.rules.refusals import RuleError, remembered


class Doubtful(NamedTuple):
    """A doubt about a file, and whether a director has to answer it."""

    doubt: RuleError
    needs_answer: bool


class Archive(models.Model):
    """Match files that a director uploaded together, for a worker to read.

    `reading` is the newest job that reads them, `importing` the newest that imports
    them into the ledger.
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
        """The job that is open, else one that failed, else one that is done."""
        jobs = [job for job in (self.importing, self.reading) if job is not None]
        running = [job for job in jobs if job.is_open]
        failed = [job for job in jobs if job.state == Job.State.FAILED]
        return next(iter([*running, *failed, *jobs]), None)


class ArchiveFile(models.Model):
    """One file of an archive: its contents, and the decisions about it.

    `content` is compressed, and `digest` the SHA-256 of the uploaded file. Side 1 is
    the left column. `games_key` is equal for files with the same games. `twin` is an
    earlier file with the same bytes (then this file is a DUPLICATE), or with the same
    games (then it is LEFT out until a director decides otherwise).

    A director or the reading job decides `player_1`, or that this player is new
    (`is_new_1`), the same for side 2, and the `goal`: a new match by the rules of
    `profile`, rated if `rated`, or the existing `match`. `day_given` is the day of a
    new match if the file has none. With `replaces` other games recorded for the match
    are voided.

    After the import, `revision` is the revision of the match right after its games were
    added; None if there were none to add. With `taken_back` an import was undone and
    nothing has been decided since.
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
    error_params = ParamsField(default=dict)

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
    doubts = DoubtsField(default=list)
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
    rated = models.BooleanField(default=False)
    day_given = models.DateField(null=True)
    replaces = models.BooleanField(default=False)
    taken_back = models.BooleanField(default=False)
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
        """Whether the file is a money session."""
        return self.length == 0

    @property
    def day(self) -> date | None:
        """The day of the match: as the file says, else as a director said."""
        return self.played_on or self.day_given

    @property
    def refusal(self) -> RuleError | None:
        """The reason of the refusal, as an error for translation by the page."""
        return remembered(self.error, self.error_params) if self.error else None

    @property
    def doubtful(self) -> list[Doubtful]:
        """The doubts about the file, each with whether a director has to answer it."""
        return [
            Doubtful(remembered(code, params), needs_answer)
            for code, params, needs_answer in self.doubts
        ]

    @property
    def knows_who(self) -> bool:
        """Whether the players of both columns are decided."""
        return all(
            player is not None or is_new
            for player, is_new in (
                (self.player_1_id, self.is_new_1),
                (self.player_2_id, self.is_new_2),
            )
        )

    @property
    def called_1(self) -> str:
        """The name of the player chosen for side 1, else the name in the file."""
        return self.name_1 if self.player_1 is None else self.player_1.name

    @property
    def called_2(self) -> str:
        """The name of the player chosen for side 2, else the name in the file."""
        return self.name_2 if self.player_2 is None else self.player_2.name

    @property
    def may_change(self) -> bool:
        """Whether a director may still change the decisions about it."""
        return self.state in {self.State.READY, self.State.OPEN, self.State.LEFT}
