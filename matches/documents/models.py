"""Requested documents and their PDFs."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from matches.documents.languages import MOST_SPOKEN
from matches.jobs.models import Job
from matches.web.columns import TypedTextsField

LONGEST_ADDRESS = 200


class Printout(models.Model):
    """A PDF, or the job that makes it; in the database, where every process finds it.

    `document` is the key in the registry, `address` identifies the subject, `basis` is
    the digest of the contents, `language` the language or both of them, `paper` the key
    of its size. `parameters` is the typed text of a document whose contents are stored
    nowhere else, otherwise None. The rows are a cache: deleting one loses only its
    parameters.
    """

    document = models.CharField(max_length=40)
    address = models.CharField(max_length=LONGEST_ADDRESS)
    basis = models.CharField(max_length=64)
    language = models.CharField(max_length=MOST_SPOKEN)
    paper = models.CharField(max_length=12, default="a4")
    parameters = TypedTextsField(null=True)
    job = models.OneToOneField(Job, models.CASCADE, related_name="printout")
    content = models.BinaryField(default=bytes)
    asked_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_printout_per_basis",
                fields=("document", "address", "basis", "language", "paper"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.document} of {self.address} ({self.language})"
