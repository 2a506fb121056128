"""Makes one PDF of the score sheets of a round."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from django.template.loader import render_to_string

from matches.documents.pdf import Placement, render_pdf
from matches.documents.registry import Told
from matches.documents.text import FONT_FAMILY, clean
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.score_sheets.face import SheetFace, blank, face
from tournaments.score_sheets.grid import (
    BANDS,
    HEIGHT,
    MARGIN_X,
    MARGIN_Y,
    QR_SIDE,
    SHEET_WIDTH,
    TOPS,
    WIDTH,
    Drawing,
    SheetLayout,
    drawing,
)
from tournaments.score_sheets.values import SheetValues

NOTHING_TO_PRINT = Refusal(
    "score_sheet.nothing_to_print",
    gettext_noop(
        "There is nothing to print: no match of this round is between two players."
    ),
)
"""No match of the round is between two players."""


CHUNK: Final = 32
"""Pages that are laid out at a time: some seconds on a slow machine."""


def score_sheets(
    sheets: Sequence[SheetValues], told: Told = lambda _done, _steps: None
) -> bytes:
    """Return the PDF of `sheets`, two A5 sheets on each A4 page, in their order.

    `told` is told how many chunks are laid out, and how many there are.

    After an odd number of sheets the last half page is a blank sheet of the same form,
    for a match that needs a second sheet. Raises NOTHING_TO_PRINT without sheets,
    and PRINTING_UNAVAILABLE where the libraries are missing.
    """
    if not sheets:
        raise NOTHING_TO_PRINT()
    forms = [_form(sheet) for sheet in sheets]
    faces = [face(sheet) for sheet in sheets]
    if len(sheets) % 2:
        forms.append(forms[-1])
        faces.append(blank(sheets[-1]))
    # The first master is the line to cut along.
    masters = {form: index for index, form in enumerate(dict.fromkeys(forms), 1)}
    pages = list(zip(faces[::2], faces[1::2], strict=True))
    drawings = [drawing(form) for form in masters]
    chunks = [
        _html(sheets[0], drawings if start == 0 else (), pages[start : start + CHUNK])
        for start in range(0, len(pages), CHUNK)
    ]
    beneath = [
        (Placement(0), Placement(masters[left]), Placement(masters[right], SHEET_WIDTH))
        for left, right in zip(forms[::2], forms[1::2], strict=True)
    ]
    return render_pdf(
        *chunks,
        stylesheet=_stylesheet(),
        beneath=beneath,
        laid_out=lambda done: told(done, len(chunks)),
    )


class BlankSheets(NamedTuple):
    """Blank sheets to be printed, alone or after other pages.

    `masters` is the HTML of the masters, which come first in the document; `beneath`
    has their placements for each page of `pages`.
    """

    masters: str
    pages: str
    beneath: tuple[tuple[Placement, ...], ...]
    stylesheet: str


def blank_pages(sheets: Sequence[SheetValues]) -> BlankSheets:
    """Return two blank sheets on a page for every two of `sheets`, without names."""
    forms = [_form(sheet) for sheet in sheets]
    faces = [blank(sheet) for sheet in sheets]
    masters = {form: index for index, form in enumerate(dict.fromkeys(forms), 1)}
    pages = list(zip(faces[::2], faces[1::2], strict=True))
    return BlankSheets(
        masters=_html(sheets[0], [drawing(form) for form in masters], ()),
        pages=_html(sheets[0], (), pages),
        beneath=tuple(
            (
                Placement(0),
                Placement(masters[left]),
                Placement(masters[right], SHEET_WIDTH),
            )
            for left, right in zip(forms[::2], forms[1::2], strict=True)
        ),
        stylesheet=_stylesheet(),
    )


def blank_score_sheets(sheets: Sequence[SheetValues]) -> bytes:
    """Return the PDF of blank sheets, of which there must be an even number.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    blank = blank_pages(sheets)
    return render_pdf(
        blank.masters, blank.pages, stylesheet=blank.stylesheet, beneath=blank.beneath
    )


def _html(
    sheet: SheetValues,
    drawings: Sequence[Drawing],
    pages: Sequence[tuple[SheetFace, SheetFace]],
) -> str:
    """Return the masters of these forms, if there are any, and then pages."""
    return render_to_string(
        "tournaments/score_sheets/paper.html",
        {
            "language": sheet.language,
            "title": clean(sheet.tournament),
            "top": TOPS,
            "width": WIDTH,
            "height": HEIGHT,
            "has_masters": bool(drawings),
            "drawings": drawings,
            "pages": pages,
        },
    )


@cache
def _stylesheet() -> str:
    return render_to_string(
        "tournaments/score_sheets/paper.css",
        {
            "font": FONT_FAMILY,
            "sheet_width": SHEET_WIDTH,
            "margin_x": MARGIN_X,
            "margin_y": MARGIN_Y,
            "right": SHEET_WIDTH + MARGIN_X,
            "width": WIDTH,
            "height": HEIGHT,
            "top": TOPS,
            "one": TOPS["players"] + 0.4,
            "two": TOPS["players"] + BANDS["players"] / 2 + 0.4,
            "qr": QR_SIDE,
        },
    )


def _form(sheet: SheetValues) -> SheetLayout:
    return SheetLayout(
        sheet.length,
        sheet.crawford,
        sheet.cube_values,
        sheet.language,
        start=sheet.start,
    )
