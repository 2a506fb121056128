"""Who has entered: a list for the wall, one to sign in, and badges to cut out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext

from matches.accounts.access import password_to_read
from matches.documents.languages import clean
from matches.documents.pdf import in_batches, print_in_parts, print_template
from matches.documents.registry import A3, A4, LETTER, paper_now
from matches.players.alphabet import alphabetical
from matches.players.models import Player
from matches.rules.game import gettext_noop
from tournaments.paper.lists import print_list
from tournaments.paper.values import (
    DESK,
    NOBODY_ENTERED,
    ON_ANY_PAPER,
    PLAYERS,
    HeadedValues,
    ListCells,
    ListColumn,
    ListGroup,
    PrintedList,
    has_entries,
    head_of,
    of_tournament,
)
from tournaments.structure.documents import for_directors
from tournaments.structure.models import Division, Entry, Tournament
from tournaments.structure.names import shown_name

BLANK_ROWS: Final = 10
"""Empty rows at the end of a division, for late entries."""
SIGN_IN: Final = "sign-in"
TICKED: Final = "x"

WIDTH: Final = 85.0
HEIGHT: Final = 54.0
"""The size of a badge, in millimetres."""
SLIP: Final = 34.0
"""The height of the slip below it."""
LEAST_MARGIN: Final = 6.0
"""The free margin of the paper, where printers do not print."""


def printed_entries(tournament: Tournament, option: str = "") -> PrintedList:
    """Return the entries from A to Z. Raises NOBODY_ENTERED."""
    return sign_in_list(tournament) if option == SIGN_IN else entry_list(tournament)


def sign_in_list(tournament: Tournament) -> PrintedList:
    """Return the entries with boxes for paid and present, and rows to write in.

    The boxes of entries that are checked in are ticked. Two queries.
    """
    people = _entered(tournament)
    return PrintedList(
        head=head_of(tournament, title=gettext("Sign-in list")),
        columns=(
            # Translators: heading of a column of numbers on a printed list.
            ListColumn(gettext("No."), 12, "centre", size=10),
            ListColumn(gettext("Name"), 76),
            ListColumn(gettext("Club"), 64, size=11),
            # Translators: heading of a box to tick on the sign-in list.
            ListColumn(gettext("Paid"), 19, "box"),
            # Translators: heading of a box to tick on the sign-in list.
            ListColumn(gettext("Checked in"), 19, "box"),
        ),
        groups=tuple(
            ListGroup(
                clean(shown_name(division.name)) if len(people) > 1 else "",
                (*_rows(entries), *[("",) * 5] * BLANK_ROWS),
            )
            for division, entries in people
        ),
    )


def entry_list(tournament: Tournament) -> PrintedList:
    """Return who has entered, for the wall. Two queries. Raises NOBODY_ENTERED."""
    people = _entered(tournament)
    if not any(entries for _division, entries in people):
        raise NOBODY_ENTERED()
    return PrintedList(
        head=head_of(tournament, title=gettext("Entries")),
        columns=(
            ListColumn(gettext("Name"), 54),
            ListColumn(gettext("Club"), 38, size=10),
        ),
        groups=tuple(
            ListGroup(
                ""
                if len(people) == 1
                else f"{clean(shown_name(division.name))} · {len(entries)}",
                tuple(row[1:3] for row in _rows(entries)),
            )
            for division, entries in people
            if entries
        ),
        strips=2,
    )


def _entered(tournament: Tournament) -> list[tuple[Division, list[Entry]]]:
    divisions = Division.objects.filter(tournament=tournament).order_by("number")
    people: dict[int, list[Entry]] = {}
    entries = Entry.objects.active().filter(tournament=tournament)
    for entry in entries.select_related("player").order_by("number"):
        people.setdefault(entry.division_id, []).append(entry)
    return [(division, people.get(division.pk, [])) for division in divisions]


def _rows(entries: list[Entry]) -> Iterable[ListCells]:
    language = get_language() or "en"
    entries.sort(key=lambda entry: alphabetical(entry.player.sort_name, language))
    for number, entry in enumerate(entries, 1):
        player = entry.player
        here = TICKED if entry.checked_in_at else ""
        yield (str(number), clean(player.sort_name), clean(player.told_club), "", here)


@dataclass(frozen=True, slots=True)
class Badge:
    """The values of a badge; `url` is a secret, "" if it cannot be shown any more."""

    name: str
    club: str
    division: str
    url: str

    @property
    def first_name(self) -> str:
        return self.name.partition(" ")[0]

    @property
    def other_names(self) -> str:
        return self.name.partition(" ")[2]

    @property
    def address(self) -> str:
        return self.url.partition("://")[2].rstrip("/")


@dataclass(frozen=True, slots=True)
class Badges(HeadedValues):
    badges: tuple[Badge, ...]


def badges_of(tournament: Tournament) -> Badges:
    """Return a badge for everyone who entered: of a pair, one for each member.

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
        people.values(), key=lambda person: alphabetical(person[0].sort_name, language)
    )
    return Badges(
        head=head_of(tournament, title=gettext("Badges")),
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
    paper = paper_now()
    columns = int((paper.width - 2 * LEAST_MARGIN) // WIDTH)
    rows = int((paper.height - 2 * LEAST_MARGIN) // (HEIGHT + SLIP))

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
                "margin_y": round((paper.height - rows * (HEIGHT + SLIP)) / 2, 2),
                "slip": SLIP,
            },
        )

    return print_in_parts(values.badges, build, at_a_time=columns * rows * 4)


ENTRIES: Final = of_tournament(
    "entries",
    title=gettext_noop("Entries"),
    values=printed_entries,
    build=print_list,
    papers=ON_ANY_PAPER,
    options={SIGN_IN: gettext_noop("Sign-in list")},
    is_ready=has_entries,
    group=DESK,
    note=gettext_noop("PDF for the wall, A to Z"),
)
BADGES: Final = of_tournament(
    "badges",
    title=gettext_noop("Badges"),
    values=badges_of,
    build=print_badges,
    caution=without_links,
    access=password_to_read(for_directors),
    lifetime=timedelta(hours=1),  # what the database keeps of links opens none
    papers=(A4, LETTER, A3),
    is_ready=has_entries,
    group=PLAYERS,
    note=gettext_noop(
        "Cut along the lines. The slip has the player’s personal code for reporting "
        "results: hand it over folded, or cut it off."
    ),
)
