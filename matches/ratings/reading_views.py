"""Pages beside a rating list: recalculations, and the possible changes of a match."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core import paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.players.models import Player
from matches.players.names import fold
from matches.ratings import access as ratings_access
from matches.ratings.changes import Cause, causes_of, changes_of, moves_page
from matches.ratings.models import RatingList, Recalculation, RecalculationMove
from matches.ratings.queries import RatingMove, listed_names, listed_players
from matches.ratings.what_if import Stakes, stakes_of
from matches.rules.ratings import LONGEST
from matches.web import answers
from matches.web.answers import Page

USUAL_LENGTH = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage(Page):
    """The recalculations of a list, the newest first."""

    template = "matches/ratings/changes.html"

    of: RatingList
    listed: paginator.Page[Recalculation]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePage(Page):
    """One recalculation: the changed ratings and the matches that caused it."""

    template = "matches/ratings/change.html"

    change: Recalculation
    causes: Sequence[Cause]
    listed: paginator.Page[RecalculationMove]
    moves: Sequence[RatingMove]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfPage(Page):
    """The possible rating changes of a match between two players."""

    template = "matches/ratings/what_if.html"

    of: RatingList
    names: Sequence[str]
    one: str
    two: str
    length: int
    problem: str
    stakes: Stakes | None


@require_safe
def rating_changes(request: HttpRequest, key: str) -> HttpResponse:
    """List the recalculations of a rating list."""
    of = ratings_access.list_for_viewer(request, key)
    page = ChangesPage(of=of, listed=changes_of(of, request.GET.get("page")))
    return answers.show_page(request, page)


@require_safe
def rating_change(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Show one recalculation: changed ratings, and the matches that caused it."""
    change = ratings_access.change_for_viewer(request, key, pk)
    listed, moves = moves_page(change, request.GET.get("page"))
    page = ChangePage(
        change=change, causes=causes_of(change), listed=listed, moves=moves
    )
    return answers.show_page(request, page)


@require_safe
def rating_what_if(request: HttpRequest, key: str) -> HttpResponse:
    """Show what a match between two players of the directory would be worth."""
    of = ratings_access.list_for_viewer(request, key)
    typed = [
        request.GET.get(name, "").replace("\x00", "").strip()[:80]
        for name in ("one", "two")
    ]
    length = _length(request.GET.get("length", ""))
    stakes, problem = None, ""
    if all(typed):
        one, two = (_player(name) for name in typed)
        if one is None or two is None:
            missing = typed[0] if one is None else typed[1]
            problem = _("No player, or more than one, is called “%(name)s”.") % {
                "name": missing
            }
        elif one == two:
            problem = _("Choose two different players.")
        elif not of.rule.imported:
            stakes = stakes_of(of, one, two, length=length)
    page = WhatIfPage(
        of=of,
        names=listed_names(of),
        one=typed[0],
        two=typed[1],
        length=length,
        problem=problem,
        stakes=stakes,
    )
    return answers.show_page(request, page)


def _length(typed: str) -> int:
    """Return the typed length of a match, a usual one if it is invalid."""
    is_short = typed.isascii() and typed.isdigit() and len(typed) < 3  # noqa: PLR2004
    return min(max(int(typed), 1), LONGEST) if is_short else USUAL_LENGTH


def _player(name: str) -> Player | None:
    """Return the only player of this name in any spelling, else None."""
    found = listed_players(name)
    exact = [player for player in found if fold(player.name) == fold(name)] or found
    return exact[0] if len(exact) == 1 else None
