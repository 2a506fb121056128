"""The reason why a match is not called: a player at another table."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext

from matches.ledger.models.match import Match
from matches.players.models import Player
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Tournament

_AT_A_TABLE: Final = (
    *(Match.State.READY, Match.State.PLAYING),
    *(Match.State.REPORTED, Match.State.DISPUTED),
)
"""A called match keeps its players until its result counts."""

People = Mapping[int, str]
"""Names by primary key of the player."""


def busy_reasons(codes: Sequence[str]) -> dict[str, str]:
    """Return, by match code, a sentence on the player who is at another table.

    `codes` are those of matches of one tournament that are not called; a match whose
    players are all free is left out. Other tournaments of the day count too, and one
    that is in no list is not named. A doubles pair counts as its two members, as it
    does when matches are called. Two queries.
    """
    own = Tournament.objects.filter(pairings__match__code=codes[0])
    of_the_day = Tournament.objects.open().filter(date__in=own.values("date"))
    rows = list(
        Pairing.objects.live()
        .filter(
            Q(tournament__in=own.values("pk"))
            | Q(tournament__in=of_the_day.values("pk"), called_at__isnull=False),
            match__state__in=_AT_A_TABLE,
        )
        .select_related("match__player_1", "match__player_2", "tournament")
        .order_by("match_number")
    )
    mine = {row.tournament_id for row in rows if row.match and row.match.code in codes}
    people = _people(rows)
    at_tables = {
        person: row
        for row in rows
        if row.table is not None and row.called_at is not None
        for person in people[row.pk]
    }
    reasons: dict[str, str] = {}
    for row in rows:
        if row.match is None or row.match.code not in codes:
            continue
        for person, name in people[row.pk].items():
            if busy := at_tables.get(person):
                text = _text(name, busy, is_here=busy.tournament_id in mine)
                reasons.setdefault(row.match.code, text)
    return reasons


def _text(name: str, row: Pairing, *, is_here: bool) -> str:
    if is_here:
        text = gettext("%(name)s is at table %(table)s")
    elif row.tournament.is_listed:
        text = gettext("%(name)s is at table %(table)s in %(tournament)s")
    else:
        text = gettext("%(name)s is in another match")
    return text % {"name": name, "table": row.table, "tournament": row.tournament.name}


def _people(rows: Sequence[Pairing]) -> dict[int, People]:
    players = {
        player.pk: player.name for row in rows for player in _both(row) if player
    }
    members: defaultdict[int, dict[int, str]] = defaultdict(dict)
    through = Player.members.through.objects.filter(from_player__in=players)
    for pair, member, name in through.values_list(
        "from_player", "to_player", "to_player__name"
    ):
        members[pair][member] = name
    return {
        row.pk: {
            person: name
            for player in _both(row)
            for person, name in members.get(player.pk, {player.pk: player.name}).items()
        }
        for row in rows
    }


def _both(row: Pairing) -> Iterator[Player]:
    if row.match is not None:
        yield row.match.player_1
        yield row.match.player_2
