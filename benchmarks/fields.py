"""A seeded Swiss in the database, stored as if it had been drawn and played.

Only what pages and draws read is written: published rounds and matches with their
scores, but no games, no reports and no journal.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from functools import lru_cache, partial
from itertools import count
from random import Random
from typing import Any, Final

from django.utils import timezone

from matches.ledger.club_matches import profile_row
from matches.models import Job, Match, Player
from matches.players.codes import new_match_code
from tests.simulate import play
from tournaments import engine
from tournaments.engine.record import fingerprint
from tournaments.models import Division, Draw, Entry, Pairing, Round, Stage, Tournament

DAY: Final = date(2026, 11, 12)
_GIVEN: Final[set[str]] = set()
_played = lru_cache(maxsize=16)(partial(play, "swiss"))


def store(
    *,
    players: int,
    rounds: int,
    planned: int,
    seed: int = 1,
    people: Sequence[Player] = (),
    day: date = DAY,
) -> Tournament:
    """Store a tournament of which `rounds` of the `planned` ones are played.

    `people` are its players; without them it has players of its own.
    """
    played = _played(players, planned, seed=seed)
    stage = _stage(players, planned, length=played.final.length, day=day)
    entries = _entries(stage, people or _people(players))
    results = {(one.round, one.one): one for one in played.final.outcomes}
    numbers = count(1)
    for state, drawn in played.rounds[:rounds]:
        draw = _published(stage, state, drawn)
        stage.lots |= {str(number): lot for number, lot in drawn.lots.items()}
        matches = Match.objects.bulk_create(
            _match(stage, results[drawn.round, pair.one], entries)
            for pair in drawn.pairings
            if pair.two is not None
        )
        numbered = list(zip(matches, numbers, strict=False))
        Pairing.objects.bulk_create(
            _pairings(draw, drawn, entries=entries, played=iter(numbered))
        )
        # The services give the next round the numbers after these.
        stage.division.tournament.last_match_number += len(numbered)
    stage.save(update_fields=["lots"])
    stage.division.tournament.save(update_fields=["last_match_number"])
    return stage.division.tournament


def play_round(published: Round, *, random: Random) -> None:
    """Give every match of a round a result, as bare as those of `store`."""
    matches = list(Match.objects.filter(pairing__draw=published.draw_id))
    for match in matches:
        won, lost = match.length, random.randrange(match.length)
        match.winner = random.randrange(1, 3)
        match.score_1, match.score_2 = (won, lost) if match.winner == 1 else (lost, won)
        match.how, match.state = Match.How.PLAYED, Match.State.DONE
        match.revision += 1
    Match.objects.bulk_update(
        matches, ["winner", "how", "score_1", "score_2", "state", "revision"]
    )


def reopen(tournament: Tournament, number: int) -> list[Match]:
    """Open every second match of a round again, and return these in table order."""
    pairings = Pairing.objects.with_match().filter(
        stage__tournament=tournament, round_number=number
    )
    matches = [pairing.match_id for pairing in pairings.order_by("position")[::2]]
    again = Match.objects.filter(pk__in=matches)
    again.update(winner=None, how="", state=Match.State.READY, score_1=0, score_2=0)
    return list(again.order_by("pairing__position"))


def _stage(players: int, planned: int, *, length: int, day: date) -> Stage:
    tournament = Tournament.objects.create(
        slug=f"swiss-{Tournament.objects.count()}",
        name=f"Swiss evening of {players}",
        date=day,
        language="en",
        revision=1,
    )
    return Stage.objects.create(
        division=Division.objects.create(tournament=tournament, profile=profile_row()),
        format="swiss",
        rounds=planned,
        match_length=length,
    )


def _people(players: int) -> list[Player]:
    return Player.objects.bulk_create(
        Player(
            name=f"Visitor {number:03} of {players}",
            sort_name=f"{number:03} of {players}, Visitor",
            club=f"Club {number % 9}",
        )
        for number in range(1, players + 1)
    )


def _entries(stage: Stage, people: Sequence[Player]) -> list[Entry]:
    now = timezone.now()
    return Entry.objects.bulk_create(
        Entry(
            tournament_id=stage.tournament_id,
            division_id=stage.division_id,
            player=person,
            number=number,
            checked_in_at=now,
        )
        for number, person in enumerate(people, start=1)
    )


def _published(
    stage: Stage, state: engine.StageState, drawn: engine.DrawnRound
) -> Draw:
    """Store a draw as long as the product's own: who reads it reads its record."""
    known: dict[str, Any] = engine.to_record(state)
    record = {
        "state": known,
        "lots": {str(number): lot for number, lot in drawn.lots.items()},
        "pairs": [[pair.one, pair.two] for pair in drawn.pairings],
        "notes": [],
    }
    key = f"draw:{stage.pk}:{drawn.round}:1"
    draw = Draw.objects.create(
        stage=stage,
        round_number=drawn.round,
        number=1,
        state=Draw.State.PUBLISHED,
        algorithm=state.format,
        version=engine.format_named(state.format).version,
        fingerprint=fingerprint(known),
        record=record,
        published_at=timezone.now(),
        job=Job.objects.create(kind="draw", key=key, state=Job.State.DONE),
    )
    Round.objects.create(stage=stage, number=drawn.round, draw=draw)
    return draw


def _match(stage: Stage, result: engine.Outcome, entries: Sequence[Entry]) -> Match:
    """Return the finished match; its score ends at the length."""
    assert result.two is not None
    return Match(
        code=new_code(),
        in_event=True,
        length=stage.match_length,
        profile=stage.division.profile,
        player_1=entries[result.one - 1].player,
        player_2=entries[result.two - 1].player,
        score_1=min(result.points_one, stage.match_length),
        score_2=min(result.points_two, stage.match_length),
        winner=1 if result.winner == result.one else 2,
        how=Match.How.PLAYED,
        state=Match.State.DONE,
        revision=1,
        finished_at=evening_of(stage.division.tournament.date),
    )


def know_codes() -> None:
    """Give no code again that another process has given in this data folder."""
    _GIVEN.update(Match.objects.values_list("code", flat=True))


def new_code() -> str:
    """Return a code that no match of this process has: of 40,000 two would be alike."""
    while (code := new_match_code()) in _GIVEN:
        pass
    _GIVEN.add(code)
    return code


def evening_of(day: date) -> datetime:
    """Return when the matches of a day are over."""
    return datetime.combine(day, time(21), tzinfo=UTC)


def _pairings(
    draw: Draw,
    drawn: engine.DrawnRound,
    *,
    entries: Sequence[Entry],
    played: Iterator[tuple[Match, int]],
) -> Iterator[Pairing]:
    now = timezone.now()
    for position, pair in enumerate(drawn.pairings, start=1):
        match, number = (None, None) if pair.two is None else next(played)
        yield Pairing(
            tournament_id=draw.stage.division.tournament_id,
            stage=draw.stage,
            draw=draw,
            round_number=drawn.round,
            position=position,
            table=None if pair.two is None else position,
            called_at=None if pair.two is None else now,
            entry_1=entries[pair.one - 1],
            entry_2=None if pair.two is None else entries[pair.two - 1],
            match=match,
            match_number=number,
        )
