"""What those who play were last told of a tournament."""

from django.db import models
from django.utils import timezone

from matches.web.columns import DetailsField
from tournaments.structure.models import Tournament


class TournamentNews(models.Model):
    """The facts of a tournament that people know (`told`), and as last seen.

    They are told of a difference once it has stood for a while.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="news")
    told = DetailsField(default=dict)
    seen = DetailsField(default=dict)
    seen_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"news of {self.tournament}"
