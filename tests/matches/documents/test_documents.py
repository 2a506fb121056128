"""Printed documents: one registry, one page, one kind of job.

The toy document is known to no other file: what works for it works for any.
"""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone
from django.utils.translation import get_language, override

from matches.documents import registry
from matches.documents import services as documents_services
from matches.documents.access import MANY_DOCUMENTS, MOST_OPEN, TOO_MANY_ASKED
from matches.documents.joined import one_pdf
from matches.documents.pdf import DEBIAN_PACKAGES
from matches.documents.registry import (
    PRINTING_UNAVAILABLE,
    Document,
    Scope,
    document_named,
)
from matches.documents.services import (
    make_document,
    printout_of,
    request_printout,
    wanted,
)
from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from matches.models import Job, Printout
from matches.rulebook.book import book_named
from matches.rulebook.paper import PROFILE
from matches.rules.game import gettext_noop
from matches.web import throttle
from tests import builders

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
LANGUAGES = ("en", "da", "sv", "nb", "nl")
PAGE = "/documents/toy/danish/"
PDF = "/documents/toy/danish.pdf"
HTMX = {"HX-Request": "true"}


@dataclass
class Toy:
    """What the toy document says, and what was done to make it."""

    text: str = "one"
    built: list[tuple[str, str]] = field(default_factory=list)
    is_private: bool = False
    read: int = 0

    def access(self, request, _address):
        if self.is_private and not request.user.is_authenticated:
            raise PermissionDenied

    def values(self, book):
        self.read += 1
        return f"{book.key}: {self.text}", get_language(), timezone.now()

    def press(self, values):
        return self.build(values)  # looked up when called: tests replace it

    def build(self, values):
        self.built.append(values[:2])
        return f"%PDF {values[0]} {values[1]}".encode()


@pytest.fixture
def toy():
    made = Toy()
    document = Document(
        key="toy",
        title=gettext_noop("Score sheets"),
        scope=PROFILE,
        access=made.access,
        values=made.values,
        basis=lambda values: values[:2],
        build=made.press,
        note="PDF of a toy",
    )
    registry.register(document)
    yield made
    registry.withdraw(document)


def ask():
    return wanted(document_named("toy"), book_named("danish"))


# A document from the first question to the last ----------------------------


def test_a_document_is_offered_where_its_things_are(client, toy):
    page = client.get("/rules/danish/").content.decode()
    assert f'href="{PDF}"' in page
    assert "PDF of a toy" in page


def test_it_is_made_by_a_job_and_then_there_for_all(client, toy):
    first = client.get(PDF)
    assert (first.status_code, first["Location"]) == (302, PAGE)
    page = client.get(PAGE)
    assert page.status_code == 200
    assert 'http-equiv="refresh"' in page.content.decode()
    assert f'hx-get="{PAGE}?printout=' in page.content.decode()
    assert not toy.built
    builders.print_all()
    assert toy.built == [("danish: one", "en")]
    for reader in (client, Client()):
        there = reader.get(PDF)
        assert there.content == b"%PDF danish: one en"
        assert there["Content-Type"] == "application/pdf"
        assert there["Content-Disposition"] == 'inline; filename="danish-toy.pdf"'
        assert there["Cache-Control"] == "private, no-store"
    page = client.get(PAGE).content.decode()
    assert f'href="{PDF}"' in page
    assert "hx-get" not in page
    assert 'http-equiv="refresh"' not in page
    assert Job.objects.count() == 1


def test_the_waiting_part_stops_asking_when_it_is_made(client, toy):
    client.get(PAGE)
    waiting = client.get(PAGE, headers=HTMX)
    assert waiting.status_code == 200
    assert "Waiting for the background worker" in waiting.content.decode()
    job = Job.objects.get()
    jobs_queue.report_step(
        jobs_queue.claim(job.pk) or job,
        step=1,
        steps=2,
        label=documents_services.STEPS[0],
    )
    step = client.get(PAGE, headers=HTMX).content.decode()
    assert "Reading the contents" in step
    Job.objects.update(state=Job.State.QUEUED)
    builders.print_all()
    there = client.get(PAGE, headers=HTMX)
    assert there.status_code == 286
    assert "Open the PDF" in there.content.decode()
    assert "<html" not in there.content.decode()


def test_a_long_document_shows_how_far_it_is(client, toy, monkeypatch):
    """And a worker that lost its claim stops at the next chunk."""
    shown = []

    def part():
        shown.append(client.get(PAGE).content.decode())
        return b"%PDF"

    monkeypatch.setattr("matches.documents.joined.joined", b"".join)
    document = replace(document_named("toy"), build=lambda _values: one_pdf([part] * 3))
    client.get(PAGE)
    # Within the test: the fixture takes the document away that it registered.
    with monkeypatch.context() as changed:
        changed.setitem(registry._documents, "toy", document)
        builders.print_all()
    assert 'max="6" value="3"' in shown[1]
    assert 'max="6" value="4"' in shown[2]
    assert Job.objects.get().state == Job.State.DONE
    assert client.get(PDF).status_code == 200


def test_a_poll_reads_nothing_while_the_job_is_where_it_was(
    client, toy, django_assert_num_queries
):
    client.get(PAGE)
    job, printout = Job.objects.get(), Printout.objects.get()
    toy.read = 0
    poll = f"{PAGE}?printout={printout.pk}&step=0"
    with django_assert_num_queries(1):
        assert client.get(poll, headers=HTMX).status_code == 204
    assert toy.read == 0
    Job.objects.filter(pk=job.pk).update(step=1)
    assert client.get(poll, headers=HTMX).status_code == 200
    for nonsense in ("printout=x&step=0", "printout=1", f"printout={'9' * 400}&step=1"):
        assert client.get(f"{PAGE}?{nonsense}", headers=HTMX).status_code == 200
    builders.print_all()
    assert client.get(poll, headers=HTMX).status_code == 286


def test_it_is_made_again_when_it_says_something_else(client, toy):
    builders.printed(client, PDF)
    toy.text = "two"
    assert client.get(PDF).status_code == 302
    assert builders.printed(client, PDF).content == b"%PDF danish: two en"
    assert [text for text, _language in toy.built] == ["danish: one", "danish: two"]
    assert Printout.objects.count() == Job.objects.count() == 1


def test_an_old_one_stays_until_a_newer_one_is_made(client, toy):
    builders.printed(client, PDF)
    toy.text = "two"
    client.get(PAGE)
    toy.text = "one"
    assert client.get(PDF).content == b"%PDF danish: one en"


def test_strangers_are_refused_whatever_is_made(client, toy):
    toy.is_private = True
    assert client.get(PDF).status_code == client.get(PAGE).status_code == 403
    assert client.post(PAGE).status_code == 403
    assert not Job.objects.exists()
    ada = builders.signed_in(builders.director())
    assert builders.printed(ada, PDF).content == b"%PDF danish: one en"
    assert client.get(PDF).status_code == client.get(PAGE).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/documents/toy/chess",
            "/documents/chess/danish",
            "/documents/toy/da%00nish",
        ),
        f"/documents/toy/{'x' * 300}",
    ],
)
def test_what_is_not_there_is_not_found(client, toy, path):
    assert client.get(f"{path}/").status_code == 404
    assert client.get(f"{path}.pdf").status_code == 404
    assert client.post(f"{path}/").status_code == 404
    assert not Job.objects.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_own(client, toy, language):
    client.cookies["language"] = language
    builders.printed(Client(headers={"accept-language": "en"}), PDF)
    content = builders.printed(client, PDF).content
    assert content == f"%PDF danish: one {language}".encode()
    assert Printout.objects.count() == (1 if language == "en" else 2)
    with override(language):
        expected = wanted(document_named("toy"), book_named("danish")).name
    assert expected in client.get(PAGE).content.decode()


# What the worker meets -----------------------------------------------------


class Killed(BaseException):
    """What `kill -9` is to a process, this is to a test."""


def test_a_killed_worker_leaves_it_to_the_next(client, toy, monkeypatch):
    def die(_values):
        raise Killed

    client.get(PAGE)
    job = Job.objects.get()
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(toy, "build", die)
        tasks.run_job(job.pk)
    assert Printout.objects.get().made_at is None
    assert "Laying out pages" in client.get(PAGE).content.decode()
    later = timezone.now() + jobs_queue.LEASE + timedelta(seconds=1)
    assert jobs_queue.sweep(later) == [job.pk]
    tasks.run_job(job.pk)
    tasks.run_job(job.pk)
    assert client.get(PDF).content == b"%PDF danish: one en"
    assert len(toy.built) == 1


def test_a_slow_worker_writes_nothing_after_another_took_over(toy, monkeypatch):
    printout = request_printout(ask())
    slow = jobs_queue.claim(printout.job_id)
    assert slow is not None
    jobs_queue.sweep(timezone.now() + jobs_queue.LEASE + timedelta(seconds=1))
    tasks.run_job(printout.job_id)
    made_at = Printout.objects.get().made_at
    with pytest.raises(jobs_queue.LostClaimError):
        make_document(slow)
    assert Printout.objects.get().made_at == made_at


def test_what_changed_meanwhile_is_kept_as_what_it_is(client, toy):
    """Asked for as "one", made as "two": nobody gets "two" who asks for "one"."""
    client.get(PAGE)
    toy.text = "two"
    builders.print_all()
    assert client.get(PDF).content == b"%PDF danish: two en"
    toy.text = "one"
    assert client.get(PDF).status_code == 302


def test_two_jobs_that_came_to_the_same_leave_one(client, toy):
    client.get(PAGE)
    toy.text = "two"
    client.get(PAGE)
    assert Printout.objects.count() == 2
    builders.print_all()
    assert client.get(PDF).content == b"%PDF danish: two en"
    assert Printout.objects.count() == Job.objects.count() == 1


def test_a_machine_without_the_libraries_says_what_to_install(client, toy, monkeypatch):
    def build(_values):
        raise PRINTING_UNAVAILABLE(packages=DEBIAN_PACKAGES)

    with monkeypatch.context() as patch:
        patch.setattr(toy, "build", build)
        page = builders.printed(client, PDF)
    assert DEBIAN_PACKAGES in page.content.decode()
    assert "Try again" in page.content.decode()
    # What the browser can print itself is offered meanwhile.
    address = page.context["page"].subject_url
    assert f'<a href="{address}">' in page.content.decode()
    assert client.get(address).status_code == 200
    failed = client.get(PAGE, headers=HTMX)
    assert failed.status_code == 286
    assert Job.objects.get().state == Job.State.FAILED  # looking starts nothing
    assert client.post(PAGE)["Location"] == PAGE
    assert Job.objects.get().state == Job.State.QUEUED
    builders.print_all()
    assert client.get(PDF).content == b"%PDF danish: one en"


def test_a_thing_that_went_away_is_told(toy, monkeypatch):
    def find(_address):
        raise LookupError

    printout = request_printout(ask())
    gone = Scope(
        kind="gone", address=PROFILE.address, find=find, name=str, url=PROFILE.url
    )
    object.__setattr__(document_named("toy"), "scope", gone)
    tasks.run_job(printout.job_id)
    job = Job.objects.get()
    assert (job.state, job.error) == ("failed", documents_services.DOCUMENT_GONE.code)


def test_two_who_ask_at_once_share_one_job(toy, monkeypatch):
    first = request_printout(ask())
    seen = []

    def nothing_yet(_ask):
        seen.append(1)

    monkeypatch.setattr(documents_services, "printout_of", nothing_yet)
    assert request_printout(ask()).pk == first.pk
    assert seen == [1]
    assert Job.objects.count() == 1


# Bounds --------------------------------------------------------------------


def test_strangers_fill_the_queue_only_so_far(client, toy):
    for number in range(MOST_OPEN):
        toy.text = str(number)
        assert client.get(PAGE).status_code == 200
    toy.text = "one too many"
    refused = client.get(PAGE)
    assert refused.status_code == 429
    assert MANY_DOCUMENTS.english in refused.content.decode()
    assert Job.objects.count() == MOST_OPEN
    ada = builders.signed_in(builders.director())
    assert ada.get(PAGE).status_code == 200
    assert Job.objects.count() == MOST_OPEN + 1
    assert client.get(PAGE).status_code == 200  # asked for already, by somebody else
    builders.print_all()
    toy.text = "another"
    assert client.get(PAGE).status_code == 200


def test_one_address_asks_only_so_often(client, toy, monkeypatch):
    monkeypatch.setattr(throttle, "DOCUMENTS_PER_ADDRESS", 2)
    for number in range(2):
        toy.text = str(number)
        assert builders.printed(client, PDF).content.startswith(b"%PDF")
    toy.text = "2"
    refused = client.get(PAGE)
    assert refused.status_code == 429
    assert TOO_MANY_ASKED.english in refused.content.decode()
    toy.text = "1"
    assert client.get(PDF).content == b"%PDF danish: 1 en"
    toy.text = "2"
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get(PAGE).status_code == 200


def test_the_database_keeps_only_so_many(toy, monkeypatch):
    monkeypatch.setattr(documents_services, "MOST_KEPT", 3)
    with builders.printing():
        for book in ("danish", "dutch", "swedish", "norwegian", "leaflet"):
            document = document_named("toy" if book == "danish" else "rules")
            printout = request_printout(wanted(document, book_named(book)))
            tasks.run_job(printout.job_id)
    kept = Printout.objects.order_by("pk").values_list("address", flat=True)
    assert list(kept) == ["swedish", "norwegian", "leaflet"]
    assert Job.objects.count() == 3


def test_what_is_old_goes_and_what_is_waited_for_stays(toy):
    tasks.run_job(request_printout(ask()).job_id)
    toy.text = "two"
    waiting = request_printout(ask())
    documents_services.forget_old(timezone.now() + timedelta(days=6))
    assert Printout.objects.count() == 2
    documents_services.forget_old(timezone.now() + timedelta(days=8))
    assert Printout.objects.get() == waiting
    documents_services.forget_made()
    assert Printout.objects.get() == waiting


def test_a_page_and_a_pdf_cost_few_queries(client, toy, django_assert_num_queries):
    builders.printed(client, PDF)
    with django_assert_num_queries(2):  # the row, then its content
        client.get(PDF)
    with django_assert_num_queries(1):
        client.get(PAGE, headers=HTMX)
    toy.text = "two"
    with django_assert_num_queries(1):
        client.get(PDF)


def test_two_documents_cannot_have_one_key(toy):
    again = registry.document_named("toy")
    registry.register(again)
    other = Document(
        key="toy",
        title="Other",
        scope=PROFILE,
        access=toy.access,
        values=toy.values,
        build=toy.build,
    )
    with pytest.raises(ValueError, match="toy"):
        registry.register(other)


def test_the_products_documents_are_all_there():
    keys = {
        form.key for document in registry.all_documents() for form in document.forms()
    }
    assert keys == {
        *("badges", "bracket", "crosstable", "emergency-pack", "entries"),
        *("entries:sign-in", "final-ranking", "final-ranking:prizes"),
        *("final-ranking:reasons", "kept-ruling", "match-cards", "pairings"),
        *("pairings:a-z", "posters", "posters:check-in", "posters:schedule"),
        *("printed", "results", "rules", "rules-of-play", "score-sheets"),
        *("score-sheets:blank", "score-sheets:per-player", "season-table"),
        *("standings", "standings:reasons", "table-signs", "treasurer-sheet"),
    }
    assert printout_of(wanted(document_named("rules"), book_named("danish"))) is None
    listed = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
    assert [key for key in sorted(keys) if f"`{key}`" not in listed] == []
