"""The size of type in which a text fits into its place."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from matches.documents.fitting import (
    MM_PER_POINT,
    SMALLEST,
    line_count,
    text_width,
    type_size,
)
from tests.examples import examples

LONG = "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg"


@given(st.text(alphabet="aW .-éø山", max_size=80), st.floats(12, 100), st.booleans())
@example("W" * 80, 44, True)
@examples(60)
def test_no_line_is_wider_than_its_place(text, width, bold):
    size = type_size(text, width, size=12, bold=bold)
    assert SMALLEST <= size <= 12
    if size > SMALLEST:
        assert text_width(text, bold=bold) * size * MM_PER_POINT <= width + 0.01


def test_as_large_as_it_may_be_and_never_smaller_than_said():
    assert type_size("Ole Berg", 44, size=12) == 12
    assert type_size("", 44, size=12) == 12
    assert SMALLEST < type_size("Christiansen, Anna Margrethe", 44, size=12) < 12
    assert type_size(LONG, 44, size=12) == SMALLEST
    assert type_size(LONG, 44, size=12, smallest=7) == 7


def test_a_text_on_two_lines_is_larger_as_long_as_its_words_fit():
    assert type_size(LONG, 60, size=20, lines=2) > type_size(LONG, 60, size=20)
    word = "Wolfeschlegelsteinhausenbergerdorff"
    assert type_size(word, 60, size=20, lines=2) == type_size(word, 60, size=20)


@pytest.mark.parametrize(
    ("text", "lines"), [("", 1), ("Ole Berg", 1), (LONG, 3), ("W" * 40, 3)]
)
def test_lines_are_counted_as_they_are_wrapped(text, lines):
    assert line_count(text, 40, 9) == lines


def test_letters_that_the_font_lacks_have_a_width():
    assert text_width("山田") == pytest.approx(2, abs=0.1)
    assert text_width("\u0645") > 0.2
    assert text_width("AVAVA") < 5 * text_width("A")  # kerned
