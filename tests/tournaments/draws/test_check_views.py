"""A stranger checks a draw: by the command and by the page."""

import copy
import io
import json
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.translation import override

from tests import builders
from tests.tournaments.engine.record.documents import document, later, stage
from tournaments.draws import check_views
from tournaments.draws.publish import publish_round
from tournaments.draws.record import draw_document
from tournaments.draws.swap import swap
from tournaments.engine import FORMATS
from tournaments.engine.record import fingerprint
from tournaments.engine.record.checking import check_document

ROOT = Path(settings.BASE_DIR)
SOUND = document(later(stage("monrad", 9, rounds=4), 1))
TAMPERED = copy.deepcopy(SOUND)
TAMPERED["pairs"][0], TAMPERED["pairs"][1] = SOUND["pairs"][1], SOUND["pairs"][0]


# The command -------------------------------------------------------------------


def test_times_are_the_clubs_on_pages_and_name_their_zone_in_the_command(tmp_path):
    record = document(later(stage("swiss", 8, rounds=3), 1))
    with timezone.override("America/New_York"):
        page = " ".join(texts(check_views.checked(record)))
    assert "22 November 2026 14:04:05" in page
    assert "UTC" not in page
    _status, said = verified(tmp_path, json.dumps(record))
    assert "on 2026-11-22 19:04:05 UTC" in said


def test_a_day_that_is_in_no_calendar_is_shown_as_it_is_written():
    state = later(stage("swiss", 8, rounds=3), 1)
    for made in ("2026-99-99T99:99:99Z", "0001-01-01T00:00:00Z"):
        with timezone.override("America/New_York"):
            check = check_views.checked(document(state, told={"made": made}))
        assert made in " ".join(texts(check))


def texts(check: Any) -> list[str]:
    return [step["text"] for step in check["steps"]]


def verified(tmp_path: Path, text: str) -> tuple[int, str]:
    """What the command says of a file, and the status it ends with."""
    path, out, status = tmp_path / "draw.json", io.StringIO(), 0
    path.write_text(text, "utf-8")
    try:
        with redirect_stdout(out):
            call_command("verify_draw", str(path))
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue()


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (json.dumps(SOUND), 0, "SAME: "),
        (json.dumps(SOUND, indent=2, ensure_ascii=False), 0, "SAME: "),
        (json.dumps(TAMPERED), 1, "WRONG  Pairing 1 is Entrant"),
        ("hello", 2, "NOT CHECKED: "),
        ("{}", 2, "NOT CHECKED: "),
    ],
)
def test_command(tmp_path: Path, text: str, status: int, said: str) -> None:
    ended, told = verified(tmp_path, text)
    assert ended == status
    assert said in told


def test_command_without_a_file(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as caught:
        call_command("verify_draw", str(tmp_path / "none.json"))
    assert caught.value.code == 2


def test_command_in_a_process_of_its_own_without_a_database(tmp_path: Path) -> None:
    environment = {"CRAWFORD_DEBUG": "1", "CRAWFORD_DATA": str(tmp_path / "empty")}
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_draw", "-"],
        input=json.dumps(SOUND),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "SAME: " in done.stdout
    assert not list(tmp_path.rglob("*.sqlite3"))


# The page -----------------------------------------------------------------------


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> RequestFactory:
    """Requests without a server; the frame of the page is not looked at here."""
    monkeypatch.setattr(
        check_views.answers,
        "show",
        lambda _request, _template, context, status, **_more: (context["page"], status),
    )
    return RequestFactory()


def answer(factory: RequestFactory, **sent: Any) -> tuple[Any, int]:
    result: Any = check_views.check_page(factory.post("/draws/check/", sent))
    return result


def test_page_takes_text_and_files(factory: RequestFactory) -> None:
    page, status = answer(factory, record=json.dumps(SOUND))
    assert (status, page["check"]["outcome"]) == (200, "same")
    file = SimpleUploadedFile("draw.json", json.dumps(TAMPERED).encode())
    page, status = answer(factory, record="", file=file)
    assert (status, page["check"]["outcome"]) == (200, "different")
    assert any("Pairing 1" in text for text in texts(page["check"]))


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"record": "   "},
        {"record": "x" * (check_views.LARGEST + 1)},
        {"file": SimpleUploadedFile("draw.json", b"")},
    ],
)
def test_page_refuses_nothing_and_too_much(
    factory: RequestFactory, sent: dict[str, Any]
) -> None:
    page, status = answer(factory, **sent)
    assert status == 422
    assert page["check"] is None
    assert page["form"].non_field_errors()


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"{", b"[1]", b"\xef\xbb\xbf{}"])
def test_page_says_what_is_no_record(factory: RequestFactory, content: bytes) -> None:
    file = SimpleUploadedFile("draw.json", content)
    page, status = answer(factory, file=file)
    assert (status, page["check"]["outcome"]) == (422, "unreadable")
    assert len(page["check"]["steps"]) == 1


def test_page_answers_so_many_times_only(
    factory: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_views, "CHECKS_PER_ADDRESS", 2)
    statuses = [answer(factory, record=json.dumps(SOUND))[1] for _ in range(4)]
    assert statuses[0] == 200
    assert statuses[-1] == 422


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_steps_of_our_own_draws(language: str) -> None:
    with override(language):
        check = check_views.checked(SOUND)
    assert check["outcome"] == "same"
    assert all("%(" not in text for text in texts(check))


# From the database ------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("key", [known.key for known in FORMATS])
@pytest.mark.parametrize("who", [5, 8])
def test_what_was_drawn_here_can_be_checked_elsewhere(key: str, who: int) -> None:
    evening = builders.evening(key, who)
    draw = builders.published_round(evening).draw
    record = json.loads(json.dumps(draw_document(draw)))
    told = record["announcement"]
    assert told["fingerprint"] == draw.fingerprint == fingerprint(record["state"])
    assert len(record["names"]) == who
    assert check_document(record).is_same
    record["pairs"].reverse()
    assert not check_document(record).is_same


@pytest.mark.django_db
def test_a_later_round_drawn_again_and_changed() -> None:
    evening = builders.evening("swiss", 8)
    builders.played_round(evening)
    builders.drawn_round(evening)
    draw = builders.drawn_round(evening, reason="Lund was late")
    first, second = (pairing.entry_1.number for pairing in builders.pairings(draw)[:2])
    swap(
        draw_id=draw.pk,
        tournament=evening,
        first=first,
        second=second,
        reason="They asked",
        by=None,
    )
    draw.refresh_from_db()
    publish_round(draw_id=draw.pk, tournament=evening, swaps=1, by=None)
    draw.refresh_from_db()
    record = json.loads(json.dumps(draw_document(draw)))
    told = record["announcement"]
    assert (told["number"], told["reason"]) == (2, "Lund was late")
    assert told["differs"] == [["nothing", 0]]
    assert [before["number"] for before in record["chain"]] == [1]
    assert record["swaps"] == [[first, second, "They asked"]]
    assert check_document(record).outcome == "changed"


def test_both_rounds_stand_side_by_side(factory: RequestFactory) -> None:
    page, _status = answer(factory, record=json.dumps(TAMPERED))
    assert [pair.is_same for pair in page["check"]["pairs"][:3]] == [False, False, True]
    first, second = page["check"]["pairs"][:2]
    assert first.published == second.again


@pytest.mark.django_db
def test_the_page_of_a_draw_draws_it_again() -> None:
    draw = builders.published_round(builders.evening("monrad", 6)).draw
    slug, client = draw.stage.division.tournament.slug, Client()
    path = f"/tournaments/{slug}/stages/1/draws/{draw.pk}/"
    assert "data-outcome" not in client.get(path).content.decode()
    page = client.get(path, {"check": 1}).content.decode()
    assert 'data-outcome="same"' in page
    assert "Comparison" in page
    assert "/draws/verify_draw.pyz" in page
    assert 'class="is-wrong"' not in page
    draw.record["pairs"].reverse()
    draw.save(update_fields=["record"])
    page = client.get(path, {"check": 1}).content.decode()
    assert 'data-outcome="different"' in page
    assert 'class="is-wrong"' in page


@pytest.mark.django_db
def test_pages_that_check_a_draw() -> None:
    evening = builders.evening("monrad", 6)
    draw = builders.published_round(evening).draw
    client = Client()
    assert "sha256sum" in client.get("/draws/check/").content.decode()
    sent = json.dumps(draw_document(draw))
    page = client.post("/draws/check/", {"record": sent})
    assert page.status_code == 200
    assert 'data-outcome="same"' in page.content.decode()
    page = client.post("/draws/check/", {"record": "<script>"})
    assert page.status_code == 422
    assert "&lt;script&gt;" in page.content.decode()
