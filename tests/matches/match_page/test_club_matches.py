"""Club matches: opened on the spot, listed, cancelled; and who played whom."""

import re

import pytest
from django.test import Client

from matches.ledger import club_matches as service
from matches.ledger.adjust import record_ending
from matches.ledger.club_matches import MATCH_BEGUN
from matches.ledger.recording import record_game
from matches.models import JournalEntry, Match, Player
from matches.rulebook.profiles import Reporting
from matches.rules import Side
from matches.web.form_keys import OTHER_ACT
from tests import builders
from tests.builders import game
from tests.refusals import codes_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

OP = "3b1f6f0e-6a7c-4d0a-9a53-6d2f1d3c9a10"
FORM = {
    **{"player_1": "Ane Alm", "player_2": "Bo Berg", "play": "match", "length": "5"},
    **{"rules": "danish", "crawford": "on", "rated": "on", "reporting": "trust"},
}


@pytest.fixture
def ada():
    """A director who is signed in."""
    return builders.signed_in(builders.director())


def opened(client, **changes):
    """Open a match by the form and return it."""
    answer = client.post("/club/new/", FORM | changes)
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.get(code=answer["Location"].split("/")[2])


def at_personal_link(player):
    """Return the browser of a player who opened the personal link."""
    client = Client()
    session = client.session
    session["player"] = [player.pk, player.link_hash]
    session.save()
    return client


# Opening -------------------------------------------------------------------


def test_a_match_between_two_new_people(ada):
    match = opened(ada, player_2="Berg, Bo", equity_table="woolsey")
    assert (match.player_1.name, match.player_2.name) == ("Ane Alm", "Bo Berg")
    assert (match.length, match.reporting, match.rated) == (5, Reporting.TRUST, True)
    assert (match.equity_table, match.state) == ("woolsey", Match.State.READY)
    line = JournalEntry.objects.get(act="match_opened")
    assert (line.match, str(line.actor)) == (match, "Ada")
    page = ada.get(f"/m/{match.code}/").content.decode()
    assert "Added to the player list: Ane Alm, Bo Berg." in page


def test_people_of_the_directory_are_found_however_they_are_spelled(ada):
    known = builders.player("Jørgen Ås")
    match = opened(ada, player_1="ås, jorgen")
    assert match.player_1 == known
    assert Player.objects.count() == 2


def test_namesakes_are_told_apart_by_their_club(ada):
    builders.player("Ane Alm", club="Oslo")
    other = builders.player("Ane Alm", club="Malmö")
    answer = ada.post("/club/new/", FORM)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Choose one of these: Ane Alm (Oslo), Ane Alm (Malmö)." in page
    assert opened(ada, player_1="Ane Alm (Malmö)").player_1 == other


def test_namesakes_of_one_club_are_told_apart_by_their_key():
    one, two = (builders.player("Ane Alm") for _ in range(2))
    labels = service.directory().labels
    assert labels == {f"Ane Alm ({one.key})": one, f"Ane Alm ({two.key})": two}


def test_a_money_session(ada):
    match = opened(ada, play="money", length="", money_stake="0,50", money_currency="€")
    rules = match.money_rules
    assert (match.length, match.rated) == (0, False)
    assert (str(rules.stake), rules.currency) == ("1/2", "€")


def test_every_switch_of_the_rules(ada):
    page = ada.get("/club/new/").content.decode()
    assert 'name="shown" value="danish"' in page
    switches = {"shown": "danish", "cube": "none", "jacoby": "on"}
    switches |= {"extras_in_matches": "on", "beavers": "1", "gammon_value": "3"}
    match = opened(ada, **switches)
    rules = match.rules
    assert (rules.cube_cap, rules.jacoby, rules.beavers) == (None, True, 1)
    assert rules.values[1] == 3


def test_the_same_form_twice_opens_one_match(ada):
    first = opened(ada, op=OP)
    assert opened(ada, op=OP) == first
    assert Match.objects.count() == 1
    page = ada.get(f"/m/{first.code}/").content.decode()
    assert "A match between Ane Alm and Bo Berg is already open." in page
    answer = ada.post("/club/new/", FORM | {"op": OP, "length": "7"})
    assert answer.status_code == 409
    assert OTHER_ACT.english in answer.content.decode()


def test_every_form_has_a_key_of_its_own(ada):
    found = [
        re.findall(r'name="op" value="([\w-]{36})"', page.content.decode())
        for page in (ada.get("/club/new/"), ada.get("/club/new/"))
    ]
    assert len({key for keys in found for key in keys}) == 2


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"player_1": ""}, "player_1:required"),
        ({"player_2": "ALM, ane"}, "form:invalid"),
        ({"player_1": "12345"}, "name.no_name"),
        ({"player_1": "x\x00y"}, "player_1:null_characters_not_allowed"),
        ({"player_1": "x\x07y"}, "name.unreadable_text"),
        ({"player_2": "x" * 150}, "name.too_long"),
        ({"length": ""}, "length:invalid"),
        ({"length": "0"}, "length:min_value"),
        ({"length": "100"}, "length:max_value"),
        ({"length": "9" * 400}, "length:max_value"),
        ({"length": "seven"}, "length:invalid"),
        ({"play": "chess"}, "play:invalid_choice"),
        ({"play": "money", "money_stake": "0"}, "money_stake:invalid"),
        ({"play": "money", "money_stake": "-1"}, "money_stake:min_value"),
        ({"play": "money", "money_stake": "NaN"}, "money_stake:invalid"),
        ({"play": "money", "money_stake": "much"}, "money_stake:invalid"),
        ({"rules": "x"}, "rules:invalid_choice"),
        ({"reporting": "x"}, "reporting:invalid_choice"),
        ({"equity_table": "x"}, "equity_table:invalid_choice"),
        ({"op": "x" * 37}, "op:max_length"),
        ({"shown": "danish", "start_1": "5"}, "rules.start_score_invalid"),
    ],
)
def test_what_cannot_be_opened_keeps_what_was_typed(ada, sent, code):
    answer = ada.post("/club/new/", FORM | sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert code in codes_of(answer)
    assert "Bo Berg" in page or "player_2" in sent
    assert not Match.objects.exists()
    assert not Player.objects.exists()


def test_only_directors_and_players_open(client):
    assert client.get("/club/new/")["Location"].startswith("/login/")
    ben = builders.signed_in(builders.reader())
    assert ben.post("/club/new/", FORM).status_code == 403


# By a player ---------------------------------------------------------------


def test_a_player_opens_a_match_of_his_own():
    ane, bo = builders.player("Ane Alm"), builders.player("Bo Berg")
    client = at_personal_link(ane)
    page = client.get("/club/new/").content.decode()
    assert 'name="player_1"' not in page
    assert 'name="reporting"' not in page
    match = opened(client, player_1="Bo Berg", reporting="trust")
    assert (match.player_1, match.player_2) == (ane, bo)
    assert match.reporting == Reporting.AGREE
    line = JournalEntry.objects.get(act="match_opened")
    assert (line.actor, line.details["player"]) == (None, "Ane Alm")


def test_a_player_adds_nobody_to_the_directory():
    client = at_personal_link(builders.player("Ane Alm"))
    answer = client.post("/club/new/", FORM)
    assert answer.status_code == 422
    assert "No player in the list is called Bo Berg." in answer.content.decode()
    assert Player.objects.count() == 1


def test_a_player_opens_only_so_many():
    ane = builders.player("Ane Alm")
    builders.player("Bo Berg")
    client = at_personal_link(ane)
    for _ in range(service.MOST_UNBEGUN):
        last = opened(client)
    answer = client.post("/club/new/", FORM)
    assert answer.status_code == 422
    assert (
        "You already have 10 open matches that have not started."
        in answer.content.decode()
    )
    client.post(f"/m/{last.code}/cancel/")
    opened(client)


# Cancelling ----------------------------------------------------------------


def test_a_match_without_facts_is_cancelled(ada, client):
    match = opened(ada)
    answer = ada.post(f"/m/{match.code}/cancel/")
    assert (answer.status_code, answer["Location"]) == (302, "/club/")
    assert "Ane Alm – Bo Berg is cancelled." in ada.get("/club/").content.decode()
    assert client.get(f"/m/{match.code}/").status_code == 404
    assert match.code not in client.get("/club/").content.decode()
    assert JournalEntry.objects.filter(act="match_cancelled").count() == 1


def test_a_match_that_has_begun_is_not_cancelled(ada):
    match = opened(ada)
    record_game(match_id=match.pk, result=game(1), after=0, by=None)
    answer = ada.post(f"/m/{match.code}/cancel/", follow=True)
    assert MATCH_BEGUN.english in answer.content.decode()
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING


def test_a_match_of_a_tournament_is_not_cancelled_here(ada):
    match = builders.matches(builders.published_round(builders.evening()))[0]
    answer = ada.post(f"/m/{match.code}/cancel/", follow=True)
    assert "belongs to Club evening" in answer.content.decode()
    match.refresh_from_db()
    assert match.state == Match.State.READY


def test_who_opened_may_cancel_and_the_opponent_may_not(ada):
    ane, bo = builders.player("Ane Alm"), builders.player("Bo Berg")
    match, other = opened(at_personal_link(ane)), opened(ada)
    assert at_personal_link(bo).post(f"/m/{match.code}/cancel/").status_code == 302
    assert at_personal_link(ane).post(f"/m/{other.code}/cancel/").status_code == 302
    assert set(Match.objects.values_list("state", flat=True)) == {Match.State.READY}
    at_personal_link(ane).post(f"/m/{match.code}/cancel/")
    match.refresh_from_db()
    assert match.state == Match.State.VOID


# The list ------------------------------------------------------------------


def test_the_list_shows_what_belongs_to_no_tournament(ada, client):
    assert "No club matches yet" in client.get("/club/").content.decode()
    of_evening = builders.matches(builders.published_round(builders.evening()))[0]
    match = opened(ada, rated="")
    session = opened(ada, player_1="Cy Dahl", play="money", money_currency="kr")
    record_game(match_id=session.pk, result=game(2, cube=2), after=0, by=None)
    page = ada.get("/club/").content.decode()
    assert of_evening.code not in page
    assert page.index(session.code) < page.index(match.code)
    assert "Bo Berg is 2 kr ahead" in page
    assert "rated" not in page.partition("<main")[2]  # there is no rating list
    assert "/club/new/" in page
    page = client.get("/club/").content.decode()
    assert match.code in page
    assert session.code not in page
    assert "/club/new/" not in page


@pytest.mark.parametrize("page", ["0", "2", "-1", "x", "9" * 50, "%00"])
def test_a_page_that_is_not_there_is_the_nearest_one(client, page):
    builders.match()
    for path in ("/club/", f"/players/{Player.objects.first().key}/"):
        assert client.get(f"{path}?page={page}").status_code == 200


# A player's history --------------------------------------------------------


def test_a_history_says_where_and_how(client):
    evening = builders.evening("swiss", 2)
    match = builders.matches(builders.played_round(evening))[0]
    page = client.get(f"/players/{match.player_2.key}/").content.decode()
    assert "Club evening · Round 1 · to 7 points<" in page
    assert "3–7" in page
    assert "Lost" in page


@pytest.mark.parametrize(
    ("how", "winner", "words"),
    [
        (Match.How.WALKOVER, Side.ONE, "walkover"),
        (Match.How.FORFEIT, Side.ONE, "forfeit"),
        (Match.How.RETIRED, Side.TWO, "retirement"),
        (Match.How.NOBODY, None, "double forfeit"),
    ],
)
def test_a_history_says_how_a_match_ended(client, how, winner, words):
    match = builders.match(rated=False)
    record_ending(match_id=match.pk, how=how, winner=winner, by=None)
    page = client.get(f"/players/{match.player_1.key}/").content.decode()
    assert f"{words}<" in page
    assert "0–0" not in page


def test_head_to_head(ada, client):
    first, second = opened(ada), opened(ada, player_1="Bo Berg", player_2="Ane Alm")
    opened(ada, player_2="Cy Dahl")
    session = opened(ada, play="money")
    builders.won(Side.ONE, first)
    builders.won(Side.ONE, second)
    record_game(match_id=session.pk, result=game(2, "gammon"), after=0, by=None)
    ane, bo = first.player_1, first.player_2
    answer = client.get(f"/players/{ane.key}/?against={bo.key}")
    page = answer.content.decode()
    assert "Ane Alm against Bo Berg" in page
    record = answer.context["panels"]["matches"].record
    assert (record["won"], record["lost"], record["sessions"]) == (1, 1, 0)
    assert "−2" not in page  # money is for the two, and for owners
    seen = ada.get(f"/players/{ane.key}/?against={bo.key}")
    record = seen.context["panels"]["matches"].record
    assert (record["won"], record["lost"], record["sessions"]) == (1, 1, 1)
    assert "−2" in seen.content.decode()
    assert client.get(f"/players/{ane.key}/?against=NOBODY2345").status_code == 404
    assert client.get(f"/players/{ane.key}/?against=%00").status_code == 404


def test_a_long_history_has_pages_and_few_queries(
    client, django_assert_max_num_queries
):
    ane = builders.player("Ane Alm")
    for number in range(55):
        other = builders.player(f"Bo {'x' * (number + 1)}")
        wanted = service.ClubMatch(
            one=ane, two=other, length=1, profile=builders.DEFAULT
        )
        match, _names = service.open_club_match(wanted=wanted, by=None)
        builders.won(Side.ONE, match, loser=0)
    with django_assert_max_num_queries(9):
        page = client.get(f"/players/{ane.key}/?page=1").content.decode()
    assert page.count('class="row"') == 50
    assert "Page 1 of 2" in page
    older = client.get(f"/players/{ane.key}/?page=2").content.decode()
    assert older.count('class="row"') == 5
    # The best places, whether seasons are, and the sums of either side on their own.
    with django_assert_max_num_queries(12):
        page = client.get(f"/players/{ane.key}/").content.decode()
    assert page.count('class="row"') == 10
