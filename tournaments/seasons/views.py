"""Public pages of seasons: all of them, the table of one and its file, one sum."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.documents.registry import offers
from matches.players.models import Player
from matches.web import answers
from matches.web.tables import ExportTable, TableColumn, Value, tables_as
from tournaments.exports.results import results_of_many
from tournaments.seasons import access as seasons_access
from tournaments.seasons.models import Season
from tournaments.seasons.scoring import UNIT, ScoredLine
from tournaments.seasons.state import state_of
from tournaments.structure.models import Tournament


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    context = {
        "seasons": seasons_access.seasons_for_viewer(request),
        "removed": seasons_access.removed_seasons(request),
    }
    return render(request, "tournaments/seasons/seasons.html", context)


@require_safe
def season(request: HttpRequest, key: str) -> HttpResponse:
    of = seasons_access.season_for_viewer(request, key)
    state = state_of(of)
    if answers.polled_mark(request) == state.mark:
        return answers.unchanged()
    context = {"season": of, "state": state, "offers": offers("season", of)}
    is_over = answers.is_fragment(request) and not state.running
    return answers.show(
        request,
        "tournaments/seasons/season.html",
        context,
        fragment="tournaments/seasons/_season.html",
        status=answers.OVER if is_over else 200,
    )


@require_safe
def season_file(
    request: HttpRequest, key: str, kind: str, *, full: bool = False
) -> HttpResponse:
    """Return the table of a season as a file.

    `full`: as in `matches.players.views.player_file`.
    """
    if full:
        accounts_access.allowed(request, Act.PLAYERS)
    of = seasons_access.season_for_viewer(request, key)
    return tables_as(kind, of.key, lambda: [season_table(of)])


@require_safe
def season_results(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    of = seasons_access.season_for_viewer(request, key)
    played = [evening.tournament.pk for evening in state_of(of).played]
    listed = Tournament.objects.listed().filter(pk__in=played).order_by("date", "pk")
    return tables_as(kind, f"{of.key}-results", lambda: results_of_many(listed))


@require_safe
def season_player(request: HttpRequest, key: str, player: str) -> HttpResponse:
    of = seasons_access.season_for_viewer(request, key)
    person = seasons_access.player_for_viewer(player)
    state = state_of(of)
    valid, now = (
        next((line for line in lines if line.player == person.pk), None)
        for lines in (state.in_force, state.lines)
    )
    if valid is None or now is None:
        raise Http404
    context = {
        "season": of,
        "player": person,
        "line": valid,
        "now": now,
        "evenings": state.sum_of(now),
    }
    return render(request, "tournaments/seasons/player.html", context)


def season_table(season: Season) -> ExportTable:
    state = state_of(season)
    evenings = [
        (f"{one.tournament.date:%Y-%m-%d}", one.tournament) for one in state.played
    ]
    columns = [
        TableColumn("place", _("Place")),
        TableColumn("shared", capfirst(_("shared"))),
        TableColumn("player", _("Player")),
        TableColumn("club", _("Club")),
        TableColumn("evenings", _("Evenings")),
        TableColumn("points", _("Points")),
        TableColumn("carried", _("Carried over")),
        TableColumn("dropped", _("Dropped")),
        *(
            TableColumn(f"{day}-{evening.slug}", f"{day} {evening.name}")
            for day, evening in evenings
        ),
    ]
    rows = [
        _file_row(line, player, [evening.pk for _day, evening in evenings])
        for line, player in state.table
    ]
    return ExportTable(season.name, columns, rows)


def _file_row(line: ScoredLine, player: Player, evenings: Sequence[int]) -> list[Value]:
    got = {result.order[1]: result.points for result in line.results}
    return [
        line.place or None,
        _("shared") if line.shared else "",
        player.name,
        player.told_club,
        line.evenings,
        _number(line.points),
        _number(line.carried),
        _number(sum(result.points for result in line.dropped)),
        *(_number(got[pk]) if pk in got else None for pk in evenings),
    ]


def _number(units: int) -> int | float:
    return units // UNIT if units % UNIT == 0 else units / UNIT
