"""Printed lists: every text in its place, whatever people are called."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations, pairwise
from typing import NamedTuple

import pytest
from django.test import override_settings
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st

from matches.documents.fitting import MM_PER_POINT, SMALLEST, fitted
from matches.documents.pdf import text_width
from tests import paper
from tests.examples import examples
from tests.paper import ROWS, need_printing
from tournaments.printed_lists.layout import (
    FOOT,
    HEAD,
    HEIGHT,
    LANDSCAPE,
    PORTRAIT,
    ROW,
    SMALL,
    TITLES,
    WIDTH,
    Area,
    PrintedPage,
)
from tournaments.printed_lists.list_pages import pages_of, rows_of
from tournaments.printed_lists.pdf import MARGIN_X, MARGIN_Y, print_list
from tournaments.printed_lists.values import (
    NO_BOX,
    ListColumn,
    ListGroup,
    ListHead,
    PrintedList,
)

LONG = "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg"
ARABIC = "محمد عبد الله"
FIRST_STRONG_ISOLATE = "\u2068"

HEAD_OF_ALL = ListHead(
    tournament="Køge Open",
    where="Open · Round 2",
    title="Find your table",
    date="12 November 2026",
    url="https://bg.example.org/tournaments/k%C3%B8ge/rounds/2/",
    draw_number=3,
    printed_at=datetime(2026, 11, 12, 13, 55, tzinfo=UTC),
    language="en",
)
NAMES = ListColumn(title="Player", width=44, is_bold=True)
TABLES = ListColumn(title="Table", width=13, kind="centre", size=13)
OPPONENTS = ListColumn(title="Opponent", width=35, size=11)
BOXES = ListColumn(title="Sheet back", width=20, kind="box")


@pytest.fixture(scope="module", autouse=True)
def _pango() -> None:
    need_printing()


def of_players(count: int, **changes: object) -> PrintedList:
    rows = tuple(
        (f"Person {number}", str(number), f"Other {number}")
        for number in range(1, count + 1)
    )
    values: dict[str, object] = {
        "head": HEAD_OF_ALL,
        "columns": (NAMES, TABLES, OPPONENTS),
        "groups": (ListGroup("", rows),),
        "strips": 2,
        **changes,
    }
    return PrintedList(**values)  # type: ignore[arg-type]


class Line(NamedTuple):
    """Where one line of text has its room."""

    left: float
    top: float
    right: float
    bottom: float
    text: str


def lines(page: PrintedPage) -> list[Line]:
    return [
        Line(
            block.left,
            block.top + number * block.line,
            block.left + block.width,
            block.top + (number + 1) * block.line,
            piece.text,
        )
        for block in page.blocks
        for number, piece in enumerate(block.pieces)
        if piece.text
    ]


def overlaps(page: PrintedPage) -> list[tuple[str, str]]:
    """Return the texts that stand on one another."""
    return [
        (one.text, other.text)
        for one, other in combinations(lines(page), 2)
        if one.left < other.right
        and other.left < one.right
        and one.top < other.bottom - 0.01
        and other.top < one.bottom - 0.01
    ]


@pytest.mark.parametrize(
    ("players", "pages"), [(0, 1), (1, 1), (8, 1), (64, 1), (65, 2), (512, 8)]
)
def test_two_strips_are_64_lines_a_page(players: int, pages: int) -> None:
    found = pages_of(of_players(players))
    assert [(page.number, page.count) for page in found] == [
        (number, pages) for number in range(1, pages + 1)
    ]


def test_everything_is_read_back_from_its_place() -> None:
    pages = paper.read(print_list(of_players(65)))
    assert [paper.size(page) for page in pages] == [paper.A4, paper.A4]
    for number, page in enumerate(pages, 1):
        assert paper.is_inside(page, MARGIN_X)
        found = page.extract_text()
        for text in (
            "Køge Open",
            "Find your table · Open · Round 2",
            "12 November 2026",
            f"Page {number} of 2",
            "draw 3",
            "bg.example.org/tournaments/køge/rounds/2",
        ):
            assert text in found
    first = {text.text: text for text in paper.texts(pages[0])}
    column = [first[f"Person {number}"] for number in range(1, ROWS + 1)]
    assert all(text.x == pytest.approx(MARGIN_X, abs=0.1) for text in column)
    steps = [after.y - before.y for before, after in pairwise(column)]
    assert steps == pytest.approx([ROW] * (ROWS - 1), abs=0.05)
    assert first["Person 33"].x > MARGIN_X + WIDTH / 2
    assert "Person 65" in {text.text for text in paper.texts(pages[1])}


def test_a_row_has_its_height_whatever_stands_in_it() -> None:
    names = ("Ole Berg", "Bartholomew Featherstonehaugh", ARABIC, "\u5c71\u7530")
    groups = (ListGroup("", tuple((names[row % 4],) for row in range(ROWS))),)
    column = ListColumn(title="Player", width=54, is_bold=True)
    content = print_list(of_players(0, columns=(column,), groups=groups, strips=1))
    first = MARGIN_Y + HEAD + TITLES
    found = [text.y for text in paper.texts(paper.read(content)[0])]
    below = [y for y in found if first < y < first + ROWS * ROW]
    steps = [after - before for before, after in pairwise(below)]
    assert steps == pytest.approx([ROW] * (ROWS - 1), abs=0.05)


def test_what_is_on_a4_also_fits_on_letter() -> None:
    lost = (paper.A4[1] - paper.LETTER[1]) / 2
    page = paper.read(print_list(of_players(64)))[0]
    for text in paper.texts(page):
        assert lost + 5 < text.y < paper.A4[1] - lost - 5


def test_headings_and_sheets_are_tagged() -> None:
    content = print_list(of_players(1))
    assert paper.untold(content) == []
    assert paper.alternatives(content) == [HEAD_OF_ALL.url]


def test_nothing_stands_on_anything_else_or_off_the_page() -> None:
    rows = tuple((LONG, "7", ARABIC * 9) for _row in range(40))
    for page in pages_of(of_players(0, groups=(ListGroup("L", rows),))):
        assert overlaps(page) == []
        for line in lines(page):
            assert 0 <= line.left < line.right <= WIDTH
            assert 0 <= line.top < line.bottom <= HEIGHT


def test_a_heading_never_stands_alone_at_the_end() -> None:
    for before in range(ROWS - 3, ROWS + 2):
        rows = tuple((f"Person {row}", "", "") for row in range(before))
        groups = (ListGroup("A", rows), ListGroup("B", (("Bo", "", ""),)))
        page = pages_of(of_players(0, groups=groups))[0]
        heads = [block for block in page.blocks if block.pieces[0].text == "B"]
        assert [block.top < HEAD + TITLES + (ROWS - 1) * ROW for block in heads] == [
            True
        ]


def test_boxes_are_empty_ticked_or_missing() -> None:
    def strokes(cell: str) -> int:
        group = ListGroup("", ((cell,),))
        page = pages_of(of_players(0, columns=(BOXES,), groups=(group,)))[0]
        return page.boxes.count("h") + page.boxes.count("l")

    assert [strokes(cell) for cell in (NO_BOX, "", "x")] == [0, 2, 4]


def test_notes_stand_below_the_rows_or_on_a_page_of_their_own() -> None:
    assert len(pages_of(of_players(5, notes=("One.", "Two.")))) == 1
    full = of_players(64, notes=("One.", "Two.", "Three.", "Four.", "Five."))
    assert [page.count for page in pages_of(full)] == [2, 2]
    assert "One. Two. Three. Four. Five." in " ".join(
        paper.read(print_list(full))[1].extract_text().split()
    )


@pytest.mark.parametrize("area", [PORTRAIT, LANDSCAPE, SMALL])
@pytest.mark.parametrize("free", range(4))
def test_a_few_notes_below_a_full_page_stay_on_it(area: Area, free: int) -> None:
    most = rows_of(area)
    for count in (1, 2):
        notes = tuple(f"Note {number}." for number in range(count))
        rows = ((LONG, "7", ARABIC * 9),) * (2 * most - free)
        listed = of_players(0, groups=(ListGroup("", rows),), strips=1, notes=notes)
        first, last = pages_of(listed, area)
        assert [line.text for line in lines(last) if line.text in notes] == [*notes]
        for page in (first, last):
            assert overlaps(page) == []
            bottom = max(line.bottom for line in lines(page))
            assert bottom <= area.height - FOOT
        (before, *_) = pages_of(replace(listed, notes=()), area)
        assert first == replace(before, count=2)


class TestFitting:
    @given(
        st.text(alphabet="aW .-éøمח山", max_size=200),
        st.floats(12, 100),
        st.booleans(),
    )
    @example("W" * 80, 44, True)
    @examples(60)
    def test_no_line_is_wider_than_its_room(
        self, text: str, width: float, bold: bool
    ) -> None:
        shown = fitted(text, width, size=12, is_bold=bold)
        assert 1 <= len(shown.lines) <= 2
        assert SMALLEST <= shown.size <= 12
        for line in shown.lines:
            ems = text_width(re.sub("[\u2068\u2069]", "", line), bold=bold)
            assert ems * shown.size * MM_PER_POINT <= width + 0.01

    def test_smaller_then_on_two_lines_and_only_then_cut(self) -> None:
        assert fitted("Ole Berg", 44, size=12) == (("Ole Berg",), 12)
        shrunk = fitted("Christiansen, Anna Margrethe", 44, size=12)
        assert shrunk.lines == ("Christiansen, Anna Margrethe",)
        assert SMALLEST <= shrunk.size < 12
        wrapped = fitted(LONG, 50, size=12)
        assert " ".join(wrapped.lines) == LONG
        assert wrapped.size == SMALLEST
        first, second = fitted("W" * 80, 44, size=12).lines
        assert len(first) > 10
        assert second.endswith("…")

    def test_a_name_from_right_to_left_is_isolated(self) -> None:
        assert fitted(ARABIC, 44, size=12).lines[0].startswith(FIRST_STRONG_ISOLATE)
        assert not fitted("Ole", 44, size=12).lines[0].startswith(FIRST_STRONG_ISOLATE)


def test_a4_has_the_margins_that_letter_needs() -> None:
    assert paper.A4[1] == MARGIN_Y + HEIGHT + MARGIN_Y
    assert paper.A4[0] == MARGIN_X + WIDTH + MARGIN_X


@pytest.mark.parametrize("language", ["en", "ar"])
@override_settings(LANGUAGES_BIDI=["ar"])
def test_a_list_begins_where_lines_begin(language: str) -> None:
    with translation.override(language):
        (page, *_more) = paper.read(print_list(of_players(3)))
    place = {text.text: text.x for text in paper.texts(page)}
    order = [place[text] for text in ("Person 1", "1", "Other 1")]
    assert order == sorted(order, reverse=language == "ar")
    assert paper.is_inside(page, MARGIN_X)
