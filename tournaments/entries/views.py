"""The entries of a division at the desk, removing one, and the public list."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.roles import Act
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.entries import services as service
from tournaments.entries.arrivals.queries import window_of
from tournaments.entries.forms import CheckInForm, DivisionPlayersForm
from tournaments.entries.page import EntriesPage, EntryListPage
from tournaments.entries.pairs import is_for_pairs
from tournaments.entries.queries import (
    EntryPage,
    division_among,
    division_counts,
    division_lists,
    division_numbered,
    divisions_of,
    entry_numbered,
    entry_page,
    numbers_of,
)
from tournaments.rounds import access as rounds_access
from tournaments.rounds.list_parts import part_of
from tournaments.rounds.public_page import live
from tournaments.structure import access as structure_access
from tournaments.structure.models import Division, Stage
from tournaments.structure.queries import stages_of
from tournaments.tables.progress import desk_view

HERE: Final = {"here": True}
PER_PAGE: Final = 100
MOST_ENTRIES: Final = 100_000
LONGEST_SEARCH: Final = 80


@require_safe
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries of a division, who is here, and the box to add more."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.SEE_PRIVATE
    )
    divisions = divisions_of(tournament)
    division = division_among(divisions, request.GET.get("division", ""))
    return show_entries(
        request, division, box_form(division, None, divisions=divisions)
    )


@require_POST
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Remove an entry that was not drawn."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    entry = entry_numbered(tournament, number)
    division = entry.division if entry else division_numbered(tournament, "")
    try:
        done = service.remove_entry(tournament=tournament, number=number, by=user)
    except RuleError as error:
        return show_refused(request, division, error)
    if done is not None:
        answers.tell(
            request,
            _("%(name)s is removed from the list.") % {"name": done.params["names"]},
            undo_url=reverse("amendment_undo", args=[slug, done.pk]),
        )
    return redirect(entries_url(division))


def entries_url(division: Division, *, at: Sequence[int] = (), **asked: int) -> str:
    """Return the address of the list; of the page with one entry, if there are more."""
    url = reverse("entries", args=[division.tournament.slug])
    asked = {name: number for name, number in asked.items() if number}
    if division.number != 1:
        asked["division"] = division.number
    if len(at) != 1 or len(numbers_of(division)) <= PER_PAGE:
        return f"{url}?{urlencode(asked)}" if asked else url
    return f"{url}?{urlencode({**asked, 'at': at[0]})}#entry-{at[0]}"


def box_form(
    division: Division, *sent: object, divisions: Sequence[Division] = ()
) -> DivisionPlayersForm:
    """Return the form of the box in which players are pasted; `sent` is its data."""
    known = divisions or divisions_of(division.tournament)
    return DivisionPlayersForm(
        *sent,
        others=[other for other in known if other != division],
        has_pairs=is_for_pairs(division),
        initial={**HERE, "division": division.number},
    )


def show_refused(
    request: HttpRequest, division: Division, error: RuleError
) -> HttpResponse:
    """Show the entries of a division with a refusal as a message."""
    status = answers.refuse(request, error)
    return show_entries(request, division, box_form(division, None), status=status)


def show_entries(
    request: HttpRequest,
    division: Division,
    form: DivisionPlayersForm,
    *,
    arrival: CheckInForm | None = None,
    search: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the entries of a division, with forms that were refused or are empty."""
    tournament = division.tournament
    stage = next(
        stage for stage in stages_of(tournament) if stage.division_id == division.pk
    )
    view = desk_view(tournament, stage)
    arrived = request.GET.get("arrived", "")[:9]
    page = EntriesPage(
        tournament=tournament,
        division=division,
        divisions=division_counts(tournament),
        view=view,
        listed=_asked_page(request, view.stage, search),
        form=form,
        arrival=arrival or CheckInForm(is_next="next" in request.GET),
        window=window_of(tournament),
        arrived=int(arrived) if arrived.isdecimal() else 0,
    )
    return answers.show_page(request, page, status=status)


def _asked_page(request: HttpRequest, stage: Stage, search: str) -> EntryPage:
    """Return the entries that the address asks for; all of them to print them."""
    asked = request.GET if request.method == "GET" else QueryDict()
    return entry_page(
        stage,
        search=search
        or asked.get("q", "").replace("\x00", "").strip()[:LONGEST_SEARCH],
        asked=asked.get("page", ""),
        at=asked.get("at", ""),
        per_page=MOST_ENTRIES if "all" in asked else PER_PAGE,
    )


@require_safe
def entry_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries of all divisions."""
    mark, header = rounds_access.visit_for_public(request, slug)
    if header is None:
        return answers.unchanged()
    lists = division_lists(header.stages)
    part = part_of(
        request.GET,
        [(listed, row) for listed in lists for row in listed.rows],
        lambda listed: (listed[1].entry.player.name, listed[1].entry.player.told_club),
    )
    page = EntryListPage(header=header, mark=mark, lists=lists, part=part)
    return live(request, page)
