"""The public page of a stage, whichever kind it is of."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.web import answers
from tournaments.brackets.views import bracket_page
from tournaments.rounds import access as rounds_access
from tournaments.rounds.public_page import PublicPage, live
from tournaments.standings.crosstable import CrossTable, cross_tables
from tournaments.standings.queries import standings_table
from tournaments.structure.queries import stage_url


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTablePage(PublicPage):
    """The groups of a round robin, each as a table of everyone against everyone."""

    template = "tournaments/standings/crosstable.html"
    fragment = "tournaments/standings/_crosstable.html"

    groups: Sequence[CrossTable]

    @property
    def address(self) -> str:
        """The address of this page."""
        return reverse("stage", args=[self.tournament.slug, self.stage.number])


@require_safe
def stage_page(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Show a stage: as a bracket, as a cross table, or by its newest round."""
    mark, header = rounds_access.visit_for_public(request, slug, stage)
    if header is None:
        return answers.unchanged()
    shown = header.stage
    if shown.is_plan:
        return bracket_page(request, header, mark)
    if shown.has_crosstable:
        groups = cross_tables(shown, standings_table(shown, mark.text))
        return live(request, CrossTablePage(header=header, mark=mark, groups=groups))
    if not header.rounds:
        return redirect(stage_url(shown, "standings"))
    return redirect(stage_url(shown, "round", header.rounds[-1]))
