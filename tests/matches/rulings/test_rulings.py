"""The ruling desk: what it answers, what it refuses, and what is kept with a match."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from matches.diagrams.svg import situation_words
from matches.ledger.queries import journal_of
from matches.models import Adjustment, Match, Ruling
from matches.rulebook.book import chapters
from matches.rulebook.profiles import READY_MADE
from matches.rules import Kind, Score, Side
from matches.rules.board import Situation, position_of, verdict, xgid
from matches.rulings.answers import BROKEN, Answers, kind_sentence
from matches.rulings.forms import EMPTY, RulingForm, values_of
from tests import builders
from tests.refusals import codes_of, numbers_in, shows

START = "4HPwATDgc/ABMA"
NAMES = ("Black", "White")
"""The languages of the papers that are made; at night all five."""
pytestmark = pytest.mark.django_db


def asked(**values):
    """Return the form as it was sent."""
    data = {name: str(value) for name, value in values.items()}
    return RulingForm(data, names=NAMES, start=Situation())


def understood(**values):
    """Return what a form without mistakes means."""
    form = asked(**values)
    assert form.is_valid(), form.errors
    return form.situation


def sent(situation, **changes):
    """Return the form of a situation with some fields changed."""
    return values_of(situation) | changes


def text_of(answer):
    """Return a page as its reader sees it."""
    html = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# What was asked ------------------------------------------------------------


def test_fields_tell_back_what_they_were_filled_from():
    situation = Situation(
        position=position_of({25: 1, 6: 3, 1: 2}, {24: 2, 13: 5}),
        on_roll=Side.TWO,
        dice=(6, 4),
        cube=4,
        owner=Side.ONE,
        length=9,
        score=Score(8, 3),
        crawford=True,
    )
    assert understood(**values_of(situation)) == understood(id=xgid(situation))
    assert understood(**values_of(situation)).position == situation.position


def test_a_position_id_leaves_the_rest_to_the_fields():
    situation = understood(**sent(Situation(), id=START, die_1=3, die_2=1, roll=2))
    assert situation.dice == (3, 1)
    assert situation.on_roll == Side.TWO


def test_a_new_id_that_tells_all_is_believed():
    told = Situation(dice=(5, 2), on_roll=Side.TWO, length=5, score=Score(1, 2))
    situation = understood(**sent(Situation(dice=(6, 6)), id=xgid(told)))
    assert (situation.dice, situation.on_roll) == ((5, 2), Side.TWO)
    assert (situation.length, situation.score) == (5, Score(1, 2))


def test_the_board_stays_when_the_other_player_is_on_roll():
    before = Situation(position=position_of({6: 4, 5: 1}, {13: 2}))
    after = understood(**sent(before, roll=2))
    assert after.position == before.position.turned
    assert understood(**sent(after, roll=1)).position == before.position


def test_numbers_of_checkers_make_a_board():
    on_board = sent(Situation(), b6="", b24="1", w25="2", w13="3")
    situation = understood(**on_board)
    assert situation.position.points[6] == 0
    assert situation.position.points[24] == 1
    assert situation.position.points[0] == -2
    assert situation.position.points[12] == -3


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"id": "nonsense"}, "id"),
        ({"id": "XGID=abc:0:0"}, "id"),
        ({"id": "\x00"}, "id"),
        ({"die_1": "3"}, "die_2"),
        ({"die_1": "7", "die_2": "1"}, "die_1"),
        ({"owner": "1"}, "owner"),
        ({"crawford": "on"}, "crawford"),
        ({"length": "100"}, "length"),
        ({"b19": "1"}, "b1"),
        ({"b5": "15"}, "b1"),
        ({"b5": "x"}, "b5"),
        ({"roll": "3"}, "roll"),
        ({"cube": "3"}, "cube"),
    ],
)
def test_a_mistake_stands_at_its_field(changes, field):
    form = asked(**sent(Situation(), **changes))
    assert not form.is_valid()
    assert field in form.errors


def test_words_tell_the_whole_board():
    position = position_of({25: 1, 8: 2}, {6: 15})
    words = situation_words(
        Situation(position=position, dice=(2, 1), cube=2, owner=Side.TWO),
        bottom=Side.ONE,
    )
    # on the bar, on a point, borne off; the other player's; the cube; the dice
    assert numbers_in(words) == [1, 2, 8, 12, 15, 6, 2, 2, 1]
    assert "lower right" in words


# The page ------------------------------------------------------------------


def test_the_desk_is_open_to_everybody(client):
    answer = client.get("/ruling/")
    assert answer.status_code == 200
    assert shows(answer, "choose-dice")
    with CaptureQueriesContext(connection) as asked_for:
        client.get("/ruling/", {"id": START})
    assert len(asked_for) == 0


def test_every_play_is_listed_and_the_first_are_drawn(client):
    answer = client.get("/ruling/", {"id": START, "die_1": "1", "die_2": "1"})
    page = answer.content.decode()
    listed = len(re.findall(r"<li>[\d/()* a-z]+</li>", page))
    assert page.count('<li class="play-board">') == 24 < listed
    every = client.get("/ruling/", {"id": START, "die_1": 1, "die_2": 1, "all": 1})
    assert every.content.decode().count('<li class="play-board">') == listed


def test_a_form_sent_becomes_a_short_address(client):
    form = sent(Situation(), die_1="3", die_2="1", play="8/5 6/5")
    answer = client.get("/ruling/", form)
    assert answer.status_code == 302
    query = parse_qs(urlsplit(answer["Location"]).query)
    assert set(query) == {"id", "play"}
    judged = client.get(answer["Location"]).context["answers"].judged
    assert judged.is_legal
    assert "8/5 6/5" in judged.text


def test_a_script_gets_the_answers_and_the_address(client):
    form = sent(Situation(), die_1="3", die_2="1")
    headers = {"HX-Request": "true", "HX-Target": "ruling-answers"}
    answer = client.get("/ruling/", form, headers=headers)
    assert answer.content.decode().strip().startswith('<div id="ruling-answers"')
    assert answer["HX-Replace-Url"].startswith("/ruling/?id=XGID")
    whole = client.get("/ruling/", form, headers={"HX-Request": "true"})
    assert 'id="ruling-form"' in whole.content.decode()


@pytest.mark.parametrize(
    ("play", "refused"),
    [
        ("8/5 6/5", set()),
        ("24/20", set()),
        ("8/5", {"play.both_dice_playable"}),
        ("13/7", {"play.not_on_dice"}),
        ("-", {"play.dice_not_played"}),
    ],
)
def test_a_play_is_judged(client, play, refused):
    asked_for = {"id": START, "die_1": "3", "die_2": "1", "play": play}
    answer = client.get("/ruling/", asked_for)
    assert answer.status_code == 200
    judged = answer.context["answers"].judged
    assert (judged.is_legal, codes_of(answer)) == (not refused, refused)
    assert not judged.is_legal or play in judged.text


LAST_ACE = xgid(
    Situation(position=position_of({6: 1, 2: 2, 1: 1}, {6: 5}), dice=(6, 1))
)


def test_a_checker_borne_off_by_both_dice_names_its_stop(client):
    answer = client.get("/ruling/", {"id": LAST_ACE, "play": "6/off"})
    judged = answer.context["answers"].judged
    assert "6/5/off" in judged.text
    assert "6/5/off" in judged.reading
    page = client.get("/ruling/", {"id": LAST_ACE}).content.decode()
    assert "<li>6/5/off</li>" in page
    assert "<li>6/off</li>" not in page


@pytest.mark.parametrize("play", ["6/5/off", "6/5 5/off", "6/off 2/1"])
def test_a_play_that_names_its_stops_is_not_explained(client, play):
    answer = client.get("/ruling/", {"id": LAST_ACE, "play": play})
    judged = answer.context["answers"].judged
    assert (judged.is_legal, judged.reading) == (True, "")


def test_a_stop_that_hits_is_told_where_it_was_not_written(client):
    blots = position_of({24: 1, 6: 2}, {4: 1, 6: 1, 3: 2})
    query = {"id": xgid(Situation(position=blots, dice=(3, 2))), "play": "24/19"}
    judged = client.get("/ruling/", query).context["answers"].judged
    assert "24/21*/19*" in judged.reading


def test_a_play_is_read_as_it_was_copied(client):
    query = {"id": LAST_ACE, "play": "6/5/\u2060ud"}
    answer = client.get("/ruling/", query)
    assert "6/5/off" in answer.context["answers"].judged.text
    assert 'value="6/5/off"' in answer.content.decode()


def test_a_broken_rule_names_where_it_is_written(client):
    asked_for = {"id": START, "die_1": "5", "die_2": "5", "play": "24/19"}
    answer = client.get("/ruling/", asked_for)
    assert "Rules of the game: Moving" in text_of(answer)
    assert 'href="/rules/danish/#moving"' in answer.content.decode()


@pytest.mark.parametrize("key", ["danish", "leaflet"])
def test_a_broken_rule_leads_to_the_rules_of_the_match(client, key):
    match = builders.match(key=key)
    asked_for = {"id": START, "die_1": "5", "die_2": "5", "play": "24/19"}
    answer = client.get("/ruling/", asked_for | {"match": match.code})
    assert f'href="/rules/{key}/#moving"' in answer.content.decode()


def test_a_checker_that_is_not_there_breaks_no_rule(client):
    asked_for = {"id": START, "die_1": "6", "die_2": "5", "play": "5/off 4/off"}
    answer = client.get("/ruling/", asked_for)
    assert codes_of(answer) == {"play.no_checker"}
    assert answer.context["answers"].chapter == ""


def test_every_breach_leads_to_a_chapter_of_every_rule_book():
    for made in READY_MADE:
        shown = {chapter.key for chapter in chapters(made.profile)}
        assert {*BROKEN.values(), "worth"} <= shown


def test_a_play_that_cannot_be_read_stays_at_its_field(client):
    asked_for = {"id": START, "die_1": "3", "die_2": "1", "play": "eight five <b>"}
    answer = client.get("/ruling/", asked_for)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="eight five &lt;b&gt;"' in page
    assert "play.unreadable_play" in codes_of(answer)
    assert 'id="plays-title"' in page


def test_a_play_without_dice_asks_for_them(client):
    answer = client.get("/ruling/", {"id": START, "play": "8/5 6/5"})
    assert answer.status_code == 422
    assert codes_of(answer) == {"die_1:invalid"}


@pytest.mark.parametrize(
    ("loser", "kind"),
    [
        ({6: 3}, Kind.SINGLE),
        ({6: 15}, Kind.GAMMON),
        ({6: 14, 25: 1}, Kind.BACKGAMMON),
        ({6: 14, 20: 1}, Kind.BACKGAMMON),
    ],
)
def test_a_game_that_is_over_says_what_was_won(client, loser, kind):
    situation = Situation(position=position_of({}, loser), cube=2, owner=Side.ONE)
    answer = client.get("/ruling/", {"id": xgid(situation)})
    over, value = answer.context["answers"].over, verdict(situation.position)
    assert value.kind is kind
    assert over[0] == kind_sentence(value, Side.ONE, None)
    times = kind.multiplier
    assert numbers_in(over[2]) == [times, 2, 2 * times]
    shown = text_of(answer)
    assert over[0] in shown
    assert over[2] in shown
    assert answer.context["answers"].plays is None


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ({}, 2),
        ({"jacoby": True, "extras_in_matches": True}, 1),
        ({"gammon_value": 3}, 3),
        ({"key": "leaflet", "scoring": "checkers"}, 15),
    ],
)
def test_a_win_counts_by_the_rules_of_the_match(client, rules, points):
    match = builders.match(**rules)
    over = Situation(position=position_of({}, {6: 15}), length=7)
    query = {"id": xgid(over), "match": match.code}
    answer = client.get("/ruling/", query)
    said = answer.context["answers"].over[2]
    assert numbers_in(said)[0] == points
    assert said in text_of(answer)


def test_nothing_to_move_is_told(client):
    shut = position_of({25: 1, 6: 2}, dict.fromkeys(range(1, 7), 2))
    query = {"id": xgid(Situation(position=shut, dice=(6, 5)))}
    assert client.get("/ruling/", query).context["answers"].plays == ()
    danced = client.get("/ruling/", query | {"play": "-"})
    assert danced.context["answers"].judged.is_legal


def test_a_bad_id_is_told_and_stays(client):
    answer = client.get("/ruling/", {"id": "4HPwATDgc"})
    assert answer.status_code == 422
    assert 'value="4HPwATDgc"' in answer.content.decode()


@pytest.mark.parametrize("code", ["ZZZZZZ", "\x00", "x" * 300])
def test_an_unknown_match_is_not_found(client, code):
    assert client.get("/ruling/", {"match": code}).status_code == 404


def test_an_empty_board_waits_for_checkers(client):
    empty = xgid(Situation(position=EMPTY))
    answer = client.get("/ruling/", {"id": empty, "was": empty, "die_1": 3, "die_2": 1})
    assert answer.status_code == 302
    answer = client.get(answer["Location"])
    assert answer.status_code == 200
    assert answer.context["answers"] == Answers()
    fields = sent(Situation(position=EMPTY), b6="2", w1="1")
    assert understood(**fields).position == position_of({6: 2}, {1: 1})


# Kept with a match ---------------------------------------------------------


def standing(length=5):
    """Return a match that stands at 1–3."""
    match = builders.match(length)
    builders.play(match, builders.game(1), builders.game(2), builders.game(2, "gammon"))
    return match


MONEY = xgid(Situation(dice=(3, 1)))
"""What most programs copy: it tells no match."""


def test_an_id_does_not_change_the_score_of_the_match(client):
    match = standing()
    fields = sent(Situation(), id=MONEY, was=xgid(Situation(length=5)))
    answer = client.get("/ruling/", fields | {"match": match.code})
    assert answer.status_code == 200
    shown = text_of(answer)
    assert "1–3 / 5" in shown
    assert 'name="take" value="id"' in answer.content.decode()
    form = answer.context["form"]
    assert form["told"].value() == MONEY
    again = client.get("/ruling/", form.data | {"match": match.code, "die_1": "6"})
    assert 'name="take" value="id"' in again.content.decode()
    other = client.get("/ruling/", form.data | {"match": match.code, "take": "id"})
    assert other.context["situation"].length == 0
    assert 'name="take" value="match"' in other.content.decode()
    chosen = other.context["form"].data
    took = chosen | {"match": match.code, "take": "match"}
    back = client.get("/ruling/", took, follow=True)
    assert "1–3 / 5" in text_of(back)


def test_the_score_that_was_chosen_stays_in_the_address(client):
    match = standing()
    query = {"id": MONEY, "match": match.code}
    assert "1–3 / 5" in text_of(client.get("/ruling/", query))
    other = client.get("/ruling/", query | {"score": "id"})
    assert other.context["situation"].length == 0
    assert "score=id" in other.context["asked"].query


def test_a_position_id_keeps_score_and_cube(client):
    match = standing()
    before = Situation(length=5, score=Score(1, 3), cube=2, owner=Side.ONE)
    fields = sent(before, id="4HPwATDgc/ABMA", match=match.code)
    answer = client.get(client.get("/ruling/", fields)["Location"])
    assert "1–3 / 5" in text_of(answer)
    situation = answer.context["situation"]
    assert (situation.cube, situation.owner) == (2, Side.ONE)


def test_a_ruling_is_kept_with_the_score_of_the_match():
    match, client = standing(), builders.signed_in(builders.director())
    address = kept(client, match, id=MONEY)
    assert "1–3 in a match to 5" in text_of(client.get(address))
    chosen = kept(client, match, id=MONEY, score="id", op="another")
    assert "money play" in text_of(client.get(chosen))


def test_an_empty_board_is_not_kept():
    match, client = builders.match(), builders.signed_in(builders.director())
    values = {"id": xgid(Situation(position=EMPTY)), "decision": "Played again."}
    answer = client.post(f"/m/{match.code}/rulings/", values)
    assert answer.status_code == 422
    assert codes_of(answer) == {"form:invalid"}
    assert not Ruling.objects.exists()


def test_without_a_match_nothing_is_kept(client):
    shown = text_of(client.get("/ruling/", {"id": START}))
    assert "Save with match" not in shown
    assert shows(client.get("/ruling/", {"id": START}), "kept-in-matches")
    assert "Match code" not in shown


def test_a_director_goes_on_with_the_match_whose_code_is_typed():
    match, client = standing(), builders.signed_in(builders.director())
    query = {"id": MONEY, "play": "8/5 6/5"}
    assert "Match code" in text_of(client.get("/ruling/", query))
    typed = query | {"code": f" {match.code.lower()} "}
    answer = client.get("/ruling/", typed, follow=True)
    assert "Save as ruling" in text_of(answer)
    assert answer.context["answers"].judged.is_legal
    assert "1–3 / 5" in text_of(answer)
    assert 'name="take"' not in answer.content.decode()
    told = xgid(Situation(length=7))
    scored = client.get("/ruling/", {"id": told, "code": match.code}, follow=True)
    assert 'name="take" value="id"' in scored.content.decode()
    assert scored.context["situation"].length == 5
    for wrong in ("ZZZZZZ", ""):
        refused = client.get("/ruling/", query | {"code": wrong})
        assert refused.status_code == 422
        assert refused.context["code_form"].errors


def kept(client, match, **changes):
    """Keep a ruling, and return the address of its page."""
    values = {
        "id": xgid(Situation(dice=(3, 1), length=7)),
        "play": "8/5 6/4",
        "decision": "Played again.",
        "rule": "§ 4",
        "op": "an-act",
    }
    answer = client.post(f"/m/{match.code}/rulings/", values | changes)
    assert answer.status_code == 302, text_of(answer)
    return str(answer["Location"])


def test_the_desk_knows_the_match(client):
    match = builders.match(9)
    builders.play(match, builders.game(1, "gammon"))
    page = text_of(client.get("/ruling/", {"match": match.code}))
    assert "Ane Alm" in page
    assert "2–0 / 9" in page


def test_a_director_keeps_a_ruling_once():
    match, client = builders.match(), builders.signed_in(builders.director())
    address = kept(client, match)
    row, ruling = Adjustment.objects.get(), Ruling.objects.get()
    assert (row.points, row.reason, row.decision) == (0, "ruling", "Played again.")
    assert (ruling.adjustment, ruling.question) == (row, "play")
    assert (ruling.dice, ruling.play) == ("31", "8/5 6/4")
    assert address == f"/m/{match.code}/rulings/{ruling.pk}/"
    assert kept(client, match) == f"/m/{match.code}/"
    assert Ruling.objects.count() == 1
    other = client.post(
        f"/m/{match.code}/rulings/",
        {"id": ruling.xgid, "decision": "Another.", "op": "an-act"},
    )
    assert other.status_code == 409
    match.refresh_from_db()
    assert match.state == Match.State.READY


def test_a_kept_ruling_leads_back_to_its_question():
    match, client = builders.match(), builders.signed_in(builders.director())
    shown = client.get(kept(client, match))
    address = shown.context["question_url"]
    assert address.startswith("/ruling/?")
    assert f'href="{escape(address)}"' in shown.content.decode()
    asked = client.get(address).context["asked"]
    assert (asked.match, asked.play, asked.situation.dice) == (match, "8/5 6/4", (3, 1))


def test_a_ruling_without_a_decision_keeps_what_was_typed():
    match, client = builders.match(), builders.signed_in(builders.director())
    values = {"id": START, "decision": "", "rule": "§ 44"}
    answer = client.post(f"/m/{match.code}/rulings/", values)
    assert answer.status_code == 422
    assert 'value="§ 44"' in answer.content.decode()
    assert "decision:required" in codes_of(answer)
    assert not Adjustment.objects.exists()


def test_only_directors_keep_rulings(client):
    match = builders.match()
    address = f"/m/{match.code}/rulings/"
    assert client.post(address, {"decision": "x"}).status_code == 302
    reader = builders.signed_in(builders.reader())
    assert reader.post(address, {"decision": "x"}).status_code == 403
    assert not Ruling.objects.exists()


def test_a_private_ruling_is_for_directors(client):
    match, director = builders.match(), builders.signed_in(builders.director())
    address = kept(director, match)
    assert client.get(address).status_code == 404
    assert client.get(address[:-1] + ".pdf").status_code == 404
    assert director.get(address).context["kept"].adjustment.is_public is False
    assert address in director.get(f"/m/{match.code}/").content.decode()
    assert shows(director.get(f"/m/{match.code}/"), "is-private")
    assert address not in client.get(f"/m/{match.code}/").content.decode()


def test_a_public_ruling_is_for_everybody_until_it_is_taken_back(client):
    match, director = builders.match(), builders.signed_in(builders.director())
    address = kept(director, match, is_public="on")
    assert "Played again." in text_of(client.get(address))
    paper = builders.printed(client, address[:-1] + ".pdf")
    assert paper.content.startswith(b"%PDF")
    assert address in client.get(f"/m/{match.code}/").content.decode()
    assert not shows(client.get(f"/m/{match.code}/"), "is-public")
    assert shows(director.get(f"/m/{match.code}/"), "is-public")
    assert director.get(address).context["kept"].adjustment.is_public
    row = Adjustment.objects.get()
    remove = f"/m/{match.code}/adjust/{row.pk}/remove/"
    assert director.post(remove).status_code == 302
    assert client.get(address).status_code == 404
    assert director.get(address).context["kept"].adjustment.voided_at


def test_the_log_tells_of_rulings_in_sentences():
    match, director = builders.match(), builders.signed_in(builders.director())
    kept(director, match, rule="")
    row = Adjustment.objects.get()
    director.post(f"/m/{match.code}/adjust/{row.pk}/remove/")
    acts = [line.act for line in journal_of(match)]
    assert acts == ["ruling_removed", "ruling_kept"]
    told = text_of(director.get(f"/m/{match.code}/history/"))
    assert told.count("Ane Alm – Bjarke Brink:") == 2
    assert "+0" not in told


def test_rulings_cost_the_match_page_no_query_each():
    match, director = builders.match(), builders.signed_in(builders.director())

    def count():
        with CaptureQueriesContext(connection) as found:
            director.get(f"/m/{match.code}/")
        return len(found)

    kept(director, match)
    director.get(f"/m/{match.code}/")
    once = count()
    for number in range(3):
        kept(director, match, op=f"act-{number}")
    director.get(f"/m/{match.code}/")
    assert count() == once


def test_a_session_keeps_no_ruling():
    match = builders.match(0, stake="2", currency="€")
    director = builders.signed_in(builders.director())
    page = text_of(director.get("/ruling/", {"match": match.code}))
    assert "Save with match" not in page
    values = {"id": START, "decision": "Played again."}
    answer = director.post(f"/m/{match.code}/rulings/", values)
    assert answer.status_code == 422
    assert not Ruling.objects.exists()
