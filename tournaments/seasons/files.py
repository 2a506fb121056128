"""The table of a season as a file."""

from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.players.models import Player
from matches.web.tables import ExportTable, TableColumn, Value
from tournaments.seasons.models import Season
from tournaments.seasons.scoring import UNIT, ScoredLine
from tournaments.seasons.state import state_of


def season_table(season: Season) -> ExportTable:
    """Return the table as a table for files, with a column for each evening."""
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
    """Return points as a number: whole ones without a fraction."""
    return units // UNIT if units % UNIT == 0 else units / UNIT
