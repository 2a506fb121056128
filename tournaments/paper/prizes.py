"""The best of each event: as a list for the prizes, and as a text for newspapers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext

from matches.documents.joined import joined
from matches.documents.languages import in_turn
from matches.documents.pdf import print_template
from matches.documents.text import clean
from tournaments.paper.finishers import (
    FinishedEvent,
    PlacedPlayer,
    advice_on,
    events_of,
    reasons_of,
)
from tournaments.paper.values import (
    HeadedValues,
    ListColumn,
    ListGroup,
    PrintedList,
    basis,
    head_of,
)
from tournaments.structure.details import about_lines
from tournaments.structure.models import Entry, Tournament

PRIZES: Final = 8
"""The last place on the list of prizes."""
TOLD: Final = 8
"""The last place in the text for newspapers."""


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


@dataclass(frozen=True, slots=True)
class PressText(HeadedValues):
    """A text about a tournament; `paragraphs` have a heading each, which may be empty.

    The lines of a paragraph stand below one another.
    """

    lead: str
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...]


@in_turn
def press_text(tournament: Tournament) -> PressText:
    """Return who won, and who came next, in sentences. Raises NO_STANDINGS."""
    events = events_of(tournament, last=TOLD)
    people = Entry.objects.active().filter(tournament=tournament).count()
    played = ngettext(
        "%(count)s player took part.", "%(count)s players took part.", people
    )
    return PressText(
        head=head_of(
            tournament,
            title=gettext("Press release"),
            path=tournament.get_absolute_url(),
            advice=advice_on(events),
        ),
        lead=" ".join(
            [
                f"{clean(' · '.join(about_lines(tournament)))}.",
                played % {"count": people},
            ]
        ),
        paragraphs=tuple((event.title, tuple(_told(event))) for event in events),
    )


def press_basis(texts: Sequence[PressText]) -> list[PressText]:
    """Return the texts without their time of printing."""
    return [basis(text) for text in texts]


def _told(event: FinishedEvent) -> Iterator[str]:
    if event.final:
        yield event.final
    for one in event.placed:
        yield _line(one)


def _line(one: PlacedPlayer) -> str:
    club = f" ({one.club})" if one.club else ""
    return f"{one.shown_place}. {one.name}{club} {one.won}"


def print_press_text(texts: Sequence[PressText]) -> bytes:
    """Return the PDF of a text, each language on a page of its own.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    return joined(
        [
            print_template(
                "tournaments/paper/press",
                {
                    "title": text.head.document_title,
                    "language": text.head.language,
                    "head": text.head,
                    "text": text,
                },
            )
            for text in texts
        ]
    )
