"""The page of the search."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Page as PageOfList
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.ledger.lists import history_rows
from matches.players.queries import SpelledNames, players_at
from matches.web import answers
from matches.web.answers import Page
from matches.web.throttle import slow_search
from tournaments.search.queries import (
    LONGEST,
    Searcher,
    is_too_common,
    matches_found,
    parts_of_help_found,
    tournaments_at,
    tournaments_found,
    words_of,
)
from tournaments.search.site_pages import site_pages_found
from tournaments.structure import access as structure_access
from tournaments.structure.listing import tournament_lines
from tournaments.structure.models import Tournament

FIRST_FEW: Final = 5
PER_PAGE: Final = 30
KINDS: Final = ("pages", "tournaments", "players", "matches", "help")


@dataclass(frozen=True, slots=True)
class Group:
    """The results of one kind: the first few, or one page of all."""

    kind: str
    rows: Sequence[object]
    listed: PageOfList[object]
    more_url: str

    @property
    def title(self) -> str:
        """The title of the kind."""
        return {
            "pages": _("Pages"),
            "tournaments": _("Tournaments"),
            "players": _("Players"),
            "matches": _("Matches"),
            "help": _("Help"),
        }[self.kind]

    @property
    def count(self) -> int:
        """The number of results on all pages."""
        return self.listed.paginator.count


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage(Page):
    """The search field and the results; `at` is the tournament of the page before."""

    template = "tournaments/search/search.html"
    fragment = "tournaments/search/_found.html"

    typed: str
    kind: str
    at: Tournament | None
    groups: Sequence[Group]
    is_too_common: bool

    @property
    def longest(self) -> int:
        """The longest search text."""
        return LONGEST

    @property
    def query(self) -> str:
        """The beginning of the query of further pages."""
        return f"{_query(self.typed, self.at, self.kind)}&"

    @property
    def all_url(self) -> str:
        """The address of the page with a few results of each kind."""
        return f"{reverse('search')}?{_query(self.typed, self.at)}"


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Find tournaments, players, matches and pages by the typed text."""
    typed = words_of(request.GET.get("q", ""))
    at = _place_of(request)
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    groups: list[Group] = []
    is_common = False
    if typed:
        reader = Searcher(request, at)
        asked = _Asked(typed, reader, reader.events(), SpelledNames())
        groups = _groups(asked, kind, request.GET.get("page"))
        is_common = is_too_common(typed, asked.names)
    page = SearchPage(
        typed=typed, kind=kind, at=at, groups=groups, is_too_common=is_common
    )
    return slow_search(request, answers.show_page(request, page))


def _place_of(request: HttpRequest) -> Tournament | None:
    """Return the tournament that the visitor came from, if they may see it."""
    slug = request.GET.get("at", "")
    if not slug:
        return None
    try:
        found = structure_access.tournament_for_public(request, slug)
    except Http404:
        return None
    return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """One search: its text, its visitor, and data that are read once for all kinds."""

    typed: str
    reader: Searcher
    events: Sequence[Tournament]
    names: SpelledNames

    def of(self, kind: str) -> Any:
        """Return all that is found of a kind, as keys, rows or a queryset."""
        if kind == "pages":
            return site_pages_found(self.reader.request, self.typed, self._offered)
        if kind == "tournaments":
            return tournaments_found(self.reader, self.typed)
        if kind == "players":
            return self.names.with_words(self.typed)
        if kind == "help":
            return parts_of_help_found(self.typed)
        return matches_found(
            self.reader, self.typed, names=self.names, events=self.events
        )

    @property
    def _offered(self) -> Sequence[Tournament]:
        """The tournaments whose pages are offered: to strangers only the one here."""
        if self.reader.request.user.is_authenticated:
            return self.events
        return [self.reader.at] if self.reader.at else []


def _groups(asked: _Asked, only: str, page: str | None) -> list[Group]:
    """Return what is found of each kind, the first few of it, or a page of one kind."""
    groups = []
    for kind in [only] if only else KINDS:
        listed = Paginator(asked.of(kind), PER_PAGE if only else FIRST_FEW)
        if listed.count:
            shown = listed.get_page(page if only else None)
            more = _query(asked.typed, asked.reader.at, kind)
            is_cut = not only and listed.num_pages > 1
            groups.append(
                Group(
                    kind=kind,
                    rows=_rows(kind, list(shown.object_list)),
                    listed=shown,
                    more_url=f"{reverse('search')}?{more}" if is_cut else "",
                )
            )
    return groups


def _rows(kind: str, found: list[Any]) -> Sequence[Any]:
    """Return what a page shows of the things that were found."""
    if kind == "tournaments":
        return _lines(found)
    if kind == "players":
        return players_at(found)
    return history_rows(found) if kind == "matches" else found


def _lines(keys: Sequence[int]) -> list[object]:
    return list(tournament_lines(tournaments_at(keys)).values())


def _query(typed: str, at: Tournament | None, kind: str = "") -> str:
    asked = {"q": typed, "kind": kind, "at": at.slug if at else ""}
    return urlencode({name: value for name, value in asked.items() if value})
