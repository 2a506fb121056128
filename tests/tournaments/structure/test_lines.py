"""The line of a tournament in a list speaks of all of it, not of its first stage."""

import pytest

from tests import builders
from tournaments.models import Division, Stage, Tournament
from tournaments.structure.listing import TournamentLine, tournament_lines

pytestmark = pytest.mark.django_db


def line(of: Tournament) -> TournamentLine:
    return tournament_lines([of])[of.pk]


def test_a_round_is_told_where_it_is_that_of_everybody() -> None:
    evening = builders.evening()
    assert (line(evening).round, line(evening).phase) == (0, "before")
    builders.published_round(evening)
    assert (line(evening).round, line(evening).phase) == (1, "live")
    first = builders.stage(evening)
    division = Division.objects.create(
        tournament=evening,
        number=evening.take_numbers("division"),
        profile=first.division.profile,
    )
    Stage.objects.create(
        tournament=evening,
        division=division,
        number=evening.take_numbers("stage"),
        format="swiss",
        rounds=3,
        match_length=7,
    )
    assert (line(evening).round, line(evening).entries) == (0, 4)
    assert (line(evening).rounds_published, line(evening).phase) == (1, "live")


def test_brackets_are_published_as_one_round_which_is_not_told() -> None:
    weekend = builders.weekend(4)
    builders.published_round(weekend)
    assert (line(weekend).round, line(weekend).phase) == (0, "live")
    cup = builders.evening("elimination")
    builders.published_round(cup)
    assert (line(cup).round, line(cup).phase) == (0, "live")
