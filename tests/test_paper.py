"""What reads PDFs back finds what is wrong with them."""

import pytest

from matches.documents.pdf import render_pdf
from tests import paper, printed_worlds


@pytest.fixture(autouse=True)
def _pango() -> None:
    paper.need_printing()


def test_a_missing_letter_is_found() -> None:
    for letter, lacks in (("Bo", False), ("Å", False), ("\U0010fffd", True)):
        (page,) = paper.read(render_pdf(f"<p>{letter}</p>"))
        assert paper.lacks_letters(page) == lacks
        assert paper.fonts_not_embedded(page) == []


@pytest.mark.parametrize(("down", "is_over"), [(0, True), (1, True), (8, False)])
def test_texts_over_one_another_are_found(down: int, *, is_over: bool) -> None:
    style = "div { position: absolute; left: 0; font: 12pt sans-serif }"
    html = f"<div style='top: 0'>one text</div><div style='top: {down}mm'>another</div>"
    found = printed_worlds.overlaps(render_pdf(html, stylesheet=style))
    assert bool(found) == is_over


@pytest.mark.parametrize(("size", "is_small"), [(7, False), (6.5, True)])
def test_small_type_is_found(size: float, *, is_small: bool) -> None:
    style = f"p {{ font: {size}pt sans-serif }}"
    found = printed_worlds.in_small_type(render_pdf("<p>B</p>", stylesheet=style), 6.9)
    assert bool(found) == is_small


def test_texts_at_the_edge_are_found() -> None:
    style = "@page { margin: 3mm } body { margin: 0 }"
    content = render_pdf("<p>near</p>", stylesheet=style)
    assert printed_worlds.outside(content, 4.2) == ["near"]
    assert printed_worlds.outside(content, 2.5) == []
