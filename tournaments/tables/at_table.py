"""The match that is played at a table, else the last one there."""

from typing import Final

from matches.ledger.models.match import Match
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Tournament, Visibility
from tournaments.tables.models import HallTable
from tournaments.tables.people import AT_A_TABLE

MOST: Final = 64
"""The number of tables in lists if the hall has none."""


def last_at(tournament: Tournament, table: int) -> Match | None:
    """Return the match that is at a table now, else the last that was, else None.

    Of the tournament, and of those that share its hall and are not private. One query,
    two if a match is played and one was left open before it.
    """
    rows = (
        Pairing.objects.live()
        .filter(table=table, called_at__isnull=False, match__isnull=False)
        .filter(tournament__in=_together(tournament))
        .exclude(match__state=Match.State.VOID)
        .select_related("match__player_1", "match__player_2", "match__profile")
        .order_by("-called_at", "-pk")
    )
    now = rows.filter(match__state__in=AT_A_TABLE).first() or rows.first()
    return None if now is None else now.match


def table_numbers(tournament: Tournament) -> list[int]:
    """Return the tables of the hall; without a hall those used so far. Two queries."""
    listed = list(
        HallTable.objects.filter(hall__uses__tournament=tournament).values_list(
            "number", flat=True
        )
    )
    if listed:
        return listed
    used = (
        Pairing.objects.live()
        .filter(tournament=tournament, table__isnull=False)
        .order_by("table")
        .values_list("table", flat=True)
        .distinct()
    )
    return [number for number in used[:MOST] if number is not None]


def _together(tournament: Tournament) -> list[int]:
    shared = Tournament.objects.filter(
        hall_use__hall__uses__tournament=tournament
    ).exclude(visibility=Visibility.PRIVATE)
    return [tournament.pk, *shared.values_list("pk", flat=True)]
