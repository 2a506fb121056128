"""Undo and redo of acts in a tournament."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.roles import Act
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.results.amendments import services
from tournaments.results.amendments.models import Amendment
from tournaments.results.amendments.set_aside import TAKEN_BACK
from tournaments.structure import access as structure_access
from tournaments.structure.queries import stage_url
from tournaments.tables.calls import HAND_ACTS

AT_DESK: Final = "desk"
"""In the address of an undo or a redo: it was offered by the desk, and leads back."""


@require_POST
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _turn(request, slug, pk, back=True)


@require_POST
def redo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _turn(request, slug, pk, back=False)


def _turn(request: HttpRequest, slug: str, pk: int, *, back: bool) -> HttpResponse:
    tournament, user = structure_access.tournament_for_director(request, slug, Act.UNDO)
    rows = Amendment.objects.select_related("correction", "stage__division__tournament")
    amendment = get_object_or_404(rows, tournament=tournament, pk=pk)
    turn = services.undo if back else services.redo
    at_desk = AT_DESK in request.GET
    page = _page_of(amendment, slug)
    if at_desk:
        page = reverse("tournament_desk", args=[slug])
    asked = f"?{AT_DESK}=1" if at_desk else ""
    try:
        changed = turn(tournament=tournament, pk=pk, by=user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect(page)
    if not changed:
        messages.info(
            request, _("Nothing left to undo.") if back else _("Nothing left to redo.")
        )
    elif back:
        answers.tell(
            request,
            _("Undone."),
            redo_url=reverse("amendment_redo", args=[slug, pk]) + asked,
        )
    else:
        answers.tell(
            request,
            _("Redone."),
            undo_url=reverse("amendment_undo", args=[slug, pk]) + asked,
        )
    return redirect(page)


def _page_of(amendment: Amendment, slug: str) -> str:
    if hasattr(amendment, "correction"):
        return reverse("correction", args=[slug, amendment.correction.pk])
    if amendment.act in HAND_ACTS:
        return reverse("tournament_desk", args=[slug])
    if amendment.act in TAKEN_BACK and amendment.stage is not None:
        return stage_url(amendment.stage, "draw")
    return reverse("entries", args=[slug])
