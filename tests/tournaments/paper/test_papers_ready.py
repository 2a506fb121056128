"""The papers of a round are made before somebody asks for them."""

import errno
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import BytesIO
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pypdf import PdfReader

from matches.club.known import club
from matches.documents import services as documents_services
from matches.documents.registry import all_documents, document_named
from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from matches.models import Job, Printout
from matches.rules import Side
from tests import builders
from tournaments.draws.publish import take_back_round
from tournaments.models import Round, Tournament
from tournaments.paper.job import LAST_LOOK, queue_due
from tournaments.paper.services import PrintRequest, print_paper
from tournaments.rounds.documents import ROUND
from tournaments.structure.queries import main_stage

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _this_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tournaments be those of today: papers are made of what is being played."""
    monkeypatch.setattr(builders, "EVENING", timezone.localdate(timezone=club().zone))


LISTS = ["pairings:a-z", "pairings"]


def work() -> list[int]:
    """Do what a worker does about papers; return the jobs that it found."""
    found = queue_due()
    for pk in found:
        tasks.run_job(pk)
    return found


def made() -> list[str]:
    done = Printout.objects.filter(made_at__isnull=False)
    return sorted(done.values_list("document", flat=True))


def test_after_publishing_and_after_the_last_result(
    django_assert_num_queries: Any,
) -> None:
    evening = builders.evening("swiss", 4)
    with django_assert_num_queries(1):
        assert queue_due() == []
    published = builders.published_round(evening)
    with builders.printing():
        assert len(work()) == 1
        pack = ["emergency-pack", *LISTS, "score-sheets"]
        assert made() == sorted(pack)
        with django_assert_num_queries(2):
            assert queue_due() == []
        for match in builders.matches(published):
            builders.won(Side.ONE, match)
        assert len(work()) == 1
        assert made() == sorted([*pack, "results", "standings"])
        assert not work()


def test_a_bracket_has_its_wall_chart() -> None:
    builders.published_round(builders.weekend(4))
    with builders.printing():
        work()
    assert "bracket" in made()


def test_they_make_room_for_every_other_job() -> None:
    evening, other = builders.evening("swiss", 4), builders.evening("swiss", 4)
    published = builders.published_round(evening)
    asked = documents_services.prepare("entries", other)
    assert queue_due() == []  # somebody waits already
    tasks.run_job(asked.job_id)
    built: list[object] = []

    def build(values: object) -> bytes:
        built.append(values)
        if len(built) == 2:  # somebody asks while the second paper is made
            documents_services.prepare("entries:sign-in", other)
        return b"%PDF-1.7"

    with builders.printing(build):
        work()
        assert len(built) == 2
        assert not work()
        builders.print_all()
        work()
    assert len(built) == 5  # none was made twice
    assert {"emergency-pack", *LISTS} <= set(made())
    assert Round.objects.get() == published


@pytest.mark.parametrize("change", ["old", "closed", "deleted"])
def test_nothing_is_made_where_nobody_prints(change: str) -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    if change == "old":
        Round.objects.update(published_at=timezone.now() - LAST_LOOK * 2)
    elif change == "closed":
        Tournament.objects.update(closed_at=timezone.now())
    else:
        Tournament.objects.update(deleted_at=timezone.now())
    assert queue_due() == []


@pytest.mark.parametrize(
    ("days", "lasts", "is_due"),
    [
        (0, None, True),
        (-1, None, True),
        (-2, None, False),
        (-2, 2, True),
        (3, 5, False),
    ],
)
def test_papers_are_made_of_what_is_being_played(
    days: int, lasts: int | None, *, is_due: bool
) -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    today = timezone.localdate(timezone=club().zone)
    first = today + timedelta(days=days)
    last = None if lasts is None else first + timedelta(days=lasts)
    Tournament.objects.update(date=first, end_date=last)
    assert bool(queue_due()) == is_due


def test_a_tournament_that_begins_early_is_being_played() -> None:
    evening = builders.evening("swiss", 4)
    published = builders.published_round(evening)
    Tournament.objects.update(date=timezone.localdate() + timedelta(days=3))
    assert queue_due() == []
    builders.won(Side.ONE, builders.matches(published)[0])
    assert len(queue_due()) == 1


def test_a_round_that_was_taken_back_needs_none() -> None:
    builders.published_round(builders.evening("swiss", 4))
    (job,) = queue_due()
    Round.objects.all().delete()
    with builders.printing():
        tasks.run_job(job)
    assert made() == []
    assert queue_due() == []


def test_a_round_is_taken_back_while_its_sheets_are_made() -> None:
    evening = builders.evening("swiss", 4)
    asked = documents_services.prepare(
        "score-sheets", builders.published_round(evening)
    )

    def build(_values: object) -> bytes:
        take_back_round(round_number=1, tournament=evening, reason="a swap", by=None)
        return b"%PDF-1.7"

    with builders.printing(build):
        tasks.run_job(asked.job_id)
    assert made() == ["score-sheets"]
    # Who asks now is not given them: the round is not there.
    ada = builders.signed_in(builders.director())
    path = f"/documents/score-sheets/{evening.slug}/1/1.pdf"
    assert ada.get(path).status_code == 404


def test_a_disk_that_is_full_is_told_and_tried_again() -> None:
    evening = builders.evening("swiss", 4)
    published = builders.published_round(evening)
    asked = documents_services.prepare("score-sheets", published)

    def full(_values: object) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    with builders.printing(full), pytest.raises(OSError, match="No space"):
        tasks.run_job(asked.job_id)
    job = Job.objects.get(pk=asked.job_id)
    assert (job.state, job.error) == (
        Job.State.FAILED,
        jobs_queue.SERVER_DISK_FULL.code,
    )
    assert made() == []
    ask = documents_services.wanted(document_named("score-sheets"), published)
    again = documents_services.request_printout(ask, again=True)
    with builders.printing():
        tasks.run_job(again.job_id)
    assert made() == ["score-sheets"]


def test_a_tournament_without_players_prints_or_says_why() -> None:
    empty = builders.evening("swiss", 0)
    subjects = {"tournament": empty, "stage": main_stage(empty)}
    asked = 0
    for document in all_documents():
        subject = subjects.get(document.scope.kind)
        if subject is None or not document.is_offered(subject):
            continue
        ask = documents_services.wanted(document, subject)
        if ask.problem is None:
            pages = PdfReader(BytesIO(document.build(document.read(subject)))).pages
            assert len(pages) >= 1, document.key
        asked += 1
    assert asked > 10


@pytest.mark.django_db(transaction=True)
def test_two_directors_print_at_once() -> None:
    evening = builders.evening("swiss", 4)
    published = builders.published_round(evening)
    request = PrintRequest("score-sheets", ROUND.address(published))
    start = Barrier(2)

    def directed(_director: int) -> int:
        start.wait(30)
        try:
            return print_paper(evening, request, by=None).number
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        numbers = sorted(both.map(directed, range(2)))
    assert numbers == [1, 2]
