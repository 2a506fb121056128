"""A club as it is after some years: its players, evenings, matches, games and journal.

What lists and the journal read is complete; matches have games that add up to their
scores. Everything follows from a seed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from random import Random
from typing import Final

from django.db import transaction

from benchmarks import fields
from matches.ledger.club_matches import profile_row
from matches.models import Game, Match, Player
from matches.web.models import JournalEntry
from tournaments.models import Tournament

FIRST_NAMES: Final = ("Ane", "Bo", "Cille", "Dan", "Eva", "Finn", "Gry", "Hans", "Ida")
LAST_DAY: Final = date(2026, 11, 20)
ROUNDS: Final = 5
GAMES: Final = {0: (), 1: (1,), 2: (2,), 3: (1, 2), 4: (4,), 5: (4, 1), 6: (4, 2)}
"""What the loser of a match to seven points won, game by game."""

WON: Final = (4, 2, 1)
"""What its winner won, game by game."""

CUBES: Final = {1: (1, "single"), 2: (1, "gammon"), 4: (2, "gammon")}
AT_ONCE: Final = 5000


@dataclass(frozen=True, slots=True)
class Size:
    """How large a club is; `field` players come to a tournament."""

    tournaments: int
    players: int
    club_matches: int
    field: int = 26


FIRST_YEAR: Final = Size(tournaments=30, players=150, club_matches=50)
NINE_MORE: Final = Size(tournaments=270, players=1350, club_matches=450)
SMALLEST: Final = Size(tournaments=2, players=12, club_matches=4, field=8)


def store(size: Size, *, seed: int = 1) -> list[Tournament]:
    """Store a club, and return its tournaments, the first one first.

    Some come to most evenings and most come seldom, as in a real club.
    """
    random = Random(seed)
    fields.know_codes()
    with transaction.atomic():
        people = Player.objects.bulk_create(_players(size.players))
        shares = list(accumulate(1 / (10 + rank) for rank in range(len(people))))
        made = [
            fields.store(
                players=size.field,
                rounds=ROUNDS,
                planned=ROUNDS,
                seed=number % 8,
                people=_who_comes(people, shares, size.field, random=random),
                day=LAST_DAY - timedelta(days=6 * (size.tournaments - number)),
            )
            for number in range(size.tournaments)
        ]
        others = _club_matches(people, size.club_matches, random=random)
        Match.objects.bulk_create(others, batch_size=AT_ONCE)
        matches = Match.objects.filter(games__isnull=True, winner__isnull=False)
        _write_games(matches.select_related("player_1", "player_2"))
        for tournament in made:
            _write_lines(tournament)
    return made


def _players(count: int) -> Iterator[Player]:
    known = Player.objects.count()
    for number in range(known, known + count):
        first = FIRST_NAMES[number % len(FIRST_NAMES)]
        last = f"{chr(ord('A') + number % 26)}vert{number:04}"
        yield Player(
            name=f"{first} {last}",
            sort_name=f"{last}, {first}",
            club=f"Club {number % 9}",
        )


def _who_comes(
    people: Sequence[Player], shares: Sequence[float], count: int, *, random: Random
) -> list[Player]:
    found: dict[int, Player] = {}
    while len(found) < count:
        (person,) = random.choices(people, cum_weights=shares)
        found[person.pk] = person
    return list(found.values())


def _club_matches(
    people: Sequence[Player], count: int, *, random: Random
) -> Iterator[Match]:
    profile = profile_row()
    for number in range(count):
        one, two = random.sample(people, 2)
        lost = random.randrange(7)
        yield Match(
            code=fields.new_code(),
            length=7,
            profile=profile,
            player_1=one,
            player_2=two,
            score_1=7,
            score_2=lost,
            winner=1,
            how=Match.How.PLAYED,
            state=Match.State.DONE,
            revision=1,
            finished_at=fields.evening_of(LAST_DAY - timedelta(days=number % 3600)),
        )


def _write_games(matches: Sequence[Match]) -> None:
    """Add the games of matches, and a line of the journal for each."""
    games: list[Game] = []
    lines: list[JournalEntry] = []
    for match in matches:
        lost = min(match.score_1, match.score_2)
        winner = match.winner or 1
        won = [(3 - winner, points) for points in GAMES[lost]]
        won += [(winner, points) for points in WON]
        for number, (side, points) in enumerate(won, 1):
            cube, kind = CUBES[points]
            games.append(
                Game(
                    match=match,
                    number=number,
                    winner=side,
                    kind=kind,
                    cube=cube,
                    ending="played",
                )
            )
            lines.append(
                JournalEntry(
                    act="game_recorded",
                    match=match,
                    details={
                        "match": f"{match.player_1} – {match.player_2}",
                        "number": number,
                        "winner": str(match.player_1 if side == 1 else match.player_2),
                        "points": points,
                    },
                )
            )
    Game.objects.bulk_create(games, batch_size=AT_ONCE)
    JournalEntry.objects.bulk_create(lines, batch_size=AT_ONCE)


def _write_lines(tournament: Tournament) -> None:
    """Add the lines of a tournament's own acts."""
    acts = [("tournament_created", {})]
    acts += [
        ("round_published", {"round": number, "number": 1})
        for number in range(1, ROUNDS + 1)
    ]
    JournalEntry.objects.bulk_create(
        JournalEntry(act=act, subject=tournament.subject, details=details)
        for act, details in acts
    )
