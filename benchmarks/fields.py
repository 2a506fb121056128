"""A seeded tournament in the database, stored as if it had been drawn and played.

Only what pages and draws read is written: published rounds and matches with their
scores, but no games, no reports and no journal.
"""

from collections.abc import Sequence
from datetime import date

from django.utils import timezone

from matches.models import Match, Player
from tests.simulate import Played, play
from tournaments import engine
from tournaments.models import (
    Division,
    Draw,
    Entry,
    Job,
    Pairing,
    Round,
    Stage,
    Tournament,
)


def store(*, players: int, rounds: int, planned: int, seed: int = 1) -> Tournament:
    """Store a Swiss tournament of which `rounds` of the `planned` ones are played."""
    played = play("swiss", players, planned, seed=seed)
    tournament = Tournament.objects.create(
        slug=f"swiss-{players}-{rounds}-{planned}-{seed}",
        name=f"Swiss evening of {players}",
        date=date(2026, 11, 12),
        language="en",
        revision=1,
    )
    stage = Stage.objects.create(
        division=Division.objects.create(tournament=tournament),
        format="swiss",
        rounds=planned,
        match_length=played.final.length,
    )
    entries = _entries(stage, players)
    for state, drawn in played.rounds[:rounds]:
        draw = _publish(stage, state, drawn, seed=f"{seed}-{drawn.round}")
        _play(draw, drawn, played, entries)
    return tournament


def _entries(stage: Stage, count: int) -> list[Entry]:
    people = Player.objects.bulk_create(
        Player(
            name=f"Visitor {number:03} of {count}",
            sort_name=f"{number:03} of {count}, Visitor",
            club=f"Club {number % 9}",
        )
        for number in range(1, count + 1)
    )
    now = timezone.now()
    return Entry.objects.bulk_create(
        Entry(
            division_id=stage.division_id,
            player=person,
            number=number,
            checked_in_at=now,
        )
        for number, person in enumerate(people, start=1)
    )


def _publish(
    stage: Stage, state: engine.StageState, drawn: engine.DrawnRound, *, seed: str
) -> Draw:
    job = Job.objects.create(
        kind=Job.Kind.DRAW,
        key=f"draw:{stage.pk}:{drawn.round}:1",
        state=Job.State.DONE,
    )
    draw = Draw.objects.create(
        stage=stage,
        round_number=drawn.round,
        number=1,
        state=Draw.State.PUBLISHED,
        seed=seed,
        algorithm=state.format,
        version=engine.format_named(state.format).version,
        basis=0,
        # As large as the product's own: what reads a draw pays for its record.
        record={
            "state": engine.to_record(state),
            "lots": {},
            "pairs": [[pair.one, pair.two] for pair in drawn.pairings],
            "notes": [],
        },
        job=job,
    )
    Round.objects.create(stage=stage, number=drawn.round, draw=draw)
    return draw


def _play(
    draw: Draw, drawn: engine.DrawnRound, played: Played, entries: Sequence[Entry]
) -> None:
    """Store the pairings of a published draw and what became of them."""
    results = {
        (one.round, one.one): one
        for one in played.final.outcomes
        if one.two is not None
    }
    matches = iter(
        Match.objects.bulk_create(
            _match(draw.stage, results[drawn.round, pair.one], entries)
            for pair in drawn.pairings
            if pair.two is not None
        )
    )
    number = Pairing.objects.filter(draw__stage=draw.stage, match__isnull=False).count()
    Pairing.objects.bulk_create(
        Pairing(
            tournament_id=draw.stage.division.tournament_id,
            draw=draw,
            table=table,
            entry_1=entries[pair.one - 1],
            entry_2=None if pair.two is None else entries[pair.two - 1],
            match=None if pair.two is None else next(matches),
            # The bye, if any, has the last table.
            match_number=None if pair.two is None else number + table,
        )
        for table, pair in enumerate(drawn.pairings, start=1)
    )


def _match(stage: Stage, result: engine.Outcome, entries: Sequence[Entry]) -> Match:
    """Return the finished match; scores end at its length."""
    assert result.two is not None
    return Match(
        length=stage.match_length,
        crawford=stage.crawford,
        cube_cap=stage.cube_cap,
        player_1=entries[result.one - 1].player,
        player_2=entries[result.two - 1].player,
        score_1=min(result.points_one, stage.match_length),
        score_2=min(result.points_two, stage.match_length),
        winner=1 if result.winner == result.one else 2,
        state=Match.State.DONE,
        revision=1,
    )
