"""Rating lists for pages, in a fixed number of queries."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, F, Q, QuerySet, When
from django.db.models.functions import Abs, Coalesce
from django.http import Http404, HttpRequest, QueryDict
from django.shortcuts import get_object_or_404
from django.utils import timezone

from matches.accounts.access import allowed, is_allowed
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.players.models import Player
from matches.players.queries import keys_named
from matches.ratings.computing import computed
from matches.ratings.models import (
    ListedPlayer,
    RatingImport,
    RatingList,
    RatingListQuerySet,
    Recalculation,
    RecalculationCause,
    RecalculationMove,
)
from matches.rules.ratings import IMPORTED, POINT


def may_edit(request: HttpRequest) -> bool:
    return is_allowed(request, Act.RATINGS)


def editor(request: HttpRequest) -> User:
    """Return who may make lists. Raises SignInNeededError, PermissionDenied."""
    return allowed(request, Act.RATINGS)


def lists_for_viewer(request: HttpRequest) -> RatingListQuerySet:
    """Return the lists that a visitor may see: directors see hidden ones, too."""
    lists = RatingList.objects
    return lists.live() if may_edit(request) else lists.public()


def removed_lists(request: HttpRequest) -> RatingListQuerySet:
    """Return the removed lists that a director may restore; none for other visitors."""
    removed = RatingList.objects.removed()
    return removed if may_edit(request) else removed.none()


def list_for_viewer(request: HttpRequest, key: str) -> RatingList:
    return get_object_or_404(lists_for_viewer(request), key=_readable(key))


def list_for_director(
    request: HttpRequest, key: str, *, removed: bool = False
) -> tuple[RatingList, User]:
    """Return a list and the director who may change it.

    With `removed` also one that was removed, to restore it.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    user = allowed(request, Act.RATINGS)
    lists = RatingList.objects.all() if removed else RatingList.objects.live()
    return get_object_or_404(lists, key=_readable(key)), user


def change_for_viewer(request: HttpRequest, key: str, pk: int) -> Recalculation:
    """Return a recalculation of a list that a visitor may see. Raises Http404."""
    of = list_for_viewer(request, key)
    rows = Recalculation.objects.select_related("list")
    return get_object_or_404(rows, list=of, pk=pk)


def import_for_director(
    request: HttpRequest, key: str, pk: int
) -> tuple[RatingImport, User]:
    """Return an import, and the director who may take it back.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    of, user = list_for_director(request, key)
    rows = RatingImport.objects.select_related("list")
    return get_object_or_404(rows, list=of, pk=pk), user


def _readable(key: str) -> str:
    if "\x00" in key:  # PostgreSQL raises an error for it
        raise Http404
    return key


PER_PAGE = 100
CHANGES_PER_PAGE: Final = 50
MOST_CAUSES: Final = 200
CENT: Final = Decimal("0.01")
_MONTH = timedelta(days=30.5)


@dataclass(frozen=True, slots=True)
class ListFilter:
    search: str = ""
    everybody: bool = False
    settled: bool = False

    @classmethod
    def of(cls, query: QueryDict) -> "ListFilter":
        return cls(
            search=query.get("q", "").replace("\x00", "").strip()[:80],
            everybody=query.get("all") == "1",
            settled=query.get("settled") == "1",
        )


def active_since(of: RatingList) -> date:
    """Return the day from which on a player must have played to be listed as active."""
    return timezone.localdate() - of.active_months * _MONTH


def page_of_list(
    of: RatingList, list_filter: ListFilter, asked: str | None
) -> tuple[Page[ListedPlayer], list[ListedPlayer]]:
    """Return a page of a list and its rows with their places. Five queries."""
    rows, found = _filtered(of, list_filter)
    page = Paginator(found, PER_PAGE).get_page(asked)
    return page, _placed(rows, list(page.object_list), list_filter=list_filter)


def whole_list(of: RatingList, list_filter: ListFilter) -> list[ListedPlayer]:
    """Return all rows of a list that the filter lets through. Five queries at most."""
    rows, found = _filtered(of, list_filter)
    return _placed(rows, list(found), list_filter=list_filter)


def _filtered(
    of: RatingList, list_filter: ListFilter
) -> tuple[QuerySet[ListedPlayer], QuerySet[ListedPlayer]]:
    """Return the rows among which places are counted, and those that are shown."""
    rows = of.listed_players.all()
    if not list_filter.everybody and not of.rule.imported:
        rows = rows.filter(last_day__gte=active_since(of))
    if list_filter.settled:
        rows = rows.filter(experience__gte=of.provisional)
    found = rows.select_related("player").order_by("-rating", "player")
    if list_filter.search:
        found = found.filter(player__in=keys_named(list_filter.search))
    return rows, found


def _placed(
    rows: QuerySet[ListedPlayer], shown: list[ListedPlayer], *, list_filter: ListFilter
) -> list[ListedPlayer]:
    places = _places(rows, shown, everywhere=bool(list_filter.search))
    for row in shown:
        row.place = places[row.rating]
    return shown


def _places(
    rows: QuerySet[ListedPlayer], shown: Sequence[ListedPlayer], *, everywhere: bool
) -> dict[int, tuple[int, bool]]:
    """Return the place of each rating that is shown, and whether several have it.

    Places are those among all rows. With `everywhere`, the shown rows are not
    consecutive. One query then, else three.
    """
    if everywhere:
        known = list(rows.order_by("rating").values_list("rating", flat=True))
        return {one.rating: _place_among(known, one.rating) for one in shown}
    if not shown:
        return {}
    first, last = shown[0], shown[-1]
    above = rows.filter(rating__gt=first.rating).count()
    # A rating may go on from the page before, and on the next one.
    tied = rows.filter(rating=first.rating, player__lt=first.player_id).count()
    after = rows.filter(rating=last.rating, player__gt=last.player_id).exists()
    counts = Counter(one.rating for one in shown)
    counts[first.rating] += tied
    counts[last.rating] += after
    places: dict[int, tuple[int, bool]] = {}
    place = above + 1
    for rating, count in counts.items():  # in the order of the list
        places[rating] = (place, count > 1)
        place += count
    return places


def _place_among(known: Sequence[int], rating: int) -> tuple[int, bool]:
    """Return the place of a rating among sorted ones, and whether several have it."""
    end = bisect_right(known, rating)
    return 1 + len(known) - end, end - bisect_left(known, rating) > 1


def place_of(listed: ListedPlayer) -> tuple[int, bool] | None:
    """Return a player's place on the list as it is shown, and whether it is shared.

    None for a player who has not played for a long time. One query.
    """
    rows, _found = _filtered(listed.list, ListFilter())
    found = rows.filter(rating__gte=listed.rating).aggregate(
        above=Count("pk", filter=Q(rating__gt=listed.rating)),
        level=Count("pk", filter=Q(rating=listed.rating)),
        is_there=Count("pk", filter=Q(pk=listed.pk)),
    )
    return (found["above"] + 1, found["level"] > 1) if found["is_there"] else None


def listed_ratings(players: Collection[int]) -> dict[int, Decimal]:
    """Return the ratings of players on public lists, in points. One query.

    Of several lists one that the club computes comes before an imported one, and an
    older one before a newer one.
    """
    rows = ListedPlayer.objects.filter(
        player__in=players, list__in=RatingList.objects.public()
    )
    computed_first = Case(When(list__formula=IMPORTED.code, then=1), default=0)
    ratings = rows.order_by(computed_first, "list").values_list("player", "rating")
    found: dict[int, Decimal] = {}
    for player, rating in ratings:
        found.setdefault(player, (Decimal(rating) / POINT).quantize(CENT))
    return found


def count_inactive(of: RatingList) -> int:
    """Return how many players of a list are inactive. One query."""
    if of.rule.imported:
        return 0
    long_ago = Q(last_day__lt=active_since(of)) | Q(last_day=None)
    return ListedPlayer.objects.filter(long_ago, list=of).count()


def active_ratings(of: RatingList) -> list[int]:
    """Return the ratings of all active players, the best first. One query.

    Of an imported list, those of everybody on it.
    """
    rows, _found = _filtered(of, ListFilter())
    return list(rows.order_by("-rating").values_list("rating", flat=True))


def moves_under(of: RatingList, *, most: int = 50) -> dict[str, object]:
    """Return the changes of a list by rules that are not stored yet: the largest ones.

    Reads and computes the whole list; `of` is its row with the new rules.
    """
    ladder, matches, _worth = computed(of)
    rows = ListedPlayer.objects.filter(list=of)
    before = dict(rows.values_list("player_id", "rating"))
    after = {player: ladder.rating_of(player) for player in ladder.players()}
    moved = sorted(
        (
            player
            for player in before.keys() | after.keys()
            if before.get(player) != after.get(player)
        ),
        key=lambda one: (-abs(after.get(one, 0) - before.get(one, 0)), one),
    )
    people = Player.objects.in_bulk(moved[:most])
    shown = [
        RecalculationMove(
            player=people[player], before=before.get(player), after=after.get(player)
        )
        for player in moved[:most]
    ]
    return {
        "shown": shown,
        "count": len(moved),
        "matches": len(matches),
        "matches_before": of.matches,
    }


def imports_of(of: RatingList) -> list[RatingImport]:
    return list(RatingImport.objects.filter(list=of).select_related("list", "by")[:20])


def lists_of_tournaments() -> list[RatingList]:
    """Return the public lists on which matches of tournaments count. One query."""
    rows = RatingList.objects.public().filter(takes_tournaments=True)
    return [of for of in rows if not of.rule.imported]


def changes_of(of: RatingList, page: str | None) -> Page[Recalculation]:
    """Return a page of the recalculations of a list, the newest first. Two queries."""
    rows: QuerySet[Recalculation] = of.recalculations.annotate(moved=Count("moves"))
    return Paginator(rows.order_by("-pk"), CHANGES_PER_PAGE).get_page(page)


def causes_of(change: Recalculation) -> list[RecalculationCause]:
    """Return the matches that caused a recalculation. One query."""
    rows = change.causes.select_related("match__player_1", "match__player_2")
    return list(rows[:MOST_CAUSES])


def moves_of(change: Recalculation, page: str | None) -> Page[RecalculationMove]:
    """Return a page of players whose rating changed, the largest changes first."""
    size = Abs(Coalesce(F("after"), 0) - Coalesce(F("before"), 0))
    rows = change.moves.select_related("player").order_by(size.desc(), "pk")
    return Paginator(rows, CHANGES_PER_PAGE).get_page(page)
