"""Background work."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from matches.rules.refusals import RuleError, message_of, remembered
from matches.web.columns import DetailsField, ParamsField, one_of
from matches.web.sentences import sentence_of


class JobState(models.TextChoices):
    """The state of a job; `jobs.queue` has all changes from one to another."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Job(models.Model):
    """A piece of background work. The row decides; a message only wakes a worker.

    `kind` selects the function that does the work: see `matches.jobs.registry`. `key`
    is unique, so that the same work cannot be queued twice. `attempt` counts the claims
    and identifies the newest one. `lease_until` is the time after which the sweep may
    queue a running job again. `sent_at` is when its message was sent last.
    """

    State = JobState

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=80, unique=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(default=timezone.now)
    step = models.PositiveSmallIntegerField(default=0)
    steps = models.PositiveSmallIntegerField(default=1)
    step_label = models.CharField(max_length=120, blank=True)
    error = models.TextField(blank=True)
    error_params = ParamsField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [one_of("job", "state", JobState.values)]
        indexes: ClassVar = [
            models.Index(fields=("state", "lease_until"), name="jobs_to_do")
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"

    @property
    def failure(self) -> RuleError:
        """The reason of the failure, as an error for translation by the page."""
        return remembered(self.error, self.error_params)

    @property
    def step_text(self) -> str:
        """The present step, in the reader's language; "" before the work begins."""
        try:
            return sentence_of(message_of(self.step_label))
        except KeyError:
            return ""

    @property
    def is_open(self) -> bool:
        """Whether the job still has to be done."""
        return self.state in {self.State.QUEUED, self.State.RUNNING}


class SentFile(models.Model):
    """A file sent for a worker to read, and the result.

    `content` is compressed, and empty once the job is done. `about` are further values
    for the job. `found` is the result. The rows are a cache: if one is missing, the
    file must be sent again.
    """

    job = models.OneToOneField(Job, models.CASCADE, related_name="sent_file")
    name = models.CharField(max_length=120, blank=True)
    content = models.BinaryField()
    about = DetailsField(default=dict)
    found = DetailsField(default=dict)

    def __str__(self) -> str:
        return f"{self.name} ({self.job})"
