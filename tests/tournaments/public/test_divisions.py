"""The front page of a tournament speaks of all divisions, not of the first."""

import pytest
from django.test import Client
from django.utils import timezone

from tests import builders
from tournaments.models import Division, Entry, Stage, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def made() -> Tournament:
    """Four players in the first division, two in the second, one of whom has left."""
    made = builders.evening("swiss", 4)
    first = builders.stage(made)
    second = Division.objects.create(
        tournament=made,
        number=made.take_numbers("division"),
        name="Beginners",
        profile=first.division.profile,
    )
    Stage.objects.create(
        tournament=made,
        division=second,
        number=made.take_numbers("stage"),
        format="elimination",
        rounds=1,
        match_length=3,
    )
    moved = Entry.objects.filter(number__in=(1, 2), tournament=made)
    moved.update(division=second)
    Entry.objects.filter(number=2, tournament=made).update(withdrawn_at=timezone.now())
    return made


def test_who_plays_is_told_of_every_division(made: Tournament) -> None:
    page = Client().get(made.get_absolute_url()).context["page"]
    assert page.entered == 3
    assert [len(one.rows) for one in page.lists] == [2, 2]
    text = Client().get(made.get_absolute_url()).text
    names = [str(entry.player.name) for entry in builders.entries(made)]
    assert all(name in text for name in names)
    assert 'id="coming-2"' in text


def test_the_number_of_players_is_that_of_all_while_it_runs(made: Tournament) -> None:
    builders.published_round(made)
    assert Client().get(made.get_absolute_url()).context["page"].entered == 3
