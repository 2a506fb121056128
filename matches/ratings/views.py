"""Pages of rating lists: all lists, one list and what is read beside it, its rules."""

from collections.abc import Sequence
from copy import copy

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.access import allowed
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.ratings import queries as ratings_access
from matches.ratings.forms import (
    SKIP,
    ImportLine,
    ListForm,
    RatingImportForm,
    initial_of,
    initial_of_new,
    ratings_chosen,
    read_lines,
)
from matches.ratings.models import ListedPlayer, RatingList
from matches.ratings.panels import rules_text
from matches.ratings.queries import (
    ListFilter,
    active_since,
    causes_of,
    changes_of,
    count_inactive,
    imports_of,
    moves_of,
    moves_under,
    page_of_list,
    whole_list,
)
from matches.ratings.services import (
    change_list,
    give_ratings,
    list_rules,
    make_list,
    remove_list,
    restore_list,
    take_back,
)
from matches.rules.ratings import POINT
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.forms import saved_or_shown
from matches.web.tables import ExportTable, TableColumn, Value, tables_as


@require_safe
def rating_lists(request: HttpRequest) -> HttpResponse:
    """Show all rating lists; if there is only one, show that list."""
    lists = list(ratings_access.lists_for_viewer(request))
    may_edit = ratings_access.may_edit(request)
    if len(lists) == 1 and not may_edit:
        return redirect(lists[0])
    context = {
        "lists": lists,
        "removed": ratings_access.removed_lists(request),
        "may_edit": may_edit,
    }
    return render(request, "matches/ratings/lists.html", context)


@require_safe
def rating_list(request: HttpRequest, key: str) -> HttpResponse:
    """Show a list: active players, all players, or those found by a search."""
    of = ratings_access.list_for_viewer(request, key)
    list_filter = ListFilter.of(request.GET)
    listed, rows = page_of_list(of, list_filter, request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        "list": of,
        "rules": rules_text(of),
        "listed": listed,
        "rows": rows,
        "filter": list_filter,
        "since": active_since(of),
        "inactive": 0 if list_filter.everybody else count_inactive(of),
        "query": f"{asked.urlencode()}&" if asked else "",
        "may_edit": ratings_access.may_edit(request),
    }
    return render(request, "matches/ratings/list.html", context)


@require_safe
def rating_file(
    request: HttpRequest, key: str, kind: str, *, full: bool = False
) -> HttpResponse:
    """Return a rating list as a file: the active ones, all, or those searched for.

    `full`: as in `matches.players.views.player_file`.
    """
    if full:
        allowed(request, Act.PLAYERS)
    of = ratings_access.list_for_viewer(request, key)
    list_filter = ListFilter.of(request.GET)
    return tables_as(kind, f"ratings-{of.key}", lambda: [rating_table(of, list_filter)])


def rating_table(of: RatingList, list_filter: ListFilter) -> ExportTable:
    columns = [
        TableColumn("place", _("Place")),
        TableColumn("shared", capfirst(_("shared"))),
        TableColumn("player", _("Player")),
        TableColumn("club", _("Club")),
        TableColumn("rating", _("Rating")),
        TableColumn("experience", _("Experience")),
        TableColumn("matches", _("Matches")),
        TableColumn("won", _("Won")),
        TableColumn("last_day", _("Last match")),
        TableColumn("provisional", capfirst(_("provisional"))),
    ]
    return ExportTable(
        of.name, columns, [_cells(row) for row in whole_list(of, list_filter)]
    )


def _cells(one: ListedPlayer) -> list[Value]:
    place, shared = one.place or (0, False)
    return [
        place,
        _("shared") if shared else "",
        one.player.name,
        one.player.told_club,
        round(one.rating / POINT, 2),
        one.experience,
        one.matches,
        one.wins,
        None if one.last_day is None else one.last_day.isoformat(),
        _("provisional") if one.is_provisional else "",
    ]


@answers.form_page
def rating_list_new(request: HttpRequest) -> HttpResponse:
    user = ratings_access.editor(request)
    first = {"op": answers.new_op(), **initial_of_new()}
    form = ListForm(answers.posted(request), initial=first)
    made = answers.made_with(
        form, lambda: make_list(rules=form.rules(), by=user, op=form.cleaned_data["op"])
    )
    if made is not None:
        answers.tell(
            request,
            _("List %(name)s created. It is being calculated.") % {"name": made.name},
        )
        return redirect(made)
    context = {"form": form, "list": None, "moves": None}
    status = answers.status_with(form)
    return render(request, "matches/ratings/edit.html", context, status=status)


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
    context = {"form": sent.form, "list": of, "moves": sent.effects}
    return render(request, "matches/ratings/edit.html", context, status=sent.status)


@require_POST
def rating_list_remove(request: HttpRequest, key: str) -> HttpResponse:
    of, user = ratings_access.list_for_director(request, key, removed=True)
    remove_list(of=of, by=user)
    answers.tell(
        request,
        _("Rating list %(name)s removed.") % {"name": of.name},
        undo_url=reverse("rating_list_restore", args=[of.key]),
    )
    return redirect("rating_lists")


@require_POST
def rating_list_restore(request: HttpRequest, key: str) -> HttpResponse:
    of, user = ratings_access.list_for_director(request, key, removed=True)
    restore_list(of=of, by=user)
    answers.tell(request, _("Rating list %(name)s restored.") % {"name": of.name})
    return redirect(of)


@require_safe
def rating_changes(request: HttpRequest, key: str) -> HttpResponse:
    of = ratings_access.list_for_viewer(request, key)
    context = {"list": of, "listed": changes_of(of, request.GET.get("page"))}
    return render(request, "matches/ratings/changes.html", context)


@require_safe
def rating_change(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Show one recalculation: changed ratings, and the matches that caused it."""
    change = ratings_access.change_for_viewer(request, key, pk)
    context = {
        "change": change,
        "causes": causes_of(change),
        "moves": moves_of(change, request.GET.get("page")),
    }
    return render(request, "matches/ratings/change.html", context)


@answers.form_page
def rating_import(request: HttpRequest, key: str) -> HttpResponse:
    """Read a list of names and ratings, show what it means, and import it."""
    of, user = ratings_access.list_for_director(request, key)
    form = RatingImportForm(
        answers.posted(request),
        request.FILES or None,
        initial=RatingImportForm.first(of),
    )
    if not form.is_valid():
        return _show_import(request, of, form, status=answers.status_with(form))
    try:
        lines = read_lines(form.cleaned_data["text"], request.POST.dict())
        return _import(request, of, form=form, lines=lines, user=user)
    except RuleError as error:
        form.add_error(None, answers.sentence(error))
        return _show_import(request, of, form, status=answers.status_of(error))


@require_POST
def rating_take_back(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    made, user = ratings_access.import_for_director(request, key, pk)
    take_back(made=made, by=user)
    answers.tell(request, _("Import undone. The list is being recalculated."))
    return redirect("rating_import", key=made.list.key)


def _import(
    request: HttpRequest,
    of: RatingList,
    *,
    form: RatingImportForm,
    lines: list[ImportLine],
    user: User,
) -> HttpResponse:
    given = form.cleaned_data
    confirmed = "confirmed" in request.POST
    asks = confirmed and any(line.is_open for line in lines)
    if lines and (asks or not confirmed):
        status = answers.REFUSED if asks else 200
        shown = form.with_text()
        return _show_import(request, of, shown, lines=lines, asks=asks, status=status)
    made = give_ratings(
        ratings_chosen(lines),
        of=of,
        day=given["day"],
        experience=given["experience"] or 0,
        by=user,
        op=given["op"],
    )
    text = ngettext(
        "%(count)s rating imported. The list is being recalculated.",
        "%(count)s ratings imported. The list is being recalculated.",
        made.count,
    )
    answers.tell(
        request,
        text % {"count": made.count},
        undo_url=reverse("rating_take_back", args=[of.key, made.pk]),
    )
    return redirect(of)


def _show_import(
    request: HttpRequest,
    of: RatingList,
    form: RatingImportForm,
    *,
    lines: Sequence[ImportLine] = (),
    asks: bool = False,
    status: int = 200,
) -> HttpResponse:
    left = sum(line.choice == SKIP for line in lines)
    context = {
        "list": of,
        "form": form,
        "lines": lines,
        "taken": len(lines) - left,
        "left": left,
        "asks": asks,
        "imports": () if lines else imports_of(of),
    }
    return render(request, "matches/ratings/import.html", context, status=status)
