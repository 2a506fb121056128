"""The database or the disk fails: 503 with what to do, and reading goes on."""

import errno
import json
from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.db import DatabaseError, OperationalError
from django.test import Client, RequestFactory
from django.urls import reverse

from clubsite import faults, ready
from matches.jobs import queue as jobs_queue
from matches.web.middleware import FAULT_HEADER
from matches.web.panels import notices
from tests import builders

FULL = OperationalError("database or disk is full")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (FULL, faults.DISK_FULL),
        (
            OperationalError(
                'could not extend file "base/5/1259": No space left on device'
            ),
            faults.DISK_FULL,
        ),
        (OSError(errno.ENOSPC, "No space left on device"), faults.DISK_FULL),
        (OperationalError("attempt to write a readonly database"), faults.NOT_WRITABLE),
        (DatabaseError("database disk image is malformed"), faults.DAMAGED),
        (DatabaseError("file is not a database"), faults.DAMAGED),
        (OperationalError("database is locked"), faults.BUSY),
        (OperationalError("connection refused"), faults.UNREACHABLE),
        (ValueError("a mistake of ours"), ""),
    ],
)
def test_each_fault_has_its_sentence(error, sentence):
    assert faults.fault_of(error) == str(sentence)
    outer = RuntimeError("while something else was done")
    outer.__cause__ = error
    assert faults.fault_of(outer) == str(sentence)


@pytest.fixture
def browser():
    """A browser that shows what a visitor sees."""
    return Client(raise_request_exception=False)


@pytest.mark.django_db
def test_a_database_that_is_gone_is_a_503(browser, monkeypatch):
    def gone(*_args, **_options):
        raise OperationalError("server closed the connection unexpectedly")

    browser.cookies["crawford_session"] = "a" * 32
    monkeypatch.setattr("django.db.models.query.QuerySet._fetch_all", gone)
    answer = browser.get(reverse("club_list"))
    assert answer.status_code == 503
    assert str(faults.UNREACHABLE) in answer.content.decode()
    assert answer["Retry-After"]
    assert unquote(answer[FAULT_HEADER]) == str(faults.UNREACHABLE)


def test_programs_are_told_in_the_one_shape_of_all_refusals():
    request = RequestFactory().get(reverse("api:list_players"))
    try:
        raise OperationalError("server closed the connection unexpectedly")
    except OperationalError:
        answer = faults.server_fault(request)
    told = json.loads(answer.content)
    assert (answer.status_code, bool(answer["Retry-After"])) == (503, True)
    assert answer["Content-Type"].startswith("application/json")
    assert told["code"] == "api.unavailable"
    assert told["message"] == str(faults.UNREACHABLE)


@pytest.mark.django_db
def test_the_sign_of_life_asks_no_database(django_assert_num_queries):
    ada = builders.signed_in(builders.director())
    with django_assert_num_queries(0):
        assert ada.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_a_full_disk_signs_nobody_out(monkeypatch):
    ada = builders.signed_in(builders.director())

    def full(*_args, **_options):
        raise FULL

    monkeypatch.setattr("allauth.usersessions.models.UserSession.save", full)
    monkeypatch.setattr("django.contrib.sessions.models.Session.save", full)
    # The time for the renewal of the session has come: it is to be written.
    assert ada.get(reverse("desk")).status_code == 200
    monkeypatch.undo()
    assert ada.get(reverse("desk")).status_code == 200


@pytest.fixture
def looked(settings, tmp_path, monkeypatch):
    """A site on which everything works."""
    settings.DATA_DIR = tmp_path
    settings.BACKUP_DIR = tmp_path / "backups"
    monkeypatch.setattr(ready, "free_bytes", lambda: 10**12)
    return {}


@pytest.mark.django_db
@pytest.mark.usefixtures("looked")
class TestReady:
    """What `/readyz` and the desks say of the server."""

    def bad(self):
        """Return what does not work."""
        return {name for name, check in ready.checks().items() if not check["ok"]}

    def test_everything_works(self):
        assert self.bad() == set()

    def test_a_club_without_a_backup(self):
        builders.director()
        assert self.bad() == {"backup"}

    def test_a_full_disk(self, monkeypatch):
        monkeypatch.setattr(ready, "free_bytes", lambda: 1_000_000)
        assert self.bad() == {"disk"}

    def test_a_worker_that_does_not_answer(self):
        job = builders.Job.objects.create(kind="draw", key="left")
        assert notices()["warnings"] == []
        job.sent_at -= jobs_queue.LATE * 2
        job.save()
        assert self.bad() == {"worker"}
        assert len(notices()["warnings"]) == 1

    def test_a_job_that_nobody_does(self):
        job = builders.Job.objects.create(kind="draw", key="left")
        assert self.bad() == set()
        job.created_at -= timedelta(seconds=ready.JOB_LATE_SECONDS + 1)
        job.save()
        assert jobs_queue.oldest_waiting() == job.created_at
        assert self.bad() == {"jobs"}

    def test_no_database(self, monkeypatch):
        def gone():
            raise OperationalError("gone")

        monkeypatch.setattr(ready, "write_again", gone)
        assert self.bad() == {"database"}

    def test_the_answer(self, client, monkeypatch):
        monkeypatch.setattr(ready, "_last", {})
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["ready"]) == (200, True)
        monkeypatch.setattr(ready, "free_bytes", lambda: 0)
        assert client.get("/readyz").status_code == 200  # not looked at again so soon
        monkeypatch.setattr(ready, "_last", {})
        assert client.get("/readyz").status_code == 503
