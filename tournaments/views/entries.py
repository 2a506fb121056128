"""Entering players, checking them in, letting them go; each with its undo."""

import hashlib
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from matches import web
from matches.models import Player
from matches.rules.errors import RuleError
from matches.services.players import NewPlayer
from tournaments import access
from tournaments.engine.roster import Known, ListLine, Verdict, read_list
from tournaments.forms import PlayersForm
from tournaments.models import Entry, Tournament
from tournaments.selectors.desk import desk_view
from tournaments.selectors.entries import entry_rows
from tournaments.services import entries as service

SKIP, NEW = "skip", "new"
HERE = {"here": True}


@require_safe
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is in, who is here, and the box to add more."""
    tournament, _user = access.tournament_for_director(request, slug)
    return _show(request, tournament, PlayersForm(initial=HERE))


@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Read the box; add what is clear, ask about the rest.

    A single clear line is added at once. A list, or anything doubtful, is shown first
    and added with the second post, which carries `confirmed` and the choices made.
    """
    tournament, user = access.tournament_for_director(request, slug)
    form = PlayersForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show(request, tournament, form, status=web.REFUSED)
    try:
        lines = _read(tournament, form.cleaned_data["text"])
    except RuleError as error:
        form.add_error("text", web.sentence(error))
        return _show(request, tournament, form, status=web.REFUSED)
    if not lines:
        form.add_error("text", _("There is no name in this list yet."))
        return _show(request, tournament, form, status=web.REFUSED)
    choices = {line.number: _choice(request, line) for line in lines}
    confirmed = "confirmed" in request.POST and "again" not in request.POST
    undecided = [line for line in lines if not choices[line.number]]
    if undecided or not (confirmed or _is_clear(lines)):
        return _preview(
            request,
            tournament,
            form=form,
            lines=lines,
            choices=choices,
            asked=confirmed,
        )
    try:
        added = service.add_entries(
            tournament=tournament,
            known=_known_players(choices.values()),
            new=[
                NewPlayer(line.name, line.club, line.rating, line.sort_name)
                for line in lines
                if choices[line.number] == NEW
            ],
            here=form.cleaned_data["here"],
            by=user,
        )
    except RuleError as error:
        form.add_error(None, web.sentence(error))
        return _show(request, tournament, form, status=web.status_of(error))
    return _added(request, tournament, added)


@require_POST
def undo(request: HttpRequest, slug: str, line: int) -> HttpResponse:
    """Remove exactly what one act of adding entered."""
    tournament, user = access.tournament_for_director(request, slug)
    try:
        count = service.undo_adding(tournament=tournament, undo=line, by=user)
    except RuleError as error:
        return _refused(request, tournament, error)
    web.tell(
        request,
        ngettext(
            "%(count)s entry removed again.", "%(count)s entries removed again.", count
        )
        % {"count": count},
    )
    return redirect("entries", slug=slug)


@require_POST
def check_in_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who is still missing is here."""
    tournament, user = access.tournament_for_director(request, slug)
    numbers = list(
        Entry.objects.filter(division__tournament=tournament).values_list(
            "number", flat=True
        )
    )
    return _set_here(request, tournament, numbers, here=True, user=user)


@require_POST
def here(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Check one player in."""
    tournament, user = access.tournament_for_director(request, slug)
    access.entry_for_director(tournament, number)
    return _set_here(request, tournament, [number], here=True, user=user)


@require_POST
def missing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Undo a check-in."""
    tournament, user = access.tournament_for_director(request, slug)
    access.entry_for_director(tournament, number)
    return _set_here(request, tournament, [number], here=False, user=user)


@require_POST
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take somebody off the list."""
    tournament, user = access.tournament_for_director(request, slug)
    try:
        name = service.remove_entry(tournament=tournament, number=number, by=user)
    except RuleError as error:
        return _refused(request, tournament, error)
    if name:
        web.tell(request, _("%(name)s is removed from the list.") % {"name": name})
    return redirect("entries", slug=slug)


@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let somebody leave between rounds, or in the middle of one."""
    tournament, user = access.tournament_for_director(request, slug)
    access.entry_for_director(tournament, number)
    try:
        name = service.withdraw(tournament=tournament, number=number, by=user)
    except RuleError as error:
        return _refused(request, tournament, error)
    web.tell(
        request,
        _("%(name)s is withdrawn and will not be drawn any more.") % {"name": name},
        undo_url=reverse("reinstate", args=[slug, number]),
    )
    row = next(
        row
        for row in entry_rows(desk_view(tournament).stage)
        if row.entry.number == number
    )
    if row.open_label:
        messages.warning(
            request,
            _("Their match %(label)s is still open: enter its result or a walk-over.")
            % {"label": row.open_label},
        )
    return redirect("entries", slug=slug)


@require_POST
def reinstate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Undo a withdrawal."""
    tournament, user = access.tournament_for_director(request, slug)
    access.entry_for_director(tournament, number)
    try:
        name = service.reinstate(tournament=tournament, number=number, by=user)
    except RuleError as error:
        return _refused(request, tournament, error)
    web.tell(request, _("%(name)s is back.") % {"name": name})
    return redirect("entries", slug=slug)


def _read(tournament: Tournament, text: str) -> tuple[ListLine, ...]:
    known = [
        Known(key=key, name=name, club=club, rating=rating)
        for key, name, club, rating in Player.objects.values_list(
            "key", "name", "club", "rating"
        )
    ]
    entered = set(
        Entry.objects.filter(division__tournament=tournament).values_list(
            "player__key", flat=True
        )
    )
    return read_list(text, known=known, entered=entered)


def _choice(request: HttpRequest, line: ListLine) -> str:
    """What happens with a line: a player's key, `new`, `skip`; empty while open."""
    chosen = request.POST.get(_field(line), "")
    if line.verdict is Verdict.UNSURE:
        allowed = {candidate.key for candidate in line.candidates} | {NEW, SKIP}
        return chosen if chosen in allowed else ""
    if line.verdict is Verdict.NEW:
        return NEW
    if line.verdict is Verdict.KNOWN and line.known is not None:
        return line.known.key
    return SKIP


def _field(line: ListLine) -> str:
    """Name a line's choice by its text: numbers move when the list is edited."""
    return f"line-{hashlib.sha256(line.raw.encode()).hexdigest()[:12]}"


def _is_clear(lines: tuple[ListLine, ...]) -> bool:
    return len(lines) == 1 and lines[0].verdict in {Verdict.NEW, Verdict.KNOWN}


def _known_players(choices: Any) -> list[Player]:
    keys = [choice for choice in choices if choice not in {NEW, SKIP}]
    found = {player.key: player for player in Player.objects.filter(key__in=keys)}
    return [found[key] for key in dict.fromkeys(keys) if key in found]


def _added(
    request: HttpRequest, tournament: Tournament, added: service.Added
) -> HttpResponse:
    count = len(added.entries)
    if not count:
        messages.info(request, _("Nobody was added: every line was left out."))
        return redirect("entries", slug=tournament.slug)
    text = (
        _("%(name)s is entered.") % {"name": added.entries[0].player.name}
        if count == 1
        else ngettext(
            "%(count)s player is entered.", "%(count)s players are entered.", count
        )
        % {"count": count}
    )
    web.tell(
        request,
        text,
        undo_url=reverse("entries_undo", args=[tournament.slug, added.undo]),
    )
    return redirect("entries", slug=tournament.slug)


def _set_here(
    request: HttpRequest,
    tournament: Tournament,
    numbers: list[int],
    *,
    here: bool,
    user: Any,
) -> HttpResponse:
    try:
        changed = service.check_in(
            tournament=tournament, numbers=numbers, here=here, by=user
        )
    except RuleError as error:
        return _refused(request, tournament, error)
    if changed:
        text = (
            ngettext(
                "%(count)s player is here.", "%(count)s players are here.", changed
            )
            if here
            else ngettext(
                "%(count)s player is marked as missing.",
                "%(count)s players are marked as missing.",
                changed,
            )
        )
        web.tell(request, text % {"count": changed})
    return redirect("entries", slug=tournament.slug)


def _refused(
    request: HttpRequest, tournament: Tournament, error: RuleError
) -> HttpResponse:
    status = web.refuse(request, error)
    return _show(request, tournament, PlayersForm(initial=HERE), status=status)


def _show(
    request: HttpRequest,
    tournament: Tournament,
    form: PlayersForm,
    *,
    status: int = 200,
) -> HttpResponse:
    view = desk_view(tournament)
    rows = entry_rows(view.stage)
    context = {
        "tournament": tournament,
        "stage": view.stage,
        "view": view,
        "rows": rows,
        "has_lots": any(row.entry.lot for row in rows),
        "form": form,
        "tab": "entries",
    }
    return render(request, "tournaments/director/entries.html", context, status=status)


def _preview(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: PlayersForm,
    lines: tuple[ListLine, ...],
    choices: dict[int, str],
    asked: bool,
) -> HttpResponse:
    rows = [(line, choices[line.number], _field(line)) for line in lines]
    counts = {
        verdict.value: sum(line.verdict is verdict for line in lines)
        for verdict in Verdict
    }
    adding = sum(choice != SKIP for choice in choices.values())
    context = {
        "tournament": tournament,
        "form": form,
        "rows": rows,
        "counts": counts,
        "adding": adding,
        "undecided": asked and any(not choice for choice in choices.values()),
        "tab": "entries",
    }
    unreadable = not adding and counts[Verdict.INVALID]
    status = web.REFUSED if asked or unreadable else 200
    return render(request, "tournaments/director/preview.html", context, status=status)
