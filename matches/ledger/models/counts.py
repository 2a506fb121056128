"""The counts of the games of a decided match, for each side: derived values."""

from django.db import models

from matches.ledger.models.match import Match


class MatchCounts(models.Model):
    """The `GameCounts` of both sides of a match that is over and has games.

    Written with the result (`matches.ledger.counts`), so that the page of a player
    adds up thousands of matches without reading their games. The columns are named as
    the fields of `GameCounts`, with the number of the side.
    """

    match = models.OneToOneField(
        Match, models.CASCADE, primary_key=True, related_name="counts"
    )
    games_1 = models.PositiveSmallIntegerField()
    games_2 = models.PositiveSmallIntegerField()
    points_1 = models.PositiveIntegerField()
    points_2 = models.PositiveIntegerField()
    gammons_1 = models.PositiveSmallIntegerField()
    gammons_2 = models.PositiveSmallIntegerField()
    backgammons_1 = models.PositiveSmallIntegerField()
    backgammons_2 = models.PositiveSmallIntegerField()
    drops_1 = models.PositiveSmallIntegerField()
    drops_2 = models.PositiveSmallIntegerField()
    crawford_1 = models.PositiveSmallIntegerField()
    crawford_2 = models.PositiveSmallIntegerField()
    deciding_1 = models.PositiveSmallIntegerField()
    deciding_2 = models.PositiveSmallIntegerField()
    cubes_1 = models.PositiveBigIntegerField()
    cubes_2 = models.PositiveBigIntegerField()

    class Meta:
        verbose_name_plural = "match counts"

    def __str__(self) -> str:
        return f"counts of match {self.match_id}"
