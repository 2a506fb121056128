"""The page of a member with 5,000 matches, all of them recorded game by game."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random

from django.core.cache import cache
from django.test import Client

from benchmarks import club, fields
from benchmarks.measure import Line, Row, at, cpu_milliseconds
from matches.ledger.counts import count_again
from matches.ledger.opening import profile_row
from matches.models import Game, Match, Player

MATCHES = at(5_000, smallest=20)
OPPONENTS = at(150, smallest=5)
REPEATS = at(9, smallest=1)
MOST = 60
"""Most CPU milliseconds of the page, and of a list behind one of its numbers."""
YEARS = 10
LENGTHS = (5, 7, 7, 9, 11)


def run() -> Iterator[Line]:
    yield f"A member with {MATCHES} matches (CPU ms / limit)"
    member = _store()
    client = Client(headers={"host": "localhost"})
    for what, query in (
        ("the page", ""),
        ("one opponent", f"?against={_often(member).key}"),
        ("matches with a gammon won", "?of=gammons-won"),
        ("matches of a year", f"?year={club.LAST_DAY.year - 1}"),
    ):
        path = f"/players/{member.key}/{query}"

        def ask(path: str = path) -> None:
            cache.clear()
            assert client.get(path).status_code == 200

        (taken,) = cpu_milliseconds(ask, repeats=REPEATS)
        yield Row(goal="Y1", what=what, ours=taken, peer=MOST, most=1)


def _often(member: Player) -> Player:
    return Match.objects.filter(player_1=member)[0].player_2


def _store() -> Player:
    """Store a member with matches over ten years, against many opponents."""
    lots = Random(1)
    fields.know_codes()
    people = Player.objects.bulk_create(
        Player(name=f"Ane Alm {number}", sort_name=f"Alm {number}, Ane")
        for number in range(OPPONENTS + 1)
    )
    member, *others = people
    Match.objects.bulk_create(_matches(member, others, lots), batch_size=club.AT_ONCE)
    matches = list(Match.objects.filter(player_1=member)) + list(
        Match.objects.filter(player_2=member)
    )
    Game.objects.bulk_create(_games(matches, lots), batch_size=club.AT_ONCE)
    count_again(match.pk for match in matches)
    return member


def _matches(member: Player, others: list[Player], lots: Random) -> Iterator[Match]:
    profile = profile_row()
    for number in range(MATCHES):
        pair = [member, lots.choice(others)]
        lots.shuffle(pair)
        length = lots.choice(LENGTHS)
        winner = lots.randint(1, 2)
        lost = lots.randrange(length)
        one, two = (length, lost) if winner == 1 else (lost, length)
        ended = club.LAST_DAY - timedelta(days=number * YEARS * 365 // MATCHES)
        yield Match(
            code=fields.new_code(),
            length=length,
            profile=profile,
            player_1=pair[0],
            player_2=pair[1],
            score_1=one,
            score_2=two,
            winner=winner,
            how=Match.How.PLAYED,
            state=Match.State.DONE,
            revision=1,
            finished_at=fields.evening_of(ended),
        )


def _games(matches: list[Match], lots: Random) -> Iterator[Game]:
    """Yield games of one point each, in an order that ends with the match."""
    for match in matches:
        loser = 3 - (match.winner or 1)
        lost = min(match.score_1, match.score_2)
        sides = [match.winner] * (match.length - 1) + [loser] * lost
        lots.shuffle(sides)
        for number, side in enumerate([*sides, match.winner], 1):
            yield Game(
                match=match,
                number=number,
                winner=side,
                kind="single",
                ending="dropped" if lots.random() < 0.3 else "played",
            )
