"""A large draw record is checked by a worker while a page waits."""

import copy
import json
from typing import Any

import pytest
from django.test import Client

from matches.jobs import sent_files, tasks
from matches.models import Job, SentFile
from tests import builders
from tests.tournaments.engine.record.documents import document, later, stage
from tournaments.draws import check_job, check_views, record_views
from tournaments.draws.record import draw_document

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
SOUND = document(later(stage("monrad", 9, rounds=4), 1))
TAMPERED = copy.deepcopy(SOUND) | {"names": {"1": "Ane <Alm>"}}
TAMPERED["pairs"][0], TAMPERED["pairs"][1] = SOUND["pairs"][1], SOUND["pairs"][0]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every record be a large one."""
    for module in (check_views, record_views):
        monkeypatch.setattr(module, "LARGEST_AT_ONCE", 10)


def work() -> None:
    """Do what a worker does."""
    for pk in Job.objects.filter(state=Job.State.QUEUED).values_list("pk", flat=True):
        tasks.run_job(pk)


def sent(client: Client, record: Any) -> str:
    """Send a record; return where its check is shown."""
    answer = client.post("/draws/check/", {"record": json.dumps(record)})
    assert answer.status_code == 302
    return str(answer["Location"])


def test_a_page_waits_and_the_result_is_found_again(client: Client) -> None:
    path = sent(client, SOUND)
    page = client.get(path)
    text = page.content.decode()
    assert page.status_code == 200
    assert "<progress" in text
    assert '<noscript><meta http-equiv="refresh"' in text
    poll = text.split('hx-get="')[1].split('"')[0]
    assert client.get(poll, headers=HTMX).status_code == 204
    assert sent(client, SOUND) == path  # sent twice, checked once
    assert Job.objects.count() == 1
    work()
    part = client.get(poll, headers=HTMX)
    assert part.status_code == 286
    for answer in (part, client.get(path), Client().get(path)):
        assert 'data-outcome="same"' in answer.content.decode()
    assert SentFile.objects.get().content == b""
    assert sent(client, SOUND) == path


@pytest.mark.parametrize(
    ("record", "outcome"), [(TAMPERED, "different"), ("no record at all", "unreadable")]
)
def test_what_is_wrong_is_said(client: Client, record: Any, outcome: str) -> None:
    path = sent(client, record)
    work()
    text = client.get(path).content.decode()
    assert f'data-outcome="{outcome}"' in text
    assert ("Ane &lt;Alm&gt;" in text) == (record is TAMPERED)
    assert "<Alm>" not in text


def test_a_large_draw_of_this_server(client: Client) -> None:
    draw = builders.published_round(builders.evening("monrad", 6)).draw
    path = (
        f"/tournaments/{draw.stage.division.tournament.slug}/stages/1/draws/{draw.pk}/"
    )
    answer = client.get(path, {"check": 1})
    assert answer.status_code == 302
    digest = check_job.queue_check(json.dumps(draw_document(draw)))
    assert answer["Location"] == f"/draws/check/{digest}/"
    work()
    assert 'data-outcome="same"' in client.get(answer["Location"]).content.decode()


def test_no_more_than_a_worker_can_do(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent_files, "MOST_OPEN", 1)
    sent(client, SOUND)
    answer = client.post("/draws/check/", {"record": json.dumps(TAMPERED)})
    assert answer.status_code == 422
    assert Job.objects.count() == 1


def test_unknown_checks_are_not_there(client: Client) -> None:
    assert client.get(f"/draws/check/{'0' * 64}/").status_code == 404
    assert client.get("/draws/check/a%00b/").status_code == 404


def test_a_check_that_broke_is_tried_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sent(client, SOUND)
    with monkeypatch.context() as broken:
        broken.setattr(check_job, "check_text", None)
        with pytest.raises(TypeError):
            work()
    assert "note is-bad" in client.get(path).content.decode()
    assert sent(client, SOUND) == path
    work()
    assert 'data-outcome="same"' in client.get(path).content.decode()
