"""The live scoreboard, and the winning chances on it."""

import re

import pytest
from django.test import Client

from matches.ledger.club_matches import cancel_matches
from matches.ledger.recording import record_game
from matches.match_page.scoreboard import short_name
from matches.models import Match, Player
from matches.rules import Side
from tests import builders
from tests.builders import game, play
from tournaments.hall.services import sit
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


def board(client: Client, match: Match, query: str = "") -> str:
    """Return the page of the board."""
    answer = client.get(f"/scoreboard/{match.code}/{query}")
    assert answer.status_code == 200
    assert answer["Cache-Control"] in {"no-store", "private, no-store"}
    return " ".join(answer.content.decode().split())


def test_the_board_shows_the_match(client: Client) -> None:
    match = builders.match(7)
    play(match, game(1, "gammon", cube=2), game(2), game(1, cube=2))
    page = board(client, match)
    assert "to 7 points" in page
    assert ">6</p>" in page
    assert "1 away" in page
    assert "6 away" in page
    assert ">Crawford</p>" in page
    assert "Last game: A. Alm, single game, cube 2, +2" in page
    assert "Games 2–1" in page
    assert 'data-part="chances"' not in page
    play_on = game(2, dropped=False)
    record_game(match_id=match.pk, result=play_on, after=3, by=None)
    assert ">Post-Crawford</p>" in board(client, match)


def test_the_board_names_what_is_played(client: Client) -> None:
    match = builders.matches(builders.published_round(builders.evening()))[0]
    page = board(client, match)
    assert '<span class="board__event">Club evening</span>' in page
    assert '<span class="board__stage">Round 1</span>' in page
    assert '<span class="board__at">Table 1</span>' in page


def test_the_table_is_said_before_anything_that_can_be_long(client: Client) -> None:
    match = builders.matches(builders.published_round(builders.evening()))[0]
    page = board(client, match)
    assert page.index("board__at") < page.index("board__event")


@pytest.mark.parametrize("style", ["room", "overlay"])
def test_a_match_that_nobody_has_begun_is_called(client: Client, style: str) -> None:
    made = builders.evening()
    match = builders.matches(builders.published_round(made))[0]
    path = f"/scoreboard/{match.code}/?style={style}"
    page = client.get(path).context["page"]
    assert page["is_called"]
    assert ">Called</p>" in board(client, match, f"?style={style}")

    # Who sits down changes no score: the board learns of it all the same.
    number = Pairing.objects.get(match=match).match_number
    assert number is not None
    seen = f"{path}&f={page['shows']}"
    assert client.get(seen).status_code == 204
    sit(made, number, by=None)
    assert client.get(seen).status_code == 200
    assert not client.get(path).context["page"]["is_called"]


def test_a_board_learns_that_its_match_was_moved(client: Client) -> None:
    made = builders.evening()
    match = builders.matches(builders.published_round(made))[0]
    path = f"/scoreboard/{match.code}/?style=room"
    seen = f"{path}&f={client.get(path).context['page']['shows']}"
    Pairing.objects.filter(match=match).update(table=9)
    assert '<span class="board__at">Table 9</span>' in board(client, match)
    assert client.get(seen).status_code == 200


@pytest.mark.parametrize(
    ("name", "is_longest"),
    [("Ane Alm", False), ("Wilhelmine Christoffersen-Hammershaimb", True)],
)
def test_a_short_name_that_is_long_gets_smaller_letters(
    client: Client, name: str, is_longest: bool
) -> None:
    match = builders.match()
    Player.objects.filter(pk=match.player_1_id).update(name=name)
    sides = client.get(f"/scoreboard/{match.code}/").context["page"]["sides"]
    assert sides[0].is_longest is is_longest


def test_a_poll_gets_the_board_alone_and_only_if_it_changed(client: Client) -> None:
    match = builders.match()
    path = f"/scoreboard/{match.code}/?style=room&f="
    seen = client.get(f"{path}{match.revision}")
    assert (seen.status_code, seen.content) == (204, b"")
    builders.won(Side.TWO, match)
    part = client.get(f"{path}{match.revision}").content.decode().strip()
    assert part.startswith('<main class="board')
    assert 'data-revision="1"' in part
    assert "is-two is-winner" in part
    assert "final score" in part


@pytest.mark.parametrize("query", ["?style=overlay", "?style=%00", "?f=%00", "?f="])
def test_whatever_is_asked_gets_a_board(client: Client, query: str) -> None:
    page = board(client, builders.match(), query)
    assert ('class="is-overlay"' in page) == (query == "?style=overlay")


def test_a_cancelled_match_has_no_board(client: Client) -> None:
    match = builders.match()
    cancel_matches([match.pk])
    assert client.get(f"/scoreboard/{match.code}/").status_code == 404


def test_a_session_shows_the_balance() -> None:
    client = builders.signed_in(builders.director())  # it is shown to owners
    match = builders.match(0, stake="0.5", currency="kr")
    play(match, game(1, "gammon", cube=8), game(2, cube=4))
    page = board(client, match)
    assert ">+12</p>" in page
    assert ">−12</p>" in page
    assert "+6 kr" in page
    assert "Crawford</p>" not in page


def test_chances_are_shown_where_the_club_wants_them(client: Client) -> None:
    match = builders.match(7, equity_table="kazaross-xg2")
    assert board(client, match).count("50 %") == 2
    play(match, game(1, cube=4), game(1, "gammon"), game(2))
    page = board(client, match)
    assert "Match-winning chance (Kazaross XG2)" in page
    assert "82 %" in page
    assert "18 %" in page
    builders.won(Side.ONE, match)
    assert 'data-part="chances"' not in board(client, match)


@pytest.mark.parametrize(
    ("length", "table"), [(64, "woolsey"), (7, "gone"), (0, "kazaross-xg2")]
)
def test_no_chances_where_no_table_tells(length: int, table: str) -> None:
    client = builders.signed_in(builders.director())  # a session is shown to owners
    match = builders.match(length, equity_table=table)
    assert 'data-part="chances"' not in board(client, match)


def test_a_walkover_on_the_board(client: Client) -> None:
    builders.match()
    match = Match.objects.get()
    ada = builders.signed_in(builders.director())
    ada.post(f"/m/{match.code}/walkover/", {"winner": 1})
    html = board(client, match)
    assert ">walkover</p>" in html
    points = re.findall(r'data-part="points-\w+">\s*(\S+)\s*</p>', html)
    assert points == ["–", "–"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ane Alm", "A. Alm"),
        ("Jan van den Berg", "J. van den Berg"),
        ("Maximilian von und zu Hohenstein", "M. Hohenstein"),
        ("Cher", "Cher"),
        ("Ane Marie Alm", "A. Alm"),
    ],
)
def test_short_names(name: str, short: str) -> None:
    assert short_name(name) == short


def test_the_address_of_a_board_chooses_its_language(client: Client) -> None:
    match = builders.match(7)
    page = board(client, match, "?lang=da")
    assert '<html lang="da"' in page
    assert "&amp;lang=da" in page  # polls ask for it again
    assert '<html lang="en"' in board(client, match, "?lang=xx")
    assert '<html lang="en"' in board(client, match)
