"""How lists are cut into pages. Pure."""

import re

import pytest

from tests.live import ROOT
from tournaments.screens.letters import shorter_forms
from tournaments.screens.pages import (
    FEWEST,
    LETTERS,
    MATCHES,
    NAMES,
    SMALLEST,
    Layout,
    Layouts,
    LinesPage,
    ScreenLine,
    paged,
)


def lines(count: int) -> list[ScreenLine]:
    return [ScreenLine(str(one), f"Player {one}", letter="A") for one in range(count)]


@pytest.mark.parametrize("layouts", [NAMES, MATCHES])
@pytest.mark.parametrize("count", [1, 8, 9, 20, 36, 64, 66, 67, 200, 256, 1000])
def test_every_line_is_on_one_page_in_order(
    count: int, layouts: tuple[Layouts, ...]
) -> None:
    page = LinesPage(title="", lines=lines(count), layout=Layout(1, 8))
    pages = list(paged(page, layouts))
    shown = [line.key for one in pages for line in one.lines]
    assert shown == [line.key for line in page.lines]
    assert all(len(one.lines) <= one.layout.room for one in pages)
    assert all(FEWEST <= one.layout.rows <= 22 for one in pages)
    sizes = [len(one.lines) for one in pages]
    assert max(sizes) - min(sizes) < len(sizes) or len(sizes) == 1
    assert all(bool(one.part) == (len(pages) > 1) for one in pages)


def test_the_style_sheet_has_the_letters_of_every_number_of_rows() -> None:
    css = (ROOT / "clubsite/static/css/screen.css").read_text(encoding="utf-8")
    found = re.findall(r"\.has-(\d+)-rows .*font-size: calc\(([\d.]+) \*", css)
    assert [(int(rows), float(size)) for rows, size in found] == [
        (FEWEST + more, size) for more, size in enumerate(LETTERS)
    ]


def test_sixty_four_names_are_on_one_page() -> None:
    page = LinesPage(title="", lines=lines(64), layout=Layout(1, 8))
    assert [one.layout for one in paged(page, NAMES)] == [Layout(3, 22)]


def test_a_long_name_gets_smaller_letters() -> None:
    some = [ScreenLine("1", "x" * length, "Bo") for length in (8, 9, 10, 60)]
    short = [ScreenLine("1", "Ann", "Bo")] * 12
    page = LinesPage(title="", lines=[*some, *short], layout=Layout(1, 8))
    (shown,) = paged(page, MATCHES)
    sizes = [line.sizes[0] for line in shown.lines[:4]]
    assert sizes == ["", "is-small", "is-smaller", "is-tiny"]


def test_short_names_are_no_larger_than_most() -> None:
    long = ScreenLine("1", "x" * 9, "Bo")
    short = ScreenLine("1", "Ann", "Bo")
    for some, sizes in (
        ([long] * 12 + [short] * 4, ["is-small"] * 16),
        ([short] * 12 + [long] * 4, [""] * 12 + ["is-small"] * 4),
    ):
        page = LinesPage(title="", lines=some, layout=Layout(1, 8))
        (shown,) = paged(page, MATCHES)
        assert [line.sizes[0] for line in shown.lines] == sizes


def test_opponents_have_letters_of_one_size() -> None:
    some = [ScreenLine("1", "Ann", "x" * 8)] * 16
    page = LinesPage(title="", lines=some, layout=Layout(1, 8), are_equal=True)
    (shown,) = paged(page, MATCHES)
    (size,) = {size for line in shown.lines for size in line.sizes}
    assert size.startswith("is-")


@pytest.mark.parametrize(
    ("length", "expected"), [(26, ""), (27, "is-middle"), (34, "is-long")]
)
def test_a_long_title_has_smaller_letters(length: int, expected: str) -> None:
    page = LinesPage(title="x" * length, lines=[], layout=Layout(1, 8))
    assert page.title_size == expected


def test_a_name_too_long_for_many_rows_has_fewer() -> None:
    some = [ScreenLine("1", "Anna-Karolina Christoffersen-Hammershaimb", letter="A")]
    page = LinesPage(title="", lines=[*some, *lines(63)], layout=Layout(1, 8))
    assert {one.layout for one in paged(page, NAMES)} == {Layout(2, 16)}


def test_a_name_listed_by_its_surname_keeps_that_whole() -> None:
    long = "Hammershaimb-Petersen, Wolfgang Amadeus Theodor"
    assert shorter_forms(long)[-2:] == [
        "Hammershaimb-Petersen, W. A. T.",
        "Hammershaimb-Petersen, W.",
    ]
    page = LinesPage(title="", lines=[ScreenLine("1", long, "Bo Ek")] * 30)
    (shown,) = paged(page)
    assert shown.lines[0].name.startswith("Hammershaimb-Petersen, W")


@pytest.mark.parametrize("choices", [NAMES, MATCHES])
@pytest.mark.parametrize("length", [*range(8, 36, 3)])
def test_no_name_has_letters_too_small_for_eight_metres(
    choices: tuple[Layouts, ...], length: int
) -> None:
    some = [ScreenLine("1", "Xenia " + "x" * length, "Xi " + "x" * length, "7–5")]
    for count in (7, 20, 63, 200):
        page = LinesPage(title="", lines=some + lines(count), layout=Layout(1, 8))
        for shown in paged(page, choices):
            letters = LETTERS[shown.layout.rows - FEWEST]
            smallest = min(line.smallest for line in shown.lines)
            assert smallest * letters >= SMALLEST


def test_a_name_too_long_for_two_lines_has_initials() -> None:
    line = ScreenLine(
        "1", "Wolfgang Amadeus Christoffersen-Hammershaimb", "Bo Ek", end="7–5"
    )
    page = LinesPage(title="", lines=[line] * 30, layout=Layout(1, 8))
    (shown,) = paged(page)
    assert shown.lines[0].name == "W. A. Christoffersen-Hammershaimb"
    assert shown.lines[0].sizes[0] == "is-tiny"


def test_words_are_not_shortened_to_initials() -> None:
    fits = "waits for the winner of round 1, no. 7"
    for text, expected in ((fits, fits), (f"{fits} of the second group", "Waiting")):
        line = ScreenLine("", "Bo", text, short="Waiting", are_words=(False, True))
        page = LinesPage(title="", lines=[line] * 30, layout=Layout(1, 8))
        assert next(paged(page, NAMES)).lines[0].other == expected


def test_a_word_too_long_for_a_line_is_broken_after_what_goes_before() -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    space = "\N{WORD JOINER}\N{NO-BREAK SPACE}"
    for name, expected in (
        (f"Bo {word}", f"Bo {word}"),
        (f"Bo {word * 2}", f"B.{space}{word * 2}"),
    ):
        line = ScreenLine("1", name, "Bo Ek", end="7–5")
        page = LinesPage(title="", lines=[line] * 30, layout=Layout(1, 8))
        shown = next(paged(page))
        assert shown.layout == Layout(1, 15)
        assert shown.lines[0].name == expected


def test_the_only_name_of_a_line_has_all_the_room() -> None:
    line = ScreenLine("1", "Wolfgang Amadeus Christoffersen-Ek", end="7–5")
    alone = LinesPage(title="", lines=[line] * 8, layout=Layout(1, 8))
    some = [line._replace(other="Bo")] * 8
    two = LinesPage(title="", lines=some, layout=Layout(1, 8))
    sizes = [next(paged(page)).lines[0].smallest for page in (alone, two)]
    assert sizes[0] > sizes[1]


def test_three_columns_have_room_for_short_names_only() -> None:
    line = ScreenLine("1", "Ann", "– Bo van den Berg", short="– Berg")
    few = LinesPage(title="", lines=[line], layout=Layout(1, 8))
    many = LinesPage(title="", lines=[line, *lines(63)], layout=Layout(1, 8))
    shown = [next(paged(page, NAMES)).lines[0].other for page in (few, many)]
    assert shown == ["– Bo van den Berg", "– Berg"]
