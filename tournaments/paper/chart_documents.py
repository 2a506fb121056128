"""Wall charts as printed documents, on two paper sizes."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import get_language

from matches.documents.papers import A3, A4, LETTER
from matches.documents.registry import BySheet, Document, short_digest
from matches.rules.text import gettext_noop
from tournaments.brackets import BracketWords, bracket_of
from tournaments.paper.chart_sheets import chart_values
from tournaments.paper.wall_charts import NO_CHART, ChartValues, wall_chart
from tournaments.structure.documents import STAGE, for_anybody, two_languages_of
from tournaments.structure.models import Stage

_AT_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)


def _values(stage: Stage) -> ChartValues:
    """Return the content of the chart. Raises NO_CHART."""
    bracket = bracket_of(stage)
    if bracket is None:
        raise NO_CHART()
    return chart_values(BracketWords(bracket), stage)


def _basis(chart: ChartValues) -> ChartValues:
    """Return the content without the time of printing, which does not outdate a PDF."""
    return replace(chart, printed_at=_AT_ANY_TIME)


def _parts(chart: ChartValues) -> dict[str, str]:
    """Return the digests of the sheets of a chart, by their place in it."""
    about = (chart.tournament, chart.title, chart.draw_number, chart.about, chart.url)
    return {
        str(place): short_digest((about, sheet))
        for place, sheet in enumerate(chart.sheets, start=1)
    }


def _only(chart: ChartValues, keys: Collection[str]) -> ChartValues:
    kept = (sheet for place, sheet in enumerate(chart.sheets, 1) if str(place) in keys)
    return replace(chart, sheets=tuple(kept))


def _url(stage: Stage) -> str:
    return reverse("stage", args=[stage.division.tournament.slug, stage.number])


def _file_name(stage: Stage, paper: str) -> str:
    slug = stage.division.tournament.slug
    return f"{slug}-{stage.number}-{paper}-{get_language()}.pdf"


WALL_CHART: Final[Document[Stage, ChartValues]] = Document(
    key="wall-chart",
    title=gettext_noop("Bracket poster"),
    scope=STAGE,
    access=for_anybody,
    values=_values,
    basis=_basis,
    build=wall_chart,
    build_in_steps=wall_chart,
    by_sheet=BySheet(due=_values, every=_values, parts=_parts, only=_only),
    papers=(A3,),
    file_name=partial(_file_name, paper="a3"),
    language=lambda stage: two_languages_of(stage.division.tournament),
    back=_url,
    is_offered=lambda stage: stage.is_plan,
    note=gettext_noop("PDF, A3 for the wall"),
    icon="brackets",
)

WALL_CHART_A4: Final = replace(
    WALL_CHART,
    key="wall-chart-a4",
    title=gettext_noop("Bracket poster, A4"),
    papers=(A4, LETTER),
    file_name=partial(_file_name, paper="a4"),
    note=gettext_noop("PDF, A4 for any printer"),
)
