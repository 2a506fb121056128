"""Facts from the moves of a game, stored when its file is attached."""

from typing import ClassVar

from django.db import models

from matches.ledger.models.facts import MatchFile
from matches.web.columns import side_of


class GameMoves(models.Model):
    """The `GameFacts` of one game of a match file, by the columns of the file.

    They follow from the bytes of the file alone and never change. A game counts them
    while it refers to the file: `MatchFile.swapped` says which column is which player.
    """

    file = models.ForeignKey(MatchFile, models.CASCADE, related_name="moves")
    number = models.PositiveSmallIntegerField()
    opener = models.PositiveSmallIntegerField(null=True)
    opening_dice = models.CharField(max_length=2, blank=True)
    opening = models.CharField(max_length=60, blank=True)
    reply_dice = models.CharField(max_length=2, blank=True)
    reply = models.CharField(max_length=60, blank=True)
    doubles_1 = models.PositiveSmallIntegerField()
    doubles_2 = models.PositiveSmallIntegerField()
    takes_1 = models.PositiveSmallIntegerField()
    takes_2 = models.PositiveSmallIntegerField()
    drops_1 = models.PositiveSmallIntegerField()
    drops_2 = models.PositiveSmallIntegerField()
    out_of_time = models.PositiveSmallIntegerField(null=True)

    class Meta:
        verbose_name_plural = "game moves"
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="moves_once_per_game", fields=("file", "number")
            ),
            side_of("game_moves", "opener"),
            side_of("game_moves", "out_of_time"),
        ]

    def __str__(self) -> str:
        return f"moves of game {self.number} of file {self.file_id}"
