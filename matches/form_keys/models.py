"""The keys of the forms that were carried out."""

from django.db import models
from django.utils import timezone


class FormKey(models.Model):
    """The key of a form that was carried out, and what the form asked for.

    `content` describes the act, so that the same key with another content is refused.
    `match` is null for acts that are about something else.

    Rows may be deleted once no page with their key can be open any more.
    """

    key = models.CharField(max_length=36, unique=True)
    content = models.TextField()
    match = models.ForeignKey(
        "matches.Match", models.CASCADE, null=True, related_name="form_keys"
    )
    used_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.key
