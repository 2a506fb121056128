"""Screens of the hall as rows."""

from typing import Final

from django.db import models

from matches.players.codes import new_match_code
from tournaments.rounds.announcements.models import Reversible
from tournaments.structure.columns import KeysField, NumbersField
from tournaments.structure.models import Tournament, language_choices

USUAL_SECONDS: Final = 12
PLACES: Final = "places"


def first_contents() -> list[str]:
    """Return the contents of a new screen."""
    return [PLACES]


class Screen(Reversible):
    """A television or a projector; its page is opened by its code.

    `shows` are keys of the registry of contents, shown one after the other, each page
    for `seconds`. `also` are other tournaments (primary keys) that it tells of. `text`
    is shown by the content for one's own text. Without a `language` it has that of the
    tournament.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="hall_screens"
    )
    name = models.CharField(max_length=40)
    code = models.CharField(max_length=6, unique=True, default=new_match_code)
    shows = KeysField(default=first_contents)
    also = NumbersField(default=list)
    seconds = models.PositiveSmallIntegerField(default=USUAL_SECONDS)
    language = models.CharField(max_length=5, blank=True, choices=language_choices)
    is_light = models.BooleanField(default=False)
    text = models.TextField(max_length=500, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name

    @property
    def theme(self) -> str:
        """Light or dark, as in `screen.css`."""
        return "light" if self.is_light else "dark"
