"""The page on which ratings and PRs of a division are typed or taken from a list."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.ratings.models import RatingList
from matches.ratings.queries import list_for_viewer, lists_for_viewer
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.entries.queries import division_numbered
from tournaments.entries.rating_forms import StrengthsForm
from tournaments.entries.ratings import (
    Strength,
    listed_entries,
    set_strengths,
    strengths_page,
    values_of_list,
    values_without_ratings,
)
from tournaments.structure import access as structure_access
from tournaments.structure.models import Division
from tournaments.structure.page import show


@answers.form_page
def entry_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show ratings and PRs, show those of a rating list, or store them."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    sent = request.POST if request.method == "POST" else request.GET
    division = division_numbered(tournament, sent.get("division", ""))
    if request.method != "POST":
        if key := request.GET.get("list", ""):
            return _preview(request, division, list_for_viewer(request, key))
        return _show(request, division, None)
    if request.POST.get("empty"):
        values: Mapping[int, Strength] = values_without_ratings(division)
    elif key := request.POST.get("list", ""):
        of = list_for_viewer(request, key)
        values = values_of_list(listed_entries(division, of))
    else:
        form = _form(request, division)
        if not form.is_valid():
            return _show(request, division, form, status=answers.REFUSED)
        values = form.values()
    return _keep(request, division, values, user=user)


def _keep(
    request: HttpRequest,
    division: Division,
    values: Mapping[int, Strength],
    *,
    user: User,
) -> HttpResponse:
    tournament = division.tournament
    try:
        made = set_strengths(tournament=tournament, values=values, by=user)
    except RuleError as error:
        form = _form(request, division)
        form.add_error(None, answers.sentence(error))
        return _show(request, division, form, status=answers.status_of(error))
    if made is None:
        answers.tell(request, _("Nothing was changed."))
    else:
        count = made.params["count"]
        text = ngettext(
            "The rating of %(count)s entry was saved.",
            "The ratings of %(count)s entries were saved.",
            count,
        )
        undo = reverse("amendment_undo", args=[tournament.slug, made.pk])
        answers.tell(request, text % {"count": count}, undo_url=undo)
    url = reverse("entry_ratings", args=[tournament.slug])
    page = request.POST.get("page", "")
    query = f"division={division.number}"
    if page.isascii() and page.isdecimal():
        query += f"&page={page[:4]}"
    return redirect(f"{url}?{query}")


def _form(request: HttpRequest, division: Division) -> StrengthsForm:
    listed = strengths_page(division, request.POST.get("page", ""))
    return StrengthsForm(request.POST, entries=listed.object_list)


def _show(
    request: HttpRequest,
    division: Division,
    form: StrengthsForm | None,
    *,
    status: int = 200,
) -> HttpResponse:
    sent = request.POST if request.method == "POST" else request.GET
    listed = strengths_page(division, sent.get("page", ""))
    return show(
        request,
        "tournaments/entries/ratings.html",
        division.tournament,
        tab="entries",
        status=status,
        division=division,
        listed=listed,
        query=f"division={division.number}&",
        form=form or StrengthsForm(None, entries=listed.object_list),
        lists=list(lists_for_viewer(request)),
    )


def _preview(request: HttpRequest, division: Division, of: RatingList) -> HttpResponse:
    rows = listed_entries(division, of)
    count = sum(listed is not None for _entry, listed, _is_provisional in rows)
    return show(
        request,
        "tournaments/entries/take_ratings.html",
        division.tournament,
        tab="entries",
        division=division,
        of=of,
        rows=rows,
        found=count,
        missing=len(rows) - count,
    )
