"""A field of a thousand: the options of a player, a result at the desk, the entries.

Requests go through all of the middleware, a director's, with nothing kept before them.
"""

import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from benchmarks import fields
from benchmarks.measure import Line, Row, at, cpu_milliseconds
from matches.models import User
from tournaments.models import Entry, Pairing, Tournament

PLAYERS, ROUNDS = at((1000, 3), smallest=(8, 3))
REPEATS = at(9, smallest=1)
MB = 1_000_000

Ask = Callable[[], Any]


def run() -> Iterator[Line]:
    yield (
        f"A field of {PLAYERS} in round {ROUNDS} (CPU ms, KB of 1000 bytes before they "
        "are compressed, MB at most at one time)"
    )
    tournament = fields.store(players=PLAYERS, rounds=ROUNDS, planned=2 * ROUNDS)
    fields.reopen(tournament, ROUNDS)
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_user("Big event", role="owner"))
    yield from _options(client, tournament)
    yield from _result(client, tournament)
    yield from _entries(client, tournament)


def _options(client: Client, tournament: Tournament) -> Iterator[Line]:
    number = Entry.objects.filter(tournament=tournament).latest("pk").number
    path = reverse("entry_options", args=[tournament.slug, number])
    ask = partial(_anew, partial(client.get, path))
    (taken,) = cpu_milliseconds(ask, repeats=REPEATS)
    yield _row("E1", "options of a player: CPU ms / limit", taken, limit=300)
    yield _row("E1", "options of a player: MB / limit", _most(ask) / MB, limit=20)


def _result(client: Client, tournament: Tournament) -> Iterator[Line]:
    path = reverse("save_result", args=[tournament.slug])
    is_open = Pairing.objects.filter(tournament=tournament, match__state="ready")
    numbers = iter(list(is_open.values_list("match_number", flat=True)))

    def save() -> None:
        line = {"line": f"{next(numbers)} 7 3"}
        answer = client.post(path, line, headers={"hx-request": "true"})
        assert answer.status_code == 200, answer.status_code

    (taken,) = cpu_milliseconds(save, repeats=at(REPEATS, smallest=1))
    yield _row("E2", "a result at the desk: CPU ms / limit", taken, limit=100)


def _entries(client: Client, tournament: Tournament) -> Iterator[Line]:
    path = reverse("entries", args=[tournament.slug])
    (taken,) = cpu_milliseconds(
        partial(_anew, partial(client.get, path)), repeats=REPEATS
    )
    yield _row("E3", "entries at the desk: CPU ms / limit", taken, limit=200)


def _anew(ask: Ask) -> None:
    cache.clear()
    ask()


def _most(ask: Ask) -> int:
    """Return the most bytes that Python had allocated for it at one time."""
    tracemalloc.start()
    ask()
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def _row(goal: str, what: str, ours: float, *, limit: float) -> Row:
    return Row(goal=goal, what=what, ours=ours, peer=limit, most=1)
