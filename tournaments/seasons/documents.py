"""The table of a season on paper."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, gettext

from matches.club.known import club
from matches.documents.papers import A3, A4, A5, HALF_LETTER, LETTER
from matches.documents.registry import Document, Scope
from matches.documents.text import clean
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.paper.lists import print_list
from tournaments.paper.values import (
    ListCells,
    ListColumn,
    ListGroup,
    ListHead,
    PrintedList,
    basis,
)
from tournaments.seasons.access import season_for_paper
from tournaments.seasons.models import Season
from tournaments.seasons.page import TableRow, shown_table
from tournaments.seasons.state import SeasonState, newest_counting, state_of
from tournaments.seasons.words import rules_text, shown_days
from tournaments.structure.documents import two_languages_of

NO_TABLE = Refusal(
    "season.no_table",
    gettext_noop("No table yet. It starts with the first result."),
)
"""The table of a season was asked for before there was a result."""

FULL_WIDTH: Final = 190.0
PLACE, EVENINGS, POINTS, CLUB, NAMES = 14.0, 18.0, 24.0, 36.0, 60.0
LONGEST_RESULTS: Final = 56
"""Longer lists of results are left out: they would be cut."""


def printed_season(season: Season) -> PrintedList:
    """Return the table of a season as it is now. Raises NO_TABLE."""
    state = state_of(season)
    table = shown_table(state)
    if not table.rows:
        raise NO_TABLE()
    has_clubs = any(row.club for row in table.rows)
    longest = max(len(_results(row)) for row in table.rows)
    has_results = longest <= LONGEST_RESULTS
    return PrintedList(
        head=_head(state),
        columns=tuple(_columns(has_clubs=has_clubs, has_results=has_results)),
        groups=(
            ListGroup(
                "",
                tuple(
                    _cells(row, has_clubs=has_clubs, has_results=has_results)
                    for row in table.rows
                ),
            ),
        ),
        notes=(gettext("Tournaments and points"), *rules_text(season)),
    )


def _head(state: SeasonState) -> ListHead:
    season = state.season
    advice = gettext("Matches are still in progress: places may change.")
    return ListHead(
        tournament=clean(season.name),
        where="",
        title=gettext("Season standings"),
        date=shown_days(season),
        advice=advice if state.is_provisional else "",
        url=settings.SITE_URL + season.get_absolute_url(),
        printed_at=timezone.localtime(),
        language=get_language() or settings.LANGUAGE_CODE,
        club=clean(club().line),
    )


def _columns(*, has_clubs: bool, has_results: bool) -> Iterator[ListColumn]:
    room = FULL_WIDTH - PLACE - EVENINGS - POINTS
    club = CLUB if has_clubs else 0.0
    names = NAMES if has_results else room - club
    yield ListColumn(
        title=gettext("Place"), width=PLACE, kind="centre", size=13, is_bold=True
    )
    yield ListColumn(title=gettext("Player"), width=names)
    if has_clubs:
        yield ListColumn(title=gettext("Club"), width=club, size=10)
    yield ListColumn(title=gettext("Evenings"), width=EVENINGS, kind="centre", size=11)
    if has_results:
        yield ListColumn(
            title=gettext("What counts"), width=room - names - club, size=9
        )
    yield ListColumn(
        title=gettext("Points"), width=POINTS, kind="number", size=13, is_bold=True
    )


def _cells(row: TableRow, *, has_clubs: bool, has_results: bool) -> ListCells:
    return (
        row.place or "–",
        clean(row.name),
        *((clean(row.club),) if has_clubs else ()),
        str(row.evenings),
        *((_results(row),) if has_results else ()),
        row.points,
    )


def _results(row: TableRow) -> str:
    parts: Sequence[str] = (
        row.counted,
        gettext("carried over: %(points)s") % {"points": row.carried}
        if row.carried
        else "",
        gettext("dropped: %(points)s") % {"points": row.dropped} if row.dropped else "",
    )
    return "; ".join(part for part in parts if part)


def _languages(season: Season) -> str:
    """Return both languages of its newest tournament, "" if that has only one."""
    newest = newest_counting(season)
    return two_languages_of(newest) if newest else ""


SEASON: Final[Scope[Season]] = Scope(
    kind="season",
    address=lambda season: season.key,
    find=lambda address: Season.objects.live().get(key=address),
    name=lambda season: season.name,
    url=lambda season: season.get_absolute_url(),
)
"""A season by its key: "season-2026"."""

SEASON_TABLE: Final[Document[Season, PrintedList]] = Document(
    key="season-table",
    title=gettext_noop("Season standings"),
    scope=SEASON,
    access=season_for_paper,
    values=printed_season,
    basis=basis,
    build=print_list,
    papers=(A4, LETTER, A3, A5, HALF_LETTER),
    file_name=lambda season: f"{season.key}.pdf",
    language=_languages,
    note=gettext_noop("PDF for the wall, with the results that count"),
)
