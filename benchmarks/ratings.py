"""Ratings of a million matches against the bare fetch of them, and a list's page."""

import random
import sqlite3
from collections.abc import Iterator
from datetime import date

from django.test import Client

from benchmarks.measure import Line, Row, at, cpu_milliseconds, note
from matches.models import ListedPlayer, Player, RatingList
from matches.ratings.checkpoints import packed, unpack
from matches.ratings.services import ListRules, make_list
from matches.rules.ratings import FIBS, POINT, Ladder

MATCHES = at(1_000_000, smallest=2_000)
PLAYERS = at(20_000, smallest=50)
BEHIND = at(10_000, smallest=100)
"""A correction lies this far from the end: in the last per cent."""
REPEATS = at(5, smallest=1)
REPLAY, CORRECTION, PAGE = 2.0, 0.05, 1.5
FEW, MANY = at((200, 20_000), smallest=(10, 150))
EVENING = date(2026, 11, 20)
FETCH = "SELECT one, two, length, winner FROM rated ORDER BY moment, match"
TAIL = (
    "SELECT one, two, length, winner FROM rated WHERE moment >= ? "
    "ORDER BY moment, match"
)


def run() -> Iterator[Line]:
    yield "Ratings (CPU ms)"
    yield from _replays()
    yield from _pages()


def _replays() -> Iterator[Line]:
    database = _stored()
    # A checkpoint is at most as far before the correction as it is from the end.
    start = MATCHES - 2 * BEHIND
    ladder = Ladder(FIBS)
    ladder.follow(database.execute(FETCH).fetchall()[:start])
    checkpoint = packed(ladder)

    def fetched() -> None:
        database.execute(FETCH).fetchall()

    def followed() -> None:
        Ladder(FIBS).follow(database.execute(FETCH))

    def rated() -> None:
        Ladder(FIBS).rate(database.execute(FETCH))

    def corrected() -> None:
        again = Ladder(FIBS)
        unpack(checkpoint, again)
        again.rate(database.execute(TAIL, (start,)))

    acts = (fetched, followed, rated, corrected)
    fetch, follow, rate, correct = cpu_milliseconds(*acts, repeats=REPEATS)
    yield Row(
        goal="R1",
        what=f"{MATCHES} matches read and rated / read alone",
        ours=follow,
        peer=fetch,
        most=REPLAY,
    )
    yield Row(what="the same, keeping what each was worth", ours=rate, peer=fetch)
    yield Row(
        goal="R2",
        what=f"corrected {BEHIND} before the end / all rated",
        ours=correct,
        peer=rate,
        most=CORRECTION,
    )
    yield note(
        f"R2: from the last checkpoint, {2 * BEHIND} matches before the end; "
        f"it is {len(checkpoint) // 1000} kB."
    )


def _stored() -> sqlite3.Connection:
    """Return matches of FIBS-like players in the order in which they were played."""
    lots = random.Random(1)
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE TABLE rated (moment INTEGER, match INTEGER, one INTEGER, two INTEGER, "
        "length INTEGER, winner INTEGER)"
    )
    database.executemany(
        "INSERT INTO rated VALUES (?, ?, ?, ?, ?, ?)",
        (
            (
                *(number, number, *lots.sample(range(1, PLAYERS + 1), 2)),
                *(lots.randint(1, 17), lots.randint(1, 2)),
            )
            for number in range(MATCHES)
        ),
    )
    database.execute("CREATE INDEX in_order ON rated (moment, match)")
    return database


def _pages() -> Iterator[Line]:
    few, many = (_listed(count) for count in (FEW, MANY))
    client = Client(headers={"host": "localhost"})

    def shown(of: RatingList) -> None:
        answer = client.get(of.get_absolute_url(), {"all": "1"})
        assert answer.status_code == 200

    ours, peer = cpu_milliseconds(
        lambda: shown(many), lambda: shown(few), repeats=REPEATS
    )
    yield Row(
        goal="R3",
        what=f"a page of a list of {MANY} / of {FEW}",
        ours=ours,
        peer=peer,
        most=PAGE,
    )


def _listed(count: int) -> RatingList:
    """Store a list with so many players."""
    of = make_list(rules=ListRules(name=f"A list of {count}"), by=None)
    people = Player.objects.bulk_create(
        Player(name=f"Ane Alm {count}-{number}", sort_name=f"Alm {count}-{number}")
        for number in range(count)
    )
    ListedPlayer.objects.bulk_create(
        ListedPlayer(
            list=of,
            player=player,
            rating=(1200 + number % 700) * POINT,
            experience=number,
            matches=number,
            last_day=EVENING,
        )
        for number, player in enumerate(people)
    )
    return of
