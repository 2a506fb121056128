"""Table signs, match cards, blank score sheets and the poster at the door."""

import pytest
from django.test import Client

from matches.documents.fitting import MM_PER_POINT
from matches.documents.pdf import text_width
from matches.documents.registry import document_named
from matches.rules import Side
from tests import builders, paper
from tests.refusals import raises
from tests.tournaments.score_sheets.test_score_sheets import sheet
from tournaments.models import Stage
from tournaments.printed_lists.match_cards import (
    NAME,
    card_texts,
    cards_basis,
    match_cards,
)
from tournaments.printed_lists.posters import SCALES, find_your_page, print_poster
from tournaments.printed_lists.table_signs import (
    DIGITS,
    MOST,
    WIDTH,
    TableSigns,
    digits_of,
    print_signs,
    table_signs,
)
from tournaments.score_sheets import NOTHING_TO_PRINT, SheetSide, blank_score_sheets
from tournaments.score_sheets.documents import BLANK_SHEETS, blank_sheets_of

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

    def test_a_number_of_two_digits_is_120_mm_high(self) -> None:
        assert {digits_of(number) for number in (1, 10, 99)} == {DIGITS}
        assert DIGITS * DIGIT_HEIGHT >= 120
        assert text_width("100", bold=True) * digits_of(100) <= WIDTH + 1
        head = table_signs(builders.tournament("swiss")).head
        pages = paper.read(print_signs(TableSigns(head, 2)))
        for number, page in enumerate(pages, 1):
            assert paper.size(page) == paper.A4
            shown = [text.text for text in paper.texts(page)]
            assert shown.count(str(number)) == 2
            assert shown.count(head.tournament) == 2
            assert paper.is_inside(page, 5)


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

    def test_a_long_name_is_on_two_lines(self) -> None:
        long = SheetSide("Maximiliane-Alexandra von und zu Hohenlohe-Langenburg")
        face = card_texts(sheet(one=long, table=None))
        assert " ".join(face.names[0].lines).replace("- ", "-") == long.name
        assert face.table == ""
        assert NAME / MM_PER_POINT > 160

    def test_of_a_bracket_the_matches_that_can_be_played_now(self) -> None:
        weekend = builders.weekend(4)
        published = builders.published_round(weekend)
        cards = document_named("match-cards")
        before = cards.read(published)
        assert len(before) == 2
        builders.won(Side.ONE, builders.matches(published)[0])
        after = cards.read(published)
        assert [card.code for card in after] == [before[1].code]
        assert cards_basis(after) == cards_basis(cards.read(published))


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
        pages = paper.read(blank_score_sheets(blank_sheets_of(evening)[:4]))
        assert len(pages) == 2
        for page in pages:
            found = [text.text for text in paper.texts(page)]
            assert found.count("Køge Open") == 2
            assert not any("M0" in text for text in found)


class TestPoster:
    @pytest.mark.parametrize("size", SCALES)
    def test_the_code_three_steps_and_the_address(self, size: str) -> None:
        name = "The Øresund and Kattegat invitational " * 2
        poster = find_your_page(builders.tournament("swiss", name=name.strip()))
        (page,) = paper.read(print_poster(poster, paper=size))
        assert paper.size(page) == {"A4": paper.A4, "A3": (297.0, 420.0)}[size]
        assert paper.is_inside(page, 14)
        found = " ".join(page.extract_text().split())
        assert all(step in found for step in poster.steps)
        assert len(poster.steps) == 3


@pytest.mark.parametrize(
    "key", ["table-signs", "blank-score-sheets", "poster", "poster-a3"]
)
def test_directors_print_them_from_the_desk_of_an_empty_tournament(key: str) -> None:
    empty = builders.tournament("swiss")
    path = f"/documents/{key}/{empty.slug}.pdf"
    ada = builders.signed_in(builders.director())
    assert path in ada.get(f"/desk/{empty.slug}/").content.decode()
    assert Client().get(path)["Location"].startswith("/login/")
    assert builders.printed(ada, path).content.startswith(b"%PDF")
