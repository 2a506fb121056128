"""The page of backups, the notices on the desks, and the jobs behind them."""

import io
import json
import os
import shutil
import zipfile
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from clubsite import cleaning, ready
from clubsite.backup import jobs, make, views
from clubsite.backup import state as states
from clubsite.backup.make import BackupName, Reason
from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from matches.models import Invitation, Job
from matches.web.panels import notices
from tests import builders
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    """An empty folder of backups."""
    found = tmp_path / "backups"
    settings.BACKUP_DIR = found
    return found


@pytest.fixture
def ada():
    """A director's browser."""
    return builders.signed_in(builders.director())


def asked(browser, op="one"):
    """Press the button and let the worker work."""
    assert browser.post(reverse("backups"), {"op": op}).status_code == 302
    job = Job.objects.get(key=f"backup:hand:{op}")
    tasks.run_job(job.pk)
    job.refresh_from_db()
    return job


def confirm(browser):
    """Let the password have been typed just now."""
    session = browser.session
    session[views.CONFIRMED] = int(timezone.now().timestamp())
    session.save()


def shown(browser):
    return browser.get(reverse("backups")).content.decode()


def warnings():
    return notices()["warnings"]


def dated(folder, **ago):
    """Let there be a backup of some time ago."""
    folder.mkdir(exist_ok=True)
    made = timezone.localtime() - timedelta(**ago)
    (folder / str(BackupName(made, Reason.DAY))).write_bytes(b"")


def test_a_backup_is_made_listed_and_downloaded(ada):
    assert asked(ada).state == Job.State.DONE
    (backup,) = make.backups_in(site.BACKUP_DIR)
    file = reverse("backup_file", args=[backup.file.name])
    assert backup.file.name in shown(ada)  # as a restore wants it
    assert file not in shown(ada)  # there is no link yet
    assert ada.get(file).status_code == 302
    confirm(ada)
    assert file in shown(ada)
    answer = ada.get(file)
    content = b"".join(answer)
    assert content == backup.file.read_bytes()
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["rows"]["matches_user"] == 1


def test_only_directors(client, ada):
    asked(ada)
    (backup,) = make.backups_in(site.BACKUP_DIR)
    file = reverse("backup_file", args=[backup.file.name])
    reader = builders.signed_in(builders.reader())
    for path in (reverse("backups"), file):
        assert client.get(path).status_code == 302
        assert "/login/" in client.get(path)["Location"]
        assert reader.get(path).status_code == 403
    assert reader.post(reverse("backups"), {"op": "x"}).status_code == 403
    assert not Job.objects.filter(key="backup:hand:x").exists()


@pytest.mark.sqlite
def test_a_confirmed_password_is_forgotten_after_some_minutes(ada, monkeypatch):
    asked(ada)
    (backup,) = make.backups_in(site.BACKUP_DIR)
    file = reverse("backup_file", args=[backup.file.name])
    ada.post(reverse("backups"), {"show": "1"})  # Ada has just logged in
    assert file in shown(ada)
    now = timezone.now().timestamp()
    monkeypatch.setattr("time.time", lambda: now + 11 * 60)
    assert ada.get(file).status_code == 302
    ada.post(reverse("backups"), {"show": "1"})  # it asks for the password
    assert ada.get(file).status_code == 302


@pytest.mark.parametrize(
    "name", ["crawford-2026-11-22-120000-day.zip", "..", "secret_key", "other.zip"]
)
def test_nothing_else_is_sent(ada, folder, name):
    folder.mkdir()
    (folder / "other.zip").write_text("{}")
    confirm(ada)
    assert ada.get(f"/directors/backups/{name}").status_code == 404


def test_a_form_sent_twice_makes_one(ada):
    asked(ada)
    asked(ada)
    assert len(make.backups_in(site.BACKUP_DIR)) == 1


@pytest.mark.sqlite
def test_the_page_shows_the_progress(ada):
    ada.post(reverse("backups"), {"op": "one"})
    job = jobs.open_job()
    assert 'aria-busy="true"' in shown(ada)
    poll = f"{reverse('backups')}?seen={job.pk}-queued-0"
    assert ada.get(poll, headers={"HX-Request": "true"}).status_code == 204
    tasks.run_job(job.pk)
    ended = ada.get(poll, headers={"HX-Request": "true"})
    assert ended.status_code == 286
    # The first backup can be taken along at once, without loading the page again.
    assert 'name="show"' in ended.content.decode()


def due():
    """Make the backup that is due; return why it was."""
    jobs.queue_due()
    jobs.queue_due()  # not twice
    job = jobs.open_job()
    if job is None:
        return None
    tasks.run_job(job.pk)
    return job.key.split(":")[1]


def earlier(**ago):
    """Let all backups have been asked for some time ago."""
    Job.objects.update(created_at=timezone.now() - timedelta(**ago))


@pytest.mark.sqlite
def test_one_is_due_each_day_and_after_published_rounds(folder):
    assert due() is None  # nobody is there yet
    builders.director()
    assert due() == Reason.DAY
    builders.published_round(builders.evening("swiss", 4))
    assert due() is None  # the last one is quite new
    earlier(minutes=21)
    assert due() == Reason.ROUND
    earlier(minutes=21)
    assert due() is None  # no other round was published
    assert {backup.name.reason for backup in make.backups_in(folder)} == {
        Reason.DAY,
        Reason.ROUND,
    }


@pytest.mark.sqlite
def test_many_rounds_have_a_backup_every_twenty_minutes():
    builders.director()
    due()
    builders.published_round(builders.evening("swiss", 4))
    earlier(minutes=21)
    assert due() == Reason.ROUND
    for minutes in (0, 10, 19):
        builders.published_round(builders.evening("swiss", 4))
        earlier(minutes=minutes)
        assert due() is None
    earlier(minutes=21)
    assert due() == Reason.ROUND
    earlier(days=-1)  # the clock was set back: the next round does not wait for it
    builders.published_round(builders.evening("swiss", 4))
    assert due() == Reason.ROUND


@pytest.mark.sqlite
def test_the_desks_say_how_old_the_last_one_is(ada, folder):
    builders.evening("swiss", 4)
    page = reverse("backups")
    dated(folder, hours=3)
    assert page in ada.get(reverse("desk")).content.decode()
    assert warnings() == []
    dated(folder, days=-3)  # the clock was set back since: it does not count
    assert warnings() == []


def test_an_old_backup_is_a_warning(ada, folder):
    evening = builders.evening("swiss", 4)
    dated(folder, hours=30)
    (warning,) = warnings()
    assert warning.url == reverse("backups")
    for path in (reverse("desk"), reverse("tournament_desk", args=[evening.slug])):
        assert warning.text in ada.get(path).content.decode().replace("&nbsp;", "\xa0")


@pytest.mark.sqlite
def test_a_failure_is_a_warning_until_the_next_success(ada, folder, monkeypatch):
    folder.mkdir()
    usage = shutil.disk_usage(folder)
    with monkeypatch.context() as disk:
        disk.setattr(
            "clubsite.backup.make.shutil.disk_usage",
            lambda _folder: usage._replace(free=1_000_000),
        )
        job = asked(ada)
    assert (job.state, job.error) == (Job.State.FAILED, make.NO_ROOM.code)
    assert list(folder.iterdir()) == []
    failure = states.state(timezone.now()).failure
    assert failure.refusal is make.NO_ROOM
    assert len(warnings()) == 1
    assert asked(ada, "two").state == Job.State.DONE
    assert warnings() == []


@pytest.mark.sqlite
def test_a_backup_of_another_machine_counts_and_is_said_to_be_there(
    ada, settings, tmp_path
):
    """With Redis the worker that made it may have another data folder."""
    builders.evening("swiss", 4)
    elsewhere = "where the background worker runs"
    settings.REDIS_URL = "redis://nowhere"
    assert asked(ada).state == Job.State.DONE
    assert states.state(timezone.now()).is_elsewhere is False
    assert elsewhere not in shown(ada)

    settings.BACKUP_DIR = tmp_path / "of this machine"
    found = states.state(timezone.now())
    assert found.is_elsewhere
    assert not found.is_old
    assert elsewhere in shown(ada)
    assert warnings() == []
    assert ready.checks()["backup"]["ok"]

    settings.BACKUP_DIR.mkdir()  # emptied: what was in it is lost
    assert states.state(timezone.now()).last is None
    assert not ready.checks()["backup"]["ok"]
    settings.BACKUP_DIR.rmdir()
    assert ready.checks()["backup"]["ok"]

    failed = make.NO_ROOM(folder="x", needed=2, free=1)
    jobs.request_backup("two")
    claimed = jobs_queue.claim(Job.objects.get(key="backup:hand:two").pk)
    assert claimed is not None
    jobs_queue.fail(claimed, failed)
    assert str(failed) in warnings()[0].text
    assert not ready.checks()["backup"]["ok"]


@pytest.mark.sqlite
def test_a_disk_that_is_nearly_full_is_a_warning(folder, monkeypatch):
    dated(folder, minutes=1)
    monkeypatch.setattr(ready, "free_bytes", lambda: ready.LEAST_FREE - 1)
    assert len(warnings()) == 1


@pytest.mark.sqlite
def test_a_second_folder_that_is_not_there_is_a_warning(settings, folder, tmp_path):
    dated(folder, minutes=1)
    settings.BACKUP_SECOND_DIR = tmp_path / "stick"
    assert len(warnings()) == 1
    dated(tmp_path / "stick", days=2)
    assert warnings() == []


@pytest.mark.sqlite
def test_old_ones_are_deleted_when_a_new_one_is_made(folder):
    for days in range(1, 400, 3):
        dated(folder, days=days)
    for hour in range(30):
        dated(folder, hours=hour, minutes=5)
    make.make_backup(Reason.DAY)
    left = make.backups_in(folder)
    assert left[0].name.reason == Reason.DAY
    assert left[0].size > 0
    assert len(left) < 45


def test_the_daily_backup_cleans_up_first(ada, settings, folder, tmp_path):
    settings.DATA_DIR = tmp_path
    now = timezone.now()
    long_ago = now - timedelta(days=40)
    for key, expires in (("gone", long_ago), ("valid", now + timedelta(hours=1))):
        Session.objects.create(session_key=key, expire_date=expires)
    Invitation.objects.create(token_hash="old", expires_at=long_ago)
    Invitation.objects.create(token_hash="new", expires_at=now + timedelta(hours=1))
    for number in range(40):
        finished = long_ago - timedelta(days=40 - number)
        Job.objects.create(
            kind=jobs.KIND,
            key=f"backup:day:{number}",
            state=Job.State.DONE,
            finished_at=finished,
        )
    binned = builders.tournament("swiss")
    Tournament.everything.filter(pk=binned.pk).update(deleted_at=long_ago)
    aside = tmp_path / "before-restore-2026-01-01-120000.sqlite3"
    aside.touch()
    os.utime(aside, (long_ago.timestamp(), long_ago.timestamp()))
    cleaning.clean(now)
    assert not Tournament.everything.exists()
    assert aside.exists()  # there is no backup since then
    jobs.queue_due()
    job = jobs.open_job()
    tasks.run_job(job.pk)
    (made,) = make.backups_in(folder)
    with zipfile.ZipFile(made.file) as archive:
        rows = json.loads(archive.read("manifest.json"))["rows"]
    # The new link, and the one that Ada joined with.
    assert rows["matches_invitation"] == 2
    assert rows["matches_job"] == cleaning.KEPT_DAYS
    cleaning.clean(now)
    assert not aside.exists()
