"""The people behind entries: a person sits at one table at a time."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from django.db.models import Q

from matches.ledger.models.match import Match
from matches.players.models import Player
from tournaments.rounds.models import Pairing, PairingQuerySet
from tournaments.structure.models import Tournament, TournamentQuerySet, Visibility
from tournaments.tables.errors import TABLE_TAKEN
from tournaments.tables.models import HallTable

AT_A_TABLE: Final = (Match.State.READY, Match.State.PLAYING)
"""The states of a match that can be called and moved."""
KEEPS_TABLE: Final = (*AT_A_TABLE, Match.State.REPORTED, Match.State.DISPUTED)
"""A called match keeps its table and its players until its result counts."""


def people_of(players: Iterable[int]) -> dict[int, set[int]]:
    """Return the people behind players: the two members of a pair, or the player."""
    wanted = list(players)
    members: defaultdict[int, set[int]] = defaultdict(set)
    through = Player.members.through.objects.filter(from_player__in=wanted)
    for pair, member in through.values_list("from_player", "to_player"):
        members[pair].add(member)
    return {player: members.get(player, {player}) for player in wanted}


def at_tables(tournament_id: int) -> set[int]:
    """Return the people (keys of players) who are in a called match of a tournament."""
    rows = Pairing.objects.live().filter(
        tournament=tournament_id, called_at__isnull=False, match__state__in=KEEPS_TABLE
    )
    players = {
        player
        for row in rows.values_list("match__player_1", "match__player_2")
        for player in row
        if player is not None
    }
    return set().union(*people_of(players).values())


def same_day(tournament: Tournament) -> TournamentQuerySet:
    """Return a tournament and the open ones of its day, whose players may be the same.

    Open tournaments that share its hall are among them, whatever their day.
    """
    together = Q(date=tournament.date) | Q(
        hall_use__hall__uses__tournament=tournament.pk
    )
    is_open = Q(closed_at__isnull=True)
    return Tournament.objects.filter(Q(pk=tournament.pk) | is_open & together)


def called_today(tournament: Tournament) -> PairingQuerySet:
    """Return the called matches of the day whose result does not count yet."""
    return Pairing.objects.live().filter(
        tournament__in=same_day(tournament).values("pk"),
        called_at__isnull=False,
        match__state__in=KEEPS_TABLE,
    )


def people_in(rows: Iterable[Pairing]) -> dict[int, set[int]]:
    """Return the people (keys of players) in each pairing with a match. One query."""
    players = {
        row.pk: {row.match.player_1_id, row.match.player_2_id}
        for row in rows
        if row.match is not None
    }
    people = people_of(set().union(*players.values()))
    return {
        key: set().union(*(people[player] for player in both))
        for key, both in players.items()
    }


def at_table(pairing: Pairing, table: int | None) -> Pairing | None:
    """Return the called match, other than this one, that is at a table. One query."""
    own = Q(tournament=pairing.tournament_id)
    shared = Q(tournament__hall_use__hall__uses__tournament=pairing.tournament_id)
    return (
        called_today(pairing.tournament)
        .filter(own | shared, table=table)
        .exclude(pk=pairing.pk)
        .first()
    )


def with_same_people(pairing: Pairing) -> tuple[Pairing, set[int]] | None:
    """Return a called match with a person of this one, and who it is; else None."""
    others = list(
        called_today(pairing.tournament)
        .exclude(pk=pairing.pk)
        .select_related("match", "tournament")
    )
    people = people_in([pairing, *others])
    for other in others:
        if both := people[other.pk] & people[pairing.pk]:
            return other, both
    return None


def is_free(pairing: Pairing) -> bool:
    if pairing.match is None or at_table(pairing, pairing.table):
        return False
    return with_same_people(pairing) is None


def refuse_taken(pairing: Pairing, table: int | None) -> None:
    """Raise TABLE_TAKEN if another match is at a table."""
    other = at_table(pairing, table)
    if other is not None:
        raise TABLE_TAKEN(label=f"M{other.match_number}", table=table or 0)


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
    now = rows.filter(match__state__in=KEEPS_TABLE).first() or rows.first()
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
