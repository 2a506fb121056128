"""How often a page asks the database: as often for many as for few."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.files.services import attach, import_games
from tests import builders
from tests.builders import game, play
from tournaments.draws.publish import publish_round
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db

FORMATS = ("swiss", "monrad")
MOST = 17
"""No page asks more often, whoever looks at it."""


def director() -> Client:
    """A director's browser whose session was renewed a moment ago."""
    client = builders.signed_in(builders.director())
    client.get("/help/")
    return client


def queries(client: Client, path: str) -> int:
    """How many queries a page takes that nobody has asked for before."""
    caches["kept"].clear()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def evening(format_key: str, who: int) -> Tournament:
    """An evening in its second round: results, a bye, a late entry, a withdrawal."""
    made = builders.evening(format_key, who, rounds=6)
    builders.played_round(made)
    builders.entered(made, ["Sent Kommer"])
    published = builders.published_round(made)
    for match in builders.matches(published)[::2]:
        builders.won(1, match)
    return made


@pytest.fixture(scope="module")
def small_and_large(kept: None, request: pytest.FixtureRequest) -> tuple[str, str]:
    """Where evenings of 8 and of 63 players are, of the format asked for."""
    return evening(request.param, 8).slug, evening(request.param, 63).slug


@pytest.mark.parametrize("path", ["/", "/tournaments/"])
@pytest.mark.parametrize("who", ["Cy", "Ada"])
def test_lists_of_tournaments(path: str, who: str) -> None:
    client = director() if who == "Ada" else Client()
    evening("swiss", 4)
    few = queries(client, path)
    for _more in range(2):
        evening("monrad", 4)
    assert queries(client, path) == few <= 7


@pytest.mark.parametrize(
    ("page", "ceiling"),
    [
        ("tournaments/{}/", 8),
        ("tournaments/{}/entries/", 8),
        ("tournaments/{}/rounds/1/", 7),
        ("tournaments/{}/rounds/2/", 7),
        ("tournaments/{}/standings/", 7),
        ("tournaments/{}/draws/", 7),
        ("tournaments/{}/rules/", 5),
        ("desk/{}/", 17),  # the last: pace, notes, messages, backups, the worker
        ("desk/{}/entries/", 17),
        ("desk/{}/draw/", 17),
        ("desk/{}/log/", 7),  # the seventh finds who can be asked for
        ("desk/{}/close/", 12),
        ("desk/{}/settings/", 5),
        ("desk/{}/rounds/2/take-back/", 9),  # four find what stands in the way
    ],
)
@pytest.mark.parametrize("small_and_large", FORMATS, indirect=True)
def test_pages_of_a_tournament(
    page: str, ceiling: int, small_and_large: tuple[str, str]
) -> None:
    client = director() if page.startswith("desk") else Client()
    few, many = (queries(client, "/" + page.format(slug)) for slug in small_and_large)
    assert few == many <= ceiling <= MOST


@pytest.mark.parametrize("page", ["", "entries/", "rounds/1/", "standings/"])
def test_a_poll_that_finds_nothing_new_asks_once_or_twice(page: str) -> None:
    made, client = evening("swiss", 8), Client()
    path = f"/tournaments/{made.slug}/{page}"
    mark = client.get(path).context["page"].mark.text
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(f"{path}?f={mark}", headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert len(captured) <= 2


def test_standings_that_were_computed_once_are_kept() -> None:
    made, client = evening("swiss", 8), Client()
    path = f"/tournaments/{made.slug}/standings/"
    first = queries(client, path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    assert (first, len(captured)) == (4, 1)


def test_the_page_of_a_match() -> None:
    client = director()
    published = builders.published_round(builders.evening("swiss", 4, match_length=25))
    match, other = builders.matches(published)
    play(match, game(1))
    few = queries(client, f"/m/{match.code}/?pad=games")
    play(other, *[game(1), game(2)] * 6)
    assert queries(client, f"/m/{other.code}/?pad=games") == few <= 9


TOLD = b"""\
 7 point match

 Game 1
 Ane Alm : 0                      Bjarke Brink : 0
"""


def told(games: int) -> bytes:
    """A match file of so many turns in its one game."""
    turn = "  1) 21: 24/22 6/5               21: 24/22 6/5\n"
    return TOLD + turn.encode() * games + b"      Wins 1 point\n"


@pytest.mark.parametrize("who", ["Cy", "Ada"])
def test_the_page_of_a_match_with_files(who: str) -> None:
    client = director() if who == "Ada" else Client()
    match = builders.match(7)
    play(match, game(1))
    path = f"/m/{match.code}/"
    counts = [queries(client, path)]
    for number in range(1, 7):
        kept = {"match_id": match.pk, "by": None}
        file = attach(name="a.mat", content=told(number), **kept).file
        import_games(file_id=file.pk, swapped=False, **kept)
        counts.append(queries(client, path))
    assert len(set(counts)) == 1
    assert counts[0] <= 9


@pytest.mark.parametrize("who", ["Cy", "Ada"])
def test_the_board_of_a_game(who: str) -> None:
    client = director() if who == "Ada" else Client()
    counts = []
    for turns in (1, 60):
        match = builders.match(7)
        kept = {"match_id": match.pk, "by": None}
        file = attach(name="a.mat", content=told(turns), **kept).file
        import_games(file_id=file.pk, swapped=False, **kept)
        path = f"/m/{match.code}/files/{file.pk}/games/1/?at={turns}"
        counts.append(queries(client, path))
    assert counts[0] == counts[1] <= 6


def test_the_directory() -> None:
    for name in builders.names(3):
        builders.player(name)
    few = queries(Client(), "/players/")
    for name in builders.names(64)[3:]:
        builders.player(name)
    assert queries(Client(), "/players/") == few <= 3


def test_the_page_of_a_player() -> None:
    """One of the questions is whether there are seasons, two add up the games."""
    made = evening("swiss", 4)
    player = builders.entries(made)[0].player
    next_round(made)
    few = queries(Client(), f"/players/{player.key}/")
    next_round(made)
    assert queries(Client(), f"/players/{player.key}/") == few <= 14


def next_round(made: Tournament) -> None:
    """Finish the round that is on and publish the next."""
    newest = Round.objects.filter(stage__division__tournament=made).latest("number")
    for match in builders.matches(newest):
        if match.winner is None:
            builders.won(1, match)
    builders.published_round(made)


def test_a_preview_of_many_lines() -> None:
    client = director()
    path = f"/desk/{builders.tournament().slug}/entries/add/"
    counts = []
    for count in (3, 300):
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(path, {"text": "\n".join(builders.names(count))})
        assert answer.status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= MOST


@pytest.mark.parametrize("act", ["enter", "draw", "publish"])
def test_acts_on_many_take_as_many_queries_as_on_few(act: str) -> None:
    counts = []
    # SQLite takes 999 values in a statement: the rows of 58 entries.
    for who in (8, 56):
        made = builders.tournament("monrad")
        if act != "enter":
            builders.entered(made, who)
        draft = builders.drawn_round(made) if act == "publish" else None
        with CaptureQueriesContext(connection) as captured:
            if act == "enter":
                builders.entered(made, who)
            elif draft is None:
                builders.drawn_round(made)
            else:
                publish_round(draw_id=draft.pk, tournament=made, by=None)
        counts.append(len(captured))
    assert counts[0] == counts[1]
