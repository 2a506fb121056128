"""Diplomas: a page for each of the best, to be signed and hung on a wall."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from matches.club.known import club
from matches.club.queries import logo_address
from matches.documents.papers import SMALL, paper_now
from matches.documents.text import clean
from tournaments.printed_lists.finishers import (
    PLACES_CAN_CHANGE,
    PlacedPlayer,
    events_of,
)
from tournaments.printed_lists.fixed_pages import FixedPage, print_fixed_pages
from tournaments.printed_lists.list_head import head_of
from tournaments.printed_lists.values import HeadedValues
from tournaments.structure.details import about_lines
from tournaments.structure.models import Tournament

WIDTH: Final = 297.0
HEIGHT: Final = 210.0
FRAME: Final = 9.0
INNER: Final = 12.0
POINTS: Final = 24
"""The points of a board, along the upper and along the lower edge."""
POINT: Final = 17.0
"""The height of a point."""
TEXT: Final = 220.0
"""The room for texts, in the middle."""
DARK: Final = "#1d3a33"
MEDALS: Final = {1: "#a8781a", 2: "#7c868d", 3: "#9b5c2e"}
OTHER_PLACES: Final = "#3d7a68"
BEST: Final = 3
LOGO: Final = 19.0


@dataclass(frozen=True, slots=True)
class Diploma:
    """One page: who came where in what."""

    event: str
    placed: PlacedPlayer


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
            tournament, title=gettext("Diploma"), path=tournament.get_absolute_url()
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
    """Return the PDF of diplomas, one on a page.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    head = values.head
    return print_fixed_pages(
        [diploma_page(values, diploma) for diploma in values.diplomas],
        title=f"{head.title} · {head.tournament}",
        language=head.language,
    )


def diploma_page(values: Diplomas, diploma: Diploma) -> FixedPage:
    """Return one page, in the active language."""
    placed = diploma.placed
    colour = MEDALS.get(placed.place, OTHER_PLACES)
    canvas = FixedPage(WIDTH, HEIGHT)
    _board(canvas, colour)
    # Small paper is A4 made smaller.
    is_small = paper_now() in SMALL
    smallest = 11 if is_small else 9
    left = (WIDTH - TEXT) / 2

    def write(
        text: str,
        at: tuple[float, float],
        *,
        size: int,
        lines: int = 1,
        is_bold: bool = False,
        tone: str = "#000",
    ) -> None:
        top, height = at
        canvas.text(
            text,
            (left, top, TEXT),
            height=height,
            size=size,
            smallest=max(smallest, size // 2),
            lines=lines,
            align="center",
            is_bold=is_bold,
            colour=tone,
        )

    if values.logo:
        canvas.image(values.logo, ((WIDTH - LOGO) / 2, 33.5, LOGO), alt=values.club)
    else:
        write(values.club, (36, 9), size=15, tone=DARK)
    write(values.head.title, (54, 19), size=46, is_bold=True, tone=DARK)
    write(place_name(placed), (74.5, 12), size=25, is_bold=True, tone=colour)
    write(placed.name, (87.5, 25), size=46, lines=2, is_bold=True)
    middle = WIDTH / 2
    canvas.draw(f"M{middle - 45:g} 114.5h90", width=0.5, colour=colour)
    write(placed.club, (116, 9), size=17)
    write(values.head.tournament, (127, 14), size=24, lines=2, is_bold=True, tone=DARK)
    write(diploma.event, (141.5, 7.5), size=15)
    write(values.where or values.head.date, (149.5, 6.5), size=12)
    for at, word in (
        (left + 10, values.club if values.logo else gettext("For the club")),
        (left + TEXT - 90, gettext("Tournament director")),
    ):
        canvas.draw(f"M{at:g} 170.5h80", width=0.25)
        canvas.text(
            word,
            (at, 171.2, 80),
            size=smallest,
            smallest=smallest if is_small else 7,
            align="center",
            colour="#333",
        )
    return canvas


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


def _board(canvas: FixedPage, colour: str) -> None:
    """Draw the frame, and the points of a board along two edges."""
    for edge, width in ((FRAME, 1.1), (INNER, 0.3)):
        canvas.draw(
            f"M{edge:g} {edge:g}H{WIDTH - edge:g}V{HEIGHT - edge:g}H{edge:g}z",
            width=width,
            colour=DARK,
        )
    first = INNER + 1.5
    pitch = (WIDTH - 2 * first) / POINTS
    paths: dict[str, list[str]] = {DARK: [], colour: []}
    for number in range(POINTS):
        left = first + number * pitch
        is_dark = number % 2 == 0
        half = pitch / 2
        for top, height, dark in (
            (first, POINT, is_dark),
            (HEIGHT - first, -POINT, not is_dark),
        ):
            paths[DARK if dark else colour].append(
                f"M{left:.2f} {top:g}h{pitch:.2f}l-{half:.2f} {height:g}z"
            )
    for tone, parts in paths.items():
        canvas.draw("".join(parts), width=0.0, colour=tone, fill=tone)
