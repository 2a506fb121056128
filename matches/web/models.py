"""The row that separates the cached pages of one state of the database from others."""

from django.db import models


class CacheGeneration(models.Model):
    """A random value, part of every cache key and of what phones say they have seen.

    There is one row. It is changed at every start: after a restore the revisions reach
    the same numbers again, and pages cached before must not be found.
    """

    value = models.CharField(max_length=16)

    def __str__(self) -> str:
        return self.value
