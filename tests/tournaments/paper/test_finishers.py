"""Prizes and diplomas: who came where."""

import pytest

from matches.documents.registry import document_named
from matches.documents.services import wanted
from tests import builders, paper
from tests.refusals import raises
from tournaments.models import Tournament
from tournaments.paper.diplomas import BEST, diplomas_of, print_diplomas
from tournaments.paper.finishers import finishing_list
from tournaments.paper.prizes import prize_list
from tournaments.paper.standings import NO_STANDINGS
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


class TestWhoCameWhere:
    def test_diplomas_for_the_first_three_of_each_event(
        self, played: Tournament
    ) -> None:
        values = diplomas_of(played)
        assert not values.is_provisional
        places: dict[str, list[int]] = {}
        for one in values.diplomas:
            places.setdefault(one.event, []).append(one.placed.place)
        assert len(places) == len(stages_of(played))
        for found in places.values():
            assert found[:2] == [1, 2]
            assert max(found) <= BEST
        everybody = diplomas_of(played, last=0)
        assert len(everybody.diplomas) > len(values.diplomas)

    def test_the_list_of_prizes_has_room_for_them(self, played: Tournament) -> None:
        values = prize_list(played)
        assert sum(column.width for column in values.columns) == pytest.approx(190)
        for group in values.groups:
            assert [row[0] for row in group.rows[:2]] == ["1", "2"]
            assert {row[-1] for row in group.rows} == {""}

    def test_everybody_is_listed_with_the_reasons_of_the_page(
        self, played: Tournament
    ) -> None:
        (division,) = finishing_order(stages_of(played), mark_of(played).text)
        values = finishing_list(played)
        assert sum(column.width for column in values.columns) == pytest.approx(190)
        assert [
            [(row[0], row[1]) for row in group.rows] for group in values.groups
        ] == [
            [(one.shown_place, one.row.name) for one in event.finishers]
            for event in division.events
        ]
        for event, group in zip(division.events, values.groups, strict=True):
            assert any(group.heading in note for note in values.notes)
            for one in event.finishers:
                told = [note for note in values.notes if one.why_text in note]
                assert not one.why or any(one.shown_place in note for note in told)
        assert set(prize_list(played).notes) <= set(values.notes)
        assert prize_list(played).notes

    def test_before_anybody_played_it_is_said(self) -> None:
        evening = builders.evening("swiss", 4)
        for make in (diplomas_of, finishing_list, prize_list):
            with raises(NO_STANDINGS):
                make(evening)

    def test_while_places_can_change_the_page_warns(self) -> None:
        evening = builders.evening("swiss", 4)
        builders.played_round(evening)
        assert wanted(document_named("diplomas"), evening).caution
        assert not wanted(document_named("badges"), evening).caution

    def test_printed_in_landscape_inside_the_frame(self, played: Tournament) -> None:
        paper.need_printing()
        values = diplomas_of(played)
        pages = paper.read(print_diplomas(values))
        assert len(pages) == len(values.diplomas)
        for page, one in zip(pages, values.diplomas, strict=True):
            assert paper.size(page) == (297.0, 210.0)
            assert one.placed.name in page.extract_text()
            assert paper.is_inside(page, 20)
