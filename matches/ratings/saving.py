"""A rating list as a file."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.accounts.access import allowed
from matches.accounts.roles import Act
from matches.ratings import access as ratings_access
from matches.ratings.models import RatingList
from matches.ratings.queries import ListFilter, RatingRow, whole_list
from matches.rules.ratings import POINT
from matches.web.tables import ExportTable, TableColumn, Value, tables_as


@require_safe
def rating_file(
    request: HttpRequest, key: str, kind: str, *, full: bool = False
) -> HttpResponse:
    """Return a rating list as a file: the active ones, all, or those searched for.

    `full`: as in `matches.players.views.player_file`.
    """
    if full:
        allowed(request, Act.PLAYERS)
    of = ratings_access.list_for_viewer(request, key)
    list_filter = read_filter(request)
    return tables_as(kind, f"ratings-{of.key}", lambda: [rating_table(of, list_filter)])


def read_filter(request: HttpRequest) -> ListFilter:
    """Return the part of a list that an address requests."""
    return ListFilter(
        search=request.GET.get("q", "").replace("\x00", "").strip()[:80],
        everybody=request.GET.get("all") == "1",
        settled=request.GET.get("settled") == "1",
    )


def rating_table(of: RatingList, list_filter: ListFilter) -> ExportTable:
    columns = [
        TableColumn("place", _("Place")),
        TableColumn("shared", _("Shared")),
        TableColumn("player", _("Player")),
        TableColumn("club", _("Club")),
        TableColumn("rating", _("Rating")),
        TableColumn("experience", _("Experience")),
        TableColumn("matches", _("Matches")),
        TableColumn("won", _("Won")),
        TableColumn("last_day", _("Last match")),
        TableColumn("provisional", _("Provisional")),
    ]
    return ExportTable(
        of.name, columns, [_cells(row) for row in whole_list(of, list_filter)]
    )


def _cells(row: RatingRow) -> list[Value]:
    one = row.listed
    return [
        row.place,
        _("shared") if row.shared else "",
        one.player.name,
        one.player.told_club,
        round(one.rating / POINT, 2),
        one.experience,
        one.matches,
        one.wins,
        None if one.last_day is None else one.last_day.isoformat(),
        _("provisional") if row.listed.is_provisional else "",
    ]
