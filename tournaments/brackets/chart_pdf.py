"""Makes the PDF of a wall chart: brackets to be read from afar and filled in by pen."""

from typing import Final, NamedTuple
from urllib.parse import unquote

from django.template.loader import render_to_string

from matches.documents.fitting import (
    FittedLabel,
    fitted_label,
)
from matches.documents.papers import LETTER, paper_now
from matches.documents.pdf import render_pdf
from matches.documents.text import FONT_FAMILY, by_direction, clean, printed_line
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from matches.web.qr import qr_address
from tournaments.brackets.chart_drawing import (
    MARKS,
)
from tournaments.brackets.chart_layout import (
    FOOT,
    HEAD,
    MARGIN,
    PAPERS,
    QR,
    TITLES,
    ChartSheet,
    ChartSize,
    ChartValues,
    faces,
)

NO_CHART = Refusal(
    "bracket.no_chart",
    gettext_noop(
        "There is no wall chart yet. Publish the draw of this bracket, then print it."
    ),
)
"""A chart was asked for before the draw."""


LEGEND_LINES: Final = 3


def wall_chart(chart: ChartValues, *, paper: str = "a3") -> bytes:
    """Return the PDF of a chart on A3 landscape ("a3") or A4 portrait ("a4").

    If A4 is printed on US Letter, the chart is laid out for Letter. Raises NO_CHART
    without sheets, PRINTING_UNAVAILABLE if the libraries are missing.
    """
    pages = chart_html(chart, paper=paper)
    return render_pdf(pages.html, stylesheet=pages.stylesheet)


class ChartPages(NamedTuple):
    """The pages of a chart as HTML; long names divide a sheet into several."""

    html: str
    stylesheet: str
    page_count: int


def chart_html(chart: ChartValues, *, paper: str) -> ChartPages:
    """Return the pages of a chart. Raises NO_CHART without sheets."""
    if not chart.sheets:
        raise NO_CHART()
    paper = "letter" if (paper, paper_now()) == ("a4", LETTER) else paper
    sheet = PAPERS[paper]
    shown = [(one, drawn) for one in chart.sheets for drawn in faces(one, sheet)]
    html = render_to_string(
        "tournaments/brackets/wall_chart.html",
        {
            "chart": chart,
            "tournament": clean(chart.tournament),
            "qr": qr_address(chart.url, in_capitals=False),
            "stamp": clean(_stamp(chart)),
            "logo": chart.logo,
            "faces": [
                (
                    _above(chart.title, one.section),
                    drawn,
                    _legend(chart.legend, _room(chart, one, sheet), sheet.legend),
                )
                for one, drawn in shown
            ],
            "width": sheet.width - 2 * MARGIN,
            "height": sheet.height - 2 * MARGIN,
        },
    )
    return ChartPages(html, _stylesheet(paper), len(shown))


def _room(chart: ChartValues, one: ChartSheet, sheet: ChartSize) -> float:
    """Return the width of the head beside the QR code, the map and the logo."""
    has_map = one.place[1] > 1
    taken = QR + 3 + 19 * has_map + 47 * bool(chart.logo)
    return sheet.width - 2 * MARGIN - taken


def _above(title: str, section: str) -> str:
    """Return the title without its last part, if that is the name of the section."""
    names = title.split(" · ")
    if names[-1] == section:
        names.pop()
    return clean(" · ".join(names))


def _legend(text: str, room: float, size: int) -> FittedLabel:
    """Return the legend: a long one smaller, then on more lines."""
    shown = fitted_label(text, room, size=size, lines=LEGEND_LINES)
    return shown._replace(size=min(shown.size, size))


def _stamp(chart: ChartValues) -> str:
    printed = printed_line(chart.printed_at, chart.draw_number)
    address = unquote(chart.url.partition("://")[2].rstrip("/"))
    return " · ".join((*chart.about, printed, address))


@by_direction
def _stylesheet(paper: str) -> str:
    return render_to_string(
        "tournaments/brackets/wall_chart.css",
        {
            "font": FONT_FAMILY,
            "paper": PAPERS[paper],
            "margin": MARGIN,
            "head": HEAD,
            "titles": TITLES,
            "foot": FOOT,
            "qr": QR,
            "marks": MARKS[""],
            "large_marks": MARKS["large"],
            "narrow_marks": MARKS["narrow"],
            "is_large": paper == "a3",
        },
    )
