"""Chances and possible rating changes of a match that is not played yet."""

from typing import NamedTuple

from matches.players.models import Player
from matches.ratings.models import ListedPlayer, RatingList
from matches.ratings.replaying import ladder_of


class RatingOutlook(NamedTuple):
    """One player before the match: rating, winning chance, change by either result."""

    player: Player
    is_new: bool
    rating: int
    chance: float
    """In per cent."""
    won: int
    lost: int


class Stakes(NamedTuple):
    """A coming match on one list, for both players."""

    of: RatingList
    length: int
    players: tuple[RatingOutlook, RatingOutlook]


def stakes_of(of: RatingList, one: Player, two: Player, *, length: int) -> Stakes:
    """Return the possible rating changes of a match between two players. One query."""
    rows = ListedPlayer.objects.filter(list=of, player__in=(one, two))
    known = {
        player: (rating, experience)
        for player, rating, experience in rows.values_list(
            "player_id", "rating", "experience"
        )
    }
    ends = []
    for winner in (1, 2):
        ladder = ladder_of(of)
        for player, (rating, experience) in known.items():
            ladder.give(player, rating, experience)
        ends.append(ladder.rate([(one.pk, two.pk, length, winner)])[0])
    first, second = ends
    chance = of.rule.chance(first[0], first[2], length)
    return Stakes(
        of,
        length,
        (
            RatingOutlook(
                one,
                one.pk not in known,
                first[0],
                round(100 * chance, 1),
                first[1] - first[0],
                second[1] - second[0],
            ),
            RatingOutlook(
                two,
                two.pk not in known,
                first[2],
                round(100 * (1 - chance), 1),
                second[3] - second[2],
                first[3] - first[2],
            ),
        ),
    )
