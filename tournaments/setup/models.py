"""The row of a club's own template."""

from django.db import models
from django.utils import timezone

from matches.accounts.models import User
from tournaments.structure.columns import StructureField


class Template(models.Model):
    """The structure of a tournament under a name, as a template for new tournaments.

    `structure` is what `structures.Structure.to_json` writes, rules included.
    """

    name = models.CharField(max_length=60, unique=True)
    structure = StructureField()
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
