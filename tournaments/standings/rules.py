"""How places are decided in several tables, each rule said once."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext

from tournaments.standings.queries import StandingsTable
from tournaments.structure.models import Stage
from tournaments.structure.queries import title_of


@dataclass(frozen=True, slots=True)
class PlacesRule:
    """One rule, with a table that has it; `titles` are empty if it is the only one."""

    titles: str
    table: StandingsTable


def rules_of_places(tables: Iterable[tuple[Stage, StandingsTable]]) -> list[PlacesRule]:
    """Return each rule once, with the stages that have it if there are several."""
    found: dict[object, tuple[StandingsTable, list[str]]] = {}
    for stage, table in tables:
        kept = found.setdefault(table.rule, (table, []))
        kept[1].append(title_of(stage))
    if len(found) == 1:
        return [PlacesRule("", table) for table, _ in found.values()]
    return [
        PlacesRule(get_text_list(titles, gettext("and")), table)
        for table, titles in found.values()
    ]
