"""The lists of the hall as printed documents."""

from functools import partial
from typing import Any, Final

from django.urls import reverse

from matches.documents.registry import AnyDocument, Document
from matches.rules.text import gettext_noop
from tournaments.printed_lists.grid import grid_basis, grid_values, has_grid
from tournaments.printed_lists.people import sign_in_list
from tournaments.printed_lists.press import print_grids, print_list
from tournaments.printed_lists.rounds import (
    find_your_table,
    pairings_by_table,
    round_results,
)
from tournaments.printed_lists.standings import printed_standings
from tournaments.printed_lists.values import PrintedList, basis
from tournaments.rounds.documents import ROUND
from tournaments.rounds.models import Round
from tournaments.structure.documents import (
    STAGE,
    TOURNAMENT,
    for_anybody,
    for_directors,
)
from tournaments.structure.models import Stage, Tournament


def _desk_of_round(published: Round) -> str:
    return reverse("tournament_desk", args=[published.stage.division.tournament.slug])


def _language_of_round(published: Round) -> str:
    return published.stage.division.tournament.language


def _file_of_round(published: Round, name: str) -> str:
    stage = published.stage
    slug = stage.division.tournament.slug
    return f"{slug}-{stage.number}-{published.number}-{name}.pdf"


def _of_round(key: str, **values: Any) -> Document[Round, PrintedList]:
    return Document(
        key=key,
        scope=ROUND,
        access=for_anybody,
        basis=basis,
        build=print_list,
        file_name=partial(_file_of_round, name=key),
        language=_language_of_round,
        back=_desk_of_round,
        **values,
    )


def _of_stage(key: str, **values: Any) -> Document[Stage, Any]:
    return Document(
        key=key,
        scope=STAGE,
        access=for_anybody,
        file_name=partial(_file_of_stage, name=key),
        language=lambda stage: stage.division.tournament.language,
        **values,
    )


def _file_of_stage(stage: Stage, name: str) -> str:
    return f"{stage.division.tournament.slug}-{stage.number}-{name}.pdf"


def _of_tournament(key: str, **values: Any) -> Document[Tournament, Any]:
    return Document(
        key=key,
        scope=TOURNAMENT,
        access=for_directors,
        file_name=partial(_file_of_tournament, name=key),
        language=lambda tournament: tournament.language,
        back=lambda tournament: reverse("tournament_desk", args=[tournament.slug]),
        **values,
    )


def _file_of_tournament(tournament: Tournament, name: str) -> str:
    return f"{tournament.slug}-{name}.pdf"


FIND_YOUR_TABLE: Final = _of_round(
    "find-your-table",
    title=gettext_noop("Find your table"),
    values=find_your_table,
    note=gettext_noop("PDF for the wall, from A to Z"),
)
PAIRINGS_BY_TABLE: Final = _of_round(
    "pairings-by-table",
    title=gettext_noop("Pairings by table"),
    values=pairings_by_table,
    note=gettext_noop("PDF for the desk, with boxes for the sheets"),
)
ROUND_RESULTS: Final = _of_round(
    "round-results",
    title=gettext_noop("Results"),
    values=round_results,
    note=gettext_noop("PDF for the wall, by table"),
)

SIGN_IN_LIST: Final = _of_tournament(
    "sign-in-list",
    title=gettext_noop("Sign-in list"),
    values=sign_in_list,
    basis=basis,
    build=print_list,
    note=gettext_noop("PDF, with boxes for paid and here"),
)
STANDINGS: Final = _of_stage(
    "standings",
    title=gettext_noop("Standings"),
    values=printed_standings,
    basis=basis,
    build=print_list,
    note=gettext_noop("PDF for the wall, with reasons"),
)
CROSSTABLE: Final = _of_stage(
    "crosstable",
    title=gettext_noop("Crosstable"),
    values=grid_values,
    basis=grid_basis,
    build=print_grids,
    is_offered=has_grid,
    note=gettext_noop("PDF for the wall, to fill in"),
)

PRINTED_LISTS: Final[tuple[AnyDocument, ...]] = (
    FIND_YOUR_TABLE,
    PAIRINGS_BY_TABLE,
    ROUND_RESULTS,
    STANDINGS,
    CROSSTABLE,
    SIGN_IN_LIST,
)
"""All of them, in the order in which pages offer them."""
