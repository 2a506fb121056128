"""Diplomas: a page for each of the best, to be signed and hung on a wall."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from matches.documents.papers import A4, paper_now
from matches.documents.pdf import print_in_parts, print_template
from matches.documents.text import clean
from matches.web.club import club
from matches.web.club_settings import logo_address
from tournaments.paper.finishers import (
    PLACES_CAN_CHANGE,
    PlacedPlayer,
    events_of,
)
from tournaments.paper.values import HeadedValues, head_of
from tournaments.structure.details import about_lines
from tournaments.structure.models import Tournament

MEDALS: Final = ((1, "#a8781a"), (2, "#7c868d"), (3, "#9b5c2e"), (4, "#3d7a68"))
"""The colour of each place; all places after the third have that of the fourth."""
BEST: Final = 3


@dataclass(frozen=True, slots=True)
class Diploma:
    """One page: who came where in what."""

    event: str
    placed: PlacedPlayer

    @property
    def medal(self) -> int:
        """The number of its colour, see MEDALS."""
        return min(self.placed.place, BEST + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diplomas(HeadedValues):
    """The diplomas of a tournament."""

    club: str
    logo: str
    where: str
    """When and where it was played."""
    diplomas: tuple[Diploma, ...]
    is_provisional: bool


def diplomas_of(tournament: Tournament, *, last: int = BEST) -> Diplomas:
    """Return the diplomas of every event, for the places up to `last` (0: all).

    Raises NO_STANDINGS.
    """
    events = events_of(tournament, last=last)
    return Diplomas(
        head=head_of(
            tournament, title=gettext("Certificate"), path=tournament.get_absolute_url()
        ),
        club=clean(club().line),
        logo=logo_address(club().logo),
        where=clean(" · ".join(about_lines(tournament))),
        diplomas=tuple(
            Diploma(event.title, placed) for event in events for placed in event.placed
        ),
        is_provisional=any(event.is_provisional for event in events),
    )


def too_early(values: Diplomas) -> str:
    """Return a warning while places can change."""
    if not values.is_provisional:
        return ""
    return gettext(PLACES_CAN_CHANGE)


def print_diplomas(values: Diplomas) -> bytes:
    """Return the PDF of diplomas, one on a page; those of other paper are A4 zoomed.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    zoom = min(paper_now().width / A4.width, paper_now().height / A4.height)

    def build(diplomas: Sequence[Diploma]) -> bytes:
        return print_template(
            "tournaments/paper/diplomas",
            {
                "title": values.head.document_title,
                "values": values,
                "diplomas": [(one, place_name(one.placed)) for one in diplomas],
                "medals": MEDALS,
            },
            zoom=zoom,
        )

    return print_in_parts(values.diplomas, build)


def place_name(placed: PlacedPlayer) -> str:
    """Return the place in words."""
    words = {
        1: gettext("First place"),
        2: gettext("Second place"),
        3: gettext("Third place"),
    }
    other = gettext("Place %(place)s") % {"place": placed.place}
    name = words.get(placed.place, other)
    return gettext("%(place)s, shared") % {"place": name} if placed.shared else name
