"""Pages on which players check themselves in: on phones, or at a tablet."""

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.players.codes import normalised
from matches.players.identity import player_at
from matches.rules.refusals import RuleError
from matches.web import answers, throttle
from tournaments.entries.arrivals import services
from tournaments.entries.arrivals.access import window_with_code, window_with_door
from tournaments.entries.arrivals.models import ArrivalWindow, WindowPhase
from tournaments.entries.arrivals.queries import (
    ExpectedPlayer,
    checked_in_here,
    found_by,
    own_people,
    publicly_shown_name,
)
from tournaments.entries.arrivals.words import window_words
from tournaments.structure.models import CheckedIn, Tournament

LONGEST_CODE: Final = 40
LONGEST_TYPED: Final = 80
GONE: Final = 404
FIND: Final = "tournaments/entries/arrivals/find.html"
"""The page where the code of the hall is typed; `typed` is an unknown code."""
SECONDS_AT_DOOR: Final = 30
"""Seconds after which a tablet shows the empty search again, for the next player."""
_TAPS: Final = "arrivals"


@require_safe
def check_in_find(request: HttpRequest) -> HttpResponse:
    """Ask for the code of the hall, and redirect to its check-in."""
    typed = request.GET.get("code", "")[:LONGEST_CODE].replace("\x00", "")
    if not typed.strip():
        return answers.show(request, FIND, {"typed": ""})
    if window_with_code(normalised(typed)) is not None:
        return redirect("phone_check_in", code=normalised(typed))
    return _unknown(request, typed)


@never_cache
@answers.form_page
def phone_check_in(request: HttpRequest, code: str) -> HttpResponse:
    """Let a phone check in its player, or a player found by name."""
    wanted = normalised(code.replace("\x00", ""))
    window = window_with_code(wanted)
    if window is None:
        return _unknown(request, code[:LONGEST_CODE])
    if wanted != code:
        return redirect("phone_check_in", code=wanted)
    if request.method == "POST":
        return _check_in(request, window, CheckedIn.BY_PHONE)
    return _show_phone(request, window)


@never_cache
@answers.form_page
def door_check_in(request: HttpRequest, code: str) -> HttpResponse:
    """Let a tablet check in several players; it stores no names."""
    window = window_with_door(normalised(code.replace("\x00", "")))
    if window is None:
        return _unknown(request, "")
    if request.method == "POST":
        return _check_in(request, window, CheckedIn.AT_DOOR)
    return _show_door(request, window)


@require_POST
def phone_check_in_back(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take back a check-in by this phone."""
    window = window_with_code(normalised(code.replace("\x00", "")))
    if window is None:
        return _unknown(request, code[:LONGEST_CODE])
    return _take_back(request, window, number, how=CheckedIn.BY_PHONE)


@require_POST
def door_check_in_back(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take back a check-in by this tablet."""
    window = window_with_door(normalised(code.replace("\x00", "")))
    if window is None:
        return _unknown(request, "")
    return _take_back(request, window, number, how=CheckedIn.AT_DOOR)


def _check_in(
    request: HttpRequest, window: ArrivalWindow, how: CheckedIn
) -> HttpResponse:
    sent = request.POST.get("who", "")[:9]
    number = int(sent) if sent.isascii() and sent.isdecimal() else 0
    player = player_at(request) if how == CheckedIn.BY_PHONE else None
    try:
        entry, is_new = services.arrive(window, number, how=how, player=player)
    except RuleError as error:
        status = answers.refuse(request, error)
        return _SHOWN[how](request, window, status=status)
    name = {"name": _name_of(window.tournament, number, player)}
    if is_new and entry.checked_in_at is not None:
        taps = {**_taps(request, window), number: entry.checked_in_at.isoformat()}
        _keep(request, window, taps)
        undo = reverse(_BACK[how], args=[_code(window, how), number])
        text = _("%(name)s is here. Welcome!") % name
        answers.tell(request, text, undo_url=undo)
    else:
        messages.info(request, _("%(name)s is already checked in.") % name)
    return redirect(_ADDRESS[how], code=_code(window, how))


def _take_back(
    request: HttpRequest, window: ArrivalWindow, number: int, *, how: CheckedIn
) -> HttpResponse:
    taps = _taps(request, window)
    try:
        services.take_back(window, number, how=how, moment=taps.pop(number, ""))
    except RuleError as error:
        answers.refuse(request, error)
    else:
        answers.tell(request, _("Check-in undone."))
    _keep(request, window, taps)
    return redirect(_ADDRESS[how], code=_code(window, how))


def _name_of(tournament: Tournament, number: int, player: int | None) -> str:
    """Return the public name of an entry, or the full one to its own player."""
    own = {one.number: one.name for one in own_people(tournament, player)}
    return own.get(number) or publicly_shown_name(tournament, number)


def _taps(request: HttpRequest, window: ArrivalWindow) -> dict[int, str]:
    """Return the check-ins by this browser: their times by entry number."""
    kept = request.session.get(_TAPS, {}).get(str(window.tournament_id), {})
    return {int(number): str(moment) for number, moment in kept.items()}


def _keep(request: HttpRequest, window: ArrivalWindow, taps: dict[int, str]) -> None:
    kept = {str(number): moment for number, moment in taps.items()}
    all_taps = request.session.get(_TAPS, {})
    request.session[_TAPS] = {**all_taps, str(window.tournament_id): kept}


def _typed(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\x00", "").strip()[:LONGEST_TYPED]


def _show_phone(
    request: HttpRequest, window: ArrivalWindow, *, status: int = 200
) -> HttpResponse:
    taps = _taps(request, window)
    own = own_people(window.tournament, player_at(request), taps)
    tapped = checked_in_here(window.tournament, taps)
    known = {one.number for one in own}
    return _show(
        request,
        "tournaments/entries/arrivals/phone.html",
        window,
        status=status,
        address=reverse("phone_check_in", args=[window.code]),
        found=found_by(window.tournament, _typed(request), own=taps),
        own=own,
        tapped=[one for one in tapped if one.number not in known],
        is_open=window.phase == WindowPhase.OPEN and not window.tournament.is_closed,
    )


def _show_door(
    request: HttpRequest, window: ArrivalWindow, *, status: int = 200
) -> HttpResponse:
    address = reverse("door_check_in", args=[window.door_key])
    answer = _show(
        request,
        "tournaments/entries/arrivals/door.html",
        window,
        status=status,
        address=address,
        found=found_by(window.tournament, _typed(request)),
        is_open=not window.tournament.is_closed,
    )
    if not answers.is_fragment(request):
        answer["Refresh"] = f"{SECONDS_AT_DOOR}; url={address}"
    return answer


def _show(
    request: HttpRequest,
    template: str,
    window: ArrivalWindow,
    *,
    status: int,
    own: Sequence[ExpectedPlayer] = (),
    tapped: Sequence[ExpectedPlayer] = (),
    **values: object,
) -> HttpResponse:
    """Show the page on which players say that they are here."""
    tournament = window.tournament
    context = {
        "tournament": tournament,
        "own": own,
        "tapped": tapped,
        "state": _state(window),
        # A phone that knows no player yet begins with the search.
        "is_search_first": not own and not tapped,
        "waits": window.phase == WindowPhase.BEFORE and not tournament.is_closed,
        **values,
    }
    fragment = "tournaments/entries/arrivals/_found.html"
    return answers.show(request, template, context, fragment=fragment, status=status)


def _state(window: ArrivalWindow) -> str:
    """Return whether phones can check in, in a sentence."""
    if window.tournament.is_closed:
        return _("This tournament is over.")
    if window.phase == WindowPhase.SHUT:
        return _("Phone check-in is closed. Go to the desk.")
    return window_words(window)


_SHOWN: Final = {CheckedIn.BY_PHONE: _show_phone, CheckedIn.AT_DOOR: _show_door}
_ADDRESS: Final = {
    CheckedIn.BY_PHONE: "phone_check_in",
    CheckedIn.AT_DOOR: "door_check_in",
}
_BACK: Final = {
    CheckedIn.BY_PHONE: "phone_check_in_back",
    CheckedIn.AT_DOOR: "door_check_in_back",
}


def _code(window: ArrivalWindow, how: CheckedIn) -> str:
    return window.code if how == CheckedIn.BY_PHONE else window.door_key


def _unknown(request: HttpRequest, typed: str) -> HttpResponse:
    """Answer that no check-in has this code; guesses are delayed, not blocked."""
    throttle.count_wrong_code(request)
    context = {"typed": typed.replace("\x00", "") or "–"}
    return throttle.slow_wrong_code(
        request, answers.show(request, FIND, context, status=GONE)
    )
