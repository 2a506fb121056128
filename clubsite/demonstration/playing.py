"""Enters, draws and plays for invented people; the results are always the same."""

from collections.abc import Iterable
from datetime import timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Final

from django.apps import apps
from django.db import models
from django.db.models import F

from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from matches.ledger.models.match import Match
from matches.ledger.recording import record_final, record_game
from matches.players.models import Player
from matches.players.services import NewPlayer
from matches.rules import GameResult, Kind, Phase, Side, apply, replay
from tournaments.draws.job import make_draw
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.entries.services import add_entries
from tournaments.rounds.models import Draw, DrawAnnouncement
from tournaments.rounds.rows import published_rounds
from tournaments.setup.presets import PRESETS, Preset
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import main_stage

GAME_BY_GAME: Final = 3
"""One match in this many is recorded with its games, the others by their score."""
STAYS: Final = (Job, Draw, DrawAnnouncement)
"""Times that stay: the worker depends on those of jobs, and the record of a draw
contains the time of its announcement, so a changed time could not be verified."""

Person = tuple[str, str, str]
"""Name, club and rating as text; an unknown rating is empty."""


def card(key: str) -> Preset:
    """Return a template of “New tournament”."""
    return next(card for card in PRESETS if card.key == key)


def enter(
    tournament: Tournament, people: Iterable[Person], *, here: bool, division: int = 1
) -> None:
    """Enter people; a person in the directory is not added to it again."""
    people = list(people)
    known = {player.name: player for player in Player.objects.all()}
    add_entries(
        tournament=tournament,
        known=[known[name] for name, _club, _rating in people if name in known],
        new=[
            NewPlayer(name, club, Decimal(rating) if rating else None)
            for name, club, rating in people
            if name not in known
        ],
        here=here,
        division=division,
        by=None,
    )


def publish(tournament: Tournament, stage: Stage | None = None) -> list[Match]:
    """Draw the next round of a stage and publish it; return its matches."""
    stage = stage or main_stage(tournament)
    # Not random, so that each demonstration is the same.
    number = len(published_rounds(stage)) + 1
    text = f"{tournament.name} {stage.number} {number}"
    secret = sha256(text.encode()).hexdigest()[:32]
    draw = request_draw(tournament=tournament, stage=stage, secret=secret, by=None)
    jobs_queue.run(draw.job_id or 0, work=make_draw)
    publish_round(draw_id=draw.pk, tournament=tournament, by=None)
    rows = Match.objects.select_related("profile", "player_1", "player_2")
    return list(rows.filter(pairing__draw=draw).order_by("pairing__match_number"))


def play_rounds(tournament: Tournament, rounds: int) -> None:
    """Draw rounds and play them to their end."""
    for _round in range(rounds):
        for place, match in enumerate(publish(tournament)):
            play(match, by_games=place % GAME_BY_GAME == 0)


def play(match: Match, *, by_games: bool = True, games: int = 99) -> None:
    """Enter a plausible match, or its first `games`."""
    ledger = replay(match.rules, ())
    number = 0
    while ledger.phase is not Phase.OVER and number < games:
        result = game_of(match, number, cube_is_free=ledger.phase is Phase.NORMAL)
        ledger = apply(ledger, result)
        if by_games:
            record_game(match_id=match.pk, result=result, after=number, by=None)
        number += 1
    if not by_games:
        score = ledger.shown
        record_final(match_id=match.pk, score_1=score.one, score_2=score.two, by=None)


def game_of(match: Match, number: int, *, cube_is_free: bool) -> GameResult:
    """Return a game, always the same for the same two players."""
    names = f"{match.player_1.name}{match.player_2.name}{number}"
    roll = sha256(names.encode()).digest()
    return GameResult(
        winner=Side(1 + roll[0] % 2),
        kind=Kind.GAMMON if roll[1] % 4 == 0 else Kind.SINGLE,
        cube=2 if cube_is_free and roll[2] % 2 else 1,
    )


def backdate(time: timedelta) -> None:
    """Move all stored times this much further into the past.

    Dates of tournaments are not changed.
    """
    for app in ("matches", "tournaments"):
        for model in apps.get_app_config(app).get_models():
            if model in STAYS:
                continue
            moments = [
                field.name
                for field in model._meta.concrete_fields
                if isinstance(field, models.DateTimeField)
            ]
            if moments:
                rows = model._base_manager.all()
                rows.update(**{name: F(name) - time for name in moments})
