"""Recalculations of rating lists, as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, QuerySet
from django.db.models.functions import Abs, Coalesce
from django.utils.translation import gettext as _

from matches.ledger.models.match import Match
from matches.ratings.models import (
    RatingList,
    Recalculation,
    RecalculationCause,
    RecalculationMove,
)
from matches.ratings.queries import RatingMove
from matches.rules import Side

PER_PAGE: Final = 50
MOST_CAUSES: Final = 200


@dataclass(frozen=True, slots=True)
class Cause:
    """A match that caused a recalculation, and its change in words."""

    match: Match
    text: str


def changes_of(of: RatingList, asked: str | None) -> Page[Recalculation]:
    """Return a page of the recalculations of a list, the newest first. Two queries."""
    rows: QuerySet[Recalculation] = Recalculation.objects.filter(list=of).annotate(
        moved=Count("moves")
    )
    return Paginator(rows.select_related("list").order_by("-pk"), PER_PAGE).get_page(
        asked
    )


def causes_of(change: Recalculation) -> list[Cause]:
    """Return the matches that caused a recalculation. One query."""
    rows = RecalculationCause.objects.filter(recalculation=change)
    found = rows.select_related("match__player_1", "match__player_2")
    return [Cause(row.match, _became(row)) for row in found[:MOST_CAUSES]]


def _became(row: RecalculationCause) -> str:
    if row.winner_is is None:
        return _("no longer counts")
    winner = row.match.player(Side(row.winner_is)).name
    if row.winner_was is None:
        return _("counts now: %(name)s won") % {"name": winner}
    if row.winner_was == row.winner_is:
        return _("has a different length or position")
    loser = row.match.player(Side(row.winner_was)).name
    return _("%(winner)s won, not %(loser)s") % {"winner": winner, "loser": loser}


def moves_page(
    change: Recalculation, asked: str | None
) -> tuple[Page[RecalculationMove], Sequence[RatingMove]]:
    """Return a page of players whose rating changed, the largest changes first."""
    size = Abs(Coalesce(F("after"), 0) - Coalesce(F("before"), 0))
    rows = RecalculationMove.objects.filter(recalculation=change)
    found = rows.select_related("player").order_by(size.desc(), "pk")
    page: Page[RecalculationMove] = Paginator(found, PER_PAGE).get_page(asked)
    return page, [
        RatingMove(row.player.name, row.player.key, row.before, row.after)
        for row in page.object_list
    ]
