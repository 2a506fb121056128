"""The page on which ratings and PRs of a division are typed or taken from a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.ratings.access import list_for_viewer, lists_for_viewer
from matches.ratings.models import RatingList
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.entries.queries import division_numbered
from tournaments.entries.rating_forms import StrengthsForm
from tournaments.entries.ratings import (
    ListedEntry,
    Strength,
    listed_entries,
    set_strengths,
    strengths_page,
    values_of_list,
    values_without_ratings,
)
from tournaments.structure import access as structure_access
from tournaments.structure.models import Division, Entry, Tournament
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsPage(TournamentPage):
    """Ratings and PRs of the entries of a division, to be typed."""

    template = "tournaments/entries/ratings.html"
    tab = "entries"

    division: Division
    listed: Page[Entry]
    form: StrengthsForm
    lists: Sequence[RatingList]

    @property
    def query(self) -> str:
        """The beginning of the query of all pages of the list."""
        return f"division={self.division.number}&"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeRatingsPage(TournamentPage):
    """The ratings of the entries on a rating list, before they are taken over."""

    template = "tournaments/entries/take_ratings.html"
    tab = "entries"

    division: Division
    of: RatingList
    rows: Sequence[ListedEntry]

    @property
    def found(self) -> int:
        """The number of entries on the list."""
        return sum(row.listed is not None for row in self.rows)

    @property
    def missing(self) -> int:
        """The number of entries that are not on it."""
        return len(self.rows) - self.found


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
    page = RatingsPage(
        tournament=_of(division),
        division=division,
        listed=listed,
        form=form or StrengthsForm(None, entries=listed.object_list),
        lists=list(lists_for_viewer(request)),
    )
    return answers.show_page(request, page, status=status)


def _preview(request: HttpRequest, division: Division, of: RatingList) -> HttpResponse:
    page = TakeRatingsPage(
        tournament=_of(division),
        division=division,
        of=of,
        rows=listed_entries(division, of),
    )
    return answers.show_page(request, page)


def _of(division: Division) -> Tournament:
    return division.tournament
