"""The rows of printed documents."""

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from matches.accounts.models import User
from matches.documents.models import LONGEST_ADDRESS
from matches.documents.registry import document_named
from matches.web.columns import TextsField
from tournaments.structure.models import Tournament


class Printing(models.Model):
    """The record that a document was printed: its subject, its contents, the user.

    `document` is a key of the registry, `address` identifies its subject. `number`
    counts the printings of both: the version. `parts` are the digests of the sheets
    that were printed, of a document that can be printed sheet by sheet; of others
    `basis` is the digest of the contents. A printing recorded by mistake can be taken
    back, and restored.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="printings")
    document = models.CharField(max_length=40)
    address = models.CharField(max_length=LONGEST_ADDRESS)
    number = models.PositiveIntegerField()
    basis = models.CharField(max_length=64, blank=True)
    parts = TextsField(default=dict)
    printed_at = models.DateTimeField(default=timezone.now)
    printed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_printing_per_version",
                fields=("tournament", "document", "address", "number"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.document} of {self.address}, version {self.number}"

    def subject(self) -> Any:
        """Return what was printed of.

        Raises LookupError, ValueError or ObjectDoesNotExist if it is gone.
        """
        return document_named(self.document).scope.subject(self.address)
