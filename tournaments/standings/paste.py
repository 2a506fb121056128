"""The results as a text to paste into a mail or a message."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import ngettext

from matches.web.bidi import isolated
from tournaments.standings.finishing import DivisionOrder, EventOrder
from tournaments.structure.models import Tournament

FIRST_PLACES: Final = 10
"""The number of places of each event in the text; the linked page has all."""


def text_to_paste(
    tournament: Tournament, divisions: Sequence[DivisionOrder], *, address: str
) -> str:
    """Return the first places of every event, with the address of all of them."""
    day = date_format(tournament.date, "DATE_FORMAT")
    parts = [f"{tournament.name}\n{day}"]
    parts += [
        "\n".join(_event(division, event, named=len(divisions) > 1))
        for division in divisions
        for event in division.events
    ]
    return isolated("\n\n".join([*parts, address]))


def _event(division: DivisionOrder, event: EventOrder, *, named: bool) -> Iterator[str]:
    yield f"{division.name} – {event.title}" if named else event.title
    for one in event.finishers[:FIRST_PLACES]:
        yield f"{one.shown_place}. {one.row.name} ({one.row.record})"
    more = len(event.finishers) - FIRST_PLACES
    if more > 0:
        text = ngettext("… and %(count)s more", "… and %(count)s more", more)
        yield text % {"count": more}
