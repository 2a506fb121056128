"""The pages that save a tournament as a file and open one."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.jobs import tasks
from matches.models import Job, Player
from tests import builders
from tests.refusals import shown
from tests.tournaments.tournament_file.world import FIXTURES
from tournaments.models import Tournament
from tournaments.tournament_file import jobs
from tournaments.tournament_file.errors import CUT_OFF, DRAW_OPEN
from tournaments.tournament_file.opening import NEW

pytestmark = pytest.mark.django_db
GOOD = (FIXTURES / "version-1-cup.crawford.json").read_bytes()
SEND = "/desk/new/file/"


@pytest.fixture
def browser() -> Client:
    return builders.signed_in(builders.director())


def work() -> None:
    for pk in Job.objects.filter(state="queued").order_by("pk").values_list("pk"):
        tasks.run_job(*pk)


def send(browser: Client, content: bytes) -> Any:
    return browser.post(SEND, {"file": SimpleUploadedFile("cup.json", content)})


def read(browser: Client, content: bytes = GOOD) -> str:
    """Send a file and let the worker read it; return the address of the page."""
    url: str = send(browser, content)["Location"]
    assert browser.get(url).context["job"].is_open
    work()
    return url


def choices(browser: Client, url: str) -> dict[str, str]:
    return {row["field"]: NEW for row in browser.get(url).context["rows"]}


def test_a_file_is_looked_at_then_opened_once(browser: Client) -> None:
    url = read(browser)
    page = browser.get(url).context
    assert (len(page["rows"]), page["error"], page["here"]) == (8, "", None)
    opened = browser.post(url, choices(browser, url))["Location"]
    assert browser.get(opened).context["job"].kind == jobs.OPEN
    work()
    made = Tournament.objects.get()
    assert browser.get(opened)["Location"] == f"/desk/{made.slug}/"
    for path in ("", "standings/", "draws/", "bracket/1/"):
        assert browser.get(f"/tournaments/{made.slug}/{path}").status_code in {200, 404}
    # Sent again, twice or by mistake: the same tournament is shown.
    assert browser.post(url, choices(browser, url))["Location"] == opened
    again = read(browser)
    assert browser.get(again).context["here"].slug == made.slug
    assert Tournament.objects.count() == 1


def test_what_is_saved_is_a_file_to_be_kept(browser: Client) -> None:
    evening = builders.evening("swiss", 4)
    answer = browser.get(f"/desk/{evening.slug}/tournament.json")
    assert answer["Content-Disposition"].startswith("attachment")
    assert json.loads(answer.content)["crawford_tournament"] == 1
    builders.drawn_round(evening)
    refused = browser.get(f"/desk/{evening.slug}/tournament.json", follow=True)
    assert shown(DRAW_OPEN) in refused.content.decode()


def test_known_people_are_offered_and_somebody_has_to_say_who_is_meant(
    browser: Client,
) -> None:
    name = json.loads(GOOD)["players"][0]["name"]
    known = Player.objects.create(name=name, sort_name=name, club="Nord")
    Player.objects.create(name=name, sort_name=name, club="Syd")
    url = read(browser)
    first, second, *_others = browser.get(url).context["rows"]
    assert first["is_open"]
    assert not second["is_open"]
    sent = choices(browser, url)
    assert browser.post(url, sent | {"player-1": ""}).status_code == 422
    assert browser.post(url, sent | {"player-1": "nobody"}).status_code == 422
    opened = browser.post(url, sent | {"player-1": known.key})["Location"]
    work()
    assert browser.get(opened).status_code == 302
    assert Player.objects.filter(name=name).count() == 2
    assert known.entries.count() == 1


def test_a_bad_file_is_one_sentence(browser: Client) -> None:
    url = read(browser, GOOD[:500])
    answer = browser.get(url)
    assert shown(CUT_OFF) in answer.content.decode()
    assert browser.post(url, {}).status_code == 200
    assert not Tournament.objects.exists()


def test_without_a_file_or_with_too_large_a_one(browser: Client) -> None:
    empty = browser.post(SEND, {})
    assert empty.context["form"].has_error("file", "none")
    large = send(browser, b" " * (settings.FILE_UPLOAD_MAX_MEMORY_SIZE + 1))
    assert large.status_code == 422
    assert large.context["form"].has_error("file", "large")
