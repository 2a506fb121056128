"""The table of a season on paper."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, gettext

from matches.documents.languages import clean
from matches.documents.registry import A3, A4, A5, HALF_LETTER, LETTER, Document, Scope
from matches.players.models import Player
from matches.rules.game import gettext_noop
from matches.rules.refusals import Refusal
from matches.web.club import club
from tournaments.paper.lists import print_list
from tournaments.paper.values import ListColumn, ListGroup, ListHead, PrintedList, basis
from tournaments.seasons.access import season_for_viewer
from tournaments.seasons.models import Season
from tournaments.seasons.scoring import ScoredLine
from tournaments.seasons.state import SeasonRow, SeasonState, state_of
from tournaments.seasons.words import (
    points_list,
    rules_text,
    season_place,
    season_points,
    shown_days,
)
from tournaments.structure.documents import two_languages_of

NO_TABLE = Refusal("season.no_table", "No table yet. It starts with the first result.")
"""The table of a season was asked for before there was a result."""

FULL_WIDTH: Final = 190.0
PLACE, EVENINGS, POINTS, CLUB, NAMES = 14.0, 18.0, 24.0, 36.0, 60.0
LONGEST_RESULTS: Final = 56
"""Longer lists of results are left out: they would be cut."""

Cell = Callable[[ScoredLine, Player], str]


def printed_season(season: Season) -> PrintedList:
    """Return the table of a season as it is now. Raises NO_TABLE."""
    state = state_of(season)
    if not state.table:
        raise NO_TABLE()
    columns = list(_columns(state.table))
    rows = tuple(
        tuple(cell(line, player) for _column, cell in columns)
        for line, player in state.table
    )
    return PrintedList(
        head=_head(state),
        columns=tuple(column for column, _cell in columns),
        groups=(ListGroup("", rows),),
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
        advice=advice if state.running else "",
        url=settings.SITE_URL + season.get_absolute_url(),
        printed_at=timezone.localtime(),
        language=get_language() or settings.LANGUAGE_CODE,
        club=clean(club().line),
    )


def _columns(table: Sequence[SeasonRow]) -> Iterator[tuple[ListColumn, Cell]]:
    has_clubs = any(player.told_club for _line, player in table)
    longest = max(len(_results(line)) for line, _player in table)
    has_results = longest <= LONGEST_RESULTS
    room = FULL_WIDTH - PLACE - EVENINGS - POINTS
    club = CLUB if has_clubs else 0.0
    names = NAMES if has_results else room - club
    yield (
        ListColumn(gettext("Place"), PLACE, "centre", size=13, is_bold=True),
        lambda line, _player: season_place(line) or "–",
    )
    yield (
        ListColumn(gettext("Player"), names),
        lambda _line, player: clean(player.name),
    )
    if has_clubs:
        yield (
            ListColumn(gettext("Club"), club, size=10),
            lambda _line, player: clean(player.told_club),
        )
    yield (
        ListColumn(gettext("Evenings"), EVENINGS, "centre", size=11),
        lambda line, _player: str(line.evenings),
    )
    if has_results:
        yield (
            ListColumn(gettext("What counts"), room - names - club, size=9),
            lambda line, _player: _results(line),
        )
    yield (
        ListColumn(gettext("Points"), POINTS, "number", size=13, is_bold=True),
        lambda line, _player: season_points(line.points),
    )


def _results(line: ScoredLine) -> str:
    parts = [points_list(line.counted)]
    if line.carried:
        points = season_points(line.carried)
        parts.append(gettext("carried over: %(points)s") % {"points": points})
    if line.dropped:
        points = points_list(line.dropped)
        parts.append(gettext("dropped: %(points)s") % {"points": points})
    return "; ".join(filter(None, parts))


def _languages(season: Season) -> str:
    """Return both languages of its newest tournament, "" if that has only one."""
    counting = state_of(season).counting
    return two_languages_of(counting[-1].tournament) if counting else ""


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
    access=season_for_viewer,
    values=printed_season,
    basis=basis,
    build=print_list,
    papers=(A4, LETTER, A3, A5, HALF_LETTER),
    language=_languages,
    note=gettext_noop("PDF for the wall, with the results that count"),
)
