"""Wall charts: every name on one line, sheets that fit, nothing over anything else."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import cycle, pairwise, product

import pytest
from django.test import Client, override_settings
from django.utils import translation
from pypdf import PdfReader

from matches.documents.registry import A3, A4, LETTER, Paper, printing_on
from matches.ledger.adjust import record_walkover
from matches.players.names import LONGEST_NAME
from matches.rules import Side
from tests import builders, paper, printed_worlds
from tests.refusals import raises
from tests.tournaments.brackets.test_brackets import cup, read, win
from tournaments.brackets import BracketWords
from tournaments.models import Pairing
from tournaments.paper.chart_sheets import LINES, chart_values, letters_of
from tournaments.paper.chart_tree import Leaf, Subtree, parts_of
from tournaments.paper.values import ListHead
from tournaments.paper.wall_charts import (
    MARGIN,
    NO_CHART,
    ChartFace,
    ChartSheet,
    ChartValues,
    face_of,
    wall_chart,
)
from tournaments.structure.queries import stage_at

MM = 72 / 25.4
HEAD = ListHead(
    tournament="Køge Open",
    where="",
    title="Knockout",
    date="",
    url="https://bg.example.org/tournaments/koge/stages/1/",
    draw_number=2,
    printed_at=datetime(2026, 11, 12, 14, 5, tzinfo=UTC),
    language="en",
)
PAPERS = (A3, A4, LETTER)
SPACES = re.compile(r"[\s\u2066-\u2069]")
"""Spaces, and the marks around a name from right to left."""


@pytest.fixture(scope="module", autouse=True)
def _pango() -> None:
    paper.need_printing()


def subtree(first: int, lines: int, *, column: int | None = None) -> Subtree:
    """A part of a bracket whose lines are numbered from `first`."""
    rounds = lines.bit_length() - 1
    column = column or rounds
    half = lines // 2

    def side(start: int) -> Subtree | Leaf:
        if half == 1:
            return Leaf(column, str(start), f"Person {start}")
        return subtree(start, half, column=column - 1)

    return Subtree(
        column=column,
        label=f"M{first}",
        table="",
        loser_to="C1",
        name="",
        points=("", ""),
        top=side(first),
        bottom=side(first + half),
    )


def chart(*roots: Subtree) -> ChartValues:
    return ChartValues(
        head=HEAD,
        sheets=tuple(ChartSheet("Main", "", titles_of(root), root) for root in roots),
    )


def titles_of(root: Subtree) -> tuple[str, ...]:
    """Return the headings of the rounds on a sheet and of the winner, all empty."""
    return ("",) * (root.column - root.first_column + 2)


def texts(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def printed(made: ChartValues, size: Paper = A4) -> bytes:
    """Return the PDF on a paper."""
    with printing_on(size):
        return wall_chart(made)


@pytest.mark.parametrize(
    ("size", "measures"), [(A3, (420, 297)), (A4, (210, 297)), (LETTER, (215.9, 279.4))]
)
def test_every_sheet_is_one_page_of_its_paper(
    size: Paper, measures: tuple[float, float]
) -> None:
    pages = paper.read(printed(chart(subtree(1, 32), subtree(33, 32)), size))
    assert [paper.size(page) for page in pages] == [measures] * 2


@pytest.mark.parametrize("size", PAPERS)
def test_a_sheet_of_32_lines_has_room_for_a_pen(size: Paper) -> None:
    shown = face_of(chart(subtree(1, 32)).sheets[0], size)
    assert shown.between >= 6.8
    assert shown.between * 32 <= shown.height
    lines = sorted(name.line for name in shown.names if name.mark)
    assert len(lines) == 32
    for above, below in pairwise(lines):
        assert below - above == pytest.approx(shown.between, abs=0.02)
    for name in shown.names:
        assert 0 < name.left < name.left + name.width < shown.width


LONG = (
    "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Александра Константиновна Воскресенская",
    "محمد بن عبد الرحمن بن يوسف الهاشمي",
    "Bo",
)


def named(part: Subtree | Leaf, names: Iterator[str]) -> Subtree | Leaf:
    """Return a part of a bracket with these names, won by the upper side."""
    if isinstance(part, Leaf):
        return replace(part, name=next(names))
    top, bottom = named(part.top, names), named(part.bottom, names)
    return replace(part, top=top, bottom=bottom, name=top.name)


def pages_of(made: ChartValues, size: Paper) -> list[ChartFace]:
    return [face_of(one, size) for one in made.sheets]


@pytest.mark.parametrize("size", PAPERS)
@pytest.mark.parametrize(
    ("lines", "names"),
    [*product((8, 16, 32), (LONG, LONG[:1], LONG[:2])), (64, LONG)],
)
def test_usual_names_are_whole_wherever_they_stand(
    lines: int, names: tuple[str, ...], size: Paper
) -> None:
    """Whoever wins: it may be somebody with a long name in every match."""
    root = named(subtree(1, lines), cycle(names))
    assert isinstance(root, Subtree)
    made = chart(*parts_of(root, LINES, letters_of))
    content = printed(made, size)
    assert printed_worlds.overlaps(content) == []
    assert printed_worlds.outside(content, MARGIN - 0.5) == []
    assert min(printed_worlds.type_of_names(content, names)) >= 6.95
    said = SPACES.sub("", printed_worlds.text_of(content).replace("\ufffe", "-"))
    latin = [name for name in names if name.isascii()]
    assert [name for name in latin if SPACES.sub("", name) not in said] == []


@pytest.mark.parametrize("lines", [4, 8, 16, 32])
@pytest.mark.parametrize("size", PAPERS)
def test_a_long_name_makes_no_other_smaller(size: Paper, lines: int) -> None:
    """Short ones keep the usual size, the same in all rounds of the sheet."""
    people = ["Bo Å", *["Ada B", "Eskil C"] * 7, LONG[0]]
    root = named(subtree(1, lines), cycle(people))
    assert isinstance(root, Subtree)
    page = face_of(chart(root).sheets[0], size)
    sizes = {name.size for name in page.names if name.text in people[:3]}
    assert len(sizes) == 1
    assert min(sizes) >= 11


@pytest.mark.parametrize("size", PAPERS)
@pytest.mark.parametrize("is_below", [False, True])
def test_a_long_name_beside_a_short_one_leaves_the_numbers_of_matches(
    size: Paper, *, is_below: bool
) -> None:
    people = [f"{LONG[0]}-X", "Bo Åkerblad", "Ada", LONG[2]]
    root = named(subtree(1, 32), cycle(reversed(people) if is_below else people))
    assert isinstance(root, Subtree)
    content = printed(chart(root), size)
    assert printed_worlds.overlaps(content) == []
    page = " ".join(texts(content))
    assert [number for number in range(1, 33, 2) if f"M{number} " not in page] == []


@pytest.mark.parametrize("size", PAPERS)
@pytest.mark.parametrize("letter", ["W", "漢", "Wolfeschlegelstein "])
def test_the_longest_names_stand_over_nothing(size: Paper, letter: str) -> None:
    name = (letter * LONGEST_NAME)[:LONGEST_NAME].strip()
    for lines in (2, 4, 8, 16, 32):
        root = named(subtree(1, lines), cycle([name]))
        assert isinstance(root, Subtree)
        content = printed(chart(root), size)
        assert printed_worlds.overlaps(content) == []
        assert printed_worlds.outside(content, MARGIN - 0.5) == []


def test_a_chart_is_told_to_those_who_do_not_see_it() -> None:
    made = chart(subtree(1, 4))
    sheets = [replace(made.sheets[0], about=f"sheet {at}") for at in (0, 1)]
    content = wall_chart(replace(made, sheets=tuple(sheets)))
    assert paper.untold(content) == []
    assert paper.alternatives(content) == [HEAD.url] * 2


@pytest.mark.parametrize("size", PAPERS)
def test_every_name_is_drawn_wherever_it_stands(size: Paper) -> None:
    names = ("Bo", "Ada", "Wolfeschlegelsteinhausenbergerdorff", "Eskil", "Dagny")
    root = named(subtree(1, 32), cycle(names))
    assert isinstance(root, Subtree)
    made = chart(root)
    found = " ".join(texts(printed(made, size))).split()
    shown = [name.text for page in pages_of(made, size) for name in page.names]
    for name in ("Bo", "Ada", "Eskil", "Dagny"):
        assert found.count(name) == shown.count(name) > 5


def test_the_address_is_printed_as_people_read_it() -> None:
    head = replace(HEAD, url="https://bg.example.org/k%C3%B8ge/")
    made = replace(chart(subtree(1, 4)), head=head)
    assert "bg.example.org/køge" in texts(wall_chart(made))[0]


def test_what_people_typed_is_escaped() -> None:
    root = Subtree(
        1, "M1", "", "", "", ("", ""), Leaf(1, "1", "<b>A & B"), Leaf(1, "2", "Bo")
    )
    assert "<b>A & B" in texts(wall_chart(chart(root)))[0]


def test_a_chart_without_sheets_is_refused() -> None:
    with raises(NO_CHART):
        wall_chart(chart())


def test_letters_go_on_after_z() -> None:
    assert [letters_of(index) for index in (0, 25, 26, 52)] == ["A", "Z", "AA", "BA"]


@pytest.mark.django_db
@pytest.mark.parametrize("who", [2, 5, 32, 70])
def test_every_line_of_the_bracket_is_on_exactly_one_sheet(who: int) -> None:
    made = cup(who) if who > 2 else cup(4)
    bracket = read(made)
    values = chart_values(BracketWords(bracket), stage_at(made, 1))
    main = [sheet for sheet in values.sheets if sheet.section == "Main"]
    leaves = [leaf for sheet in main for leaf in sheet.root.leaves()]
    lines = [int(leaf.mark) for leaf in leaves if leaf.mark.isdecimal()]
    assert sorted(lines) == list(range(1, bracket.course.plan.lines + 1))
    assert all(sheet.root.size <= LINES for sheet in values.sheets)
    names = {leaf.name for leaf in leaves}
    assert {bracket.names[entry] for entry in bracket.root.lot_of} <= names


@pytest.mark.django_db
def test_sheets_say_which_lines_they_have_and_where_their_winners_go() -> None:
    made = cup(128)
    values = chart_values(BracketWords(read(made)), stage_at(made, 1))
    main = [sheet for sheet in values.sheets if sheet.section == "Main"]
    assert [sheet.about for sheet in main] == [
        *(f"sheet {letter} of 5" for letter in "ABCDE")
    ]
    assert main[1].goes_to == "→ sheet E, slot 2"
    assert main[-1].goes_to == ""
    assert main[-1].titles == ("Semi-finals", "Final", "Winner")


@pytest.mark.django_db
def test_a_chart_tells_results_and_where_losers_go() -> None:
    made = cup(8)
    win(made, 2)
    path = f"/documents/bracket/{made.slug}/1.pdf"
    answer = builders.printed(Client(), path, {"paper": "a4"})
    assert answer.headers["Content-Type"] == "application/pdf"
    pages = texts(answer.content)
    assert "L→ Consolation M" in pages[0]
    assert "t ___" in pages[0]
    assert "printed" in pages[0]
    assert [
        next(line for line in ("Main", "Consolation", "Last") if f"· {line}\n" in page)
        for page in pages
    ] == ["Main", "Consolation", "Last"]


@pytest.mark.django_db
def test_a_loser_is_led_to_a_number_that_stands_on_the_other_chart() -> None:
    made = cup(13)
    values = chart_values(BracketWords(read(made)), stage_at(made, 1))

    def matches(part: Subtree | Leaf) -> list[Subtree]:
        if isinstance(part, Leaf):
            return []
        return [part, *matches(part.top), *matches(part.bottom)]

    found = [
        (sheet.section, one) for sheet in values.sheets for one in matches(sheet.root)
    ]
    labels = [f"{section} {one.label}" for section, one in found if one.is_played]
    assert len(set(labels)) == len(labels)
    targets = {
        one.loser_to if " " in one.loser_to else f"{section} {one.loser_to}"
        for section, one in found
        if one.is_played and one.loser_to
    }
    assert targets <= set(labels)
    assert any(target.startswith("Consolation M") for target in targets)
    assert values.sheets[0].root.label == "M12"


@pytest.mark.django_db
@pytest.mark.parametrize("winner", [1, 2])
def test_a_walkover_stands_with_who_did_not_win_it(winner: int) -> None:
    made = cup(4)
    first = Pairing.objects.filter(tournament=made, match_number=1).get()
    assert first.match is not None
    recorded = record_walkover(match_id=first.match.pk, winner=Side(winner), by=None)
    assert recorded
    values = chart_values(BracketWords(read(made)), stage_at(made, 1))
    semi = values.sheets[0].root.top
    assert isinstance(semi, Subtree)
    names = [side.name for side in (semi.top, semi.bottom)]
    assert sorted(semi.points) == ["", "w/o"]
    assert semi.name == names[semi.points.index("")]


@pytest.mark.django_db
def test_byes_are_called_so() -> None:
    made = cup(6)
    values = chart_values(BracketWords(read(made)), stage_at(made, 1))
    names = [leaf.name for leaf in values.sheets[0].root.leaves()]
    assert names.count("bye") == 2


def test_nothing_stands_twice_in_a_title() -> None:
    made = chart(subtree(1, 4))
    assert "Knockout · Main" in texts(wall_chart(made))[0]
    twice = replace(made, head=replace(HEAD, title="Beginners · Main"))
    assert "Beginners · Main" in texts(wall_chart(twice))[0]
    assert "Main · Main" not in texts(wall_chart(twice))[0]
    alone = texts(wall_chart(replace(made, head=replace(HEAD, title="Main"))))[0]
    assert alone.count("Main") == 1


def test_a_small_bracket_fills_its_sheet_in_larger_type() -> None:
    small = face_of(chart(subtree(1, 8)).sheets[0], A3)
    assert {name.size for name in small.names if name.text} == {16}
    assert small.between * 8 > 0.75 * small.height
    full = face_of(chart(subtree(1, 32)).sheets[0], A3)
    assert max(name.size for name in full.names) < 16


@pytest.mark.django_db
def test_a_branch_has_a_chart_of_its_own() -> None:
    made = cup(8)
    values = chart_values(BracketWords(read(made, 2)), stage_at(made, 2))
    assert {sheet.section for sheet in values.sheets} == {"Consolation"}
    marks = [leaf.mark for sheet in values.sheets for leaf in sheet.root.leaves()]
    assert marks[0] == "L M1"


@pytest.mark.django_db
def test_a_chart_is_in_the_language_of_the_reader() -> None:
    made = cup(8, "double_elimination")
    with translation.override("da"):
        values = chart_values(BracketWords(read(made)), stage_at(made, 1))
    assert values.head.language == "da"
    assert len(values.sheets) == 3


@pytest.mark.parametrize("language", ["en", "ar"])
@override_settings(LANGUAGES_BIDI=["ar"])
def test_a_chart_runs_where_lines_run(language: str) -> None:
    with translation.override(language):
        (page,) = paper.read(wall_chart(chart(subtree(1, 8))))
    width, _height = paper.size(page)
    began = [text.x for text in paper.texts(page) if "Person" in text.text]
    assert began
    assert all((x < width / 2) == (language == "en") for x in began)


@pytest.mark.django_db
def test_before_the_draw_there_is_no_chart() -> None:
    made = builders.evening("elimination", 4)
    path = f"/documents/bracket/{made.slug}/1.pdf"
    answer = Client().get(path, follow=True)
    assert answer.status_code == 422
    assert NO_CHART.english in answer.content.decode()
    swiss = builders.evening("swiss", 4)
    path = f"/documents/bracket/{swiss.slug}/1.pdf"
    assert Client().get(path).status_code == 404
