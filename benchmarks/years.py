"""W4: the pages of a club of ten years, against those of its first year."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from django.core.cache import caches
from django.test import Client

from benchmarks import club
from benchmarks.measure import Line, Row, at, medians
from matches.models import Match, Player, User

FIRST: Final = at(club.FIRST_YEAR, smallest=club.SMALLEST)
OTHERS: Final = at(club.NINE_MORE, smallest=club.SMALLEST)


def run() -> Iterator[Line]:
    yield f"A club after {OTHERS.tournaments} more evenings (CPU ms)"
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_user("Ten years", role="owner"))
    (evening, *_evenings) = club.store(FIRST)
    young = _costs(client, evening.slug)
    club.store(OTHERS, seed=2)
    for page, cost in _costs(client, evening.slug).items():
        yield Row(goal="W4", what=page, ours=cost, peer=young[page], most=1.5)


def _costs(client: Client, slug: str) -> dict[str, float]:
    """Return the cost of each list; the player is the one who played most matches."""
    pairs = Match.objects.filter(state="done").values_list("player_1", "player_2")
    often = Counter(player for pair in pairs for player in pair)
    (one, _matches), (two, _fewer) = often.most_common(2)
    people = Player.objects.in_bulk([one, two])
    player = f"/players/{people[one].key}/"
    pages = {
        "home": "/",
        "tournaments": "/tournaments/",
        "desk": "/desk/",
        "directory": "/players/",
        "player": player,
        "head to head": f"{player}?against={people[two].key}",
        "club matches": "/club/",
        "new club match": "/club/new/",
        "log of one tournament": f"/desk/{slug}/log/",
    }
    return {name: _cost(client, path) for name, path in pages.items()}


def _cost(client: Client, path: str) -> float:
    def ask() -> None:
        for kept in caches.all():
            kept.clear()
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)

    (taken,) = medians(partial(ask), repeats=5)
    return taken
