"""Checking players in at the desk: one, those of a name, all; and the undo."""

from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.entries import services as service
from tournaments.entries.errors import (
    NOBODY_BEGINS,
    SEVERAL_BEGIN,
)
from tournaments.entries.forms import CheckInForm
from tournaments.entries.queries import (
    division_numbered,
    entries_beginning,
    numbers_of,
)
from tournaments.entries.views import box_form, entries_url, show_entries, show_refused
from tournaments.structure import access as structure_access
from tournaments.structure.models import Division, Entry

MOST_NAMED: Final = 5


@require_POST
def check_in_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in all missing entries of a division."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    division = division_numbered(tournament, request.POST.get("division", ""))
    moment = timezone.now()
    try:
        changed = service.check_in(
            tournament=tournament,
            numbers=numbers_of(division),
            here=True,
            by=user,
            moment=moment,
        )
    except RuleError as error:
        return show_refused(request, division, error)
    if changed:
        asked = {"moment": moment.isoformat(), "division": division.number}
        url = reverse("check_in_all_back", args=[slug])
        answers.tell(
            request,
            ngettext(
                "%(count)s player checked in.", "%(count)s players checked in.", changed
            )
            % {"count": changed},
            undo_url=f"{url}?{urlencode(asked)}",
        )
    return redirect(entries_url(division))


@require_POST
def check_in_all_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo a check-in of all: of those who were checked in at its moment."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    division = division_numbered(tournament, request.GET.get("division", ""))
    try:
        changed = service.take_back_check_in(
            tournament=tournament, moment=request.GET.get("moment", ""), by=user
        )
    except RuleError as error:
        return show_refused(request, division, error)
    if changed:
        text = ngettext(
            "%(count)s player not checked in yet.",
            "%(count)s players not checked in yet.",
            changed,
        )
        answers.tell(request, text % {"count": changed})
    return redirect(entries_url(division))


@require_POST
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in the player whose name begins like the typed text."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    division = division_numbered(tournament, request.POST.get("division", ""))
    arrival = CheckInForm(request.POST)
    if not arrival.is_valid():
        return _show_arrival(request, division, arrival)
    typed = arrival.cleaned_data["who"]
    found = entries_beginning(tournament, typed)
    coming = [entry for entry in found if entry.checked_in_at is None]
    if len(coming) > 1:
        names = ", ".join(entry.player.name for entry in coming[:MOST_NAMED])
        error = SEVERAL_BEGIN(typed=typed, names=names)
        arrival.add_error("who", answers.sentence(error))
    elif not found:
        arrival.add_error("who", answers.sentence(NOBODY_BEGINS(typed=typed)))
    if arrival.errors:
        return _show_arrival(request, division, arrival, search=typed)
    try:
        service.check_in(
            tournament=tournament,
            numbers=[entry.number for entry in coming],
            here=True,
            by=user,
        )
    except RuleError as error:
        arrival.add_error("who", answers.sentence(error))
        return _show_arrival(request, division, arrival)
    if coming:
        answers.tell(
            request,
            _("%(name)s is checked in.") % {"name": coming[0].player.name},
            undo_url=reverse("missing", args=[slug, coming[0].number]),
        )
    else:
        name = found[0].player.name
        messages.info(request, _("%(name)s is already checked in.") % {"name": name})
    arrived = coming[0].number if coming and tournament.keeps_money else 0
    return redirect(entries_url(division, next=1, arrived=arrived))


def _show_arrival(
    request: HttpRequest, division: Division, arrival: CheckInForm, *, search: str = ""
) -> HttpResponse:
    return show_entries(
        request,
        division,
        box_form(division, None),
        arrival=arrival,
        search=search,
        status=answers.REFUSED,
    )


@require_POST
def here(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Check one player in."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    entry = structure_access.entry_for_director(tournament, number)
    return _set_here(request, entry, here=True, user=user)


@require_POST
def missing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Undo a check-in."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    entry = structure_access.entry_for_director(tournament, number)
    return _set_here(request, entry, here=False, user=user)


def _set_here(
    request: HttpRequest, entry: Entry, *, here: bool, user: User
) -> HttpResponse:
    """Check a player in or out, for all entries."""
    division, numbers = entry.division, [entry.number]
    try:
        changed = service.check_in(
            tournament=division.tournament, numbers=numbers, here=here, by=user
        )
    except RuleError as error:
        return show_refused(request, division, error)
    if changed:
        undo = "missing" if here else "here"
        answers.tell(
            request,
            _here_text(changed, entry.player.name, here=here),
            undo_url=reverse(undo, args=[division.tournament.slug, *numbers]),
        )
    arrived = entry.number if here and entry.tournament.keeps_money else 0
    return redirect(entries_url(division, at=numbers, arrived=arrived))


def _here_text(changed: int, name: str, *, here: bool) -> str:
    """Return a sentence on a person whose entries, so many, are checked in or out."""
    if not here:
        text = _("%(name)s is not here yet.")
    elif changed > 1:
        text = _("Checked in to all %(count)s entries of this player.")
    else:
        text = _("%(name)s is checked in.")
    return text % {"count": changed, "name": name}
