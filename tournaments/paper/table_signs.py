"""Table signs: a number to stand on each table, and the code of the tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Max
from django.utils.translation import gettext

from matches.documents.pdf import print_in_parts, print_template
from tournaments.paper.values import HeadedValues, head_of
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Entry, Tournament

MOST: Final = 300


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

    def build(tables: Sequence[int]) -> bytes:
        return print_template(
            "tournaments/paper/table_signs",
            {
                "title": signs.head.document_title,
                "head": signs.head,
                "tables": tables,
            },
        )

    return print_in_parts(range(1, signs.tables + 1), build)
