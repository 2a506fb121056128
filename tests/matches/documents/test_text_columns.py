"""Columns whose lines follow the first one, against the same lines laid out."""

from html import escape
from itertools import pairwise
from typing import Final

import pypdfium2
import pytest
from PIL import ImageChops

from matches.documents.fontconfig import lacking_packages
from matches.documents.pdf import render_pdf
from tests import paper

pytestmark = pytest.mark.usefixtures("_printing")

NAMES: Final = (
    "Ada Lindqvist",
    "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg",
    "",
    "Nguyễn Thị Phương Thảo",
    "محمد بن عبد الرحمن الهاشمي",
    "山田 太郎 · 김 민준",
    "अनुराधा कृष्णमूर्ति",
    "Bo 🎲 Åkerblad <i>&amp;",
    "  ",
    "AVATAR To fi 0123",
)
STYLE: Final = """
@page { size: A5; margin: 10mm }
div { position: absolute; top: 20mm; width: 50mm; font: 9pt/7.3mm 'Source Sans 3';
  white-space: pre; overflow: hidden; text-overflow: ellipsis }
.rows { line-height: 0 }
"""


@pytest.fixture(scope="module")
def _printing() -> None:
    paper.need_printing()


def page(direction: str, align: str, *, is_laid_out: bool) -> bytes:
    names = [name for name in NAMES if not lacking_packages(name)]
    count = len(names) if is_laid_out else 1
    text, below = "\n".join(names[:count]), "\n".join(names[count:])
    return render_pdf(
        f"<html lang=en dir={direction}><title>Cup</title><h1>Cup</h1>"
        f'<div style="text-align: {align}" data-below="{escape(below)}">'
        f"<span class=rows>{escape(text)}</span></div>",
        stylesheet=STYLE,
    )


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize("align", ["start", "center", "end", "left", "right"])
def test_lines_look_as_if_they_were_laid_out(direction: str, align: str) -> None:
    pictures = [
        pypdfium2.PdfDocument(content)[0].render(scale=3).to_pil().convert("L")
        for content in (
            page(direction, align, is_laid_out=True),
            page(direction, align, is_laid_out=False),
        )
    ]
    assert pictures[0].getbbox()
    assert ImageChops.difference(*pictures).getbbox() is None


def test_each_line_is_read_aloud_in_order() -> None:
    content = page("ltr", "start", is_laid_out=False)
    laid_out = page("ltr", "start", is_laid_out=True)
    assert paper.spoken(content) == paper.spoken(laid_out)
    assert paper.untold(content) == []
    assert paper.breaks_pdf_ua(content) == []


def test_lines_are_equally_far_apart() -> None:
    lines = "\n".join("abc")
    (one,) = paper.read(
        render_pdf(f'<div data-below="{lines}">x</div>', stylesheet=STYLE)
    )
    below = [text.y for text in paper.texts(one)]
    assert len(below) == 4
    assert {round(b - a, 2) for a, b in pairwise(below)} == {7.3}
