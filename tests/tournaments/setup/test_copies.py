"""A copy has the structure and the players of a tournament, and nothing of its play."""

from datetime import date, time, timedelta

import pytest
from django.utils import timezone

from tests import builders
from tests.builders import EVENING
from tournaments.models import Entry, Tournament
from tournaments.setup.copies import next_date
from tournaments.setup.queries import structure_of
from tournaments.structure.details import EventDetails


@pytest.mark.parametrize(
    ("today", "date_"),
    [
        (EVENING, EVENING + timedelta(days=7)),
        (EVENING - timedelta(days=30), EVENING + timedelta(days=7)),
        (EVENING + timedelta(days=7), EVENING + timedelta(days=7)),
        (EVENING + timedelta(days=8), EVENING + timedelta(days=14)),
    ],
)
def test_the_next_date_is_the_same_day_of_the_week(today, date_) -> None:
    assert next_date(EVENING, today) == date_
    assert next_date(date.max, today) == date.max


@pytest.mark.django_db
def test_a_copy_of_a_played_evening() -> None:
    ada = builders.signed_in(builders.director())
    evening = builders.evening("swiss", 5)
    builders.played_round(evening)
    Entry.objects.filter(tournament=evening, number=5).update(
        withdrawn_at=timezone.now()
    )
    Tournament.objects.filter(pk=evening.pk).update(
        start_time=time(19), end_date=EVENING + timedelta(days=1), place="Køge"
    )
    path = f"/desk/{evening.slug}/copy/"
    page = ada.get(path).context
    sent = {
        **page["form"].initial,
        "date": "2027-01-08",
        "with_players": "on",
        "op": page["op"],
    }
    answer = ada.post(path, sent)
    assert answer.status_code == 302
    made = Tournament.objects.latest("pk")
    assert answer["Location"] == f"/desk/{made.slug}/entries/"
    assert structure_of(made) == structure_of(evening)
    assert EventDetails.of(made) == EventDetails(
        start_time=time(19), end_date=date(2027, 1, 9), place="Køge"
    )
    people = Entry.objects.filter(tournament=made)
    assert {entry.player_id for entry in people} == {
        entry.player_id for entry in Entry.objects.active().filter(tournament=evening)
    }
    assert not people.filter(checked_in_at__isnull=False).exists()
    # The same form once more makes nothing.
    assert ada.post(path, sent)["Location"] == answer["Location"]
    assert Tournament.objects.count() == 2
    # Without players, and of a tournament that is closed.
    del sent["with_players"]
    Tournament.objects.filter(pk=evening.pk).update(closed_at=timezone.now())
    assert ada.post(path, {**sent, "op": "another"}).status_code == 302
    assert not Entry.objects.filter(tournament=Tournament.objects.latest("pk")).exists()
    assert ada.post(path, {"name": "", "date": "x"}).status_code == 422
