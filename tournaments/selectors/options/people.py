"""Who sits at a table now: people, not pairs and not entries."""

from collections import defaultdict
from collections.abc import Iterable

from matches.models import Match, Player
from tournaments.models import Pairing


def at_tables(tournament_id: int) -> set[int]:
    """Return the people (primary keys of players) in a match that is called."""
    rows = Pairing.objects.filter(
        tournament=tournament_id,
        draw__round__isnull=False,
        called_at__isnull=False,
        match__state__in=(Match.State.READY, Match.State.PLAYING),
    ).values_list("match__player_1", "match__player_2")
    players = {player for row in rows for player in row if player is not None}
    return set().union(*people_of(players).values())


def people_of(players: Iterable[int]) -> dict[int, set[int]]:
    """Return the people behind players: the two members of a pair, or the player."""
    wanted = list(players)
    members: defaultdict[int, set[int]] = defaultdict(set)
    through = Player.members.through.objects.filter(from_player__in=wanted)
    for pair, member in through.values_list("from_player", "to_player"):
        members[pair].add(member)
    return {player: members.get(player, {player}) for player in wanted}
