"""Printed lists: every text in its place, whatever people are called."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from django.test import override_settings
from django.utils import translation

from matches.documents.registry import A3, A4, A5, LETTER, Paper, printing_on
from tests import paper, printed_worlds
from tests.paper import need_printing
from tournaments.paper.lists import TICKED, TO_TICK, print_list
from tournaments.paper.values import (
    NO_BOX,
    ListColumn,
    ListGroup,
    ListHead,
    PrintedList,
)

LONG = "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg"
ARABIC = "محمد عبد الله"
MARGIN = 10
ROW = 7
"""The least height of a row in millimetres: room for handwriting."""
ROWS = 32
"""The rows of a strip on a page of A4."""

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
NAMES = ListColumn("Player", 44, is_bold=True)
TABLES = ListColumn("Table", 13, "centre", size=13)
OPPONENTS = ListColumn("Opponent", 35, size=11)
BOXES = ListColumn("Sheet returned", 20, "box")


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


@pytest.mark.parametrize(
    ("players", "pages"), [(0, 1), (1, 1), (8, 1), (64, 1), (70, 2), (512, 8)]
)
def test_two_strips_are_64_lines_a_page(players: int, pages: int) -> None:
    assert len(paper.read(print_list(of_players(players)))) == pages


def test_everything_is_read_back_from_its_place() -> None:
    pages = paper.read(print_list(of_players(80)))
    assert [paper.size(page) for page in pages] == [paper.A4, paper.A4]
    for number, page in enumerate(pages, 1):
        assert paper.is_inside(page, MARGIN - 3)
        found = page.extract_text()
        for text in (
            "Køge Open",
            "Find your table · Open · Round 2",
            "12 November 2026",
            f"Page {number} of 2",
            "draw 3",
            "bg.example.org/tournaments/køge/rounds/2",
            "Player",
            "Opponent",
        ):
            assert text in found
    first = {text.text: text for text in paper.texts(pages[0])}
    column = [first[f"Person {number}"] for number in range(1, ROWS + 1)]
    assert all(text.x == pytest.approx(MARGIN, abs=0.1) for text in column)
    assert min(after.y - before.y for before, after in pairwise(column)) >= ROW
    assert first["Person 64"].x > paper.A4[0] / 2
    assert "Person 80" in {text.text for text in paper.texts(pages[1])}


@pytest.mark.parametrize("name", ["Ole Berg", LONG, ARABIC, "\u5c71\u7530", ""])
def test_a_row_is_high_enough_to_write_in(name: str) -> None:
    rows = tuple((f"T{number}", name) for number in range(9))
    columns = (TABLES, ListColumn("Player", 40))
    listed = of_players(0, columns=columns, groups=(ListGroup("", rows),), strips=1)
    (page,) = paper.read(print_list(listed))
    found = {text.text: text.y for text in paper.texts(page)}
    places = [found[f"T{number}"] for number in range(9)]
    assert min(after - before for before, after in pairwise(places)) >= ROW


@pytest.mark.parametrize("size", [A4, LETTER, A3, A5])
@pytest.mark.parametrize("strips", [1, 2])
def test_long_names_are_whole_and_stand_over_nothing(size: Paper, strips: int) -> None:
    rows = tuple((LONG, "7", f"{ARABIC * 4} W{'w' * 40}") for _row in range(40))
    with printing_on(size):
        content = print_list(
            of_players(0, groups=(ListGroup("L", rows),), strips=strips)
        )
    assert printed_worlds.overlaps(content) == []
    assert printed_worlds.outside(content, 4.2) == []
    said = "".join(printed_worlds.text_of(content).split())
    assert said.count("Hohenlohe-Langenburg") == said.count("Maximiliane") == 40
    assert min(printed_worlds.type_of_names(content, [LONG])) >= 8.95


def test_headings_and_tables_are_tagged() -> None:
    content = print_list(of_players(1))
    assert paper.untold(content) == []
    assert paper.breaks_pdf_ua(content) == []
    told = [text for _kind, *said in paper.spoken(content) for text in said]
    assert told == ["Player", "Table", "Opponent", "Person 1", "1", "Other 1"]


@pytest.mark.parametrize("before", range(28, 35))
def test_a_heading_never_stands_alone_at_the_end(before: int) -> None:
    rows = tuple((f"Person {row}", "", "") for row in range(before))
    groups = (ListGroup("A", rows), ListGroup("Last", (("Bo", "", ""),)))
    for strips in (1, 2):
        for page in paper.read(print_list(of_players(0, groups=groups, strips=strips))):
            found = {text.text: text for text in paper.texts(page)}
            assert ("Last" in found) == ("Bo" in found)
            if "Last" in found:
                assert found["Last"].y < found["Bo"].y


def test_boxes_are_empty_ticked_or_missing() -> None:
    def box(cell: str) -> str:
        listed = of_players(
            0, columns=(NAMES, BOXES), groups=(ListGroup("", (("Bo", cell),)),)
        )
        text = paper.read(print_list(listed))[0].extract_text()
        return "".join(mark for mark in text if mark in {TO_TICK, TICKED})

    assert [box(cell) for cell in (NO_BOX, "", "x")] == ["", TO_TICK, TICKED]


def test_notes_stand_below_the_rows_and_go_on_on_the_next_page() -> None:
    notes = tuple(f"Note {number}." for number in range(1, 21))
    assert len(paper.read(print_list(of_players(5, notes=notes)))) == 1
    content = print_list(of_players(64, notes=notes))
    assert len(paper.read(content)) == 2
    assert " ".join(notes) in " ".join(paper.words(content).split())


@pytest.mark.parametrize("language", ["en", "ar"])
@override_settings(LANGUAGES_BIDI=["ar"])
def test_a_list_begins_where_lines_begin(language: str) -> None:
    with translation.override(language):
        (page, *_more) = paper.read(print_list(of_players(3, strips=1)))
    place = {text.text: text.x for text in paper.texts(page)}
    order = [place[text] for text in ("Person 1", "Other 1")]
    assert order == sorted(order, reverse=language == "ar")
    assert paper.is_inside(page, MARGIN - 3)
