"""Addresses of a stage: the first one's are those of the tournament itself."""

from typing import Final

from django.urls import reverse

from tournaments.models import Stage

FIRST: Final = 1


def stage_url(stage: Stage, name: str, *args: object) -> str:
    """Return the address `name` of a stage: short for the first stage.

    So a tournament of one stage keeps the addresses it always had. The division and
    tournament of the stage are expected to be fetched.
    """
    slug = stage.division.tournament.slug
    if stage.number == FIRST:
        return reverse(name, args=[slug, *args])
    return reverse(f"stage_{name}", args=[slug, stage.number, *args])
