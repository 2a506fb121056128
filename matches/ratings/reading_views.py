"""Pages to read beside a rating list: what moved and why, and what a match is about."""

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
    """When matches of a list were rated again, the newest first."""

    template = "matches/ratings/changes.html"

    of: RatingList
    listed: paginator.Page[Recalculation]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePage(Page):
    """What moved once, and because of which matches."""

    template = "matches/ratings/change.html"

    change: Recalculation
    causes: Sequence[Cause]
    listed: paginator.Page[RecalculationMove]
    moves: Sequence[RatingMove]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfPage(Page):
    """What a match between two players would be worth."""

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
    """List when matches that had been rated were rated again."""
    of = ratings_access.list_for_viewer(request, key)
    page = ChangesPage(of=of, listed=changes_of(of, request.GET.get("page")))
    return answers.show_page(request, page)


@require_safe
def rating_change(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Show who moved, from what to what, and because of which matches."""
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
            problem = _("Nobody or more than one is called “%(name)s”.") % {
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
    """Return the length of a match as typed, a usual one if it cannot be."""
    is_short = typed.isascii() and typed.isdigit() and len(typed) < 3  # noqa: PLR2004
    return min(max(int(typed), 1), LONGEST) if is_short else USUAL_LENGTH


def _player(name: str) -> Player | None:
    """Return the one player that is called so, in any spelling; or None."""
    found = listed_players(name)
    exact = [player for player in found if fold(player.name) == fold(name)] or found
    return exact[0] if len(exact) == 1 else None
