"""The mark and the header of a public page take a question each."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import builders
from tournaments.models import Stage, Tournament
from tournaments.rounds.access import public_header
from tournaments.rounds.announcements import services
from tournaments.rounds.announcements.services import AnnouncementPlan
from tournaments.structure.marks import mark_at
from tournaments.structure.models import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def make_event(*, stages: int = 1) -> Tournament:
    """A round is played; another tournament has other revisions and announcements."""
    other = builders.evening("swiss", 4)
    builders.played_round(other)
    services.announce(other, AnnouncementPlan(texts={"en": "Lunch"}), by=None)
    made = builders.evening("swiss", 8)
    builders.played_round(made)
    first = Stage.objects.get(tournament=made)
    for number in range(2, stages + 1):
        Stage.objects.create(
            **{
                field.attname: getattr(first, field.attname)
                for field in Stage._meta.concrete_fields
                if not field.primary_key
            }
            | {"number": number}
        )
    return made


@pytest.mark.parametrize("stages", [1, 3])
def test_they_take_two_questions_whatever_the_number_of_stages(stages: int) -> None:
    made = make_event(stages=stages)
    with CaptureQueriesContext(connection) as captured:
        mark = mark_at(made.slug)
        header = public_header(mark, stages)
    assert len(captured) == 2
    assert mark.fingerprint > made.revision
    assert header.stage.number == stages
    assert len(header.stages) == stages
    with CaptureQueriesContext(connection) as captured:
        assert public_header(mark, stages) == header
    assert not captured.captured_queries


def test_announcements_and_clocks_are_counted_and_shown() -> None:
    made = make_event()
    services.announce(made, AnnouncementPlan(texts={"en": "Dinner"}), by=None)
    clock = services.start_clock(made, minutes=10, by=None)
    type(clock).objects.filter(pk=clock.pk).update(ends_at=builders.minutes_ago(1))
    mark = mark_at(made.slug)
    header = public_header(mark, 1)
    assert (mark.told, mark.moments) == (2, 2)
    (announced,) = header.bulletin.announcements
    assert announced.texts == {"en": "Dinner"}


def test_a_stage_that_is_not_there() -> None:
    made = make_event()
    with pytest.raises(Stage.DoesNotExist):
        public_header(mark_at(made.slug), 2)
    assert Client().get(f"/tournaments/{made.slug}/stages/9/").status_code == 404


@pytest.mark.parametrize(
    "hidden",
    [{"visibility": Visibility.PRIVATE}, {"deleted_at": timezone.now()}],
    ids=["private", "deleted"],
)
def test_what_not_everybody_may_see_is_not_found(hidden: dict[str, object]) -> None:
    made = make_event()
    path = f"/tournaments/{made.slug}/standings/"
    Tournament.objects.filter(pk=made.pk).update(**hidden)
    assert Client().get(path).status_code == 404
    seen = builders.signed_in(builders.director()).get(path).status_code
    assert seen == (200 if "visibility" in hidden else 404)


def test_nobody_has_this_address() -> None:
    with pytest.raises(Tournament.DoesNotExist):
        mark_at("no-such-cup")
    assert Client().get("/tournaments/no%00cup/standings/").status_code == 404
