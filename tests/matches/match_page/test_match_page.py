"""The page of a match: its pads, and what its scoreboard counts."""

import re

import pytest

from matches.ledger.club_matches import cancel_matches, lock_matches
from matches.ledger.errors import MATCH_CANCELLED, MATCH_LOCKED
from matches.ledger.recording import record_game
from matches.match_page.scoreboard import short_name
from matches.models import FinalScore, Game, Match, Player
from matches.rules import Side
from matches.rules.errors import CUBE_IN_CRAWFORD_GAME
from tests import builders
from tests.builders import game, play
from tests.matches.ledger.test_recording import seen
from tests.refusals import told
from tournaments.hall.services import sit
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db

GAME = {"winner": 1, "kind": "single", "cube": 1, "after": 0}


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def page(client, match, more=""):
    answer = client.get(f"/m/{match.code}/{more}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_typed_code_leads_to_its_match(client):
    match = builders.match(7)
    spaced = f" {match.code[:3].lower()}-{match.code[3:].lower()} "
    answer = client.get("/m/", {"code": spaced})
    assert (answer.status_code, answer["Location"]) == (302, f"/m/{match.code}/")
    assert client.get(f"/m/{match.code.lower()}/").status_code == 200


def test_without_a_code_the_page_asks_for_one(client):
    assert client.get("/m/").status_code == 200


def test_everybody_reads_the_score_and_nobody_else_finds_a_form(client):
    match = builders.match(7)
    play(match, game(1, "gammon"))
    found = page(client, match)
    assert "Ane Alm" in found
    assert f"/m/{match.code}/games/" not in found
    assert f"/m/{match.code}/undo/" not in found


def test_the_pad_offers_both_ways_of_entering(client, ada):
    match = builders.match(7)
    assert f'action="/m/{match.code}/final/"' in page(ada, match)
    assert f'action="/m/{match.code}/games/"' in page(ada, match, "?pad=games")
    play(match, game(1))
    assert f'action="/m/{match.code}/games/"' in page(ada, match)


def test_the_quick_report_is_saved_and_can_be_undone(ada):
    match = builders.match(7)
    answer = ada.post(f"/m/{match.code}/final/", {"winner": 2, "points": 4})
    assert (answer.status_code, answer["Location"]) == (302, f"/m/{match.code}/")
    assert seen(match)["score"] == (4, 7)
    assert f"/m/{match.code}/undo/1/" in page(ada, match)
    undone = ada.post(f"/m/{match.code}/undo/1/")
    assert undone.status_code == 302
    assert told(ada.get(f"/m/{match.code}/")) == ["success"]
    assert seen(match)["state"] == "ready"


def test_the_same_report_twice_says_so(ada):
    match = builders.match(7)
    for _tap in range(2):
        ada.post(f"/m/{match.code}/final/", {"winner": 1, "points": 0})
    assert "Already recorded" in page(ada, match)
    assert FinalScore.objects.count() == 1


def test_a_second_game_is_entered_after_the_first(ada):
    match = builders.match(7)
    ada.post(f"/m/{match.code}/games/", GAME)
    answer = ada.post(
        f"/m/{match.code}/games/", GAME | {"cube": 2, "dropped": "on", "after": 1}
    )
    assert answer["Location"] == f"/m/{match.code}/?pad=games"
    assert seen(match)["score"] == (3, 0)
    assert Game.objects.get(number=2).result == game(1, cube=2, dropped=True)


def test_a_game_is_corrected_on_a_page_of_its_own(ada):
    match = builders.match(7)
    play(match, game(1), game(2))
    first = Game.objects.get(number=1)
    form = ada.get(f"/m/{match.code}/games/1/")
    assert form.status_code == 200
    assert f'name="replaces" value="{first.pk}"' in form.content.decode()
    corrected = {"winner": 2, "kind": "gammon", "cube": 1, "replaces": first.pk}
    before = seen(match)
    preview = ada.post(f"/m/{match.code}/games/1/", corrected)
    assert preview.status_code == 200
    assert "ends at 0–3 (was 1–1)" in preview.content.decode()
    assert seen(match) == before
    answer = ada.post(
        f"/m/{match.code}/games/1/",
        corrected | {"seen": preview.context["page"]["seen"]},
    )
    assert answer.status_code == 302
    assert seen(match)["score"] == (0, 3)


def test_a_correction_the_rules_refuse_keeps_what_was_typed(ada):
    match = builders.match(5)
    play(match, game(1, cube=4), game(2))
    second, before = Game.objects.get(number=2), seen(match)
    answer = ada.post(
        f"/m/{match.code}/games/2/",
        {"winner": 1, "kind": "single", "cube": 4, "replaces": second.pk},
    )
    assert answer.status_code == 422
    assert CUBE_IN_CRAWFORD_GAME.english in answer.content.decode()
    assert answer.context["page"]["game_form"]["cube"].value() == "4"
    assert seen(match) == before


@pytest.mark.parametrize("number", [0, 3, 99, 10**20])
def test_a_game_that_is_not_there_leads_back_to_the_match(ada, number):
    match = builders.match(7)
    play(match, game(1), game(2))
    before = seen(match)
    asked = ada.get(f"/m/{match.code}/games/{number}/", follow=True)
    assert asked.redirect_chain == [(f"/m/{match.code}/", 302)]
    posted = ada.post(f"/m/{match.code}/games/{number}/", GAME)
    assert posted.status_code == 409
    for answer in (asked, posted):
        assert told(answer) == ["error"]
    assert seen(match) == before


def test_a_walkover_is_given_and_shown(client, ada):
    match = builders.match(7)
    assert ada.post(f"/m/{match.code}/walkover/", {"winner": 2}).status_code == 302
    assert seen(match) | {"lines": 0} == {
        "score": (0, 0),
        "winner": 2,
        "state": "done",
        "walkover": True,
        "finished": True,
        "revision": 1,
        "games": 0,
        "finals": 1,
        "lines": 0,
    }
    assert "wins by walkover" in page(client, match)


def test_a_cancelled_match_is_gone_for_all_but_directors(client, ada):
    match = builders.match(7)
    cancel_matches([match.pk])
    assert client.get(f"/m/{match.code}/").status_code == 404
    found = page(ada, match)
    assert MATCH_CANCELLED.english in found
    assert f"/m/{match.code}/final/" not in found
    answer = ada.post(f"/m/{match.code}/games/", GAME)
    assert answer.status_code == 422
    assert MATCH_CANCELLED.english in answer.content.decode()


def test_a_locked_match_shows_no_pad_and_refuses_posts(ada):
    match = builders.match(7)
    lock_matches([match.pk])
    assert f"/m/{match.code}/final/" not in page(ada, match)
    before = seen(match)
    answer = ada.post(f"/m/{match.code}/final/", {"winner": 1, "points": 0})
    assert answer.status_code == 422
    assert MATCH_LOCKED.english in answer.content.decode()
    assert seen(match) == before


@pytest.mark.parametrize(
    ("played", "shown"),
    [
        ([], ([1, 2, 4], False, False)),
        ([game(1, cube=2)], ([1], True, True)),
        ([game(1, cube=2), game(2)], ([1, 2], False, False)),
    ],
)
def test_the_pad_offers_the_cubes_that_can_matter(ada, played, shown):
    match = builders.match(3)
    play(match, *played)
    grid = ada.get(f"/m/{match.code}/?pad=games").context["page"].grid
    cubes = [cube for cube, _key, _tiles in grid.rows]
    assert (cubes, grid.is_crawford, grid.cube_is_fixed) == shown


def test_a_match_of_a_tournament_says_where_it_belongs(client, ada):
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.published_round(evening))[1]
    found = page(client, match)
    assert "Club evening" in found
    assert f"/tournaments/{evening.slug}/" in found
    assert f"/desk/{evening.slug}/" not in found
    assert f"/desk/{evening.slug}/" in page(ada, match)
    builders.won(Side.ONE, match)
    answer = ada.post(f"/m/{match.code}/undo/1/?back=desk")
    assert answer["Location"] == f"/desk/{evening.slug}/"


def test_the_clock_of_the_profile_is_told_for_the_score(client):
    match = builders.match(9, clock_minutes=2)
    assert "clock 18:00 each, delay 12 s" in page(client, match)
    play(match, game(1, cube=4), game(2, cube=2), game(2))
    assert "clock 11:00 each, delay 12 s" in page(client, match)
    assert "clock" not in page(client, builders.match(9, people=("Åse Ø", "Ulf Å")))


def board(client, match, query=""):
    """Return the page of the board."""
    answer = client.get(f"/scoreboard/{match.code}/{query}")
    assert answer.status_code == 200
    assert answer["Cache-Control"] in {"no-store", "private, no-store"}
    return " ".join(answer.content.decode().split())


def test_the_board_shows_the_match(client):
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


def test_the_board_names_what_is_played(client):
    match = builders.matches(builders.published_round(builders.evening()))[0]
    page = board(client, match)
    assert '<span class="board__event">Club evening</span>' in page
    assert '<span class="board__stage">Round 1</span>' in page
    assert '<span class="board__at">Table 1</span>' in page


def test_the_table_is_said_before_anything_that_can_be_long(client):
    match = builders.matches(builders.published_round(builders.evening()))[0]
    page = board(client, match)
    assert page.index("board__at") < page.index("board__event")


@pytest.mark.parametrize("style", ["room", "overlay"])
def test_a_match_that_nobody_has_begun_is_called(client, style):
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


def test_a_board_learns_that_its_match_was_moved(client):
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
def test_a_short_name_that_is_long_gets_smaller_letters(client, name, is_longest):
    match = builders.match()
    Player.objects.filter(pk=match.player_1_id).update(name=name)
    sides = client.get(f"/scoreboard/{match.code}/").context["page"]["sides"]
    assert sides[0].is_longest is is_longest


def test_a_poll_gets_the_board_alone_and_only_if_it_changed(client):
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
def test_whatever_is_asked_gets_a_board(client, query):
    page = board(client, builders.match(), query)
    assert ('class="is-overlay"' in page) == (query == "?style=overlay")


def test_a_cancelled_match_has_no_board(client):
    match = builders.match()
    cancel_matches([match.pk])
    assert client.get(f"/scoreboard/{match.code}/").status_code == 404


def test_a_session_shows_the_balance():
    client = builders.signed_in(builders.director())  # it is shown to owners
    match = builders.match(0, stake="0.5", currency="kr")
    play(match, game(1, "gammon", cube=8), game(2, cube=4))
    page = board(client, match)
    assert ">+12</p>" in page
    assert ">−12</p>" in page
    assert "+6 kr" in page
    assert "Crawford</p>" not in page


def test_chances_are_shown_where_the_club_wants_them(client):
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
def test_no_chances_where_no_table_tells(length, table):
    client = builders.signed_in(builders.director())  # a session is shown to owners
    match = builders.match(length, equity_table=table)
    assert 'data-part="chances"' not in board(client, match)


def test_a_walkover_on_the_board(client):
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
def test_short_names(name, short):
    assert short_name(name) == short


def test_the_address_of_a_board_chooses_its_language(client):
    match = builders.match(7)
    page = board(client, match, "?lang=da")
    assert '<html lang="da"' in page
    assert "&amp;lang=da" in page  # polls ask for it again
    assert '<html lang="en"' in board(client, match, "?lang=xx")
    assert '<html lang="en"' in board(client, match)
