"""A print job for the score sheets of a round."""

from django.db import models

from matches.jobs.models import Job
from tournaments.rounds.models import Draw


class Printout(models.Model):
    """A document made by a worker, in the database: any web server can hand it out."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="printouts")
    job = models.OneToOneField(Job, models.CASCADE, related_name="printout")
    basis = models.PositiveBigIntegerField()
    content = models.BinaryField(default=bytes)
    made_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"score sheets of {self.draw}"
