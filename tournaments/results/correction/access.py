"""Corrections for directors."""

from django.shortcuts import get_object_or_404

from tournaments.results.amendments.models import Correction
from tournaments.structure.models import Tournament


def correction_for_director(tournament: Tournament, pk: int) -> Correction:
    """Return a correction of a tournament already fetched for a director."""
    return get_object_or_404(
        Correction.objects.select_related(
            *("amendment__made_by", "amendment__undone_by", "match__player_1"),
            *("match__player_2", "match__pairing"),
        ),
        amendment__tournament=tournament,
        pk=pk,
    )
