"""Makes one PDF of the score sheets of a round."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from django.template.loader import render_to_string

from matches.documents.pdf import Placement, render_pdf
from matches.documents.registry import Told
from matches.documents.text import FONT_FAMILY, clean
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.score_sheets.face import blank, face
from tournaments.score_sheets.grid import (
    BANDS,
    HEIGHT,
    MARGIN_X,
    MARGIN_Y,
    QR_SIDE,
    SHEET_WIDTH,
    TOPS,
    WIDTH,
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
        render_to_string(
            "tournaments/score_sheets/paper.html",
            {
                "language": sheets[0].language,
                "title": clean(sheets[0].tournament),
                "top": TOPS,
                "width": WIDTH,
                "height": HEIGHT,
                "has_masters": start == 0,
                "drawings": drawings,
                "pages": pages[start : start + CHUNK],
            },
        )
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
