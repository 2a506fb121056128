"""A large match file is read by a worker while a page waits."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from matches.files import views
from matches.jobs import sent_files, tasks
from matches.models import Job, SentFile
from matches.rulebook.profiles import Reporting
from matches.transcripts.read import read
from matches.transcripts.read.text import MOST_ACTS, TOO_LONG_MATCH
from tests import builders
from tests.matches.files.test_files import THREE_POINTS
from tests.refusals import raises

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Let every file be a large one."""
    monkeypatch.setattr(views, "LARGEST_AT_ONCE", 10)


@pytest.fixture
def match():
    return builders.match(3)


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def send(client, match, content=THREE_POINTS):
    """Send a file; return where its reading is shown."""
    file = SimpleUploadedFile("ane.mat", content)
    answer = client.post(f"/m/{match.code}/files/", {"file": file})
    assert answer.status_code == 302
    return str(answer["Location"])


def work():
    """Do what a worker does."""
    for pk in Job.objects.filter(state=Job.State.QUEUED).values_list("pk", flat=True):
        tasks.run_job(pk)


@pytest.mark.database
def test_a_page_waits_and_leads_to_the_file(ada, match):
    path = send(ada, match)
    text = ada.get(path).content.decode()
    assert "<progress" in text
    assert '<noscript><meta http-equiv="refresh"' in text
    poll = text.split('hx-get="')[1].split('"')[0]
    assert ada.get(poll, headers=HTMX).status_code == 204
    assert not match.files.exists()
    assert send(ada, match) == path  # sent twice, read once
    assert Job.objects.count() == 1
    work()
    file = match.files.get()
    assert bytes(file.content) == THREE_POINTS
    assert file.reported_by is not None
    part = ada.get(poll, headers=HTMX)
    assert (part.status_code, part["HX-Redirect"]) == (286, path)
    assert ada.get(path)["Location"] == f"/m/{match.code}/files/{file.pk}/"
    match.files.all().delete()
    assert ada.get(path)["Location"] == f"/m/{match.code}/"


def test_a_player_sends_one():
    match = builders.match(3, reporting=Reporting.AGREE)
    player = Client()
    player.get(f"/p/{match.player_2.link_key}/")
    send(player, match)
    work()
    assert match.files.get().reported_side == 2


def test_what_is_wrong_is_said_and_can_be_sent_again(ada, match):
    path = send(ada, match, b"This is no match file at all.")
    work()
    text = ada.get(path).content.decode()
    assert "note is-bad" in text
    assert not match.files.exists()
    assert send(ada, match, b"This is no match file at all.") == path


def test_others_do_not_see_it(ada, match):
    path = send(ada, match)
    assert Client().get(path).status_code == 302
    other = builders.match(3, people=("Mie Nord", "Ove Post"))
    assert ada.get(path.replace(match.code, other.code)).status_code == 404


def test_no_more_than_a_worker_can_do(ada, match, monkeypatch):
    monkeypatch.setattr(sent_files, "MOST_OPEN", 0)
    file = SimpleUploadedFile("ane.mat", THREE_POINTS)
    answer = ada.post(f"/m/{match.code}/files/", {"file": file})
    assert answer.status_code == 429


def test_old_ones_are_forgotten(ada, match):
    path = send(ada, match)
    sent_files.forget_old(timezone.now() + timedelta(days=30))
    assert SentFile.objects.exists()  # nobody has read it yet
    work()
    sent_files.forget_old(timezone.now())
    assert SentFile.objects.exists()
    sent_files.forget_old(timezone.now() + timedelta(days=30))
    assert not Job.objects.exists()
    assert ada.get(path).status_code == 404


def test_no_page_has_to_judge_more_than_some_moves():
    moves = ";B[31kili];W[42klil]" * (MOST_ACTS // 2 + 1)
    with raises(TOO_LONG_MATCH):
        read(f"(;GM[6]MI[length:3][game:0]{moves})".encode())
