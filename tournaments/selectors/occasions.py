"""What matches of a tournament were played in, for their own pages."""

from collections.abc import Sequence
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from matches.models import Match
from matches.occasions import Occasion
from tournaments.models import Pairing

BELONGING: Final = Q(pairing__isnull=False)
"""Finds the matches of tournaments."""


def occasions(matches: Sequence[Match]) -> dict[int, Occasion]:
    """Return the surroundings of tournaments' matches, by primary key. One query."""
    pairings = (
        Pairing.objects.filter(match__in=[match.pk for match in matches])
        .select_related("draw__stage", "tournament")
        .defer("draw__record")  # long, and nobody reads it here
    )
    return {each.match_id: _occasion(each) for each in pairings if each.match_id}


def _occasion(pairing: Pairing) -> Occasion:
    tournament = pairing.tournament
    return Occasion(
        title=tournament.name,
        url=tournament.get_absolute_url(),
        desk_url=reverse("tournament_desk", args=[tournament.slug]),
        detail=gettext("Round %(number)s") % {"number": pairing.round_number},
        label=f"M{pairing.match_number}",
        table=pairing.table,
        language=tournament.language,
    )
