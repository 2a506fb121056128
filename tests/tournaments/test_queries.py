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

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("page", ["", "entries/", "rounds/1/", "standings/"])
def test_a_poll_that_finds_nothing_new_asks_once_or_twice(page: str) -> None:
    made, client = builders.evening("swiss", 8), Client()
    builders.published_round(made)
    path = f"/tournaments/{made.slug}/{page}"
    mark = client.get(path).context["page"].mark.text
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(f"{path}?f={mark}", headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert len(captured) <= 2


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
        file = attach(name="a.mat", content=told(number), **kept)[0]
        import_games(file_id=file.pk, swapped=False, **kept)
        counts.append(queries(client, path))
    assert len(set(counts)) == 1


@pytest.mark.parametrize("who", ["Cy", "Ada"])
def test_the_board_of_a_game(who: str) -> None:
    client = director() if who == "Ada" else Client()
    counts = []
    for turns in (1, 60):
        match = builders.match(7)
        kept = {"match_id": match.pk, "by": None}
        file = attach(name="a.mat", content=told(turns), **kept)[0]
        import_games(file_id=file.pk, swapped=False, **kept)
        path = f"/m/{match.code}/files/{file.pk}/games/1/?at={turns}"
        counts.append(queries(client, path))
    assert counts[0] == counts[1]


def test_a_preview_of_many_lines() -> None:
    client = director()
    path = f"/desk/{builders.tournament().slug}/entries/add/"
    counts = []
    for count in (3, 300):
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(path, {"text": "\n".join(builders.names(count))})
        assert answer.status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("act", ["enter", "draw", "publish"])
def test_acts_on_many_take_as_many_queries_as_on_few(act: str) -> None:
    counts = []
    # SQLite takes 999 values in a statement: the rows of some 50 entries.
    for who in (8, 48):
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
