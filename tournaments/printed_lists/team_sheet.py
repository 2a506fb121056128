"""The sheet of a match between two teams: line-ups, boards, and the result."""

from dataclasses import dataclass
from typing import Final

from django.template.loader import render_to_string
from django.utils.translation import gettext

from matches.documents.languages import speaks_two
from matches.documents.papers import page_size
from matches.documents.pdf import render_pdf
from matches.documents.text import FONT_FAMILY, by_direction
from matches.web.qr import qr_address
from tournaments.printed_lists.list_head import head_of
from tournaments.printed_lists.values import HeadedValues
from tournaments.structure.models import Tournament

BOARDS: Final = 8
"""Boards of a match; smaller teams leave the last lines empty."""
RESERVES: Final = 3


@dataclass(frozen=True, slots=True)
class TeamSheet(HeadedValues):
    """A blank sheet. The captains name their line-ups, best board first, and sign."""

    boards: int
    reserves: int


def team_sheet(tournament: Tournament) -> TeamSheet:
    """Return a sheet for a match of two teams of a tournament."""
    head = head_of(
        tournament, title=gettext("Team sheet"), path=tournament.get_absolute_url()
    )
    return TeamSheet(head, BOARDS, RESERVES)


def print_team_sheet(sheet: TeamSheet) -> bytes:
    """Return the PDF of a sheet, one page.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    html = render_to_string(
        "tournaments/printed_lists/team_sheet.html",
        {
            "head": sheet.head,
            "is_two": speaks_two(),
            "printed": sheet.head.stamp,
            "boards": range(1, sheet.boards + 1),
            "reserves": range(1, sheet.reserves + 1),
            "qr": qr_address(sheet.head.url, in_capitals=False),
        },
    )
    return render_pdf(html, stylesheet=_stylesheet(page_size()))


@by_direction
def _stylesheet(paper: str) -> str:
    return render_to_string(
        "tournaments/printed_lists/team_sheet.css",
        {"font": FONT_FAMILY, "paper": paper},
    )
