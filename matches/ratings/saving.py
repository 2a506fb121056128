"""A rating list as a file."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.exports.answers import tables_as
from matches.exports.tables import Column, Table, Value
from matches.ratings import access as ratings_access
from matches.ratings.models import RatingList
from matches.ratings.queries import ListRow, Wish, whole_list
from matches.rules.ratings import POINT


@require_safe
def rating_file(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """Return a rating list as a file: the active ones, all, or those searched for."""
    of = ratings_access.list_for_viewer(request, key)
    wish = read_wish(request)
    return tables_as(kind, f"ratings-{of.key}", lambda: [rating_table(of, wish)])


def read_wish(request: HttpRequest) -> Wish:
    """Return which part of a list an address asks for."""
    return Wish(
        search=request.GET.get("q", "").replace("\x00", "").strip()[:80],
        everybody=request.GET.get("all") == "1",
        settled=request.GET.get("settled") == "1",
    )


def rating_table(of: RatingList, wish: Wish) -> Table:
    """Return a list as a table."""
    columns = [
        Column("place", _("Place")),
        Column("player", _("Player")),
        Column("club", _("Club")),
        Column("rating", _("Rating")),
        Column("experience", _("Experience")),
        Column("matches", _("Matches")),
        Column("won", _("Won")),
        Column("last_day", _("Last match")),
        Column("provisional", _("Provisional")),
    ]
    return Table(of.name, columns, [_cells(row) for row in whole_list(of, wish)])


def _cells(row: ListRow) -> list[Value]:
    one = row.listed
    return [
        row.place,
        one.player.name,
        one.player.told_club,
        round(one.rating / POINT, 2),
        one.experience,
        one.matches,
        one.wins,
        None if one.last_day is None else one.last_day.isoformat(),
        _("provisional") if row.is_provisional else "",
    ]
