"""Pages of rating lists: all lists, one list, making and changing one."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date

from django.core import paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.ratings import access as ratings_access
from matches.ratings.forms import ListForm, initial_of, initial_of_new
from matches.ratings.models import ListedPlayer, RatingList
from matches.ratings.page import rules_text
from matches.ratings.queries import (
    ListFilter,
    RatingMoves,
    RatingRow,
    active_since,
    count_inactive,
    moves_under,
    page_of_list,
)
from matches.ratings.saving import read_filter
from matches.ratings.services import (
    change_list,
    list_rules,
    make_list,
    remove_list,
    restore_list,
)
from matches.web import answers
from matches.web.answers import Page
from matches.web.previewed_form import saved_or_shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ListsPage(Page):
    """All rating lists."""

    template = "matches/ratings/lists.html"

    lists: Sequence[RatingList]
    removed: Sequence[RatingList]
    may_edit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingListPage(Page):
    """One rating list."""

    template = "matches/ratings/list.html"

    of: RatingList
    rules: tuple[str, ...]
    listed: paginator.Page[ListedPlayer]
    rows: Sequence[RatingRow]
    list_filter: ListFilter
    since: date
    inactive: int
    query: str
    may_edit: bool

    @property
    def is_asked(self) -> bool:
        """Whether a reader asked for a part of the list."""
        return bool(self.list_filter.search) or self.list_filter.settled


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEditPage(Page):
    """A new list, or the rules of one; `moves` are the changes by the typed rules."""

    template = "matches/ratings/edit.html"

    form: ListForm
    of: RatingList | None
    moves: RatingMoves | None = None


@require_safe
def rating_lists(request: HttpRequest) -> HttpResponse:
    """Show all rating lists; if there is only one, show that list."""
    lists = list(ratings_access.lists_for_viewer(request))
    may_edit = ratings_access.may_edit(request)
    if len(lists) == 1 and not may_edit:
        return redirect(lists[0])
    removed = list(ratings_access.removed_lists(request))
    page = ListsPage(lists=lists, removed=removed, may_edit=may_edit)
    return answers.show_page(request, page)


@require_safe
def rating_list(request: HttpRequest, key: str) -> HttpResponse:
    """Show a list: active players, all players, or those found by a search."""
    of = ratings_access.list_for_viewer(request, key)
    list_filter = read_filter(request)
    listed, rows = page_of_list(of, list_filter, request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    page = RatingListPage(
        of=of,
        rules=rules_text(of),
        listed=listed,
        rows=rows,
        list_filter=list_filter,
        since=active_since(of),
        inactive=0 if list_filter.everybody else count_inactive(of),
        query=f"{asked.urlencode()}&" if asked else "",
        may_edit=ratings_access.may_edit(request),
    )
    return answers.show_page(request, page)


@answers.form_page
def rating_list_new(request: HttpRequest) -> HttpResponse:
    """Make a rating list."""
    user = ratings_access.editor(request)
    first = {"op": answers.new_op(), **initial_of_new()}
    form = ListForm(answers.posted(request), initial=first)
    made = answers.made_with(
        form,
        lambda: make_list(rules=form.rules(), by=user, op=form.cleaned_data["op"]),
    )
    if made is not None:
        answers.tell(
            request,
            _("List %(name)s created. It is being calculated.") % {"name": made.name},
        )
        return redirect(made)
    page = ListEditPage(form=form, of=None)
    return answers.show_page(request, page, status=answers.status_with(form))


@answers.form_page
def rating_list_change(request: HttpRequest, key: str) -> HttpResponse:
    """Change the rules of a list, after showing the changes of ratings."""
    of, user = ratings_access.list_for_director(request, key)
    form = ListForm(answers.posted(request), initial=initial_of(list_rules(of)))
    sent = saved_or_shown(
        request,
        form,
        save=lambda: change_list(
            of=of, rules=form.rules(), known=form.cleaned_data["known"], by=user
        ),
        effects=lambda: moves_under(form.rules().applied_to(copy(of))),
    )
    if sent.said:
        answers.tell(request, sent.said)
        return redirect(of)
    page = ListEditPage(form=sent.form, of=of, moves=sent.effects)
    return answers.show_page(request, page, status=sent.status)


@require_POST
def rating_list_remove(request: HttpRequest, key: str) -> HttpResponse:
    """Remove a list; it can be restored."""
    of, user = ratings_access.list_for_director(request, key, removed=True)
    remove_list(of=of, by=user)
    answers.tell(
        request,
        _("The list %(name)s is removed.") % {"name": of.name},
        undo_url=reverse("rating_list_restore", args=[of.key]),
    )
    return redirect("rating_lists")


@require_POST
def rating_list_restore(request: HttpRequest, key: str) -> HttpResponse:
    """Restore a removed list."""
    of, user = ratings_access.list_for_director(request, key, removed=True)
    restore_list(of=of, by=user)
    answers.tell(request, _("The list %(name)s is back.") % {"name": of.name})
    return redirect(of)
