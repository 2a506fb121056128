"""The club that is recorded: the demonstration, a large cup and Swiss, a season."""

from datetime import date, timedelta

from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.accounts.roles import Role
from matches.models import Grant, User
from tests import builders
from tournaments.models import Tournament
from tournaments.seasons.scoring import UNIT, SeasonScoring
from tournaments.seasons.services import SeasonRules, close_season, make_season
from tournaments.seasons.state import state_of
from tournaments.setup.services import close_tournament

CUP = 64
SWISS = 200
SWISS_ROUNDS = 3
LEAGUE = 6
PAYS = SeasonScoring(attendance=UNIT, win=(2 * UNIT, UNIT, UNIT))


def make_club() -> dict[str, User]:
    """Make everything; return the people with accounts by their role."""
    call_command("demo", verbosity=0)
    owner = builders.director()
    cup(builders.signed_in(owner))
    swiss = big_swiss()
    league()
    closed_season()
    helper = builders.reader("Helga")
    ends_at = timezone.now() + timedelta(days=1)
    Grant.objects.create(user=helper, event=swiss.pk, role=Role.DESK, ends_at=ends_at)
    return {"director": owner, "helper": helper}


def cup(by: Client) -> Tournament:
    """A cup with consolation and last chance, two waves played, and a jackpot."""
    made = builders.weekend(CUP, name="Harbour cup")
    jackpot = {"name": "Jackpot", "template": "jackpot"}
    by.post(reverse("division_new", args=[made.slug]), jackpot)
    builders.published_round(made)
    for winner in (1, 2):
        builders.play_on(made, winner)
    return made


def big_swiss() -> Tournament:
    """A Swiss of many, some rounds played and one that is on."""
    made = builders.evening("swiss", SWISS, name="Great Swiss", rounds=SWISS_ROUNDS + 2)
    for _round in range(SWISS_ROUNDS):
        builders.played_round(made)
    current = builders.published_round(made)
    for match in builders.matches(current)[::2]:
        builders.won(2, match)
    return made


def league() -> Tournament:
    """A league in which everybody meets everybody twice."""
    made = builders.evening(
        "round_robin", LEAGUE, name="Winter league", rounds=10, match_length=11
    )
    builders.played_round(made)
    return made


def closed_season() -> None:
    for week in (6, 13):
        evening = builders.evening(
            "monrad", 8, name="Old evening", date=date(2025, 11, week), rounds=3
        )
        for _round in range(3):
            builders.played_round(evening)
        close_tournament(tournament=evening, by=None)
    year = {"from_day": date(2025, 1, 1), "to_day": date(2025, 12, 31)}
    rules = SeasonRules(name="Season 2025", scoring=PAYS, **year)
    season = make_season(rules=rules, by=None)
    close_season(of=season, known=state_of(season).digest, by=None)
