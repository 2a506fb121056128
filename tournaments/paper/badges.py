"""Badges to cut out: the name in front, the personal link on the back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext

from matches.documents.papers import paper_now
from matches.documents.pdf import in_batches, print_in_parts, print_template
from matches.documents.text import clean
from matches.players.alphabet import alphabetical
from matches.players.models import Player
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.paper.values import HeadedValues, head_of
from tournaments.structure.models import Entry, Tournament
from tournaments.structure.names import shown_name

WIDTH: Final = 85.0
HEIGHT: Final = 54.0
LEAST_MARGIN: Final = 6.0
"""The free margin of the paper, where printers do not print."""

NOBODY_ENTERED = Refusal(
    "printed_list.nobody_entered",
    gettext_noop("Nothing to print: no entries yet."),
)
"""Badges, or cards of players, were asked for without entries."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The values of a badge; `url` is a secret, "" if it cannot be shown any more."""

    name: str
    club: str
    division: str
    url: str

    @property
    def address(self) -> str:
        """The address of the personal page, as it is typed."""
        return self.url.partition("://")[2].rstrip("/")


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
        "One badge has no personal link because the site’s secret key was changed. "
        "Create a new link on the player’s page.",
        "%(count)s badges have no personal link because the site’s secret key was "
        "changed. Create new links on the players’ pages.",
        count,
    ) % {"count": count}


def print_badges(values: Badges) -> bytes:
    """Return the PDF of badges: a page of fronts, then the page of their backs.

    On the backs the columns run the other way: printed on both sides, turned over the
    long edge, each is behind its front. Raises PRINTING_UNAVAILABLE where the libraries
    are missing.
    """
    paper = paper_now()
    columns = int((paper.width - 2 * LEAST_MARGIN) // WIDTH)
    rows = int((paper.height - 2 * LEAST_MARGIN) // HEIGHT)

    def build(badges: Sequence[Badge]) -> bytes:
        return print_template(
            "tournaments/paper/badges",
            {
                "title": values.head.document_title,
                "event": " · ".join(
                    filter(None, [values.head.tournament, values.head.club])
                ),
                "pages": in_batches(badges, columns * rows),
                "margin_x": round((paper.width - columns * WIDTH) / 2, 2),
                "margin_y": round((paper.height - rows * HEIGHT) / 2, 2),
            },
        )

    return print_in_parts(values.badges, build, at_a_time=columns * rows * 4)
