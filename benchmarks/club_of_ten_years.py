"""Lists of a club of ten years, against those of the same club when it was young.

The young club has 60 tournaments, 300 players and 4,000 matches: its lists fill a page.
Ten years later they are 600, 3,000 and 40,000 more. `./run bench --club FOLDER` makes
such a club to look at.
"""

from collections import Counter
from collections.abc import Iterator

from django.core.cache import cache
from django.test import Client

from benchmarks import club
from benchmarks.measure import Line, Row, at, cpu_milliseconds
from matches.jobs import queue
from matches.models import Match, Player, User

YOUNG = at(club.YOUNG, smallest=club.SMALLEST)
OLD = at(club.TEN_YEARS, smallest=club.SMALLEST)
REPEATS = at(9, smallest=1)
SWEEPS = 100
SWEEP = "the worker's sweep, 100 times"

MEETINGS = "head to head"
"""A page of two players shows more matches after ten years, and is larger for that."""

Cost = tuple[float, float]
"""CPU milliseconds, and kilobytes sent."""


def run() -> Iterator[Line]:
    yield (
        f"Lists of a club with {OLD.tournaments} tournaments and {OLD.players} "
        f"players, against {YOUNG.tournaments} and {YOUNG.players} (CPU ms, then KB)"
    )
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_user("Ten years", role="owner"))
    (first, *_others) = club.store(YOUNG)
    young = _costs(client, first.slug)
    club.store(OLD, seed=2)
    old = _costs(client, first.slug)
    for page, (taken, sent) in old.items():
        taken_before, sent_before = young[page]
        yield Row(goal="T1", what=f"{page}: CPU", ours=taken, peer=taken_before, most=2)
        if sent and page != MEETINGS:
            what = f"{page}: KB"
            yield Row(goal="T2", what=what, ours=sent, peer=sent_before, most=1.3)


def _costs(client: Client, slug: str) -> dict[str, Cost]:
    """Return the cost of each list; the player is the one who played most matches."""
    # Other parts store matches in the same database that nobody plays, such as a round
    # robin of 200: the page of one of their players shows nothing.
    played = Match.objects.filter(state=Match.State.DONE)
    pairs = played.values_list("player_1", "player_2")
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
        MEETINGS: f"{player}?against={people[two].key}",
        "club matches": "/club/",
        "new club match": "/club/new/",
        "log of one tournament": f"/desk/{slug}/log/",
    }
    found = {name: _cost(client, path) for name, path in pages.items()}
    (taken,) = cpu_milliseconds(_sweep, repeats=REPEATS)
    return found | {SWEEP: (taken, 0.0)}


def _cost(client: Client, path: str) -> Cost:
    def ask() -> None:
        cache.clear()
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)

    (taken,) = cpu_milliseconds(ask, repeats=REPEATS)
    return taken, len(client.get(path).content) / 1000


def _sweep() -> None:
    for _ in range(SWEEPS):
        queue.sweep()
