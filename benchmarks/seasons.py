"""The page of a season of forty evenings with sixty players, and its table alone."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.measure import Line, Row, at, cpu_milliseconds, note
from matches.models import Player
from matches.players.services import NewPlayer, create_players
from tournaments.engine.formats import SWISS
from tournaments.entries.services import add_entries
from tournaments.models import Season, Tournament
from tournaments.seasons.outcomes import KEPT_SECONDS, TournamentOutcome
from tournaments.seasons.presets import card_named
from tournaments.seasons.scoring import MAIN, WIN, Placing, Showing, Wins
from tournaments.seasons.services import SeasonRules, make_season
from tournaments.seasons.state import SeasonState, state_of
from tournaments.setup.services import TournamentPlan, create_tournament

EVENINGS = at(40, smallest=2)
PLAYERS = at(60, smallest=4)
REPEATS = at(9, smallest=1)
LIMIT = 100.0
"""CPU milliseconds."""
QUERIES = 4
FIRST = date(2026, 1, 2)
COUNTED = 8


def run() -> Iterator[Line]:
    yield f"Seasons ({EVENINGS} evenings of {PLAYERS} players; CPU ms against a limit)"
    of = _stored()
    _remember(of)
    client = Client(headers={"host": "localhost"})

    def shown() -> None:
        assert client.get(of.get_absolute_url()).status_code == 200

    def computed() -> None:
        assert len(state_of(of).lines) == PLAYERS

    shown()
    with CaptureQueriesContext(connection) as captured:
        shown()
    queries = len(captured)
    page, table = cpu_milliseconds(shown, computed, repeats=REPEATS)
    yield Row(goal="Z1", what="the page of a season", ours=page, peer=LIMIT, most=1.0)
    yield Row(what="its table from the facts, without the page", ours=table, peer=LIMIT)
    yield Row(
        goal="Z2",
        what="queries of the page",
        ours=queries,
        peer=QUERIES,
        most=1.0,
    )
    yield note(
        "What everybody did in each tournament is kept until a result changes; the "
        "first look after a start computes it, as the first look at its standings does."
    )


def _stored() -> Season:
    """Store evenings of the same people, and the season in which they count."""
    people = create_players(
        [NewPlayer(f"Ane Alm {number}") for number in range(PLAYERS)]
    )
    for number in range(EVENINGS):
        _evening(number, people)
    card = card_named("evenings")
    assert card is not None
    rules = SeasonRules(
        name="A long season",
        from_day=FIRST,
        to_day=FIRST + timedelta(days=7 * EVENINGS),
        named="Season evening",  # other parts leave tournaments of these days
        scoring=replace(card.scoring, best=COUNTED),
    )
    return make_season(rules=rules, by=None)


def _evening(number: int, people: list[Player]) -> None:
    plan = TournamentPlan(
        name=f"Season evening {number}",
        date=FIRST + timedelta(days=7 * number),
        language="en",
        format=SWISS.key,
        match_length=7,
        rounds=5,
    )
    made = create_tournament(plan=plan, by=None)
    add_entries(tournament=made, known=people, new=(), here=True, by=None)
    Tournament.objects.filter(pk=made.pk).update(closed_at=timezone.now())


def _remember(of: Season) -> None:
    """Keep what everybody did, as the first look at the season would."""
    lots = random.Random(1)
    state: SeasonState = state_of(of)
    for one in state.counting:
        order = [entry.player_id for entry in one.tournament.entries.all()]
        lots.shuffle(order)
        outcome = TournamentOutcome(
            ((1, ""),),
            tuple(
                _showing(player, place, lots.randint(0, 5))
                for place, player in enumerate(order, start=1)
            ),
            False,
        )
        cache.set(f"season:outcome:{one.mark}", outcome, KEPT_SECONDS)


def _showing(player: int, place: int, won: int) -> Showing:
    wins = (Wins(WIN, MAIN, 7, won),) if won else ()
    placing = Placing(MAIN, place, 1, PLAYERS)
    return Showing(player, 1, (placing,), wins, 5 - won)
