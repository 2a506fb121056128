"""Table signs, match cards, blank score sheets and the poster at the door."""

import pytest
from django.test import Client

from matches.documents.registry import (
    A3,
    A4,
    A5,
    LETTER,
    Paper,
    document_named,
    printing_on,
)
from matches.rules import Side
from tests import builders, paper, printed_worlds
from tests.refusals import raises
from tests.tournaments.paper.test_score_sheets import sheet
from tournaments.models import Stage
from tournaments.paper.score_sheets import (
    NOTHING_TO_PRINT,
    SheetSide,
    match_cards,
    score_sheets,
)
from tournaments.paper.sheets import BLANK_SHEETS, blank_sheets_of, sheets_basis
from tournaments.paper.signs import (
    MOST,
    TableSigns,
    find_your_page,
    print_poster,
    print_signs,
    table_signs,
)

pytestmark = pytest.mark.django_db
DIGIT_HEIGHT = 0.636
"""The height of a digit of the bundled font, in ems."""


@pytest.fixture(scope="module", autouse=True)
def _pango() -> None:
    paper.need_printing()


class TestTableSigns:
    def test_one_for_each_pair_of_players_and_for_every_table_in_use(self) -> None:
        assert table_signs(builders.tournament("swiss")).tables == 1
        evening = builders.evening("swiss", 9)
        assert table_signs(evening).tables == 4
        published = builders.published_round(evening)
        published.draw.pairings.filter(table=4).update(table=12)
        assert table_signs(evening).tables == 12
        published.draw.pairings.filter(table=12).update(table=9999)
        assert table_signs(evening).tables == MOST

    @pytest.mark.parametrize("size", [A4, LETTER])
    def test_a_number_is_110_mm_high_on_both_sides(self, size: Paper) -> None:
        head = table_signs(builders.tournament("swiss")).head
        with printing_on(size):
            content = print_signs(TableSigns(head, 12))
        assert printed_worlds.overlaps(content) == []
        pages = paper.read(content)
        assert len(pages) == 12
        for number, page in enumerate(pages, 1):
            assert set(paper.size(page)) == {size.width, size.height}
            shown = [text.text for text in paper.texts(page)]
            assert shown.count(str(number)) == 2
            assert shown.count(head.tournament) == 2
            assert paper.is_inside(page, 5)
        drawn = printed_worlds.type_at_most(content)
        assert drawn / paper.MM * DIGIT_HEIGHT >= 110


class TestMatchCards:
    def test_four_on_a_page_with_everything_to_report(self) -> None:
        cards = [sheet(number, url=f"https://x.org/s/{number}/") for number in (20, 21)]
        pages = paper.read(match_cards(cards * 3))
        assert len(pages) == 2
        found = pages[0].extract_text()
        for text in ("Anna 20", "Åge 20", "M20", "K7Q020", "4", "Køge Open"):
            assert text in found
        assert all(paper.is_inside(page, 6) for page in pages)

    def test_without_matches_it_is_said(self) -> None:
        with raises(NOTHING_TO_PRINT):
            match_cards([])

    @pytest.mark.parametrize("size", [A4, LETTER])
    def test_a_long_name_is_whole(self, size: Paper) -> None:
        name = "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg"
        with printing_on(size):
            content = match_cards([sheet(one=SheetSide(name), table=None)])
        assert printed_worlds.overlaps(content) == []
        assert "".join(name.split()) in "".join(printed_worlds.text_of(content).split())
        assert min(printed_worlds.type_of_names(content, [name])) >= 9.95

    def test_of_a_bracket_the_matches_that_can_be_played_now(self) -> None:
        weekend = builders.weekend(4)
        published = builders.published_round(weekend)
        cards = document_named("match-cards")
        before = cards.read(published)
        assert len(before) == 2
        builders.won(Side.ONE, builders.matches(published)[0])
        after = cards.read(published)
        assert [card.code for card in after] == [before[1].code]
        assert sheets_basis(after) == sheets_basis(cards.read(published))


class TestBlankSheets:
    def test_about_twenty_of_every_match_length(self) -> None:
        evening = builders.tournament("swiss", match_length=5)
        sheets = blank_sheets_of(evening)
        assert len(sheets) == BLANK_SHEETS
        assert {blank.length for blank in sheets} == {5}
        weekend = builders.weekend(4)
        lengths = set(
            Stage.objects.filter(tournament=weekend).values_list("match_length")
        )
        sheets = blank_sheets_of(weekend)
        assert {(blank.length,) for blank in sheets} == lengths
        assert len(sheets) % 2 == 0

    def test_no_names_and_no_numbers(self) -> None:
        evening = builders.tournament("swiss", name="Køge Open")
        pages = paper.read(score_sheets(blank_sheets_of(evening)[:4]))
        assert len(pages) == 2
        for page in pages:
            found = [text.text for text in paper.texts(page)]
            assert found.count("Køge Open") == 2
            assert not any("M0" in text for text in found)


class TestPoster:
    @pytest.mark.parametrize("size", [A4, A3, A5, LETTER])
    def test_the_code_three_steps_and_the_address(self, size: Paper) -> None:
        name = "The Øresund and Kattegat invitational " * 2
        poster = find_your_page(builders.tournament("swiss", name=name.strip()))
        with printing_on(size):
            content = print_poster(poster)
        (page,) = paper.read(content)
        assert paper.size(page) == (size.width, size.height)
        assert printed_worlds.outside(content, 6) == []
        assert printed_worlds.overlaps(content) == []
        found = " ".join(page.extract_text().split())
        assert all(step in found for step in poster.steps)
        assert len(poster.steps) == 3
        assert poster.head.address in found


@pytest.mark.parametrize(
    "key", ["table-signs", "posters", "posters:check-in", "entries:sign-in"]
)
def test_directors_print_them_of_an_empty_tournament(key: str) -> None:
    empty = builders.tournament("swiss")
    path = f"/documents/{key}/{empty.slug}.pdf"
    ada = builders.signed_in(builders.director())
    centre = ada.get(f"/desk/{empty.slug}/print/").content.decode()
    assert key.partition(":")[0] in centre
    assert Client().get(path)["Location"].startswith("/login/")
    assert builders.printed(ada, path).content.startswith(b"%PDF")
