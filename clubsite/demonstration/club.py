"""The invented club: its people, evenings of a season, its rating list."""

from dataclasses import replace
from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format

from clubsite.demonstration.playing import (
    Person,
    backdate,
    card,
    enter,
    play,
    play_rounds,
    publish,
)
from matches.ledger.recording import record_final
from matches.players.models import Player
from matches.ratings.computing import bring_up_to_date
from matches.ratings.models import RatingList
from matches.ratings.services import ListRules, give_ratings, make_list
from matches.rules.ratings import POINT
from tournaments.seasons.presets import CARDS
from tournaments.seasons.services import SeasonRules, make_season
from tournaments.setup.services import (
    TournamentPlan,
    close_tournament,
    create_tournament,
)
from tournaments.structure.models import Tournament

PEOPLE: Final[tuple[Person, ...]] = (
    ("Ada Lindqvist", "Malmö", "1712.5"),
    ("Bo Falkenberg", "Køge BK", "1688"),
    ("Cornelis van Dijkhuis", "Utrecht", "1655"),
    ("Dagny Øverli", "Bergen", "1631"),
    ("Eskil Rosenvinge", "Køge BK", "1602"),
    ("Frida Åkerblad", "Malmö", "1588"),
    ("Gerrit de Waard", "Utrecht", "1571"),
    ("Hedda Solbakken", "Oslo", "1560"),
    ("Iver Ærøskov", "Køge BK", "1544"),
    ("Jonna Vikström", "Malmö", "1530"),
    ("Klaas ten Brink", "Utrecht", "1512"),
    ("Liv Haugerud", "Oslo", "1499"),
    ("Mogens Brandt Riis", "Køge BK", "1480"),
    ("Nora Tveiten", "Bergen", ""),
    ("Olle Stenhammar", "Malmö", "1466"),
    ("Pernille Ødum", "Køge BK", ""),
)

WEEK: Final = timedelta(days=7)
EVENINGS: Final = 3
"""How many evenings of the season are over, beside the Monrad evening of last week."""
MISSES: Final = 4
"""Each player misses one evening in this many."""
BEST: Final = 3
"""How many evenings of each player count in the season."""
EXPERIENCE: Final = 200
FINISHED: Final = 2
UNDER_WAY: Final = 2
GAMES_UNDER_WAY: Final = 2


def make_season_so_far() -> None:
    """Make the season with its evenings that are over, and the rating list."""
    today = timezone.localdate()
    scoring = next(card for card in CARDS if card.key == "evenings")
    begin = today - (EVENINGS + 2) * WEEK
    rules = SeasonRules(
        name="Club season",
        from_day=begin,
        to_day=today + EVENINGS * WEEK,
        named="evening",
        scoring=replace(scoring.scoring, best=BEST),
    )
    make_season(rules=rules, by=None)
    ratings = make_list(rules=ListRules(name="Club ratings", from_day=begin), by=None)
    for weeks in range(EVENINGS + 1, 1, -1):
        date = today - weeks * WEEK
        name = f"Evening of {date_format(date, 'j F')}"
        there = tuple(
            person
            for place, person in enumerate(PEOPLE)
            if (place + weeks) % MISSES or not place
        )
        _finished(name, "club-swiss", rounds=3, weeks=weeks, people=there)
        if weeks == EVENINGS + 1:
            _give_ratings(ratings)
        backdate(WEEK)
    _finished("Monrad evening", "club-monrad", rounds=4, weeks=1, people=PEOPLE[:12])
    backdate(WEEK)
    _tournament("Autumn cup", "cup", weeks=-2, people=PEOPLE[:8])
    bring_up_to_date()


def begin_evening() -> Tournament:
    """Make the club evening of today."""
    return _tournament("Club evening", "club-swiss", weeks=0, people=PEOPLE[:15])


def play_some(evening: Tournament) -> None:
    """Publish the next round, and play some of its matches."""
    for place, match in enumerate(publish(evening)):
        if place < FINISHED:
            record_final(match_id=match.pk, score_1=5, score_2=place * 3, by=None)
        elif place < FINISHED + UNDER_WAY:
            play(match, games=GAMES_UNDER_WAY)


def _finished(
    name: str, key: str, *, rounds: int, weeks: int, people: tuple[Person, ...]
) -> None:
    evening = _tournament(name, key, weeks=weeks, people=people)
    play_rounds(evening, rounds)
    close_tournament(tournament=evening, by=None)


def _tournament(
    name: str, key: str, *, weeks: int, people: tuple[Person, ...]
) -> Tournament:
    """Make a tournament from a template, this many weeks ago, with 5-point matches."""
    first = card(key).first
    plan = TournamentPlan(
        name=name,
        date=timezone.localdate() - weeks * WEEK,
        language="en",
        format=first.format,
        match_length=5,
        rounds=4,
    )
    tournament = create_tournament(plan=plan, by=None)
    enter(tournament, people, here=weeks >= 0)
    return tournament


def _give_ratings(ratings: RatingList) -> None:
    """Give each player a first rating."""
    known = Player.objects.filter(name__in=[name for name, *_rest in PEOPLE])
    given = [
        (player, round(player.rating * POINT))
        for player in known.order_by("pk")
        if player.rating is not None
    ]
    day = ratings.from_day or timezone.localdate()
    give_ratings(given, of=ratings, day=day, experience=EXPERIENCE, by=None)
