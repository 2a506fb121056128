"""Players without accounts: sheet codes, personal links, reports and their answers."""

import re
from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from matches.ledger import recording
from matches.ledger.club_matches import cancel_matches, lock_matches
from matches.ledger.errors import NOT_YOUR_REPORT
from matches.models import Game, JournalEntry, Match, Player, Report, SheetPhoto
from matches.reports.services import MOST_PHOTOS
from matches.web.throttle import FREE_CODES_PER_ADDRESS
from tests import builders
from tests.builders import game
from tests.matches.ledger.test_recording import acts
from tests.refusals import codes_of, shows
from tournaments.hall.services import call
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PEOPLE = ("Ane Alm", "Bjarke Brink")


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def agreed(level="agree", length=7):
    """A match that players report."""
    return builders.match(length, reporting=level)


def at_sheet(match, side):
    """The phone of somebody who sat down at the sheet."""
    client = Client()
    answer = client.post(f"/s/{match.sheet_code}/", {"side": side})
    assert (answer.status_code, answer["Location"]) == (302, f"/m/{match.code}/")
    return client


def with_link(player):
    """The phone of somebody who opened the personal link."""
    client = Client()
    assert client.get(f"/p/{player.link_key}/").status_code == 200
    return client


def page(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status
    shown = re.sub(
        r'<span class="nowrap">([^<]*)</span>', r"\1", answer.content.decode()
    )
    return " ".join(shown.split())


def test_a_phone_loads_the_own_page_with_little_else():
    """In a full hall: a style sheet of its own, and scripts that keep nothing back."""
    player = agreed().player_1
    client = with_link(player)
    text = client.get(f"/p/{player.link_key}/").content.decode()
    sheets = re.findall(r'<link rel="stylesheet" href="/static/css/([\w-]+)\.', text)
    assert sheets == ["every-page", "own-page"]
    scripts = re.findall(r"<script [^>]*>", text)
    assert len(scripts) == 5
    assert all("defer" in one or 'type="module"' in one for one in scripts)


def reported(match, side=1, loser=5):
    """The phone that reported its own win, and the report."""
    phone = at_sheet(match, side)
    phone.post(f"/m/{match.code}/final/", {"winner": side, "points": loser})
    return phone, Report.objects.get(match=match, state__in=("waiting", "recorded"))


def now(match):
    return Match.objects.get(pk=match.pk)


def picture(colour="red"):
    file = BytesIO()
    Image.new("RGB", (40, 30), colour).save(file, "JPEG")
    file.seek(0)
    file.name = "sheet.jpg"
    return file


# The code on the sheet -----------------------------------------------------


@pytest.mark.parametrize("path", ["/s/{}/", "/S/{}/"])
def test_the_sheet_asks_who_you_are(path):
    match = agreed()
    for code in (match.sheet_code, match.sheet_code.lower()):
        found = page(Client(), path.format(code))
        assert all(name in found for name in ('id="who-title"', *PEOPLE))
        assert "I am a director" in found


def test_whoever_sat_down_may_report_and_says_from_which_phone():
    match = agreed()
    _phone, report = reported(match)
    assert (report.side, report.via, len(report.device)) == (1, "sheet", 4)
    assert now(match).state == "reported"


@pytest.mark.parametrize("side", ["", "3", "x", "1" * 400, "\x00"])
def test_nobody_sits_where_there_is_no_chair(side):
    match, phone = agreed(), Client()
    answer = phone.post(f"/s/{match.sheet_code}/", {"side": side})
    assert answer.status_code == 422
    assert phone.post(f"/m/{match.code}/final/", {"winner": 1}).status_code == 302


def test_a_director_goes_straight_to_the_match(ada):
    match = agreed()
    for ask in (ada.get, ada.post):
        answer = ask(f"/s/{match.sheet_code}/")
        assert (answer.status_code, answer["Location"]) == (302, f"/m/{match.code}/")


def test_where_a_director_records_nobody_sits_down():
    match, phone = agreed("director"), Client()
    assert 'name="side"' not in page(phone, f"/s/{match.sheet_code}/")
    answer = phone.post(f"/s/{match.sheet_code}/", {"side": 1})
    assert answer.status_code == 200
    assert phone.post(f"/m/{match.code}/final/", {}).status_code == 302


@pytest.mark.parametrize("level", ["suggest", "agree", "trust"])
def test_the_sheet_says_what_becomes_of_a_report(level):
    found = page(Client(), f"/s/{agreed(level).sheet_code}/")
    assert re.findall(r'data-reporting="(\w+)"', found) == [level]


@pytest.mark.parametrize("level", ["director", "suggest", "agree", "trust"])
def test_a_director_reads_what_the_code_is_for(ada, level):
    found = page(ada, f"/m/{agreed(level).code}/")
    assert shows(found, "to-report") == (level != "director")
    assert shows(found, "to-follow") == (level == "director")


def test_a_wrong_code_asks_again_and_soon_slows_down():
    phone = Client()
    found = page(phone, "/s/ZZZZZZZZ/", 404)
    assert "ZZZZZZZZ" in found
    assert 'name="code"' in found
    for _guess in range(FREE_CODES_PER_ADDRESS):
        phone.get("/s/YYYYYYYY/")
    assert 'name="code"' in page(phone, "/s/YYYYYYYY/", 429)


@pytest.mark.parametrize("close", [lock_matches, cancel_matches])
def test_a_closed_sheet_says_so(close):
    match = agreed()
    phone = at_sheet(match, 1)
    close([match.pk])
    for client in (Client(), phone):
        assert 'name="side"' not in page(client, f"/s/{match.sheet_code}/", 410)
    answer = Client().post(f"/s/{match.sheet_code}/", {"side": 1})
    assert answer.status_code == 410


# Personal links ------------------------------------------------------------


def test_the_personal_link_opens_the_own_page():
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.published_round(evening))[0]
    Match.objects.update(reporting="agree")
    for path in (match.player_1.link_key, match.player_1.link_key.lower()):
        found = page(Client(), f"/P/{path}/")
        assert match.player_2.name in found
        assert evening.name in found
        assert f'href="/m/{match.code}/"' in found
        assert ">Report" in found


def test_the_own_page_lists_what_waits_for_an_answer():
    match = agreed()
    reported(match)
    found = page(Client(), f"/p/{match.player_2.link_key}/")
    assert "Ane Alm reported: Ane Alm 7–5 Bjarke Brink." in found
    assert ">Answer" in found
    assert "You reported: Ane Alm 7–5" in page(
        Client(), f"/p/{match.player_1.link_key}/"
    )


def test_this_is_not_me():
    match = agreed()
    key = match.player_1.link_key
    phone = with_link(match.player_1)
    assert phone.post(f"/m/{match.code}/final/", {}).status_code == 422
    assert phone.post(f"/p/{key}/forget/").status_code == 302
    assert phone.post(f"/m/{match.code}/final/", {}).status_code == 302
    assert phone.post("/p/NOBODY2345/forget/").status_code == 404


def test_a_director_looks_without_becoming_the_player(ada):
    match = agreed()
    assert ada.get(f"/p/{match.player_1.link_key}/").context["is_director"]
    assert "player" not in ada.session


def test_a_wrong_link_is_not_found_and_counts_as_a_guess():
    phone = Client()
    for _guess in range(FREE_CODES_PER_ADDRESS):
        assert phone.get("/p/NOBODY2345NOBODY2345/").status_code == 404
    assert phone.get("/p/NOBODY2345NOBODY2345/").status_code == 429


def test_a_new_link_stops_the_old_one(ada):
    match = agreed()
    player = match.player_1
    phone, path = with_link(player), f"/players/{player.key}/link/"
    old, known = player.link_key, player.link_hash
    shown = page(ada, path)
    assert f"http://testserver/p/{old}/" in shown
    assert 'src="data:image/png;base64,' in shown
    for _tap in range(2):
        assert ada.post(path, {"known": known}).status_code == 302
    player.refresh_from_db()
    assert player.link_key != old
    assert JournalEntry.objects.filter(act="link_renewed").count() == 1
    assert phone.get(f"/p/{old}/").status_code == 404
    assert phone.post(f"/m/{match.code}/final/", {}).status_code == 302
    for nonsense in ("", "\x00", "x" * 5000):
        ada.post(path, {"known": nonsense})
    assert Player.objects.get(pk=player.pk).link_key == player.link_key


def test_the_link_is_for_directors():
    match = agreed()
    path = f"/players/{match.player_1.key}/link/"
    assert Client().get(path).status_code == 302
    assert builders.signed_in(builders.reader()).get(path).status_code == 403
    assert with_link(match.player_1).get(path).status_code == 302


def test_the_own_page_asks_the_database_a_few_times():
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.published_round(evening))[0]
    phone = with_link(match.player_1)
    poll = {"HX-Request": "true"}  # every phone of a hall asks for this again and again
    phone.get(f"/p/{match.player_1.link_key}/", headers=poll)
    with CaptureQueriesContext(connection) as captured:
        phone.get(f"/p/{match.player_1.link_key}/", headers=poll)
    assert len(captured) <= 16


# Confirming ----------------------------------------------------------------


def test_the_opponent_is_asked_and_confirms():
    match = agreed()
    mine, report = reported(match)
    theirs = with_link(match.player_2)
    found = page(theirs, f"/m/{match.code}/")
    assert "Ane Alm reported: Ane Alm 7–5 Bjarke Brink. Is that correct?" in found
    assert "Confirm" in found
    assert "Dispute" in found
    assert "Is that correct?" not in page(mine, f"/m/{match.code}/")
    path = f"/m/{match.code}/reports/{report.pk}/confirm/"
    assert theirs.post(path).status_code == 302
    assert (now(match).state, now(match).winner) == ("done", 1)
    assert "Confirmed." in page(theirs, f"/m/{match.code}/")
    assert theirs.post(path).status_code == 302
    assert "Already confirmed" in page(theirs, f"/m/{match.code}/")
    assert acts(match).count("report_confirmed") == 1


def test_nobody_confirms_his_own_report():
    match = agreed()
    _mine, report = reported(match)
    linked = with_link(match.player_1)
    for sent in ({}, {"as": "other"}):
        answer = linked.post(f"/m/{match.code}/reports/{report.pk}/confirm/", sent)
        assert answer.status_code == 422
        assert NOT_YOUR_REPORT.english in answer.content.decode()
    assert now(match).winner is None


@pytest.mark.parametrize("level", ["agree", "suggest"])
def test_the_phone_is_handed_over_and_the_record_says_so(level):
    match = agreed(level)
    mine, report = reported(match)
    assert "Bjarke Brink is here: confirm on this phone" in page(
        mine, f"/m/{match.code}/"
    )
    path = f"/m/{match.code}/reports/{report.pk}/confirm/"
    assert mine.post(path).status_code == 422
    assert mine.post(path, {"as": "other"}).status_code == 302
    assert now(match).winner is None
    line = JournalEntry.objects.get(act="report_confirmed")
    assert (line.details["player"], line.details["via"], line.details["device"]) == (
        "Bjarke Brink",
        "handover",
        report.device,
    )


def confirms(phone, match, report, **sent):
    path = f"/m/{match.code}/reports/{report.pk}/confirm/"
    return phone.post(path, sent).status_code


@pytest.mark.parametrize("how", ["handed over", "sits down anew", "types it anew"])
def test_one_phone_cannot_agree_with_itself(ada, how):
    match = agreed()
    phone, report = reported(match)
    if how == "handed over":
        assert confirms(phone, match, report, **{"as": "other"}) == 302
    else:
        phone.post(f"/s/{match.sheet_code}/", {"side": 2})
    if how == "sits down anew":
        assert confirms(phone, match, report) == 302
    if how == "types it anew":
        phone.post(
            f"/m/{match.code}/reports/{report.pk}/different/",
            {"mode": "score", "winner": 1, "points": 5},
        )
    found = now(match)
    assert (found.state, found.winner, found.claimed) == ("reported", None, 1)
    second = Report.objects.get(match=match, side=2)
    assert (second.via, second.device, second.state) == (
        "handover",
        report.device,
        "waiting",
    )
    # Both sides of this phone are told why it waits, and are not asked again.
    for side in (1, 2):
        phone.post(f"/s/{match.sheet_code}/", {"side": side})
        seen = page(phone, f"/m/{match.code}/")
        assert shows(seen, "one-phone")
        assert "/confirm/" not in seen
    # The director is told before accepting it.
    seen = page(ada, f"/m/{match.code}/")
    assert shows(seen, "same-phone")
    assert confirms(ada, match, report) == 302
    assert (now(match).state, now(match).winner) == ("done", 1)
    assert set(Report.objects.values_list("state", flat=True)) == {"confirmed"}


def test_the_second_player_still_confirms_on_a_phone_of_their_own():
    match = agreed()
    phone, report = reported(match)
    confirms(phone, match, report, **{"as": "other"})
    own = with_link(match.player_2)
    assert f"/reports/{report.pk}/confirm/" in page(own, f"/m/{match.code}/")
    assert confirms(own, match, report) == 302
    assert (now(match).state, now(match).winner) == ("done", 1)


def test_the_first_player_does_not_confirm_what_their_own_phone_said():
    match = agreed()
    phone, report = reported(match)
    confirms(phone, match, report, **{"as": "other"})
    second = Report.objects.get(match=match, side=2)
    another = with_link(match.player_1)
    assert "/confirm/" not in page(another, f"/m/{match.code}/")
    assert confirms(another, match, second) == 422
    assert now(match).winner is None


def test_where_players_suggest_both_words_are_kept_and_a_director_accepts(ada):
    match = agreed("suggest")
    _mine, report = reported(match)
    theirs = at_sheet(match, 2)
    path = f"/m/{match.code}/reports/{report.pk}/confirm/"
    for _tap in range(2):
        assert theirs.post(path).status_code == 302
        found = page(theirs, f"/m/{match.code}/")
        assert 'id="own-title"' in found
    assert (now(match).winner, now(match).state) == (None, "reported")
    assert Report.objects.filter(match=match, state="waiting").count() == 2
    assert "Accept<" in page(ada, f"/m/{match.code}/")
    assert ada.post(path).status_code == 302
    assert now(match).winner == 1
    assert set(Report.objects.values_list("state", flat=True)) == {"confirmed"}


def test_the_same_score_typed_by_the_opponent_confirms_it():
    match = agreed()
    reported(match)
    theirs = at_sheet(match, 2)
    theirs.post(f"/m/{match.code}/final/", {"winner": 1, "points": 5})
    assert now(match).winner == 1


def test_another_score_typed_by_a_director_leads_to_the_reports(ada):
    match = agreed()
    reported(match)
    answer = ada.post(f"/m/{match.code}/final/", {"winner": 2, "points": 5})
    assert answer.status_code == 409
    assert "The players reported 7–5." in answer.content.decode()
    ada.post(f"/m/{match.code}/final/", {"winner": 1, "points": 5})
    assert now(match).winner == 1


def test_a_player_of_another_match_is_refused():
    match = agreed()
    _mine, report = reported(match)
    other = builders.match(7, people=("Cille Dahl", "Dagny Engel"), reporting="agree")
    for stranger in (at_sheet(other, 1), with_link(other.player_2)):
        for path, sent in (
            ("final", {"winner": 1, "points": 5}),
            ("games", {"winner": 1, "cube": 1, "kind": "single"}),
            (f"reports/{report.pk}/confirm", {}),
            (f"reports/{report.pk}/different", {"mode": "score"}),
            ("photos", {}),
            ("decide", {}),
            ("adjust", {}),
        ):
            answer = stranger.post(f"/m/{match.code}/{path}/", sent)
            wanted = {302} if path in {"decide", "adjust"} else {403}
            assert answer.status_code in wanted, path
    assert now(match).state == "reported"


@pytest.mark.parametrize("number", [0, 4711, 10**18, 10**30])
def test_a_report_that_is_not_there(number, ada):
    match = agreed()
    reported(match)
    theirs = at_sheet(match, 2)
    confirm = f"/m/{match.code}/reports/{number}/confirm/"
    assert theirs.post(confirm).status_code == 422
    assert ada.post(confirm).status_code == 422
    assert theirs.get(confirm.replace("confirm", "different")).status_code == 404


# It was different ----------------------------------------------------------


def rows(*games, more=0):
    """What the list of games sends."""
    sent = {
        "form-TOTAL_FORMS": len(games) + more,
        "form-INITIAL_FORMS": 0,
        "mode": "games",
    }
    for number, (winner, outcome) in enumerate(games):
        sent |= {f"form-{number}-winner": winner, f"form-{number}-outcome": outcome}
    return sent


def test_another_score_keeps_both_versions():
    match = agreed()
    mine, report = reported(match)
    theirs = at_sheet(match, 2)
    path = f"/m/{match.code}/reports/{report.pk}/different/"
    assert "Ane Alm reported: Ane Alm 7–5 Bjarke Brink." in page(theirs, path)
    answer = theirs.post(
        path, {"mode": "score", "winner": 2, "points": 6, "comment": "one game missing"}
    )
    assert answer.status_code == 302
    assert now(match).state == "disputed"
    other = Report.objects.get(match=match, side=2)
    assert (other.score_1, other.score_2, other.comment) == (6, 7, "one game missing")
    assert "Bjarke Brink disputes this" in page(mine, f"/m/{match.code}/")
    assert "Your version: Ane Alm 6–7 Bjarke Brink" in page(theirs, f"/m/{match.code}/")
    twice = theirs.post(
        path, {"mode": "score", "winner": 2, "points": 6, "comment": "one game missing"}
    )
    assert twice.status_code == 302
    assert Report.objects.filter(match=match, side=2).count() == 1


def test_the_same_version_confirms():
    match = agreed()
    _mine, report = reported(match)
    theirs = at_sheet(match, 2)
    path = f"/m/{match.code}/reports/{report.pk}/different/"
    theirs.post(path, {"mode": "score", "winner": 1, "points": 5})
    assert (now(match).state, now(match).winner) == ("done", 1)


def test_the_games_are_listed_and_corrected():
    match = agreed(length=3)
    mine = at_sheet(match, 1)
    for after, tile in enumerate(("1-single", "2-single")):
        mine.post(
            f"/m/{match.code}/games/", {"winner": 1, "outcome": tile, "after": after}
        )
    report = Report.objects.get(match=match)
    theirs = at_sheet(match, 2)
    path = f"/m/{match.code}/reports/{report.pk}/different/"
    found = page(theirs, path)
    assert 'value="2-single" selected' in found
    assert found.count('name="form-') >= 2 * 5
    told = rows((1, "1-single"), (2, "2-single"), ("", ""), (2, "1-single"))
    assert theirs.post(path, told).status_code == 302
    other = Report.objects.get(match=match, side=2)
    assert other.version.games == (game(1), game(2, cube=2), game(2))
    assert (other.score_1, other.score_2) == (1, 3)


def test_more_lines_keep_what_was_typed():
    match = agreed()
    _mine, report = reported(match)
    theirs = at_sheet(match, 2)
    sent = rows((2, "2-gammon")) | {"mode": "more", "comment": "wait", "winner": 2}
    answer = theirs.post(f"/m/{match.code}/reports/{report.pk}/different/", sent)
    found = answer.content.decode()
    assert answer.status_code == 200
    assert 'value="2-gammon" selected' in found
    assert found.count('-winner"') == 4
    assert 'value="wait"' in found


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"mode": "score"},
        {"mode": "score", "winner": 1, "points": 9},
        {"mode": "score", "winner": 1, "points": "\x00"},
        {"mode": "games"},
        {"mode": "games", "form-TOTAL_FORMS": "x"},
        {"mode": "games", "form-TOTAL_FORMS": "9" * 400},
        {"mode": "more", "form-TOTAL_FORMS": "9" * 400},
        rows(("", "")),
        rows((1, "1-single")),
        rows((1, "nonsense")),
        rows((1, "kept")),
        rows((9, "1-single")),
        rows((1, "3-single")),
        rows((1, "\x00")),
        rows(*[(1, "1-single")] * 50),
        {"mode": "score", "winner": 2, "points": 6, "comment": "\x00" * 9000},
    ],
)
def test_a_version_that_cannot_be(sent):
    match = agreed()
    _mine, report = reported(match)
    theirs = at_sheet(match, 2)
    answer = theirs.post(f"/m/{match.code}/reports/{report.pk}/different/", sent)
    is_fine = sent.get("mode") == "more" or "comment" in sent
    assert answer.status_code in ({200, 302} if is_fine else {422})


def test_a_report_that_was_answered_meanwhile():
    match = agreed()
    _mine, report = reported(match)
    theirs = at_sheet(match, 2)
    theirs.post(f"/m/{match.code}/reports/{report.pk}/confirm/")
    path = f"/m/{match.code}/reports/{report.pk}/different/"
    assert theirs.get(path).status_code == 409
    answer = theirs.post(path, {"mode": "score", "winner": 2, "points": 1})
    assert answer.status_code == 409
    assert now(match).winner == 1


def test_nobody_writes_into_a_disputed_match():
    match = agreed()
    mine, report = reported(match)
    theirs = at_sheet(match, 2)
    theirs.post(
        f"/m/{match.code}/reports/{report.pk}/different/",
        {"mode": "score", "winner": 2, "points": 6},
    )
    revision = now(match).revision
    for phone in (mine, theirs):
        answer = phone.post(f"/m/{match.code}/undo/{revision}/")
        assert answer.status_code == 409
    assert now(match).state == "disputed"


def test_where_first_reports_count_the_other_still_says_no():
    match = agreed("trust")
    reported(match)
    theirs = at_sheet(match, 2)
    found = page(theirs, f"/m/{match.code}/")
    assert shows(found, "counts-already")
    report = Report.objects.get(match=match)
    theirs.post(
        f"/m/{match.code}/reports/{report.pk}/different/",
        {"mode": "score", "winner": 2, "points": 6},
    )
    assert (now(match).state, now(match).winner) == ("disputed", 1)
    assert not shows(page(theirs, f"/m/{match.code}/"), "counts-already")


# Photos --------------------------------------------------------------------


def test_a_photo_is_for_those_who_played_and_directors(ada):
    match = agreed()
    mine = at_sheet(match, 1)
    for _tap in range(2):
        answer = mine.post(f"/m/{match.code}/photos/", {"photo": picture()})
        assert answer.status_code == 302
    photo = SheetPhoto.objects.get()
    path = f"/m/{match.code}/photos/{photo.pk}/"
    for client in (mine, ada, at_sheet(match, 2), with_link(match.player_2)):
        shown = client.get(path)
        assert (shown.status_code, shown["Content-Type"]) == (200, "image/jpeg")
        assert shown["Cache-Control"] == "private, no-store"
        assert shown["X-Content-Type-Options"] == "nosniff"
        assert shown.content.startswith(b"\xff\xd8\xff")
        assert path in page(client, f"/m/{match.code}/")
    stranger = builders.match(7, people=("Cille Dahl", "Dagny Engel"))
    for client in (Client(), with_link(stranger.player_1)):
        assert client.get(path).status_code == 404
        assert path not in page(client, f"/m/{match.code}/")
    other = f"/m/{stranger.code}/photos/{photo.pk}/"
    assert ada.get(other).status_code == 404


def test_a_photo_is_removed_for_good_by_who_added_it(ada):
    match = agreed()
    mine, theirs = at_sheet(match, 1), at_sheet(match, 2)
    mine.post(f"/m/{match.code}/photos/", {"photo": picture()})
    photo = SheetPhoto.objects.get()
    path = f"/m/{match.code}/photos/{photo.pk}/remove/"
    assert theirs.post(path).status_code == 422
    for client in (mine, ada):
        assert client.post(path).status_code == 302
    photo.refresh_from_db()
    assert (bytes(photo.content), photo.voided_side) == (b"", 1)
    assert mine.get(f"/m/{match.code}/photos/{photo.pk}/").status_code == 404
    assert acts(match) == ["photo_added", "photo_removed"]


def test_there_are_not_too_many_photos():
    match = agreed()
    mine = at_sheet(match, 1)
    for number in range(MOST_PHOTOS + 1):
        colour = f"rgb({number * 30}, 0, 0)"
        answer = mine.post(f"/m/{match.code}/photos/", {"photo": picture(colour)})
    assert answer.status_code == 422
    assert f"{MOST_PHOTOS} score-sheet photos" in answer.content.decode()
    assert SheetPhoto.objects.count() == MOST_PHOTOS


@pytest.mark.parametrize("content", [b"", b"x", b"<svg onload='x'/>", b"\xff\xd8\xff"])
def test_what_is_no_photo_is_refused(content):
    match = agreed()
    file = BytesIO(content)
    file.name = "sheet.jpg"
    answer = at_sheet(match, 1).post(f"/m/{match.code}/photos/", {"photo": file})
    assert answer.status_code == 422
    assert not SheetPhoto.objects.exists()


def test_without_a_file_nothing_is_kept():
    match = agreed()
    for sent in ({}, {"photo": "text"}):
        answer = at_sheet(match, 1).post(f"/m/{match.code}/photos/", sent)
        assert answer.status_code == 422
        assert codes_of(answer)


def test_a_locked_match_takes_no_photo():
    match = agreed()
    mine = at_sheet(match, 1)
    lock_matches([match.pk])
    answer = mine.post(f"/m/{match.code}/photos/", {"photo": picture()})
    assert answer.status_code == 422
    assert not SheetPhoto.objects.exists()


def test_a_record_kept_by_games_is_the_report(ada):
    match = agreed(length=3)
    recording.record_game(match_id=match.pk, result=game(1), after=0, by=None)
    mine = at_sheet(match, 1)
    mine.post(
        f"/m/{match.code}/games/", {"winner": 1, "outcome": "2-single", "after": 1}
    )
    report = Report.objects.get(match=match)
    assert len(report.games) == 2
    ada.post(f"/m/{match.code}/reports/{report.pk}/confirm/?back=desk")
    assert now(match).winner == 1
    assert Game.objects.filter(match=match, voided_at=None).count() == 2


def test_every_id_of_the_page_is_there_once(ada):
    match = agreed()
    reported(match)
    ids = re.findall(r'\sid="([^"]+)"', page(ada, f"/m/{match.code}/"))
    assert len(ids) == len(set(ids))


def test_the_page_of_a_player_says_where_and_when_they_were_called():
    evening = builders.evening()
    builders.published_round(evening)
    pairing = builders.called(evening)[0]
    player = pairing.entry_1.player
    shown = page(Client(), f"/players/{player.key}/")
    title = f"Table {pairing.table} – {player.name}"
    assert re.search(rf"<title>\s*{re.escape(title)}", shown)
    assert "data-call-alert" in shown
    (first,) = re.findall(r'data-called="([^"]+)"', shown)

    assert pairing.match_number is not None
    call(evening, pairing.match_number, by=None)  # once more
    news = Client().get(f"/players/{player.key}/now/", headers={"hx-request": "true"})
    (again,) = re.findall(r'data-called="([^"]+)"', news.content.decode())
    assert again != first
    Tournament.objects.update(visibility="private")
    hidden = page(Client(), f"/players/{player.key}/")
    assert "data-called" not in hidden
    assert (
        Client()
        .get(f"/players/{player.key}/now/")["Location"]
        .endswith(f"/players/{player.key}/")
    )
