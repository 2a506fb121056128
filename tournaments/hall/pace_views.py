"""The page of the pace: matches at tables, expected ends, possible changes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.web import answers
from tournaments.hall.expected_ends import PaceChange
from tournaments.hall.forms import ChangeForm, OverByForm
from tournaments.hall.pace import (
    DeskPace,
    Help,
    MatchPace,
    change_words,
    helps,
    pace_at_desk,
)
from tournaments.hall.replan import announce_replan, replan, undo_replan
from tournaments.hall.settings import set_over_by, tables_of
from tournaments.rounds.rows import PairingRow
from tournaments.structure import access as structure_access
from tournaments.structure.page import TournamentPage
from tournaments.tables.calls import hall_of
from tournaments.tables.progress import Desk, desk_of


@dataclass(frozen=True, kw_only=True)
class PacePage(TournamentPage):
    """The pace of a tournament."""

    template = "tournaments/hall/pace.html"

    desk: Desk
    pace: DeskPace
    form: OverByForm
    tables: int = 0
    helps: Sequence[Help] = field(default_factory=tuple)

    @property
    def per_point(self) -> str:
        """The minutes for a point, with one decimal."""
        return number_format(self.pace.pace.per_point, 1)

    @property
    def is_endless(self) -> bool:
        """Whether only a free club night is played, which has no rounds."""
        return all(view.is_endless for view in self.desk.shown)

    @cached_property
    def rows(self) -> list[tuple[PairingRow, MatchPace, str]]:
        """The matches at tables with their stages, those that end last first."""
        found = [
            (row, self.pace.matches[row.match_number], view.title)
            for view in self.desk.shown
            if view.round
            for row in view.round.rows
            if row.match_number in self.pace.matches
        ]
        found.sort(key=lambda one: (-one[1].until.timestamp(), one[0].match_number))
        return found


@answers.form_page
def pace(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pace; save by when everything must be over."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    initial = {"at": tournament.over_by, "reason": tournament.over_by_reason}
    form = OverByForm(answers.posted(request), initial=initial)

    def save() -> None:
        given = form.cleaned_data
        set_over_by(tournament, given["at"], given["reason"], by=user)

    if answers.done_with(form, save):
        answers.tell(request, _("Saved."))
        return redirect("pace", slug=slug)
    desk = desk_of(tournament)
    tables = len(tables_of(hall_of(tournament)))
    shown = pace_at_desk(desk, tables)
    page = PacePage(
        tournament=tournament,
        desk=desk,
        pace=shown,
        form=form,
        tables=tables,
        helps=helps(desk, shown, tables),
    )
    return answers.show_page(request, page, status=answers.status_with(form))


@require_POST
def pace_apply(request: HttpRequest, slug: str) -> HttpResponse:
    """Apply a change that would end everything earlier; or announce it, too."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        raise Http404
    change = PaceChange(**form.cleaned_data)
    key = answers.made(request, lambda: replan(tournament, change, by=user))
    if key is not None:
        undo = reverse("pace_undo", args=[slug])
        answers.tell(request, change_words(change), undo_url=f"{undo}?key={key}")
        if "announce" in request.POST:
            announce_replan(tournament, change, by=user)
    return redirect("pace", slug=slug)


@require_POST
def pace_undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo a change that was applied."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    key = request.GET.get("key", "")
    undone = answers.made(request, lambda: undo_replan(tournament, key, by=user))
    if undone is not None:
        answers.tell(request, _("Undone."))
    return redirect("pace", slug=slug)
