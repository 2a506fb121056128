"""What people send that cannot be meant.

Each gets a sentence that says what is wrong and what to do, a status that a program
understands (422 refused, 409 overtaken), and finds again what it sent; nothing else
changes. Lists, scores, cubes, draws, old pages, codes, uploads.
"""

import html
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from matches.files.services import FILE_GONE, IMPORT_STANDS, attach
from matches.jobs import tasks
from matches.ledger import adjust, recording
from matches.ledger.errors import MATCH_LOCKED
from matches.models import Game, Match, Player
from matches.rules import Side
from matches.rules.errors import NAME_TOO_LONG, UNREADABLE_TEXT
from tests import builders, fuzz
from tests.builders import game, play
from tests.examples import on_sqlite, once_on_postgresql
from tests.refusals import codes_of, read, shown, shows, told
from tournaments.draws.errors import (
    DRAW_GONE,
    SWAP_NEEDS_TWO,
)
from tournaments.draws.request import request_draw
from tournaments.engine.errors import TOO_FEW_ENTRANTS
from tournaments.entries import services as entries_services
from tournaments.models import Draw, Entry, Tournament
from tournaments.setup.services import close_tournament

pytestmark = pytest.mark.django_db

LANGUAGES = [
    pytest.param(code, marks=[] if code in {"da", "nl"} else pytest.mark.nightly)
    for code, _name in settings.LANGUAGES
]
FORM = "application/x-www-form-urlencoded"


def refused(
    client: Client, path: str, sent: Any, *, status: int = 422, **more: Any
) -> str:
    """Send it, see it refused and nothing changed, and return the answer as text."""
    before = fuzz.everything()
    answer = client.post(path, sent, **more)
    assert fuzz.everything() == before
    assert answer.status_code == status
    return text_of(answer)


def text_of(answer: HttpResponse) -> str:
    """The answer as somebody reads it, entities resolved, white space as one space."""
    return " ".join(html.unescape(answer.content.decode()).split())


# Pasted lists --------------------------------------------------------------


@pytest.fixture
def empty(ada: Client) -> str:
    """The path to which lists for a new tournament are sent."""
    return f"/desk/{builders.tournament().slug}/entries/add/"


def test_five_thousand_lines(ada: Client, empty: str) -> None:
    lines = "\n".join(f"Player Number{number}" for number in range(5000))
    page = refused(ada, empty, {"text": lines, "here": "on"})
    assert "roster.too_many_names" in codes_of(page)
    assert "Player Number0 Player Number1" in page
    assert "Player Number4999" in page


def test_a_thousand_lines_are_read(ada: Client, empty: str) -> None:
    lines = "\n".join(f"{name} Nr{n}" for n, name in enumerate(builders.names(500) * 2))
    answer = ada.post(empty, {"text": lines})
    assert answer.status_code == 200
    answer = ada.post(empty, {"text": lines, "confirmed": "1"})
    assert answer.status_code == 302
    assert Entry.objects.count() == 1000


@pytest.mark.database
def test_names_of_two_hundred_letters(ada: Client, empty: str) -> None:
    lines = "\n".join(letter * 200 for letter in "ABC")
    for sent in ({"text": lines}, {"text": lines, "confirmed": "1"}):
        answer = ada.post(empty, sent)
        page = text_of(answer)
        if "confirmed" not in sent:
            assert answer.status_code == 422
            assert page.count(shown(NAME_TOO_LONG, length=200, limit=80)) == 3
            assert "A" * 200 in page
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "code", once_on_postgresql(0x01, 0x07, 0x0B, 0x1B, 0x7F, 0x85, 0x9B)
)
@pytest.mark.database
def test_control_characters(ada: Client, empty: str, code: int) -> None:
    page = refused(ada, empty, {"text": f"Ane{chr(code)}Alm; Oslo"})
    assert shown(UNREADABLE_TEXT, code=f"U+{code:04X}") in html.escape(page)
    assert "Alm; Oslo" in page


@pytest.mark.database
def test_a_null_character(ada: Client, empty: str) -> None:
    page = refused(ada, empty, {"text": "Ane\x00Alm; Oslo"})
    assert "text:null_characters_not_allowed" in codes_of(page)
    assert "Alm; Oslo" in page


@pytest.mark.database
def test_a_form_sent_in_latin_1(ada: Client, empty: str) -> None:
    sent = "text=" + quote("Jørgen Ås; Ålborg", encoding="latin-1") + "&here=on"
    page = refused(ada, empty, sent, content_type=FORM)
    assert "name.unreadable_text" in codes_of(page)
    assert "rgen" in page


def test_a_file_in_latin_1_is_simply_read(ada: Client, empty: str) -> None:
    raw = "Jørgen Ås; Ålborg\nÄngla Öst; Malmö\n".encode("latin-1")
    answer = ada.post(empty, {"text": "", "file": SimpleUploadedFile("list.csv", raw)})
    page = text_of(answer)
    assert answer.status_code == 200
    assert "Jørgen Ås is entered as a new player." in page
    assert "Jørgen Ås; Ålborg Ängla Öst; Malmö </textarea>" in page
    assert not Entry.objects.exists()


def test_every_name_twice(ada: Client, empty: str) -> None:
    lines = "\n".join(builders.names(5) * 2)
    answer = ada.post(empty, {"text": lines, "here": "on"})
    page = text_of(answer)
    assert answer.status_code == 200
    assert page.count('data-says="same-line"') == 5
    assert "5 twice in the list" in re.sub(r"<[^>]+>", "", page)
    ada.post(empty, {"text": lines, "here": "on", "confirmed": "1"})
    assert sorted(entry.player.name for entry in Entry.objects.all()) == sorted(
        builders.names(5)
    )


@pytest.mark.parametrize("typed", ["", "   ", "\n\n \t \n", "\ufeff"])
def test_an_empty_list(ada: Client, empty: str, typed: str) -> None:
    page = refused(ada, empty, {"text": typed})
    assert "text:invalid" in codes_of(page)


def test_lines_that_are_no_player(ada: Client, empty: str) -> None:
    lines = [
        "12345",
        "Ane; Oslo; strong",
        "Ane, Bo, Cille, Dea",
        "a;b;c;d;e",
        "z" * 2000,
    ]
    page = refused(ada, empty, {"text": "\n".join(lines)})
    assert codes_of(page) >= {
        "name.no_name",
        "roster.rating_unreadable",
        "roster.commas_between_fields",
        "roster.too_many_columns",
        "roster.line_too_long",
    }
    assert all(line[:120] in page for line in lines)


def test_one_bad_line_keeps_no_good_line_out(ada: Client, empty: str) -> None:
    sent = {"text": "Ane Alm\n12345\nBo Dahl", "here": "on"}
    assert ada.post(empty, sent).status_code == 200
    assert not Entry.objects.exists()
    answer = ada.post(empty, sent | {"confirmed": "1"})
    assert answer.status_code == 302
    assert [str(entry) for entry in Entry.objects.all()] == ["Ane Alm", "Bo Dahl"]


def test_an_unsure_line_is_decided_by_nobody_but_the_director(
    ada: Client, empty: str
) -> None:
    known = builders.player("Ole Bergstrøm", club="Oslo")
    sent = {"text": "Ole Bergstrom; Bergen\nAne Alm", "here": "on"}
    first = ada.post(empty, sent)
    assert first.status_code == 200
    assert "Ole Bergstrøm" in text_of(first)
    row = first.context["page"].rows[0]
    field = f"line-{row.mark}"
    assert row.line.verdict == "unsure"
    for nonsense in ({}, {field: "somebody"}, {field: "NOBODY2345"}):
        page = refused(ada, empty, sent | {"confirmed": "1"} | nonsense)
        assert "Decide each unclear line, or skip it" in page
        assert "Ole Bergstrom" in page
    answer = ada.post(empty, sent | {"confirmed": "1", field: known.key})
    assert answer.status_code == 302
    assert set(Player.objects.values_list("name", flat=True)) == {
        "Ole Bergstrøm",
        "Ane Alm",
    }


def test_a_changed_list_is_read_again_before_it_is_added(
    ada: Client, empty: str
) -> None:
    sent = {"text": "Ane Alm\nBo Dahl\nCille Krag", "confirmed": "1", "again": "1"}
    answer = ada.post(empty, sent)
    assert answer.status_code == 200
    assert not Entry.objects.exists()


def test_the_same_list_twice_enters_nobody_twice(ada: Client, empty: str) -> None:
    sent = {"text": "Ane Alm\nBo Dahl", "here": "on", "confirmed": "1"}
    for _tap in range(2):
        ada.post(empty, sent)
    assert Entry.objects.count() == 2
    before = fuzz.everything()
    ada.post(empty, sent)
    assert fuzz.everything() == before
    page = refused(ada, empty, {"text": "Ane Alm", "here": "on"})
    assert "entry.name_entered" in codes_of(page)


# Scores --------------------------------------------------------------------


@pytest.fixture
def desk(ada: Client) -> str:
    """The desk of an evening of matches to 7, in its first round."""
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    return f"/desk/{evening.slug}/results/"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("1 8 7", "final_score.score_too_high"),
        ("1 7 -5", "result.line_unreadable"),
        ("9 5 3", "result.no_such_match"),
        ("<b>1</b>", "result.line_unreadable"),
    ],
)
def test_a_score_that_cannot_be_in_the_result_box(
    ada: Client, desk: str, typed: str, code: str
) -> None:
    for headers in ({}, {"HX-Request": "true"}):
        page = refused(ada, desk, {"line": typed}, headers=headers)
        assert code in codes_of(page)
        assert not typed or f'value="{html.escape(typed)}"' in raw(
            ada.post(desk, {"line": typed}, headers=headers)
        )


def raw(answer: HttpResponse) -> str:
    return str(answer.content.decode())


def test_what_is_typed_into_the_result_box_runs_nowhere(ada: Client, desk: str) -> None:
    answer = ada.post(desk, {"line": "<script>alert(1)</script>"})
    assert "<script>alert" not in raw(answer)
    assert "&lt;script&gt;alert" in raw(answer)


def test_another_result_for_a_match_that_has_one(ada: Client, desk: str) -> None:
    ada.post(desk, {"line": "1 7 5"})
    page = refused(ada, desk, {"line": "1 5 7"}, status=409)
    assert 'name="replaces"' in page
    assert 'value="1 5 7"' in page


def test_another_result_than_the_players_report(ada: Client, desk: str) -> None:
    match = Match.objects.order_by("pk")[0]
    Match.objects.update(reporting="agree")
    phone = Client()
    phone.post(f"/s/{match.sheet_code}/", {"side": 1})
    phone.post(f"/m/{match.code}/final/", {"winner": 1, "points": 5})
    page = refused(ada, desk, {"line": "1 5 7"}, status=409)
    assert "match.players_reported" in codes_of(page)
    assert f'<a href="/m/{match.code}/">Open the match</a>' in page
    assert 'value="1 5 7"' in page
    assert ada.post(desk, {"line": "1 7 5"}).status_code == 302
    assert Match.objects.get(pk=match.pk).winner == 1


def test_a_result_for_a_match_that_was_given_away(ada: Client, desk: str) -> None:
    match = Match.objects.order_by("pk")[0]
    adjust.record_walkover(match_id=match.pk, winner=Side.TWO, by=None)
    page = refused(ada, desk, {"line": "1 7 5"}, status=409)
    assert 'name="replaces"' in page


def test_a_result_for_a_closed_tournament(ada: Client, desk: str) -> None:
    for line in ("1 7 5", "2 7 5"):
        ada.post(desk, {"line": line})
    close_tournament(tournament=Tournament.objects.get(), by=None)
    page = refused(ada, desk, {"line": "1 7 6"})
    assert MATCH_LOCKED.code in codes_of(page)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"winner": 1, "points": "9" * 5000}, "points:invalid"),
        *map(
            on_sqlite,
            (
                ({"winner": 1, "points": 8}, "final_score.score_too_high"),
                ({"winner": "", "points": 3}, "winner:required"),
                ({"winner": 3, "points": 3}, "winner:invalid_choice"),
            ),
        ),
    ],
)
@pytest.mark.database
def test_a_score_that_cannot_be_on_the_match_page(
    ada: Client, sent: dict[str, Any], code: str
) -> None:
    match = builders.match(7)
    page = refused(ada, f"/m/{match.code}/final/", sent)
    assert code in codes_of(page)
    if points := str(sent.get("points", "")):
        assert f'value="{points}" checked' in page
    if sent.get("winner") in {1, 2}:
        assert re.search(rf'name="winner" value="{sent["winner"]}"[^>]*checked', page)


def test_a_walkover_for_nobody(ada: Client) -> None:
    match = builders.match(7)
    for winner in ("", "3", "x"):
        page = refused(ada, f"/m/{match.code}/walkover/", {"winner": winner})
        assert "winner:required" in codes_of(page)
    builders.won(Side.ONE, match)
    page = refused(ada, f"/m/{match.code}/walkover/", {"winner": 2}, status=409)
    assert "match.already_reported" in codes_of(page)


# Games and cubes -----------------------------------------------------------

GAME = {"winner": 1, "kind": "single", "cube": 1}


@pytest.mark.parametrize(
    ("length", "played", "sent", "code"),
    [
        (7, [], {"cube": 10**12}, "cube:max_value"),
        *map(
            on_sqlite,
            (
                (7, [], {"cube": 3}, "game.cube_value_invalid"),
                (7, [], {"cube": ""}, "cube:invalid"),
                (7, [], {"winner": ""}, "winner:required"),
                (7, [], {"kind": "triple"}, "kind:invalid_choice"),
                (3, [game(1, cube=2)], {"dropped": "on"}, "game.drop_in_crawford_game"),
            ),
        ),
    ],
)
@pytest.mark.database
def test_a_game_that_cannot_be(
    ada: Client, length: int, played: list[Any], sent: dict[str, Any], code: str
) -> None:
    match = builders.match(length, cube_cap=64)
    play(match, *played)
    form = GAME | {"after": len(played)} | sent
    page = refused(ada, f"/m/{match.code}/games/", form)
    assert code in codes_of(page)
    assert f'name="cube" id="id_cube" value="{form["cube"]}"' in page
    if form["winner"]:
        assert re.search(r'name="winner" value="1"[^>]*checked', page)
    if "dropped" in form:
        assert '<option value="dropped" selected>' in page


# Draws ---------------------------------------------------------------------


@pytest.mark.parametrize("here", [0, 1])
def test_a_draw_with_one_player_or_none(ada: Client, here: int) -> None:
    evening = builders.tournament()
    builders.entered(evening, here)
    path = f"/desk/{evening.slug}/draw/"
    for headers in ({}, {"HX-Request": "true"}):
        page = refused(ada, path, {}, headers=headers)
        assert shown(TOO_FEW_ENTRANTS, needed=2, present=here) in page


def test_drawing_again_with_a_novel_for_a_reason(ada: Client) -> None:
    evening = builders.evening("swiss", 4)
    builders.drawn_round(evening)
    reason = "because " * 50
    page = refused(ada, f"/desk/{evening.slug}/draw/", {"reason": reason})
    assert "reason:max_length" in codes_of(page)
    assert reason.strip() in page


def test_publishing_twice(ada: Client) -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    path = f"/desk/{evening.slug}/draw/{draw.pk}/publish/"
    assert ada.post(path).status_code == 302
    before = fuzz.everything()
    answer = ada.post(path, follow=True)
    assert fuzz.everything() == before
    assert told(answer)[-1] == "info"


@pytest.mark.parametrize(
    "swap", once_on_postgresql([98, 99], [], [1], [1, 1], [1, 2, 3], ["x", "y"])
)
@pytest.mark.database
def test_swapping_anything_but_two(ada: Client, swap: list[Any]) -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    page = refused(ada, f"/desk/{evening.slug}/draw/{draw.pk}/swap/", {"swap": swap})
    assert SWAP_NEEDS_TWO.code in codes_of(page)


@pytest.mark.parametrize(
    ("reason", "code"), [("", "draw.reason_needed"), ("x" * 201, "reason:max_length")]
)
def test_taking_a_round_back_without_a_good_reason(
    ada: Client, desk: str, reason: str, code: str
) -> None:
    path = desk.replace("results", "rounds/1/take-back")
    for sent in ({"reason": reason}, {"reason": reason, "more": "1"}):
        page = refused(ada, path, sent)
        assert code in codes_of(page)
        assert reason in page


def test_a_round_that_cannot_be_taken_back_says_so_before_a_reason_is_typed(
    ada: Client, desk: str
) -> None:
    path = desk.replace("results", "rounds/1/take-back")
    assert 'name="reason"' in ada.get(path).content.decode()
    assert path in ada.get(desk.removesuffix("results/")).content.decode()
    ada.post(desk, {"line": "2 7 5"})
    answer = ada.get(path)
    assert answer.status_code == 200
    assert "draw.round_has_results" in codes_of(answer)
    assert 'name="reason"' not in answer.content.decode()
    assert path not in ada.get(desk.removesuffix("results/")).content.decode()


@pytest.mark.parametrize("format_key", ["swiss", "round_robin", "night", "elimination"])
def test_the_desk_offers_to_take_a_round_back_until_a_game_is_played(
    ada: Client, format_key: str
) -> None:
    evening = builders.evening(format_key, 4)
    published = builders.published_round(evening)
    desk, path = f"/desk/{evening.slug}/", "rounds/1/take-back/"
    assert desk + path in ada.get(desk).content.decode()
    builders.play(builders.matches(published)[0], builders.game(1))
    assert desk + path not in ada.get(desk).content.decode()
    assert 'name="reason"' not in ada.get(desk + path).content.decode()


# A page ten minutes old ----------------------------------------------------


def test_an_old_page_publishes_no_draft_that_was_replaced(ada: Client) -> None:
    evening = builders.evening("swiss", 4)
    old = builders.drawn_round(evening)
    builders.drawn_round(evening, reason="Once more")
    (one, two) = (
        pairing.entry_1.number
        for pairing in builders.pairings(Draw.objects.get(state="draft"))
    )
    for act, sent in (("publish", {}), ("swap", {"swap": [one, two]})):
        path = f"/desk/{evening.slug}/draw/{old.pk}/{act}/"
        page = refused(ada, path, sent, status=409)
        assert DRAW_GONE.code in codes_of(page)


def test_an_old_page_adds_no_game_in_the_wrong_place(ada: Client) -> None:
    match = builders.match(7)
    play(match, game(1), game(2, "gammon"))
    form = GAME | {"kind": "backgammon", "after": 1}
    page = refused(ada, f"/m/{match.code}/games/", form, status=409)
    assert "match.score_changed" in codes_of(page)
    assert '<option value="backgammon" selected>' in page


def test_an_old_page_undoes_nothing_it_did_not_show(ada: Client) -> None:
    match = builders.match(7)
    play(match, game(1), game(2))
    page = refused(ada, f"/m/{match.code}/undo/1/", {}, status=409)
    assert "match.score_changed" in codes_of(page)
    builders.won(Side.ONE, match)
    page = refused(ada, f"/m/{match.code}/undo/2/", {}, status=409)
    assert "It is now 7–3" in read(page)


def test_an_old_page_corrects_no_game_that_was_corrected(ada: Client) -> None:
    match = builders.match(7)
    play(match, game(1))
    old = Game.objects.get()
    recording.correct_game(
        match_id=match.pk, number=1, result=game(2), replaces=old.pk, by=None
    )
    form = GAME | {"kind": "gammon", "replaces": old.pk}
    page = refused(ada, f"/m/{match.code}/games/1/", form, status=409)
    assert "match.score_changed" in codes_of(page)
    assert '<option value="gammon" selected>' in page


def test_an_old_page_changes_nothing_in_a_closed_tournament(ada: Client) -> None:
    evening = builders.evening("swiss", 2)
    builders.played_round(evening)
    undo = entries_services.add_entries(
        tournament=evening,
        known=[builders.player("Sent Kommer")],
        new=(),
        here=True,
        by=None,
    ).undo
    close_tournament(tournament=evening, by=None)
    posts = {
        "draw/": {},
        "entries/add/": {"text": "Zoltan Quist", "here": "on"},
        "entries/check-in/": {},
        "entries/ratings/": {"rating_1": "1700"},
        "entries/1/missing/": {},
        "entries/3/remove/": {},
        "entries/1/withdraw/": {},
        "entries/1/reinstate/": {},
        "rounds/1/take-back/": {"reason": "Fire alarm"},
        "settings/": {
            **{"name": "Late evening", "date": "2026-11-20", "format": "swiss"},
            **{"match_length": 7, "rounds": 3, "language": "en"},
        },
    }
    for act, sent in posts.items():
        page = refused(ada, f"/desk/{evening.slug}/{act}", sent)
        assert "tournament.closed" in codes_of(page), act
        for typed in sent.values():
            assert str(typed) in page, act
    for act in ("undo", "redo"):
        path = f"/desk/{evening.slug}/changes/{undo.pk}/{act}/"
        answer = ada.post(path, follow=True)
        assert "tournament.closed" in codes_of(answer), act


def test_a_page_from_before_signing_in_asks_to_send_it_again(ada: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = ada.cookies
    evening = builders.tournament()
    page = refused(
        strict, f"/desk/{evening.slug}/entries/add/", {"text": "Ane"}, status=403
    )
    assert shows(page, "send-again")


# Codes that do not exist ---------------------------------------------------


@pytest.mark.parametrize("typed", ["ABCDEF", "abc def", "x", "ÆØÅ", "9" * 300])
@pytest.mark.database
def test_a_code_that_does_not_exist(client: Client, typed: str) -> None:
    answer = client.get("/m/", {"code": typed})
    assert answer.status_code == 404
    assert 'name="code"' in text_of(answer)
    assert re.sub(r"\W", "", typed).upper()[:20] in text_of(answer)


@pytest.mark.parametrize("code", once_on_postgresql("abcdef", "ABCDEF", "0", "X" * 20))
@pytest.mark.database
def test_an_address_with_a_code_that_does_not_exist(client: Client, code: str) -> None:
    answer = client.get(f"/m/{code}/")
    assert answer.status_code == 404
    assert 'name="code"' in text_of(answer)


@pytest.mark.parametrize("typed", ["", "   ", "-", "\x00"])
@pytest.mark.database
def test_no_code_at_all_is_asked_for_again(client: Client, typed: str) -> None:
    assert client.get("/m/", {"code": typed}).status_code == 200


# Uploads where none belongs ------------------------------------------------


def upload(size: int = 1000) -> SimpleUploadedFile:
    return SimpleUploadedFile("holiday.jpg", b"\xff\xd8\xff" + b"\x00" * size)


def posts_of(match: Match, slug: str) -> Iterator[tuple[str, str, str]]:
    """Where a file may land instead of a field, and the code of its refusal."""
    yield f"/desk/{slug}/results/", "line", "result.line_unreadable"
    yield f"/m/{match.code}/final/", "points", "points:required"
    yield f"/m/{match.code}/games/", "cube", "cube:invalid"
    yield f"/desk/{slug}/entries/add/", "text", "text:invalid"
    yield "/desk/new/", "name", "name:required"


def test_an_upload_where_none_belongs(ada: Client) -> None:
    evening = builders.evening("swiss", 4)
    match = builders.matches(builders.published_round(evening))[0]
    for path, field, code in posts_of(match, evening.slug):
        assert code in codes_of(refused(ada, path, {field: upload()})), path


def test_a_picture_instead_of_a_list(ada: Client, empty: str) -> None:
    page = refused(ada, empty, {"text": "", "file": upload()})
    assert "file:invalid" in codes_of(page)


def test_a_file_too_large_to_be_meant(ada: Client, empty: str) -> None:
    page = refused(ada, empty, {"text": "", "file": upload(6_000_000)})
    assert "file:invalid" in codes_of(page)


def test_more_files_than_anybody_means(ada: Client, empty: str) -> None:
    files = {f"file{number}": upload(10) for number in range(101)}
    page = refused(ada, empty, files, status=400)
    assert shows(page, "not-read")


def test_more_than_a_request_may_carry(ada: Client, empty: str) -> None:
    sent = b"text=" + b"x" * (10 * 1024 * 1024 + 1)
    page = refused(ada, empty, sent, status=400, content_type=FORM)
    assert shows(page, "not-read")


def test_a_request_in_a_language_of_its_own(ada: Client, empty: str) -> None:
    page = refused(ada, empty, b'{"text": "Ane Alm"}', content_type="application/json")
    assert "text:invalid" in codes_of(page)


# Match files ---------------------------------------------------------------

TOLD = b"""\
 3 point match

 Game 1
 Ane Alm : 0                      Bjarke Brink : 0
  1) 31: 8/5 6/5                  42: 8/4 6/4
      Wins 1 point
"""
MEGABYTE = 1024 * 1024
NO_FILE = "file:required"


def file_of(content: bytes, name: str = "evening.mat") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def zipped(*files: tuple[str, bytes], locked: bool = False) -> bytes:
    """A zip file; `locked` says of its first file that a password is needed."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as packed:
        for name, content in files:
            packed.writestr(name, content)
    content = bytearray(made.getvalue())
    for magic, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)) if locked else ():
        content[content.index(magic) + place] |= 1
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file:empty"),
        (b" \r\n\t", "transcript.empty_file"),
        (bytes(range(256)) * 40, "transcript.no_text"),
        (b"(" * 100_000, "transcript.no_transcript"),
        (TOLD.ljust(11 * MEGABYTE), NO_FILE),
    ],
)
def test_what_is_no_match_file(ada: Client, content: bytes, code: str) -> None:
    match = builders.match(3)
    path = f"/m/{match.code}/files/"
    page = refused(ada, path, {"file": file_of(content)})
    assert code in codes_of(page)


NAMES = (
    *("../../etc/passwd.mat", "C:\\evenings\\a.mat", "a\x00b.mat", "\x1b[31m.mat"),
    *("x" * 500, "x" * 500 + ".mat", "\u202etam.evil", "\u2066a\u2069.mat"),
    *("\r\nX: 1.mat", "<script>alert(1)</script>.mat", "Ида.mat", "e\u0301" * 90),
    *("👨‍👩‍👧‍👦.mat", " ", ".mat", "%2e%2e%2f", "a.mat\x00.exe"),
)


@pytest.mark.parametrize(
    "name", [name if "\x00" in name else on_sqlite(name) for name in NAMES]
)
@pytest.mark.database
def test_the_name_of_a_file_is_a_label_and_nothing_more(ada: Client, name: str) -> None:
    match = builders.match(3)
    ada.post(f"/m/{match.code}/files/", {"file": file_of(TOLD, name)})
    file = match.files.get()
    assert 0 < len(file.name) <= 120
    assert file.name.isprintable()
    assert file.name not in {"..", ""}
    assert "/" not in file.name
    answer = ada.get(f"/m/{match.code}/files/{file.pk}/download/")
    assert answer.content == TOLD
    paths = (f"files/{file.pk}/", "", "history/")
    pages = [f"/m/{match.code}/{path}" for path in paths]
    for path in pages:
        answer = ada.get(path)
        assert answer.status_code == 200
        assert "<script>alert" not in raw(answer)


@pytest.mark.database
def test_of_several_files_for_one_match_only_one_counts(ada: Client) -> None:
    match = builders.match(3)
    sent = [file_of(TOLD, "a.mat"), file_of(TOLD + b"\n", "b.mat")]
    assert ada.post(f"/m/{match.code}/files/", {"file": sent}).status_code == 302
    assert match.files.count() == 1


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"swapped": "2"},
        {"op": "x" * 37, "swapped": "0"},
        {"op": "\x00", "swapped": "1"},
        {"op": "x" * 10_000, "swapped": "0", "replace": "1"},
    ],
)
@pytest.mark.database
def test_an_import_nobody_can_have_meant(ada: Client, sent: dict[str, str]) -> None:
    match = builders.match(3)
    file = attach(match_id=match.pk, name="a.mat", content=TOLD, by=None)[0]
    page = refused(ada, f"/m/{match.code}/files/{file.pk}/", sent)
    assert f"/m/{match.code}/files/{file.pk}/download/" in page


HUGE = 10**30


@pytest.mark.parametrize("pk", [0, 4711, 2**63, HUGE])
@pytest.mark.database
def test_files_that_do_not_exist(ada: Client, pk: int) -> None:
    match = builders.match(3)
    before = fuzz.everything()
    for path in ("", "download/", "games/1/"):
        assert ada.get(f"/m/{match.code}/files/{pk}/{path}").status_code == 404
    assert ada.post(f"/m/{match.code}/files/{pk}/", {}).status_code == 404
    assert fuzz.everything() == before
    for path in ("remove", "restore"):
        page = refused(ada, f"/m/{match.code}/files/{pk}/{path}/", {}, status=409)
        assert FILE_GONE.code in codes_of(page)
    path = f"/m/{match.code}/files/undo/{pk}/"
    page = refused(ada, path, {}, status=409)
    assert IMPORT_STANDS.code in codes_of(page)


def test_a_file_of_another_match(ada: Client) -> None:
    match, other = builders.match(3), builders.match(3, people=("Cy", "Dag"))
    file = attach(match_id=other.pk, name="a.mat", content=TOLD, by=None)[0]
    path = f"/m/{match.code}/files/{file.pk}/"
    refused(ada, path, {}, status=404)
    for act in ("remove", "restore"):
        refused(ada, f"{path}{act}/", {}, status=409)
    for page in ("", "download/", "games/1/"):
        assert ada.get(path + page).status_code == 404


@pytest.mark.parametrize(
    "at", ["9" * 400, "\x00", *map(on_sqlite, ("-1", "1e9", "٣", "x", "", "0", "2.5"))]
)
@pytest.mark.database
def test_a_step_that_is_none(ada: Client, at: str) -> None:
    match = builders.match(3)
    file = attach(match_id=match.pk, name="a.mat", content=TOLD, by=None)[0]
    path = f"/m/{match.code}/files/{file.pk}/games/"
    for query in ({"at": at}, {"at": "1", "view": at}):
        for headers in ({}, {"HX-Request": "true"}):
            answer = ada.get(f"{path}1/", query, headers=headers)
            assert answer.status_code == 200
    for number in (0, 2, HUGE):
        assert ada.get(f"{path}{number}/").status_code == 404


# Tournaments ---------------------------------------------------------------

PLAN = {
    "name": "Club evening",
    "date": "2026-11-20",
    "format": "swiss",
    "match_length": "7",
    "rounds": "4",
    "language": "en",
}


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"name": ""}, "name:required"),
        ({"name": "x" * 81}, "name:max_length"),
        ({"date": "20 nov"}, "date:invalid"),
        ({"date": ""}, "date:required"),
        ({"date": "2026-02-30"}, "date:invalid"),
        ({"match_length": "0"}, "match_length:min_value"),
        ({"match_length": "100"}, "match_length:max_value"),
        ({"match_length": "seven"}, "match_length:invalid"),
        ({"match_length": ""}, "match_length:required"),
        ({"rounds": "31"}, "rounds:max_value"),
        ({"rounds": "-1"}, "rounds:min_value"),
        ({"rounds": ""}, "rounds:invalid"),
        ({"format": "skittles"}, "format:invalid_choice"),
        ({"language": "tlh"}, "language:invalid_choice"),
        ({"lengths": "7 7 nine"}, "lengths:invalid"),
        ({"lengths": "7 7 7 7 7"}, "lengths:invalid"),
        ({"currency": "guilders of old"}, "currency:max_length"),
        ({"stake": "0.001"}, "stake:max_decimal_places"),
        ({"late_every": "-1"}, "late_every:min_value"),
    ],
)
@pytest.mark.database
def test_a_tournament_that_cannot_be(
    ada: Client, typed: dict[str, str], code: str
) -> None:
    page = refused(ada, "/desk/new/", PLAN | typed)
    assert code in codes_of(page)
    kept = {key: value for key, value in (PLAN | typed).items() if key != "language"}
    for key, value in kept.items():
        assert key == "format" or f'value="{value}"' in page or not value, key


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"cube": "other", "cube_other": "48"}, "rules.cube_limit_invalid"),
        ({"cube": "1", "automatic": "1"}, "rules.automatic_without_cube"),
        ({"rules": "leaflet", "stake": "5"}, "rules:invalid"),
        ({"rules": "x\x00"}, "rules:invalid_choice"),
        ({"shown": "\x00"}, "shown:null_characters_not_allowed"),
    ],
)
def test_rules_nobody_can_play_by(
    ada: Client, typed: dict[str, str], code: str
) -> None:
    page = refused(ada, "/desk/new/", PLAN | {"shown": "danish"} | typed)
    assert code in codes_of(page)


def test_nothing_at_all_is_no_tournament(ada: Client) -> None:
    assert "name:required" in codes_of(refused(ada, "/desk/new/", {}))
    slug = builders.tournament().slug
    assert "name:required" in codes_of(refused(ada, f"/desk/{slug}/settings/", {}))


# In every language ---------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_shown_in_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing breaks on the way to the reader, whatever the catalogues hold."""
    evening = builders.evening("swiss", 5)
    published = builders.published_round(evening)
    first, second = builders.matches(published)
    play(first, game(1))
    builders.won(Side.ONE, second)
    other = builders.evening("swiss", 4)
    draw = builders.drawn_round(other)
    failed = builders.evening("swiss", 4)
    asked = request_draw(tournament=failed, by=None)
    entries_services.check_in(tournament=failed, numbers=[1], here=False, by=None)
    tasks.run_job(asked.job_id)
    ada = builders.signed_in(builders.director(), raise_request_exception=False)
    ada.cookies["language"] = language
    desk, pads = f"/desk/{evening.slug}/", f"/m/{first.code}/"
    posts = [
        (f"{desk}results/", {"line": "nonsense"}, 422),
        (f"{desk}results/", {"line": "99 7 5"}, 422),
        (f"{desk}results/", {"line": "2 3 7"}, 409),
        (f"{desk}draw/", {}, 422),
        (f"{desk}entries/add/", {"text": "\x07"}, 422),
        (f"{desk}entries/add/", {"text": "123\nAne; Oslo; strong"}, 422),
        (f"{desk}entries/1/remove/", {}, 422),
        (f"{desk}rounds/1/take-back/", {"reason": ""}, 422),
        (f"{desk}close/", {}, 422),
        (f"{desk}delete/", {}, 422),
        (f"{desk}settings/", {"name": ""}, 422),
        (f"{desk}settings/", PLAN | {"rules": "dutch"}, 422),
        (f"{pads}games/", {"cube": 3}, 422),
        (f"{pads}games/", GAME | {"after": 0, "kind": "gammon"}, 409),
        (f"{pads}final/", {"winner": 2, "points": 9}, 422),
        (f"{pads}undo/9/", {}, 409),
        (f"/desk/{other.slug}/draw/{draw.pk}/swap/", {}, 422),
        (f"/desk/{other.slug}/draw/", {}, 422),
        ("/desk/new/", {}, 422),
        ("/club/new/", {}, 422),
        ("/club/new/", {"player_1": "\x07", "play": "money", "money_stake": "x"}, 422),
        ("/setup/nonsense/", {}, 410),
    ]
    for path, sent, status in posts:
        answer = ada.post(path, sent)
        assert answer.status_code == status, path
        assert f'lang="{language}"' in raw(answer), path
        assert "%(" not in raw(answer), path
    pages = [
        (f"/desk/{failed.slug}/draw/", 200),
        ("/m/?code=ABCDEF", 404),
        ("/nothing/", 404),
    ]
    for path, status in pages:
        answer = ada.get(path)
        assert answer.status_code == status, path
        assert f'lang="{language}"' in raw(answer), path
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    strict.cookies["language"] = language
    assert strict.post("/theme/").status_code == 403
    assert f'lang="{language}"' in raw(strict.post("/theme/"))
    ben = builders.signed_in(builders.reader())
    ben.cookies["language"] = language
    assert f'lang="{language}"' in raw(ben.get("/desk/"))
    too_large = b"text=" + b"x" * (10 * 1024 * 1024 + 1)
    answer = ada.post(f"{desk}entries/add/", too_large, content_type=FORM)
    assert (answer.status_code, f'lang="{language}"' in raw(answer)) == (400, True)
    monkeypatch.setattr(
        "matches.players.views.players_named", lambda *_asked, **_named: 1 / 0
    )
    answer = ada.get("/players/")
    assert (answer.status_code, f'lang="{language}"' in raw(answer)) == (500, True)
    assert "ZeroDivisionError" in caplog.text
