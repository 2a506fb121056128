"""The lists of the hall as printed documents."""

from functools import partial
from typing import Any, Final

from django.urls import reverse

from matches.documents.registry import AnyDocument, Document
from matches.rules.text import gettext_noop
from tournaments.printed_lists.press import print_list
from tournaments.printed_lists.rounds import (
    find_your_table,
    pairings_by_table,
    round_results,
)
from tournaments.printed_lists.values import PrintedList, basis
from tournaments.rounds.documents import ROUND
from tournaments.rounds.models import Round
from tournaments.structure.documents import for_anybody


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

PRINTED_LISTS: Final[tuple[AnyDocument, ...]] = (
    FIND_YOUR_TABLE,
    PAIRINGS_BY_TABLE,
    ROUND_RESULTS,
)
"""All of them, in the order in which pages offer them."""
