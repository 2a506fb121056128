"""The sheet of a match between two teams: line-ups, boards, and the result."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from matches.documents.pdf import print_template
from tournaments.paper.values import HeadedValues, head_of
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
    return print_template(
        "tournaments/paper/team_sheet",
        {
            "title": sheet.head.document_title,
            "head": sheet.head,
            "boards": range(1, sheet.boards + 1),
            "reserves": range(1, sheet.reserves + 1),
        },
    )
