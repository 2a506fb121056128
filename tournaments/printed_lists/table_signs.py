"""Table signs: a number to stand on each table, and the code of the tournament."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Max
from django.template.loader import render_to_string
from django.utils.translation import gettext

from matches.documents.fitting import fitted
from matches.documents.languages import speaks_two
from matches.documents.papers import A4, LETTER, Paper, page_size, paper_now
from matches.documents.pdf import render_pdf, text_width
from matches.documents.text import FONT_FAMILY, by_direction
from matches.web.qr import qr_address
from tournaments.printed_lists.list_head import head_of
from tournaments.printed_lists.values import HeadedValues
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Entry, Tournament

MOST: Final = 300
WIDTH: Final = 196.0
"""The room for the digits of a number, in millimetres."""
DIGITS: Final = 190.0
"""The type of a number of two digits: they are 120 mm high."""
DIGITS_ON_LETTER: Final = 176.0
"""The same on US Letter: 111 mm."""
NAME: Final = 150.0


@dataclass(frozen=True, slots=True)
class TableSigns(HeadedValues):
    """The signs of the tables 1 to `tables`."""

    tables: int


def table_signs(tournament: Tournament) -> TableSigns:
    """Return as many signs as there are tables, or pairs of players. Two queries."""
    live = Pairing.objects.live().filter(tournament=tournament)
    highest = live.aggregate(highest=Max("table"))["highest"] or 0
    people = Entry.objects.active().filter(tournament=tournament).count()
    return TableSigns(
        head=head_of(
            tournament,
            title=gettext("Table signs"),
            path=tournament.get_absolute_url(),
        ),
        tables=min(MOST, max(1, highest, people // 2)),
    )


def print_signs(signs: TableSigns) -> bytes:
    """Return the PDF: a sheet for each table, to be folded in the middle.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    head = signs.head
    html = render_to_string(
        "tournaments/printed_lists/signs.html",
        {
            "head": head,
            "is_two": speaks_two(),
            "printed": head.stamp,
            "qr": qr_address(head.url, in_capitals=False),
            "name": fitted(head.tournament, NAME, size=16, is_bold=True, lines=1),
            "tables": [
                (number, digits_of(number)) for number in range(1, signs.tables + 1)
            ],
        },
    )
    return render_pdf(html, stylesheet=_stylesheet(page_size()))


def digits_of(number: int) -> float:
    """Return the type of a number, in millimetres: as large as it fits."""
    most = DIGITS_ON_LETTER if paper_now() == LETTER else DIGITS
    return round(min(most, WIDTH / text_width(str(number), bold=True)), 1)


def _lengths(paper: Paper) -> dict[str, float]:
    """Return the places on one half of the sheet, in millimetres from its corner."""
    half = paper.height / 2
    lengths = {
        "page_width": paper.width,
        "page_height": paper.height - 1,
        "half": half - 0.5,
        "front": half,
        "fold": half - 0.1,
        "indent": (paper.width - A4.width) / 2,
        "number": half - 28.5,
        "printed": half - 22.3,
        "qr": half - 21.5,
        "name": half - 19.0,
        "scan": half - 12.0,
    }
    return {name: round(length, 1) for name, length in lengths.items()}


@by_direction
def _stylesheet(paper: str) -> str:
    return render_to_string(
        "tournaments/printed_lists/signs.css",
        {
            "font": FONT_FAMILY,
            "paper": paper,
            "width": NAME,
            "sizes": range(9, 17),
            **_lengths(LETTER if paper == "letter" else A4),
        },
    )
