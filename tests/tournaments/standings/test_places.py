"""Final places are kept when a tournament is closed, and shown with its players."""

import pytest
from django.test import Client

from matches.models import Match
from tests import builders
from tournaments.models import Entry, Tournament
from tournaments.rounds import engine_state
from tournaments.setup.services import close_tournament, reopen_tournament
from tournaments.standings.finishing import finishing_order
from tournaments.structure.queries import stages_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def closed(format_key: str, size: int) -> Tournament:
    made = builders.evening(format_key, size, rounds=1)
    builders.played_round(made)
    close_tournament(tournament=made, by=None)
    made.refresh_from_db()
    return made


def best_of(entry: Entry) -> list[tuple[int, int, str]]:
    panels = Client().get(f"/players/{entry.player.key}/").context["panels"]
    return [
        (one.final_place, one.placed, one.tournament.name) for one in panels["best"]
    ]


def test_places_are_those_of_the_finishing_order() -> None:
    made = closed("swiss", 5)
    ((event,),) = [one.events for one in finishing_order(stages_of(made), "now")]
    for one in event.finishers:
        entry = Entry.objects.get(tournament=made, number=one.row.number)
        assert entry.final_place == one.place
        assert best_of(entry) == [(one.place, 5, made.name)]


def test_a_tournament_that_is_open_again_has_no_places() -> None:
    made = closed("swiss", 4)
    entry = made.entries.get(number=1)
    reopen_tournament(tournament=made, by=None)
    assert not Entry.objects.filter(final_place__isnull=False).exists()
    assert best_of(entry) == []
    close_tournament(tournament=made, by=None)
    assert len(best_of(entry)) == 1


def test_a_tournament_without_a_round_is_closed_without_places() -> None:
    made = builders.evening("swiss", 4)
    close_tournament(tournament=made, by=None)
    assert best_of(made.entries.get(number=1)) == []


def test_a_disputed_result_counts_nowhere_until_it_is_decided() -> None:
    evening = builders.evening("swiss", 4)
    first, _second = builders.matches(builders.played_round(evening))
    Match.objects.filter(pk=first.pk).update(state=Match.State.DISPUTED)
    table = engine_state.standings(builders.stage(evening))
    assert sum(row.wins for row in table.rows) == 1
