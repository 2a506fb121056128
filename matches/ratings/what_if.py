"""Chances and possible rating changes of a match that is not played yet."""

from dataclasses import dataclass

from django.utils.formats import number_format

from matches.players.models import Player
from matches.ratings.models import ListedPlayer, RatingList
from matches.ratings.replaying import ladder_of
from matches.ratings.words import shown_change, shown_rating


@dataclass(frozen=True, slots=True)
class RatingOutlook:
    """One player before the match: rating, winning chance, change by either result."""

    player: Player
    rating: str
    is_new: bool
    chance: str
    won: str
    lost: str


@dataclass(frozen=True, slots=True)
class Stakes:
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
                shown_rating(first[0]),
                one.pk not in known,
                _percent(chance),
                shown_change(first[1] - first[0]),
                shown_change(second[1] - second[0]),
            ),
            RatingOutlook(
                two,
                shown_rating(first[2]),
                two.pk not in known,
                _percent(1 - chance),
                shown_change(second[3] - second[2]),
                shown_change(first[3] - first[2]),
            ),
        ),
    )


def _percent(chance: float) -> str:
    return f"{number_format(round(100 * chance, 1), decimal_pos=1)} %"
