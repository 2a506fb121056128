"""Sign-in list, standings and crosstables: who stands on them, and what decides."""

import pytest
from django.test import Client

from matches.documents.registry import document_named
from matches.documents.services import wanted
from matches.rules import Side
from tests import builders, paper, printed_worlds
from tests.refusals import raises
from tournaments.engine import format_named
from tournaments.models import Division, Entry, Tournament
from tournaments.paper.crosstables import (
    MOST,
    NO_CELL,
    NO_GROUPS,
    crosstable,
    grid,
    is_grid,
)
from tournaments.paper.entries import BLANK_ROWS, sign_in_list
from tournaments.paper.lists import print_list
from tournaments.paper.standings import NO_STANDINGS, printed_standings
from tournaments.paper.values import PrintedList
from tournaments.structure.queries import stages_of

pytestmark = pytest.mark.django_db


def cells(values: PrintedList) -> list[tuple[str, ...]]:
    return [row for group in values.groups for row in group.rows]


class TestSignInList:
    def test_everybody_from_a_to_z_with_boxes_and_room_for_more(self) -> None:
        evening = builders.tournament("swiss", language="da")
        builders.entered(evening, ["Ole Berg", "Ib Aabye", "Per Zahle"], here=False)
        builders.entered(evening, ["Ane Ægir"])
        gone = Entry.objects.get(player__name="Per Zahle")
        gone.withdrawn_at = builders.minutes_ago(1)
        gone.save()
        values = document_named("entries:sign-in").read(evening)
        rows = cells(values)
        assert [row[:2] for row in rows[:-BLANK_ROWS]] == [
            ("1", "Berg, Ole"),
            ("2", "Ægir, Ane"),
            ("3", "Aabye, Ib"),
        ]
        assert [row[-1] for row in rows[:4]] == ["", "x", "", ""]
        assert set(rows[-BLANK_ROWS:]) == {("",) * 5}

    def test_divisions_stand_below_their_names(self) -> None:
        evening = builders.evening("swiss", 4)
        first = builders.stage(evening).division
        Division.objects.create(
            tournament=evening, number=2, name="Beginners", profile=first.profile
        )
        one, two = sign_in_list(evening).groups
        assert two.heading == "Beginners"
        assert len(one.rows) == 4 + BLANK_ROWS
        assert len(two.rows) == BLANK_ROWS

    def test_without_players_there_are_rows_to_write_in(self) -> None:
        paper.need_printing()
        empty = builders.tournament("swiss")
        values = sign_in_list(empty)
        assert cells(values) == [("",) * 5] * BLANK_ROWS
        assert len(paper.read(print_list(values))) == 1

    def test_directors_only(self) -> None:
        evening = builders.evening("swiss", 4)
        answer = Client().get(f"/documents/entries:sign-in/{evening.slug}/")
        assert answer["Location"].startswith("/login/")


class TestStandings:
    def test_places_columns_and_the_reason_where_wins_are_equal(self) -> None:
        evening = builders.tournament("swiss", rounds=3)
        builders.entered(evening, 8)
        stage = builders.stage(evening)
        with raises(NO_STANDINGS):
            printed_standings(stage)
        for loser in (1, 3):
            builders.played_round(evening, loser=loser)
        values = printed_standings(builders.stage(evening), "reasons")
        assert len(cells(values)) == 8
        assert {row[2] for row in cells(values)} == {"2–0", "1–1", "0–2"}
        assert len(values.columns) == len(cells(values)[0])
        names = [row[1] for row in cells(values)]
        heading, *reasons = values.notes
        assert heading
        assert all(any(name in reason for name in names) for reason in reasons)
        assert printed_standings(builders.stage(evening)).notes == ()

    def test_without_players_it_is_said(self) -> None:
        empty = builders.tournament("swiss")
        ask = wanted(document_named("standings"), builders.stage(empty))
        assert ask.problem is not None
        assert ask.problem.refusal is NO_STANDINGS

    def test_a_club_has_a_column_where_anybody_has_one(self) -> None:
        evening = builders.evening("swiss", 4)
        builders.played_round(evening)
        without = printed_standings(builders.stage(evening))
        person = builders.entries(evening)[0].player
        person.club = "Køge"
        person.save()
        Tournament.objects.update(revision=99)
        with_clubs = printed_standings(builders.stage(evening))
        assert len(with_clubs.columns) == len(without.columns) + 1
        for values in (without, with_clubs):
            width = sum(column.width for column in values.columns)
            assert width == pytest.approx(190)

    def test_of_a_bracket_and_of_its_branch(self) -> None:
        weekend = builders.weekend(8)
        builders.published_round(weekend)
        while builders.play_on(weekend):
            pass
        for stage in stages_of(weekend):
            assert cells(printed_standings(stage))


class TestCrosstable:
    def test_results_on_both_sides_and_blank_cells_for_open_matches(self) -> None:
        evening = builders.evening("round_robin", 5)
        stage = builders.stage(evening)
        with raises(NO_GROUPS):
            crosstable(stage)
        published = builders.published_round(evening)
        before = cells(grid(builders.stage(evening)))
        assert {cell for row in before for cell in row[2:]} == {"", NO_CELL}
        assert [row.index(NO_CELL) for row in before] == [2, 3, 4, 5, 6]
        builders.won(Side.ONE, builders.matches(published)[0])
        after = grid(builders.stage(evening))
        shown = sorted(cell for row in cells(after) for cell in row[2:7] if cell)
        assert shown == ["3–7", "7–3", *[NO_CELL] * 5]
        assert {row[-2] for row in cells(after)} > {"1–0", "0–1"}
        heading, *order = after.notes
        assert (heading, len(order)) == ("Order of play", 5)

    def test_the_order_of_play_is_that_of_the_draw(self) -> None:
        evening = builders.evening("round_robin", 6)
        for number in range(2):
            published = builders.published_round(evening)
            stage = builders.stage(evening)
            place_of = format_named(stage.format).lot_place
            lots = {entry: place_of(lot).number for entry, lot in stage.lot_of.items()}
            drawn = {
                frozenset((lots[pair.entry_1.number], lots[pair.entry_2.number]))
                for pair in builders.pairings(published)
                if pair.entry_2
            }
            order = grid(builders.stage(evening)).notes[1:]
            pairs = order[number].partition(": ")[2].split(", ")
            said = {frozenset(map(int, pair.split("–"))) for pair in pairs}
            assert said == drawn
            for match in builders.matches(published):
                builders.won(Side.ONE, match)

    def test_more_players_than_have_room_get_the_chart_of_the_rounds(self) -> None:
        evening = builders.evening("round_robin", MOST + 1)
        builders.published_round(evening)
        stage = builders.stage(evening)
        assert not is_grid(stage)
        assert len(cells(crosstable(stage))) == MOST + 1

    @pytest.mark.parametrize("players", [2, 12, MOST])
    def test_read_back_in_landscape(self, players: int) -> None:
        paper.need_printing()
        evening = builders.evening("round_robin", players)
        published = builders.published_round(evening)
        builders.won(Side.ONE, builders.matches(published)[0])
        values = grid(builders.stage(evening))
        content = print_list(values)
        assert printed_worlds.overlaps(content) == []
        assert printed_worlds.outside(content, 7) == []
        found = paper.words(content)
        assert all(row[1] in found for row in cells(values))
        assert "7–3" in found
        assert {paper.size(page) for page in paper.read(content)} == {(297.0, 210.0)}
