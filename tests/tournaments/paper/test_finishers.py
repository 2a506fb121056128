"""The final ranking and the list of prizes: who came where."""

import pytest

from tests import builders
from tests.refusals import raises
from tournaments.models import Tournament
from tournaments.paper.standings import LAST_PRIZE, NO_STANDINGS, final_ranking
from tournaments.standings.finishing import finishing_order
from tournaments.structure.marks import mark_of
from tournaments.structure.queries import stages_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(kept: None) -> Tournament:
    """Return a weekend of which everything is played."""
    weekend = builders.weekend(8)
    builders.published_round(weekend)
    while builders.play_on(weekend):
        pass
    return weekend


def test_the_list_of_prizes_has_room_for_them(played: Tournament) -> None:
    values = final_ranking(played, "prizes")
    assert sum(column.width for column in values.columns) == pytest.approx(190)
    for group in values.groups:
        assert [row[0] for row in group.rows[:2]] == ["1", "2"]
        assert len(group.rows) <= LAST_PRIZE
        assert {row[-1] for row in group.rows} == {""}


def test_everyone_is_listed_and_the_reasons_are_those_of_the_page(
    played: Tournament,
) -> None:
    (division,) = finishing_order(stages_of(played), mark_of(played).text)
    values = final_ranking(played, "reasons")
    assert final_ranking(played).notes == ()
    assert [[(row[0], row[1]) for row in group.rows] for group in values.groups] == [
        [(one.shown_place, one.row.name) for one in event.finishers]
        for event in division.events
    ]
    for event, group in zip(division.events, values.groups, strict=True):
        assert any(group.heading in note for note in values.notes)
        for one in event.finishers:
            told = [note for note in values.notes if one.why_text in note]
            assert not one.why or any(one.shown_place in note for note in told)


def test_before_a_match_is_played_it_is_said() -> None:
    evening = builders.evening("swiss", 4)
    for option in ("", "prizes", "reasons"):
        with raises(NO_STANDINGS):
            final_ranking(evening, option)


def test_while_places_can_change_it_warns() -> None:
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    assert final_ranking(evening).head.advice
