"""The papers of a round are made before somebody asks for them."""

from typing import Any

import pytest
from django.utils import timezone

from matches.documents import services as documents_services
from matches.jobs import tasks
from matches.models import Printout
from matches.rules import Side
from tests import builders
from tournaments.models import Round, Tournament
from tournaments.print_centre.job import LAST_LOOK, queue_due

pytestmark = pytest.mark.django_db

LISTS = ["find-your-table", "pairings-by-table"]


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
        assert made() == sorted([*pack, "round-results", "standings"])
        assert not work()


def test_a_bracket_has_its_wall_chart() -> None:
    builders.published_round(builders.weekend(4))
    with builders.printing():
        work()
    assert "wall-chart" in made()
    assert "wall-chart-a4" not in made()


def test_they_make_room_for_every_other_job() -> None:
    evening, other = builders.evening("swiss", 4), builders.evening("swiss", 4)
    published = builders.published_round(evening)
    asked = documents_services.prepare("entry-list", other)
    assert queue_due() == []  # somebody waits already
    tasks.run_job(asked.job_id)
    built: list[object] = []

    def build(values: object) -> bytes:
        built.append(values)
        if len(built) == 2:  # somebody asks while the second paper is made
            documents_services.prepare("sign-in-list", other)
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


def test_a_round_that_was_taken_back_needs_none() -> None:
    builders.published_round(builders.evening("swiss", 4))
    (job,) = queue_due()
    Round.objects.all().delete()
    with builders.printing():
        tasks.run_job(job)
    assert made() == []
    assert queue_due() == []
