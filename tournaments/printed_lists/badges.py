"""Badges to cut out: the name in front, the personal link on the back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext

from matches.documents.languages import speaks_two
from matches.documents.papers import A4, Paper, paper_now
from matches.documents.text import clean
from matches.players.alphabet import alphabetical
from matches.players.models import Player
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from matches.web.qr import qr_address
from tournaments.printed_lists.fixed_pages import FixedPage, print_fixed_pages
from tournaments.printed_lists.list_head import head_of
from tournaments.printed_lists.values import HeadedValues
from tournaments.structure.models import Entry, Tournament
from tournaments.structure.names import shown_name

WIDTH: Final = 85.0
HEIGHT: Final = 54.0
LEAST_MARGIN: Final = 6.0
"""The free margin of the paper, where printers do not print."""
PADDING: Final = 5.0
QR: Final = 26.0
POINTS: Final = 24
POINT: Final = 4.5
DARK: Final = "#1d3a33"
LIGHT: Final = "#a8b8b2"

NOBODY_ENTERED = Refusal(
    "printed_list.nobody_entered",
    gettext_noop("There is nothing to print: nobody has entered yet."),
)
"""Badges, or cards of players, were asked for without entries."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The values of a badge; `url` is a secret, "" if it cannot be shown any more."""

    name: str
    club: str
    division: str
    url: str


@dataclass(frozen=True, slots=True)
class Badges(HeadedValues):
    """The badges of a tournament, from A to Z."""

    badges: tuple[Badge, ...]


def badges_of(tournament: Tournament) -> Badges:
    """Return a badge for everybody who entered: of a pair, one for each member.

    Two queries. Raises NOBODY_ENTERED.
    """
    entries = (
        Entry.objects.active()
        .filter(tournament=tournament)
        .select_related("player", "division")
        .prefetch_related("player__members")
    )
    people: dict[int, tuple[Player, list[str]]] = {}
    for entry in entries:
        for player in list(entry.player.members.all()) or [entry.player]:
            _player, divisions = people.setdefault(player.pk, (player, []))
            divisions.append(clean(shown_name(entry.division.name)))
    if not people:
        raise NOBODY_ENTERED()
    language = get_language() or "en"
    in_order = sorted(
        people.values(), key=lambda one: alphabetical(one[0].sort_name, language)
    )
    return Badges(
        head=head_of(
            tournament, title=gettext("Badges"), path=tournament.get_absolute_url()
        ),
        badges=tuple(_badge(player, divisions) for player, divisions in in_order),
    )


def _badge(player: Player, divisions: Sequence[str]) -> Badge:
    link_key = player.link_key
    return Badge(
        name=clean(player.name),
        club=clean(player.told_club),
        division=" · ".join(filter(None, dict.fromkeys(divisions))),
        url=settings.SITE_URL + reverse("personal", args=[link_key])
        if link_key
        else "",
    )


def without_links(values: Badges) -> str:
    """Return a sentence on badges without a link, which cannot be shown any more."""
    count = sum(not badge.url for badge in values.badges)
    if not count:
        return ""
    return ngettext(
        "One badge has no personal link: the secret key of the site was changed. Make "
        "a new link on the page of the player.",
        "%(count)s badges have no personal link: the secret key of the site was "
        "changed. Make new links on the pages of the players.",
        count,
    ) % {"count": count}


def print_badges(values: Badges) -> bytes:
    """Return the PDF of badges: a page of fronts, then the page of their backs.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    head = values.head
    return print_fixed_pages(
        list(badge_pages(values, paper_now())),
        title=f"{head.title} · {head.tournament}",
        language=head.language,
    )


def badge_pages(values: Badges, paper: Paper = A4) -> Iterator[FixedPage]:
    """Yield the pages, as many badges on each as the paper has room for.

    The backs are in reversed columns: printed on both sides, turned over the long edge,
    each is behind its front.
    """
    columns = int((paper.width - 2 * LEAST_MARGIN) // WIDTH)
    rows = int((paper.height - 2 * LEAST_MARGIN) // HEIGHT)
    left = (paper.width - columns * WIDTH) / 2
    top = (paper.height - rows * HEIGHT) / 2
    on_a_page = columns * rows
    for start in range(0, len(values.badges), on_a_page):
        front, back = (FixedPage(paper.width, paper.height) for _side in range(2))
        for place, badge in enumerate(values.badges[start : start + on_a_page]):
            row, column = divmod(place, columns)
            above = top + row * HEIGHT
            _front(
                front,
                (left + column * WIDTH, above),
                badge,
                title=" · ".join(
                    filter(None, [values.head.tournament, values.head.club])
                ),
            )
            behind = columns - 1 - column
            _back(back, (left + behind * WIDTH, above), badge)
        yield front
        yield back


def _front(
    canvas: FixedPage, corner: tuple[float, float], badge: Badge, *, title: str
) -> None:
    left, top = corner
    inner = WIDTH - 2 * PADDING
    _edge(canvas, corner)
    canvas.text(
        title,
        (left + PADDING, top + 4, inner),
        height=8,
        size=11,
        smallest=8,
        lines=2,
        align="center",
        colour=DARK,
        is_bold=True,
    )
    canvas.text(
        badge.name,
        (left + PADDING, top + 12.5, inner),
        height=19,
        size=26,
        smallest=14,
        lines=3,
        align="center",
        is_bold=True,
    )
    canvas.text(
        badge.club,
        (left + PADDING, top + 32, inner),
        height=6.5,
        size=13,
        smallest=7,
        lines=2,
        align="center",
    )
    canvas.text(
        badge.division,
        (left + PADDING, top + 38.5, inner),
        height=6,
        size=11,
        smallest=8,
        align="center",
        colour=DARK,
        is_bold=True,
    )
    pitch = (WIDTH - 6) / POINTS
    for tone, first in ((DARK, 0), (LIGHT, 1)):
        path = "".join(
            f"M{left + 3 + number * pitch:.2f} {top + HEIGHT - 3:.2f}"
            f"h{pitch:.2f}l-{pitch / 2:.2f} -{POINT:g}z"
            for number in range(first, POINTS, 2)
        )
        canvas.draw(path, width=0.0, colour=tone, fill=tone)


def _back(canvas: FixedPage, corner: tuple[float, float], badge: Badge) -> None:
    left, top = corner
    _edge(canvas, corner)
    if not badge.url:
        return
    canvas.image(
        qr_address(badge.url, error="q"),
        (left + 6, top + 11.5, QR),
        alt=gettext("Your page"),
    )
    room, beside = WIDTH - QR - 6 - 6 - PADDING, left + QR + 12
    canvas.text(
        badge.name,
        (left + PADDING, top + 3.3, WIDTH - 2 * PADDING),
        size=9,
        lines=2,
    )
    page, scan, private = IN_TWO if speaks_two() else IN_ONE
    canvas.text(
        gettext("Your page"),
        (beside, top + page.top, room),
        size=page.size,
        smallest=page.smallest,
        lines=page.lines,
        is_bold=True,
        colour=DARK,
    )
    canvas.text(
        gettext("Scan it: your table, your opponent, your results."),
        (beside, top + scan.top, room),
        size=scan.size,
        smallest=scan.smallest,
        lines=scan.lines,
    )
    canvas.text(
        gettext("Private like a key: show it to nobody."),
        (beside, top + private.top, room),
        size=private.size,
        smallest=private.smallest,
        lines=private.lines,
        is_bold=True,
    )
    canvas.text(
        badge.url.partition("://")[2].rstrip("/"),
        (left + PADDING, top + HEIGHT - 10, WIDTH - 2 * PADDING),
        size=8,
        lines=2,
    )


class _Beside(NamedTuple):
    """A text beside the code on the back: where it begins, its sizes, its lines."""

    top: float
    size: int
    smallest: int
    lines: int


IN_ONE: Final = (_Beside(13, 15, 10, 1), _Beside(20, 10, 9, 3), _Beside(31, 9, 8, 2))
IN_TWO: Final = (_Beside(9.5, 9, 7, 2), _Beside(16, 7, 7, 5), _Beside(31, 7, 7, 4))
"""The same for labels in two languages."""


def _edge(canvas: FixedPage, corner: tuple[float, float]) -> None:
    """Draw the line along which to cut."""
    left, top = corner
    canvas.draw(
        f"M{left:g} {top:g}h{WIDTH:g}v{HEIGHT:g}h-{WIDTH:g}z",
        width=0.1,
        colour="#999",
    )
