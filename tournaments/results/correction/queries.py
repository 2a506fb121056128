"""A correction as its page shows it, also long afterwards."""

from django.shortcuts import get_object_or_404

from tournaments.results.amendments.models import Correction
from tournaments.rounds.models import Pairing, PairingQuerySet
from tournaments.structure.models import Stage, Tournament


def opened_by(correction: Correction) -> PairingQuerySet:
    """Return the matches that a correction has opened; their players are informed."""
    rows = Pairing.objects.live().with_match().filter(pk__in=correction.opened)
    players = ("match", "entry_1__player", "entry_2__player")
    return rows.select_related(*players).order_by("match_number")


def redraws(correction: Correction) -> Stage | None:
    """Return the stage of the last round that was taken back."""
    amendment = correction.amendment
    stages = [
        change.key[0]
        for change in amendment.changes
        if change.kind == "round" and change.is_removed
    ]
    if not stages or amendment.is_undone:
        return None
    rows = Stage.objects.select_related("division__tournament")
    return rows.filter(pk__in=stages).order_by("number").first()


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
