"""The best of each event, as a list for the prizes."""

from typing import Final

from django.utils.translation import gettext

from tournaments.paper.finishers import advice_on, events_of, reasons_of
from tournaments.paper.values import ListColumn, ListGroup, PrintedList, head_of
from tournaments.structure.models import Tournament

PRIZES: Final = 8
"""The last place on the list of prizes."""


def prize_list(tournament: Tournament) -> PrintedList:
    """Return the best of each event with room for what they win.

    Raises NO_STANDINGS.
    """
    events = events_of(tournament, last=PRIZES)
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Prize list"),
            path=tournament.get_absolute_url(),
            advice=advice_on(events),
        ),
        columns=(
            ListColumn(
                title=gettext("Place"), width=16, kind="centre", size=13, is_bold=True
            ),
            ListColumn(title=gettext("Player"), width=70),
            ListColumn(title=gettext("Club"), width=50, size=11),
            # Translators: heading of an empty column on the list of prizes.
            ListColumn(title=gettext("Prize"), width=54),
        ),
        groups=tuple(
            ListGroup(
                event.title,
                tuple(
                    (one.shown_place, one.name, one.club, "") for one in event.placed
                ),
            )
            for event in events
        ),
        notes=reasons_of(events),
    )
