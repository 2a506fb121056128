"""What directors decide: disputes, points, endings, interruptions, length, money."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.ledger import recording
from matches.ledger.club_matches import lock_matches
from matches.ledger.errors import MATCH_LOCKED
from matches.ledger.reporter import SHEET, Reporter
from matches.models import Adjustment, FinalScore, Interruption, Match, Payment, Report
from matches.reports.services import dispute, version_from_games, version_from_score
from matches.rules import Side, late_penalty
from matches.web.form_keys import OTHER_ACT
from tests import builders
from tests.builders import game, play
from tests.matches.ledger.test_recording import acts
from tests.refusals import codes_of, says

pytestmark = pytest.mark.django_db

ANE = Reporter(side=Side.ONE, via=SHEET, device="AAAA")
BJARKE = Reporter(side=Side.TWO, via=SHEET, device="BBBB")
OP = "0f8fad5b-d9cb-469f-a165-70867728950e"


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def page(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def now(match):
    return Match.objects.select_related("player_1", "player_2", "profile").get(
        pk=match.pk
    )


def disputed(level="agree"):
    """Ane says 7–5, Bjarke 6–7."""
    match = builders.match(7, reporting=level)
    recording.record_final(match_id=match.pk, score_1=7, score_2=5, by=ANE)
    dispute(
        match_id=match.pk,
        version=version_from_score(match, 6, 7),
        comment="a gammon was forgotten",
        by=BJARKE,
    )
    return now(match)


def disputed_games():
    """A match to 3 in which the second game and all after it are told differently."""
    match = builders.match(3, reporting="agree")
    for after, result in enumerate((game(1), game(1), game(1))):
        recording.record_game(match_id=match.pk, result=result, after=after, by=ANE)
    told = version_from_games(now(match), (game(1), game(2, "gammon"), game(2)))
    dispute(match_id=match.pk, version=told, by=BJARKE)
    return now(match)


def report_of(match, side):
    return Report.objects.get(match=match, side=side)


# Two versions --------------------------------------------------------------


def test_both_versions_stand_side_by_side(ada):
    match = disputed()
    found = page(ada, f"/m/{match.code}/")
    for text in ("The players disagree", "7–5", "6–7", "a gammon was forgotten"):
        assert text in found
    assert "phone AAAA" in found
    assert "phone BBBB" in found
    assert "Accept Ane Alm’s result: 7–5" in found
    assert says(found, "versions.no_games_listed")


def test_differing_games_are_marked_in_words(ada):
    match = disputed_games()
    found = page(ada, f"/m/{match.code}/")
    assert found.count("> differs<") + found.count(">different<") == 2
    assert "Bjarke Brink +2, gammon" in found
    doubles = ("versions.double_stands", "versions.double_annulled")
    assert not any(says(found, code) for code in doubles)  # no double differs


def test_a_disputed_page_asks_the_database_a_few_times(ada):
    match = disputed_games()
    ada.get("/help/")
    with CaptureQueriesContext(connection) as captured:
        assert ada.get(f"/m/{match.code}/").status_code == 200
    assert len(captured) <= 12


def test_players_and_strangers_see_no_versions():
    match = disputed()
    mine = Client()
    mine.post(f"/s/{match.sheet_code}/", {"side": 1})
    for client in (Client(), mine):
        found = page(client, f"/m/{match.code}/")
        assert "The players disagree" not in found
        assert "phone BBBB" not in found


def test_a_version_is_accepted_with_the_reason(ada):
    match = disputed()
    theirs = report_of(match, 2)
    path = f"/m/{match.code}/decide/"
    refused = ada.post(path, {"report": theirs.pk, "rule": "4.7"})
    assert refused.status_code == 422
    assert "reason:required" in codes_of(refused)
    sent = {"report": theirs.pk, "rule": "4.7", "reason": "Both sheets say so."}
    for _tap in range(2):
        assert ada.post(path, sent).status_code == 302
    found = now(match)
    assert (found.state, found.winner, found.score_1) == ("done", 2, 6)
    ruling = Adjustment.objects.get()
    assert (ruling.rule, ruling.decision, ruling.is_public) == (
        "4.7",
        "Both sheets say so.",
        False,
    )
    assert "Already decided" in page(ada, f"/m/{match.code}/")
    other = ada.post(path, sent | {"report": report_of(match, 1).pk})
    assert other.status_code == 409


def test_the_reason_is_for_directors_unless_it_is_public(ada):
    for is_public in (False, True):
        match = disputed()
        mine = Client()
        mine.post(f"/s/{match.sheet_code}/", {"side": 1})
        sent = {"report": report_of(match, 2).pk, "reason": "Seen by a witness."}
        ticked = {"is_public": "on"} if is_public else {}
        ada.post(f"/m/{match.code}/decide/", sent | ticked)
        for client in (Client(), mine):
            seen = "Seen by a witness." in page(client, f"/m/{match.code}/")
            assert seen is is_public
        assert "Seen by a witness." in page(ada, f"/m/{match.code}/")


def test_a_version_of_nobody(ada):
    match = disputed()
    path = f"/m/{match.code}/decide/"
    assert "Accept this score" in page(ada, path)
    sent = {"mode": "score", "winner": 1, "points": 6, "reason": "Counted again."}
    assert ada.post(path, sent | {"points": 9}).status_code == 422
    assert ada.post(path, sent | {"reason": ""}).status_code == 422
    assert ada.post(path, sent).status_code == 302
    assert (now(match).score_1, now(match).score_2) == (7, 6)


def test_games_decided_one_by_one(ada):
    match = disputed_games()
    path = f"/m/{match.code}/decide/"
    found = page(ada, path)
    ids = re.findall(r'\sid="([^"]+)"', found)
    assert len(ids) == len(set(ids))
    sent = {
        "mode": "games",
        "reason": "The sheet.",
        "form-TOTAL_FORMS": 2,
        "form-INITIAL_FORMS": 0,
        "form-0-winner": 2,
        "form-0-outcome": "2-single",
        "form-1-winner": 2,
        "form-1-outcome": "1-single",
    }
    more = ada.post(path, sent | {"mode": "more"})
    assert more.status_code == 200
    assert "The sheet." in more.content.decode()
    assert ada.post(path, sent).status_code == 302
    found = now(match)
    assert (found.winner, found.score_1, found.score_2) == (2, 0, 3)


def test_where_nothing_waits_there_is_nothing_to_decide(ada):
    match = builders.match(7)
    path = f"/m/{match.code}/decide/"
    assert ada.get(path).status_code == 302
    assert ada.post(path, {"reason": "x"}).status_code == 422


@pytest.mark.parametrize("pk", ["", "x", "0", "9" * 400, "\x00"])
def test_a_version_that_is_not_there(ada, pk):
    match = disputed()
    answer = ada.post(f"/m/{match.code}/decide/", {"report": pk, "reason": "x"})
    assert answer.status_code == 422
    assert now(match).state == "disputed"


def test_a_waiting_report_is_accepted_from_the_desk():
    ada = builders.signed_in(builders.director())
    evening = builders.evening("swiss", 2)
    match = builders.matches(builders.published_round(evening))[0]
    Match.objects.update(reporting="suggest")
    recording.record_final(match_id=match.pk, score_1=7, score_2=5, by=ANE)
    report = report_of(match, 1)
    desk = page(ada, f"/desk/{evening.slug}/")
    path = f"/m/{match.code}/reports/{report.pk}/confirm/?back=desk"
    assert path in desk
    answer = ada.post(path)
    assert answer["Location"] == f"/desk/{evening.slug}/"
    assert now(match).winner == 1


# Points and rulings --------------------------------------------------------

POINTS = {"side": 1, "points": 2, "reason": "late", "op": OP}


@pytest.mark.database
def test_points_are_given_once_and_taken_back(ada):
    match = builders.match(7)
    path = f"/m/{match.code}/adjust/"
    assert 'name="op" value="' in page(ada, path)
    for _tap in range(2):
        assert ada.post(path, POINTS).status_code == 302
    assert (now(match).score_1, Adjustment.objects.count()) == (2, 1)
    found = page(ada, f"/m/{match.code}/")
    row = Adjustment.objects.get()
    assert f"/m/{match.code}/adjust/{row.pk}/remove/" in found
    for _tap in range(2):
        assert ada.post(f"{path}{row.pk}/remove/").status_code == 302
    assert now(match).score_1 == 0
    other = ada.post(path, POINTS | {"points": 3})
    assert other.status_code == 409
    assert OTHER_ACT.english in other.content.decode()


def test_the_tariff_only_proposes(ada):
    match = builders.match(5, late_grace=15, late_every=5, late_majority=True)
    path = f"/m/{match.code}/adjust/"
    found = page(ada, f"{path}?late=25")
    assert re.search(r'name="points" value="2"', found)
    tariff = match.profile.profile.late_tariff
    assert tariff is not None
    assert late_penalty(tariff, 30, 5) == (3, True)
    assert re.search(r'name="points" value="3"', page(ada, f"{path}?late=30"))
    for nonsense in ("x", "-1", "9" * 400, "%00", ""):
        found = page(ada, f"{path}?late={nonsense}")
        assert not re.search(r'name="points" value', found)
    assert not Adjustment.objects.exists()
    free = builders.match(5, people=("Cille Dahl", "Dagny Engel"))
    assert says(page(ada, f"/m/{free.code}/adjust/?late=25"), "late.not_agreed")


def test_a_ruling_without_points_decides_no_report(ada):
    match = builders.match(7, reporting="agree")
    recording.record_final(match_id=match.pk, score_1=7, score_2=5, by=ANE)
    sent = {"side": 1, "points": 0, "reason": "ruling", "decision": "Warned."}
    assert ada.post(f"/m/{match.code}/adjust/", sent).status_code == 302
    assert (now(match).state, now(match).winner) == ("reported", None)
    row = Adjustment.objects.get()
    ada.post(f"/m/{match.code}/adjust/{row.pk}/remove/")
    assert now(match).state == "reported"


@pytest.mark.database
@pytest.mark.parametrize(
    "wrong",
    [
        {"side": ""},
        {"side": 3},
        {"points": ""},
        {"points": "x"},
        {"points": 100},
        {"points": -1},
        {"points": 0},
        {"points": "9" * 400},
        {"reason": ""},
        {"reason": "x"},
        {"rule": "x" * 81},
        {"decision": "x" * 501},
        {"decision": "\x00"},
        {"op": "x" * 37},
    ],
)
def test_points_that_cannot_be(ada, wrong):
    match = builders.match(7)
    answer = ada.post(f"/m/{match.code}/adjust/", POINTS | wrong)
    assert answer.status_code == 422
    assert not Adjustment.objects.exists()


# Endings -------------------------------------------------------------------


@pytest.mark.parametrize("how", ["forfeit", "retired", "penalty"])
def test_a_match_that_is_not_played_to_its_end(ada, how):
    match = builders.match(7)
    play(match, game(1, "gammon"))
    path = f"/m/{match.code}/ending/"
    assert ada.get(path).status_code == 200
    for _tap in range(2):
        sent = {"how": how, "winner": 2, "remark": "a train"}
        assert ada.post(path, sent).status_code == 302
    found = now(match)
    assert (found.how, found.winner, found.score_1) == (how, 2, 2)
    assert FinalScore.objects.get().remark == "a train"
    assert f"/m/{match.code}/undo/{found.revision}/" in page(ada, f"/m/{match.code}/")
    ada.post(f"/m/{match.code}/undo/{found.revision}/")
    assert now(match).state == "playing"


def test_a_double_forfeit_has_no_winner(ada):
    match = builders.match(7)
    both = ada.post(f"/m/{match.code}/ending/", {"how": "nobody", "winner": 1})
    assert both.status_code == 422
    assert codes_of(both)
    ada.post(f"/m/{match.code}/ending/", {"how": "nobody"})
    assert (now(match).winner, now(match).state) == (None, "done")
    assert ada.get(f"/m/{match.code}/").context["page"].match.how == "nobody"


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"how": "forfeit"},
        {"how": "forfeit", "winner": 3},
        {"how": "played", "winner": 1},
        {"how": "x", "winner": 1},
        {"how": "retired", "winner": 1, "remark": "x" * 201},
    ],
)
def test_an_ending_that_cannot_be(ada, sent):
    match = builders.match(7)
    assert ada.post(f"/m/{match.code}/ending/", sent).status_code == 422
    assert not FinalScore.objects.exists()


# Put aside -----------------------------------------------------------------


def test_a_match_is_put_aside_and_goes_on(ada):
    match = builders.match(7)
    play(match, game(1))
    sent = {
        "clock_1": "12:05",
        "clock_2": "3",
        "on_roll": 2,
        "cube": 4,
        "cube_owner": 1,
        "position": "4HPwATDgc/ABMA",
        "note": "bar closes",
    }
    assert ada.get(f"/m/{match.code}/aside/").status_code == 200
    assert ada.post(f"/m/{match.code}/aside/", sent).status_code == 302
    kept = Interruption.objects.get()
    assert (kept.clock_1, kept.clock_2, kept.on_roll, kept.cube, kept.cube_owner) == (
        725,
        180,
        2,
        4,
        1,
    )
    assert now(match).state == "unfinished"
    assert "Resume play" in page(ada, f"/m/{match.code}/")
    assert ada.post(f"/m/{match.code}/resume/").status_code == 302
    assert now(match).state == "playing"
    assert ada.post(f"/m/{match.code}/resume/").status_code == 422


def test_nothing_has_to_be_known_to_put_a_match_aside(ada):
    match = builders.match(7)
    assert ada.post(f"/m/{match.code}/aside/", {}).status_code == 302
    assert Interruption.objects.get().cube == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock_1": "x"},
        {"clock_1": "1:60"},
        {"clock_1": "1:2:3"},
        {"clock_2": "9999"},
        {"clock_1": ":"},
        {"clock_1": "-1"},
        {"clock_1": "²"},
        {"clock_1": "\x00"},
        {"cube": 3},
        {"cube": 0},
        {"cube": 2**31},
        {"cube_owner": 3},
        {"position": "x" * 121},
        {"note": "x" * 501},
    ],
)
def test_a_standing_that_cannot_be(ada, wrong):
    match = builders.match(7)
    assert ada.post(f"/m/{match.code}/aside/", wrong).status_code == 422
    assert not Interruption.objects.exists()


# Length --------------------------------------------------------------------


def test_another_length_makes_the_score_follow(ada):
    match = builders.match(5)
    play(match, game(1, cube=2), game(1), game(1))
    assert 'name="length"' in page(ada, f"/m/{match.code}/length/")
    sent = {"length": 3, "revision": now(match).revision, "reason": "wrong sheet"}
    for _tap in range(2):
        assert ada.post(f"/m/{match.code}/length/", sent).status_code == 302
    found = now(match)
    assert (found.length, found.winner, found.score_1) == (3, 1, 3)
    assert acts(match).count("length_changed") == 1


@pytest.mark.database
@pytest.mark.parametrize("length", ["", "0", "100", "x", "-3", "9" * 400])
def test_a_length_that_cannot_be(ada, length):
    match = builders.match(5)
    sent = {"length": length, "revision": 0}
    assert ada.post(f"/m/{match.code}/length/", sent).status_code == 422
    assert now(match).length == 5


def test_a_length_on_an_old_page(ada):
    match = builders.match(5)
    play(match, game(1))
    answer = ada.post(f"/m/{match.code}/length/", {"length": 7, "revision": 0})
    assert answer.status_code == 409


# Money ---------------------------------------------------------------------


@pytest.mark.database
def test_payments_are_noted_and_taken_back(ada):
    match = builders.match(0)
    sent = {"payer": 1, "amount": "12.50", "op": OP}
    assert ada.get(f"/m/{match.code}/payments/").status_code == 200
    for _tap in range(2):
        assert ada.post(f"/m/{match.code}/payments/", sent).status_code == 302
    row = Payment.objects.get()
    assert f"/m/{match.code}/payments/{row.pk}/remove/" in page(
        ada, f"/m/{match.code}/"
    )
    for _tap in range(2):
        answer = ada.post(f"/m/{match.code}/payments/{row.pk}/remove/")
        assert answer.status_code == 302
    row.refresh_from_db()
    assert row.voided_at is not None


@pytest.mark.database
@pytest.mark.parametrize("amount", ["", "0", "-1", "x", "1.234", "9" * 40, "NaN"])
def test_an_amount_that_cannot_be(ada, amount):
    match = builders.match(0)
    sent = {"payer": 1, "amount": amount}
    assert ada.post(f"/m/{match.code}/payments/", sent).status_code == 422
    assert not Payment.objects.exists()


def test_nothing_is_paid_in_a_match(ada):
    match = builders.match(7)
    sent = {"payer": 1, "amount": "5"}
    assert ada.post(f"/m/{match.code}/payments/", sent).status_code == 422
    assert ada.post(f"/m/{match.code}/close/").status_code == 422


@pytest.mark.database
@pytest.mark.parametrize("level", ["agree", "director", "trust"])
def test_a_session_is_closed_and_opened_again(ada, level):
    match = builders.match(0, reporting=level)
    closer = ada
    if level == "agree":
        closer = Client()
        closer.post(f"/s/{match.sheet_code}/", {"side": 1})
    for _tap in range(2):
        assert closer.post(f"/m/{match.code}/close/").status_code == 302
    assert now(match).state == "done"
    assert ada.post(f"/m/{match.code}/undo/{now(match).revision}/").status_code == 302
    assert now(match).state == "ready"


@pytest.mark.parametrize("path", ["adjust", "ending", "aside", "length", "decide"])
def test_what_belongs_to_matches_is_refused_in_a_session(ada, path):
    match = builders.match(0)
    sent = POINTS | {"how": "forfeit", "winner": 1, "length": 7, "revision": 0}
    answer = ada.post(f"/m/{match.code}/{path}/", sent)
    assert answer.status_code == (302 if path == "aside" else 422)
    assert ada.get(f"/m/{match.code}/{path}/").status_code in {200, 302}


# History -------------------------------------------------------------------


def test_the_history_tells_everything_also_what_was_taken_back(ada):
    match = disputed_games()
    ada.post(
        f"/m/{match.code}/decide/",
        {"report": report_of(match, 2).pk, "reason": "The sheet.", "rule": "4.7"},
    )
    found = page(ada, f"/m/{match.code}/history/")
    for text in (
        "Game 2: Bjarke Brink, gammon",
        "<s>Game 2: Ane Alm, single game</s>",
        "withdrawn by Ada",
        "Report: Ane Alm 3–0 Bjarke Brink",
        "phone AAAA",
        "code on the score sheet",
        "The sheet.",
        "disputed: it was",
    ):
        assert text in found, text


def test_the_history_is_for_directors(ada):
    match = disputed()
    path = f"/m/{match.code}/history/"
    mine = Client()
    mine.post(f"/s/{match.sheet_code}/", {"side": 1})
    assert mine.get(path).status_code == 302
    assert builders.signed_in(builders.reader()).get(path).status_code == 403
    ada.get("/help/")
    with CaptureQueriesContext(connection) as captured:
        assert ada.get(path).status_code == 200
    assert len(captured) <= 12


def test_the_history_of_a_session(ada):
    match = builders.match(0)
    play(match, game(1))
    ada.post(f"/m/{match.code}/payments/", {"payer": 2, "amount": "3"})
    ada.post(f"/m/{match.code}/aside/", {"note": "tomorrow"})
    ada.post(f"/m/{match.code}/close/")
    found = page(ada, f"/m/{match.code}/history/")
    assert "Bjarke Brink paid 3" in found
    assert "tomorrow" in found


# Everywhere ----------------------------------------------------------------

TOOLS = ["adjust", "ending", "aside", "length", "history", "decide"]


@pytest.mark.parametrize("path", [*TOOLS, "resume", "adjust/1/remove"])
def test_players_decide_nothing(path):
    match = disputed()
    mine = Client()
    mine.post(f"/s/{match.sheet_code}/", {"side": 1})
    answer = mine.post(f"/m/{match.code}/{path}/", POINTS)
    assert answer.status_code == (405 if path == "history" else 302)
    if path != "history":
        assert answer["Location"].startswith("/login/")
    assert "Penalty points" not in page(mine, f"/m/{match.code}/")
    assert now(match).revision == match.revision


def test_nothing_changes_in_a_closed_tournament(ada):
    match = builders.match(7)
    lock_matches([match.pk])
    for path, sent in (
        ("adjust", POINTS),
        ("ending", {"how": "forfeit", "winner": 1}),
        ("aside", {}),
        ("resume", {}),
        ("length", {"length": 5, "revision": 0}),
        ("payments", {"payer": 1, "amount": 1}),
        ("close", {}),
    ):
        answer = ada.post(f"/m/{match.code}/{path}/", sent)
        assert answer.status_code == 422, path
        assert MATCH_LOCKED.english in answer.content.decode()


@pytest.mark.database
@pytest.mark.parametrize("number", [0, 4711, 10**18, 10**30])
def test_rows_that_are_not_there(ada, number):
    match = builders.match(7)
    for path in (f"adjust/{number}/remove", f"photos/{number}/remove"):
        assert ada.post(f"/m/{match.code}/{path}/").status_code == 422
    assert ada.post(f"/m/{match.code}/payments/{number}/remove/").status_code == 422
    assert ada.get(f"/m/{match.code}/photos/{number}/").status_code == 404


def test_the_page_of_a_director_holds_every_id_once(ada):
    for match in (disputed_games(), builders.match(0), builders.match(7)):
        ids = re.findall(r'\sid="([^"]+)"', page(ada, f"/m/{match.code}/"))
        assert len(ids) == len(set(ids)), sorted(ids)
