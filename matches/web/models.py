"""The row that tells the cached pages of one database from those of another."""

from django.db import models


class CacheGeneration(models.Model):
    """A random value, part of every cache key and of what phones say they have seen.

    There is one row. It is written anew at every start: after a restore the revisions
    count up to the same numbers again, but nothing kept from before is found.
    """

    value = models.CharField(max_length=16)

    def __str__(self) -> str:
        return self.value
