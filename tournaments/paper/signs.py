"""What hangs and stands in the hall: table signs, and posters at the door."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.languages import clean
from matches.documents.pdf import print_in_parts, print_template
from matches.documents.registry import A3, A4, A5, HALF_LETTER, LETTER, paper_now
from matches.rules.game import gettext_noop
from matches.rules.refusals import Refusal
from tournaments.entries.arrivals.queries import window_of
from tournaments.paper.values import (
    TABLES,
    WALL,
    HeadedValues,
    head_of,
    of_tournament,
)
from tournaments.rounds.models import Pairing
from tournaments.structure.details import about_lines
from tournaments.structure.models import Entry, Tournament

MOST: Final = 300
"""The most table signs."""
CHECK_IN: Final = "check-in"
SCHEDULE: Final = "schedule"

NO_SCHEDULE = Refusal(
    "poster.no_schedule",
    "No schedule yet. Type it in the tournament settings.",
)
"""Neither a fee nor a schedule nor a contact is known."""


@dataclass(frozen=True, slots=True)
class TableSigns(HeadedValues):
    tables: int


def table_signs(tournament: Tournament) -> TableSigns:
    """Return as many signs as there are tables, or pairs of players. Two queries."""
    live = Pairing.objects.live().filter(tournament=tournament)
    highest = live.aggregate(highest=Max("table"))["highest"] or 0
    people = Entry.objects.active().filter(tournament=tournament).count()
    return TableSigns(
        head=head_of(tournament, title=gettext("Table signs")),
        tables=min(MOST, max(1, highest, people // 2)),
    )


def print_signs(signs: TableSigns) -> bytes:

    def build(tables: Sequence[int]) -> bytes:
        context = {"title": signs.head.document_title, "head": signs.head}
        return print_template(
            "tournaments/paper/table_signs", {**context, "tables": tables}
        )

    return print_in_parts(range(1, signs.tables + 1), build)


@dataclass(frozen=True, slots=True)
class Poster(HeadedValues):
    """A poster: steps below a large code, or paragraphs with headings."""

    steps: tuple[str, ...] = ()
    lead: str = ""
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...] = ()


def poster(tournament: Tournament, option: str = "") -> Poster:
    """Return a poster. Raises NO_SCHEDULE."""
    if option == SCHEDULE:
        return schedule(tournament)
    return check_in(tournament) if option == CHECK_IN else find_your_page(tournament)


def find_your_page(tournament: Tournament) -> Poster:
    return Poster(
        head=head_of(tournament, title=gettext("Find your page")),
        steps=(
            gettext("Point the camera of your phone at the code."),
            gettext("Choose your name from the list."),
            gettext("See your table, your opponent, results and standings."),
        ),
    )


def check_in(tournament: Tournament) -> Poster:
    """Return the poster with the code of the hall; without one, where it is typed."""
    window = window_of(tournament)
    path = reverse("check_in_find")
    typed = gettext("Enter the code shown in the hall and three letters of your name.")
    if window is not None:
        path = reverse("phone_check_in", args=[window.code])
        typed = gettext("Type three letters of your name.")
    return Poster(
        head=head_of(tournament, title=gettext("Check in by phone"), path=path),
        steps=(
            gettext("Point the camera of your phone at the code."),
            typed,
            gettext("Tap “I’m here”."),
        ),
    )


def schedule(tournament: Tournament) -> Poster:
    """Return fee, schedule and contact of a tournament. Raises NO_SCHEDULE."""
    paragraphs = tuple(_paragraphs(tournament))
    if not paragraphs:
        raise NO_SCHEDULE()
    return Poster(
        head=head_of(tournament, title=gettext("Schedule")),
        lead=clean(" · ".join(about_lines(tournament))),
        paragraphs=paragraphs,
    )


def _paragraphs(tournament: Tournament) -> Iterator[tuple[str, tuple[str, ...]]]:
    for title, text in (
        (gettext("Entry fee"), tournament.fee),
        (gettext("Schedule"), tournament.programme),
        (gettext("Contact"), tournament.contact),
    ):
        if lines := tuple(filter(None, map(clean, text.splitlines()))):
            yield title, lines


def print_poster(values: Poster) -> bytes:
    return print_template(
        "tournaments/paper/poster",
        {
            "title": values.head.document_title,
            "head": values.head,
            "poster": values,
        },
        zoom=min(paper_now().width / A4.width, paper_now().height / A4.height),
    )


TABLE_SIGNS: Final = of_tournament(
    "table-signs",
    title=gettext_noop("Table signs"),
    values=table_signs,
    build=print_signs,
    group=TABLES,
    note=gettext_noop("PDF, to fold in the middle"),
)
POSTERS: Final = of_tournament(
    "posters",
    title=gettext_noop("Posters"),
    values=poster,
    build=print_poster,
    papers=(A4, LETTER, A3, A5, HALF_LETTER),
    options={
        CHECK_IN: gettext_noop("Check in by phone"),
        SCHEDULE: gettext_noop("Schedule"),
    },
    group=WALL,
    note=gettext_noop("PDF for the door: find your page"),
)
