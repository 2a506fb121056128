"""The final places of a closed tournament, kept with its entries for players' pages."""

from collections.abc import Sequence
from typing import Final

from django.db.models import Count, Q

from matches.accounts import access as accounts_access
from matches.players.panels import PlayerVisit
from tournaments.standings.finishing import finishing_order
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Entry, Tournament
from tournaments.structure.queries import stages_of

BEST: Final = 3
"""How many of the best results a page names."""


def keep_places(tournament: Tournament) -> None:
    """Write the places of the first event of each division with the entries.

    A consolation has an order of its own, which is no place in the division.
    """
    entries = {entry.number: entry for entry in tournament.entries.all()}
    placed = []
    for division in finishing_order(stages_of(tournament), mark_of(tournament).text):
        finishers = division.events[0].finishers
        if all(finisher.place == 1 for finisher in finishers):
            continue  # all are equal: no match was played
        for one in finishers:
            entry = entries[one.row.number]
            entry.final_place = one.place
            placed.append(entry)
    Entry.objects.bulk_update(placed, ["final_place"])


def forget_places(tournament: Tournament) -> None:
    """Remove the places of a tournament that is open again. One query."""
    tournament.entries.update(final_place=None)


def best_panel(visit: PlayerVisit) -> Sequence[Entry]:
    """Return a player's entries with the best places, the newest of equal ones first.

    `placed` is how many have a place in the division. One query.
    """
    if visit.against is not None:
        return ()
    seen = accounts_access.events_of(visit.request.user)
    is_placed = Q(division__entries__final_place__isnull=False)
    rows = (
        Entry.objects.filter(
            player=visit.player,
            final_place__isnull=False,
            tournament__in=Tournament.objects.listed(seen),
        )
        .annotate(placed=Count("division__entries", filter=is_placed))
        .select_related("tournament")
        .order_by("final_place", "-tournament__date", "-pk")
    )
    return list(rows[:BEST])
