"""The people behind entries: a person sits at one table at a time."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from matches.ledger.models.match import Match
from matches.players.models import Player
from tournaments.rounds.models import Pairing, PairingQuerySet

AT_A_TABLE: Final = (Match.State.READY, Match.State.PLAYING)
"""A player in a called match of these states cannot be called to another match."""


def people_of(players: Iterable[int]) -> dict[int, set[int]]:
    """Return the people behind players: the two members of a pair, or the player."""
    wanted = list(players)
    members: defaultdict[int, set[int]] = defaultdict(set)
    through = Player.members.through.objects.filter(from_player__in=wanted)
    for pair, member in through.values_list("from_player", "to_player"):
        members[pair].add(member)
    return {player: members.get(player, {player}) for player in wanted}


def at_tables(tournament_id: int, *, but: int = 0) -> set[int]:
    """Return the people (primary keys of players) who are in a called match.

    `but` is a pairing that is left out.
    """
    rows = _called(tournament_id).exclude(pk=but)
    players = {
        player
        for row in rows.values_list("match__player_1", "match__player_2")
        for player in row
        if player is not None
    }
    return set().union(*people_of(players).values())


def is_free(pairing: Pairing) -> bool:
    """Return True if the table of a pairing and its players are in no other match."""
    others = _called(pairing.tournament_id).exclude(pk=pairing.pk)
    if others.filter(table=pairing.table).exists() or pairing.match is None:
        return False
    players = (pairing.match.player_1_id, pairing.match.player_2_id)
    people = set().union(*people_of(players).values())
    return not people & at_tables(pairing.tournament_id, but=pairing.pk)


def _called(tournament_id: int) -> PairingQuerySet:
    return Pairing.objects.live().filter(
        tournament=tournament_id,
        called_at__isnull=False,
        match__state__in=AT_A_TABLE,
    )
