"""Makes one PDF of the score sheets of a round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from math import ceil
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from django.template.loader import render_to_string
from django.utils.translation import get_language_bidi

from matches.documents.filling import DOT, Filling, QrPicture
from matches.documents.languages import first_of, is_two, speaking
from matches.documents.masters import Placement
from matches.documents.papers import A4, A5, LETTER, page_size, paper_now
from matches.documents.pdf import FILLED_AT_A_TIME, render_pdf
from matches.documents.registry import OnProgress
from matches.documents.text import FONT_FAMILY, by_direction, clean
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from matches.web.qr import qr_pixels
from tournaments.score_sheets.drawing import SheetDrawing, drawing
from tournaments.score_sheets.layout import (
    ABOUT_FINAL,
    BANDS,
    HALF_PAGE,
    MARGIN_X,
    MARGIN_Y,
    QR_SIDE,
    SHEET_WIDTH,
    SIDE_GAP,
    TOPS,
    UNFINISHED,
    WHOLE_LETTER,
    WHOLE_PAGE,
    WIDTH,
    SheetLayout,
    SheetSize,
)
from tournaments.score_sheets.texts import SheetTexts, blank, face, in_slots
from tournaments.score_sheets.values import SheetValues

NOTHING_TO_PRINT = Refusal(
    "score_sheet.nothing_to_print",
    gettext_noop(
        "There is nothing to print: no match of this round is between two players."
    ),
)
"""No match of the round is between two players."""


P = ParamSpec("P")
MadeT = TypeVar("MadeT")
ThingT = TypeVar("ThingT")
CHUNK: Final = 32
"""Patterns that are laid out at a time: some seconds on a slow machine."""


def _in_their_language(
    build: Callable[Concatenate[Sequence[SheetValues], P], MadeT],
) -> Callable[Concatenate[Sequence[SheetValues], P], MadeT]:
    """Lay sheets out in their own language: it says on which side lines begin.

    Without sheets NOTHING_TO_PRINT is raised.
    """

    @wraps(build)
    def made(
        sheets: Sequence[SheetValues], /, *args: P.args, **named: P.kwargs
    ) -> MadeT:
        if not sheets:
            raise NOTHING_TO_PRINT()
        with speaking(sheets[0].language):
            return build(sheets, *args, **named)

    return made


@_in_their_language
def score_sheets(
    sheets: Sequence[SheetValues], on_progress: OnProgress = lambda _done, _steps: None
) -> bytes:
    """Return the PDF of `sheets`, two A5 sheets on each A4 page, in their order.

    `on_progress` gets the number of chunks that are laid out, and of all.

    After an odd number of sheets the last half page is a blank sheet of the same form,
    for a match that needs a second sheet. Raises NOTHING_TO_PRINT without sheets,
    and PRINTING_UNAVAILABLE where the libraries are missing.
    """
    paper = _sheet_paper()
    forms = [_form(sheet) for sheet in sheets]
    faces = [face(sheet) for sheet in sheets]
    if len(sheets) % paper.on_a_page:
        forms.append(forms[-1])
        faces.append(blank(sheets[-1]))
    return _filled(
        forms,
        faces,
        sheet=sheets[0],
        paper=paper,
        size=HALF_PAGE,
        on_progress=on_progress,
    )


@_in_their_language
def whole_page_sheets(
    sheets: Sequence[SheetValues], on_progress: OnProgress = lambda _done, _steps: None
) -> bytes:
    """Return the PDF of `sheets`, each on a page or on as many as it needs.

    See `score_sheets`.
    """
    size = WHOLE_LETTER if paper_now() == LETTER else WHOLE_PAGE
    faces, forms = [], []
    for sheet in sheets:
        form = _form(sheet, size)
        for page in range(form.pages):
            forms.append(replace(form, page=page))
            faces.append(face(sheet) if sheet.match_number else blank(sheet))
    return _filled(
        forms,
        faces,
        sheet=sheets[0],
        paper=_whole(size),
        size=size,
        on_progress=on_progress,
    )


def _filled(
    forms: Sequence[SheetLayout],
    faces: Sequence[SheetTexts],
    *,
    sheet: SheetValues,
    paper: "SheetPaper",
    size: SheetSize,
    on_progress: OnProgress,
) -> bytes:
    """Return the PDF of faces over their forms: faces alike are laid out only once.

    `sheet` is one of them: it says their language.
    """
    # The first master of half pages is the line to cut along.
    first = 0 if size.side else 1
    masters = {form: at for at, form in enumerate(dict.fromkeys(forms), start=first)}
    slotted = [in_slots(face) for face in faces]
    patterns: dict[SheetTexts, int] = {}
    shown: list[SheetTexts] = []
    for one, (pattern, _texts) in zip(faces, slotted, strict=True):
        if patterns.setdefault(pattern, len(patterns)) == len(shown):
            shown.append(one)
    size = _size(sheet, size)
    drawings = [drawing(form) for form in masters]
    chunks = [
        _html(sheet, (), [[one] for one in some], size=size)
        for some in _by_page(shown, CHUNK)
    ]
    fillings = [
        Filling(
            patterns[pattern],
            texts,
            {"qr": QrPicture(qr_pixels(one.url), one.code)} if one.url else {},
        )
        for one, (pattern, texts) in zip(faces, slotted, strict=True)
    ]
    pages = [paper.side_by_side(some) for some in _by_page(fillings, paper.on_a_page)]
    steps = 1 + len(chunks) + ceil(len(pages) / FILLED_AT_A_TIME)
    return render_pdf(
        _html(sheet, drawings, (), size=size),
        patterns=chunks,
        filled=pages,
        stylesheet=_stylesheet(paper, size),
        beneath=[
            paper.placements([masters[form] for form in some])
            for some in _by_page(forms, paper.on_a_page)
        ],
        laid_out=lambda done: on_progress(done, steps),
    )


@dataclass(frozen=True, slots=True)
class SheetPaper:
    """How sheets stand on their paper: their left edges and the upper one, in mm.

    In languages from right to left these are the right edges: the first sheet is the
    one on the right.
    """

    css: str
    height: float
    """A hair less than that of the paper."""
    lefts: tuple[float, ...]
    top: float
    cut: float = 0.0
    """The position of the cut in millimetres, 0 without a cut."""

    @property
    def on_a_page(self) -> int:
        """How many sheets are side by side."""
        return len(self.lefts)

    def placements(self, masters: Sequence[int]) -> tuple[Placement, ...]:
        """Return what is printed under sheets with these forms, side by side."""
        cut = (Placement(0),) if self.cut else ()
        return (*cut, *map(Placement, masters, self._shifts))

    def side_by_side(self, fillings: Sequence[Filling]) -> tuple[Filling, ...]:
        """Return the sheets of a page, each in its place."""
        return tuple(
            replace(filling, shift_mm=shift)
            for filling, shift in zip(fillings, self._shifts, strict=True)
        )

    @property
    def _shifts(self) -> tuple[float, ...]:
        """How far to the right of the first sheet each of them is, in millimetres."""
        forward = -1 if get_language_bidi() else 1
        return tuple(forward * (left - self.lefts[0]) for left in self.lefts)


ON_A4: Final = SheetPaper(
    "A4 landscape", 209.9, (MARGIN_X, SHEET_WIDTH + MARGIN_X), MARGIN_Y, SHEET_WIDTH
)
ON_LETTER: Final = SheetPaper(
    "letter landscape", 215.8, (5.5, 279.4 - 5.5 - WIDTH), 10.9, 139.7
)
"""At the outer edges are 5.5 mm, more than printers need, and the cut is between."""
ON_A5: Final = SheetPaper("A5", 209.9, ((148.0 - WIDTH) / 2,), MARGIN_Y)
SHEET_PAPERS: Final = {A4: ON_A4, LETTER: ON_LETTER, A5: ON_A5}


def _whole(size: SheetSize) -> SheetPaper:
    """Return a page with one sheet in its middle."""
    paper = LETTER if size == WHOLE_LETTER else A4
    left, top = (paper.width - size.width) / 2, (paper.height - size.height) / 2
    return SheetPaper(page_size(), paper.height - 0.1, (left,), top)


def _sheet_paper() -> SheetPaper:
    return SHEET_PAPERS.get(paper_now(), ON_A4)


class BlankSheets(NamedTuple):
    """Blank sheets to be printed, alone or after other pages.

    `masters` is the HTML of the masters, which come first in the document; `beneath`
    has their placements for each page of `pages`.
    """

    masters: str
    pages: str
    beneath: tuple[tuple[Placement, ...], ...]
    stylesheet: str


@_in_their_language
def blank_pages(sheets: Sequence[SheetValues]) -> BlankSheets:
    """Return two blank sheets on a page for every two of `sheets`, without names."""
    paper = _sheet_paper()
    forms = [_form(sheet) for sheet in sheets]
    faces = [blank(sheet) for sheet in sheets]
    masters = {form: index for index, form in enumerate(dict.fromkeys(forms), 1)}
    pages = _by_page(faces, paper.on_a_page)
    return BlankSheets(
        masters=_html(sheets[0], [drawing(form) for form in masters], ()),
        pages=_html(sheets[0], (), pages),
        beneath=tuple(
            paper.placements([masters[form] for form in page])
            for page in _by_page(forms, paper.on_a_page)
        ),
        stylesheet=_stylesheet(paper, _size(sheets[0])),
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
    drawings: Sequence[SheetDrawing],
    pages: Sequence[Sequence[SheetTexts]],
    *,
    size: SheetSize | None = None,
) -> str:
    """Return the masters of these forms, if there are any, and then pages."""
    size = size or _size(sheet)
    return render_to_string(
        "tournaments/score_sheets/paper.html",
        {
            "language": first_of(sheet.language),
            "is_two": is_two(sheet.language),
            "title": clean(sheet.tournament),
            "dot": DOT,
            "top": size.tops,
            "final_box": size.bands["final"] - ABOUT_FINAL,
            "width": size.width,
            "height": size.height,
            "side": WIDTH + SIDE_GAP if size.side else 0,
            "side_width": size.side - SIDE_GAP,
            "side_height": size.tops["key"] - size.tops["players"],
            "unfinished": size.tops["key"] - UNFINISHED,
            "has_cut": size.side == 0,
            "has_masters": bool(drawings),
            "drawings": drawings,
            "pages": pages,
        },
    )


def _by_page(things: Sequence[ThingT], many: int) -> list[Sequence[ThingT]]:
    return [things[start : start + many] for start in range(0, len(things), many)]


@by_direction
def _stylesheet(paper: SheetPaper, size: SheetSize) -> str:
    return render_to_string(
        "tournaments/score_sheets/paper.css",
        {
            "font": FONT_FAMILY,
            "paper": paper,
            "margin_x": paper.lefts[0],
            "margin_y": paper.top,
            "right": paper.lefts[-1],
            "width": size.width,
            "height": size.height,
            "top": size.tops,
            "one": TOPS["players"] + 0.4,
            "two": TOPS["players"] + BANDS["players"] / 2 + 0.4,
            "qr": QR_SIDE,
        },
    )


def _size(sheet: SheetValues, size: SheetSize = HALF_PAGE) -> SheetSize:
    """Return the size of a sheet, which has fewer rows in two languages."""
    return size.in_two() if is_two(sheet.language) else size


def _form(sheet: SheetValues, size: SheetSize = HALF_PAGE) -> SheetLayout:
    return SheetLayout(
        sheet.length,
        sheet.crawford,
        sheet.cube_values,
        sheet.language,
        start=sheet.start,
        values=sheet.values,
        counts_checkers=sheet.counts_checkers,
        automatic=sheet.automatic,
        beavers=sheet.beavers,
        jacoby=sheet.jacoby,
        is_unlimited=sheet.is_unlimited,
        has_higher_cube=sheet.has_higher_cube,
        clock=sheet.clock,
        reporting=sheet.reporting,
        size=_size(sheet, size),
    )
