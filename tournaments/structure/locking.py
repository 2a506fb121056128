"""Locking a tournament for a change, and counting the change."""

from django.db.models import F

from matches.ledger.models.match import Match
from tournaments.structure.errors import TournamentClosedError
from tournaments.structure.models import LIVE_MATCH, Tournament


def lock_open(tournament: Tournament) -> Tournament:
    """Hold the tournament's row until the transaction ends.

    Everything that changes entries, draws or rounds does this first, so that such acts
    happen one after the other. Raises TournamentClosedError.
    """
    held = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if held.is_closed:
        raise TournamentClosedError
    return held


def hold_matches(tournament: Tournament) -> None:
    """Make whoever records a result wait until this transaction is over."""
    list(
        Match.objects.select_for_update(of=("self",))
        .filter(LIVE_MATCH, pairing__tournament=tournament)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


def bump(tournament: Tournament) -> None:
    """Let the revision grow: something that pages show has changed."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
