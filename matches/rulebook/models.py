"""Rules profiles, each stored once under its digest."""

from django.db import models
from django.utils.functional import cached_property

from matches.rulebook.profiles import Profile
from matches.web.columns import ProfileField


class RulesProfile(models.Model):
    """The conditions of matches. A row never changes: other conditions are another row.

    `digest` is the digest of `values`, so that equal conditions share a row.
    """

    digest = models.CharField(max_length=32, unique=True)
    values = ProfileField()

    def __str__(self) -> str:
        return f"rules {self.digest}"

    @cached_property
    def profile(self) -> Profile:
        return Profile.from_values(self.values)
