"""What directors see on the pages of papers when something goes wrong meanwhile."""

import errno
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from urllib.parse import urlencode

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from matches.documents.registry import all_documents, page_url, pdf_url
from matches.jobs.queue import SERVER_DISK_FULL
from matches.models import Printout
from tests import builders
from tournaments.draws.publish import take_back_round
from tournaments.models import Printing, Tournament
from tournaments.paper.services import ALL
from tournaments.rounds.documents import ROUND
from tournaments.structure.queries import main_stage

SHEETS = "score-sheets"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening(db: None) -> Tournament:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    return evening


def centre_of(evening: Tournament) -> str:
    return reverse("print_centre", args=[evening.slug])


def asked(evening: Tournament, by: Client) -> dict[str, str]:
    """Return the form of the print centre with which the sheets are printed."""
    op = by.get(centre_of(evening)).context["op"]
    return {"paper": f"{SHEETS} {evening.slug}/1/1 {ALL}", "op": op}


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OperationalError("database or disk is full"),
        OperationalError("could not extend file: No space left on device"),
    ],
)
def test_the_disk_is_full_in_the_middle(evening: Tournament, error: Exception) -> None:
    ada = builders.signed_in(builders.director())
    answer = ada.post(centre_of(evening), asked(evening, ada))
    waiting = ada.get(answer.url, follow=True)
    assert waiting.context["page"].is_open

    def full(_values: object) -> bytes:
        raise error

    with builders.printing(full), pytest.raises(type(error)):
        builders.print_all()
    page = ada.get(waiting.context["page"].page_url)
    assert str(SERVER_DISK_FULL()) in page.content.decode()
    assert page.context["page"].may_try_again
    assert ada.get(centre_of(evening)).status_code == 200
    # Somebody made room, and the button of the page does the rest.
    ada.post(page.context["page"].page_url)
    with builders.printing():
        builders.print_all()
    made = ada.get(answer.url, follow=True)
    assert made["Content-Type"] == "application/pdf"


def test_a_round_is_taken_back_while_somebody_waits_for_its_sheets(
    evening: Tournament,
) -> None:
    ada = builders.signed_in(builders.director())
    answer = ada.post(centre_of(evening), asked(evening, ada))
    page = ada.get(answer.url, follow=True).context["page"]

    def build(_values: object) -> bytes:
        take_back_round(round_number=1, tournament=evening, reason="a swap", by=None)
        return b"%PDF-1.7"

    with builders.printing(build):
        builders.print_all()
    for address in (page.page_url, page.pdf_url, page.poll_url):
        for headers in ({}, HTMX):
            assert ada.get(address, headers=headers).status_code == 404
    assert ada.post(page.page_url).status_code == 404
    centre = ada.get(centre_of(evening))
    assert centre.status_code == 200
    assert centre.context["overview"].needed == []
    # The form of a page that was open before is refused in a sentence.
    late = ada.post(centre_of(evening), asked(evening, ada))
    assert late.status_code == 409
    assert late.context["error"]


@pytest.mark.django_db(transaction=True)
def test_two_directors_press_at_once() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    both = [builders.signed_in(builders.director(name)) for name in ("Ada", "Birthe")]
    forms = [asked(evening, one) for one in both]
    start = Barrier(2)

    def press(number: int) -> int:
        start.wait(30)
        try:
            answer = both[number].post(centre_of(evening), forms[number])
            return both[number].get(answer.url, follow=True).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(press, range(2))) == [200, 200]
    assert sorted(Printing.objects.values_list("number", flat=True)) == [1, 2]
    assert Printout.objects.filter(document=SHEETS).count() == 1
    with builders.printing():
        builders.print_all()
    path = pdf_url(SHEETS, ROUND.address(main_stage(evening).published_rounds.get()))
    for one in both:
        assert one.get(path)["Content-Type"] == "application/pdf"
        assert one.get(centre_of(evening)).status_code == 200


@pytest.mark.parametrize("paper", ["papyrus", "A4 ", "x" * 500, "\x00", "a4\n", "²"])
def test_a_paper_that_is_not_known(evening: Tournament, paper: str) -> None:
    ada = builders.signed_in(builders.director())
    before = Printout.objects.count()
    path = page_url(SHEETS, f"{evening.slug}/1/1")
    for answer in (
        ada.get(path, {"paper": paper}),
        ada.get(f"{path.rstrip('/')}.pdf", {"paper": paper}, follow=True),
        ada.post(f"{path}?{urlencode({'paper': paper})}"),
    ):
        assert answer.status_code == 404
    assert Printout.objects.count() == before


def test_a_tournament_without_players(db: None) -> None:
    ada = builders.signed_in(builders.director())
    for format_key in ("swiss", "elimination", "round_robin"):
        empty = builders.evening(format_key, 0)
        subjects = {"tournament": empty, "stage": main_stage(empty)}
        assert ada.get(centre_of(empty)).status_code == 200
        keys = set()
        for document in all_documents():
            subject = subjects.get(document.scope.kind)
            if subject is None or not document.is_offered(subject):
                continue
            address = document.scope.address(subject)
            page = ada.get(page_url(document.key, address))
            if page.status_code == 200:
                assert page.context["page"].is_open, document.key
            else:
                assert page.status_code in {409, 422}, document.key
                assert page.context["page"].error in page.content.decode()
            keys.add(document.key)
        assert {"entries", "standings"} <= keys
