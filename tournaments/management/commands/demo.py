"""Fill an empty database with an invented club, for trying things out."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from matches.jobs import queue as jobs_queue
from matches.ledger.models.match import Match
from matches.ledger.queries import match_view
from matches.ledger.recording import record_final, record_game
from matches.players.models import Player
from matches.players.services import NewPlayer
from matches.rules import GameResult, Kind, Phase, Side
from tournaments.draws.announce import Seed
from tournaments.draws.job import make_draw
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.engine.formats import ELIMINATION, MONRAD, SWISS
from tournaments.entries.services import add_entries
from tournaments.forecast.services import show_forecasts
from tournaments.rounds.rows import published_rounds
from tournaments.seasons.presets import card_named
from tournaments.seasons.services import SeasonRules, make_season
from tournaments.setup.presets import preset_named
from tournaments.setup.services import (
    TournamentPlan,
    close_tournament,
    create_tournament,
)
from tournaments.structure.models import Tournament
from tournaments.structure.queries import main_stage
from tournaments.tables.calling import advance

PEOPLE: Final = (
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

FINISHED: Final = 2
UNDER_WAY: Final = 2
GAMES_UNDER_WAY: Final = 2
BRACKET_MATCHES: Final = 17
"""The number of matches played in the bracket, as in the middle of an evening."""


class Command(BaseCommand):
    """Make four tournaments: one closed, two under way, one to come; and a season."""

    help = "Fill an empty database with an invented club."

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill the database, or raise CommandError if it is in use."""
        if Tournament.objects.exists() or Player.objects.exists():
            raise CommandError(
                "This database is in use; the demonstration needs an empty one."
            )
        monrad = _tournament("Monrad evening", MONRAD.key, days=-7, players=12)
        _play_rounds(monrad, 4)
        close_tournament(tournament=monrad, by=None)
        swiss = _tournament("Club evening", SWISS.key, days=0, players=15)
        show_forecasts(swiss, 4, by=None)
        _play_rounds(swiss, 2)
        _publish(swiss)
        _play_some(swiss)
        _tournament("Autumn cup", ELIMINATION.key, days=14, players=8)
        _play_brackets(_weekend("Weekend open"), BRACKET_MATCHES)
        _season()
        self.stdout.write("The demonstration club is ready.")


def _season() -> None:
    """Make a season in which all of them count, the two best of everybody."""
    card = card_named("evenings")
    assert card is not None  # noqa: S101 - one of the cards
    today = timezone.localdate()
    rules = SeasonRules(
        name="Club season",
        from_day=today - timedelta(days=120),
        to_day=today + timedelta(days=200),
        scoring=replace(card.scoring, best=2),
    )
    make_season(rules=rules, by=None)


def _plan(name: str, key: str, *, days: int) -> TournamentPlan:
    return TournamentPlan(
        name=name,
        date=timezone.localdate() + timedelta(days=days),
        language="en",
        format=key,
        match_length=5,
        rounds=4,
    )


def _tournament(name: str, key: str, *, days: int, players: int) -> Tournament:
    tournament = create_tournament(plan=_plan(name, key, days=days), by=None)
    _enter(tournament, days=days, players=players)
    return tournament


def _weekend(name: str) -> Tournament:
    """Make a main bracket with consolation and last chance, which began yesterday.

    Not today: nobody is called to two tables on one day, and the same people play.
    """
    card = preset_named("cup-consolation")
    assert card is not None  # noqa: S101 - one of the cards
    plan = replace(
        _plan(name, ELIMINATION.key, days=-1), divisions=card.structure.divisions
    )
    tournament = create_tournament(plan=plan, by=None)
    _enter(tournament, days=0, players=13)
    _publish(tournament)
    return tournament


def _enter(tournament: Tournament, *, days: int, players: int) -> None:
    people = PEOPLE[:players]
    known = {player.name: player for player in Player.objects.all()}
    add_entries(
        tournament=tournament,
        known=[known[name] for name, _club, _rating in people if name in known],
        new=[
            NewPlayer(name, club, Decimal(rating) if rating else None)
            for name, club, rating in people
            if name not in known
        ],
        here=days <= 0,
        by=None,
    )


def _play_brackets(tournament: Tournament, matches: int) -> None:
    """Play so many matches in the order in which they are called, in all brackets."""
    for _match in range(matches):
        advance(tournament.pk)
        found = Match.objects.filter(
            pairing__tournament=tournament,
            pairing__called_at__isnull=False,
            state=Match.State.READY,
        ).order_by("pairing__match_number")
        _play(found[0], to_the_end=True)
    advance(tournament.pk)


def _play_rounds(tournament: Tournament, rounds: int) -> None:
    for _round in range(rounds):
        for match in _publish(tournament):
            _play(match, to_the_end=True)


def _publish(tournament: Tournament) -> list[Match]:
    # Typed, so that each demonstration is alike; the record says it proves nothing.
    number = len(published_rounds(main_stage(tournament))) + 1
    text = sha256(f"{tournament.name} {number}".encode()).hexdigest()[:16]
    draw = request_draw(tournament=tournament, seed=Seed(text=text), by=None)
    jobs_queue.run(draw.job_id or 0, work=make_draw)
    publish_round(draw_id=draw.pk, tournament=tournament, by=None)
    return list(
        Match.objects.filter(pairing__draw=draw).order_by("pairing__match_number")
    )


def _play_some(tournament: Tournament) -> None:
    """Play some of the newest round, as in the middle of an evening."""
    matches = Match.objects.filter(
        pairing__tournament=tournament, state=Match.State.READY
    ).order_by("pairing__match_number")
    for index, match in enumerate(matches):
        if index < FINISHED:
            record_final(match_id=match.pk, score_1=5, score_2=index * 3, by=None)
        elif index < FINISHED + UNDER_WAY:
            _play(match, to_the_end=False)


def _play(match: Match, *, to_the_end: bool) -> None:
    """Enter plausible games, always the same for the same pairing."""
    number = 0
    while True:
        ledger = match_view(match).ledger
        if ledger.phase is Phase.OVER or (not to_the_end and number == GAMES_UNDER_WAY):
            return
        record_game(
            match_id=match.pk,
            result=_game(match, number, cube_is_free=ledger.phase is Phase.NORMAL),
            after=number,
            by=None,
        )
        number += 1


def _game(match: Match, number: int, *, cube_is_free: bool) -> GameResult:
    names = f"{match.player_1.name}{match.player_2.name}{number}"
    roll = sha256(names.encode()).digest()
    return GameResult(
        winner=Side(1 + roll[0] % 2),
        kind=Kind.GAMMON if roll[1] % 4 == 0 else Kind.SINGLE,
        cube=2 if cube_is_free and roll[2] % 2 else 1,
    )
