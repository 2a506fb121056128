"""Amendments for directors."""

from django.shortcuts import get_object_or_404

from tournaments.results.amendments.models import Amendment
from tournaments.structure.models import Tournament


def amendment_for_director(tournament: Tournament, pk: int) -> Amendment:
    """Return an amendment of a tournament already fetched for a director."""
    rows = Amendment.objects.select_related("correction", "stage__division__tournament")
    return get_object_or_404(rows, tournament=tournament, pk=pk)
