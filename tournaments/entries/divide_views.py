"""The page on which entries are divided by their ratings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.ratings.queries import lists_for_viewer
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.entries.divide import (
    divide,
    open_divisions,
    preview_divisions,
)
from tournaments.entries.divide_forms import DivideForm
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.structure.page import show


@answers.form_page
def entries_divide(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the divisions by rating; POST divides the entries."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    sent = answers.posted(request)
    if sent is None and request.GET:
        sent = request.GET
    divisions = open_divisions(tournament)
    form = DivideForm(sent, divisions=divisions, lists=list(lists_for_viewer(request)))
    if request.method == "POST" and form.is_valid():
        return _divide(request, tournament, form, user=user)
    return _show(request, tournament, form)


def _divide(
    request: HttpRequest, tournament: Tournament, form: DivideForm, *, user: User
) -> HttpResponse:
    try:
        made = divide(
            tournament=tournament,
            wanted=form.wanted(),
            mark=request.POST.get("mark", ""),
            by=user,
        )
    except RuleError as error:
        status = answers.refuse(request, error)
        return _show(request, tournament, form, status=status)
    if made is None:
        answers.tell(request, _("Nothing was changed."))
    else:
        count = made.params["count"]
        text = ngettext(
            "%(count)s entry moved to another division.",
            "%(count)s entries moved to another division.",
            count,
        )
        undo = reverse("amendment_undo", args=[tournament.slug, made.pk])
        answers.tell(request, text % {"count": count}, undo_url=undo)
    return redirect("entries", slug=tournament.slug)


def _show(
    request: HttpRequest, tournament: Tournament, form: DivideForm, *, status: int = 0
) -> HttpResponse:
    is_asked = form.is_bound and form.is_valid()
    return show(
        request,
        "tournaments/entries/divide.html",
        tournament,
        tab="entries",
        status=status or answers.status_with(form),
        form=form,
        can_divide=len(form.divisions) > 1 and not tournament.is_closed,
        preview=preview_divisions(tournament, form.wanted()) if is_asked else None,
    )
