"""The director's page of the check-in by phone, and of the tablet at the door."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.documents.registry import Offer, offer
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.qr import qr_address
from tournaments.entries.arrivals import services
from tournaments.entries.arrivals.forms import ArrivalsForm
from tournaments.entries.arrivals.models import ArrivalWindow, WindowPhase
from tournaments.entries.arrivals.queries import (
    ExpectedPlayer,
    expected_players,
    window_of,
)
from tournaments.entries.arrivals.words import window_words
from tournaments.entries.services import check_in
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament, Visibility
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True)
class ShownAddress:
    """An address to type, and its QR code."""

    url: str

    @property
    def text(self) -> str:
        """The address without the scheme, as people type it."""
        return self.url.partition("//")[2]

    @property
    def image(self) -> str:
        """The QR code."""
        return qr_address(self.url, in_capitals=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalsPage(TournamentPage):
    """The times of the check-in by phone, the code of the hall, and who is missing."""

    template = "tournaments/entries/arrivals/arrivals.html"
    tab = "entries"

    window: ArrivalWindow | None
    form: ArrivalsForm
    missing: Sequence[ExpectedPlayer]
    came: Sequence[ExpectedPlayer]
    hall: ShownAddress | None
    find: ShownAddress
    door: ShownAddress | None

    @property
    def poster(self) -> Offer:
        """The printed poster with the code of the hall."""
        return offer("posters:check-in", self.tournament)

    @property
    def is_open(self) -> bool:
        """Whether phones can check in now."""
        return self.window is not None and self.window.phase == WindowPhase.OPEN

    @property
    def can_shut(self) -> bool:
        """Whether it is open or will open."""
        return self.is_open or (
            self.window is not None and self.window.phase == WindowPhase.BEFORE
        )

    @property
    def is_private(self) -> bool:
        """Whether phones see nothing of the tournament."""
        return self.tournament.visibility == Visibility.PRIVATE

    @property
    def can_change(self) -> bool:
        """Whether players can be checked in at all."""
        return not self.is_private and not self.tournament.is_closed

    @property
    def state(self) -> str:
        """Since when or until when phones can check in, in a sentence."""
        return window_words(self.window)


@answers.form_page
def arrivals(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the check-in by phone; open and close it, and change its codes."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    if request.method != "POST":
        return _show(request, tournament)
    do = request.POST.get("do", "")
    if do in _MARKS:
        return _mark(request, tournament, user, is_here=do == "here")
    form = None
    try:
        if do in _ACTS:
            act, words = _ACTS[do]
            row = act(tournament, by=user)
        else:
            form = ArrivalsForm(
                request.POST, of=tournament, window=window_of(tournament)
            )
            if not form.is_valid():
                return _show(request, tournament, form, status=answers.REFUSED)
            given = form.cleaned_data
            row = services.open_arrivals(tournament, **given, by=user)
            words = window_words
    except RuleError as error:
        status = answers.status_of(error)
        if form is None:
            answers.refuse(request, error)
        else:
            form.add_error("closes_at", answers.sentence(error))
        return _show(request, tournament, form, status=status)
    return _told(request, row, words(row))


@require_POST
def arrivals_back(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Undo the last change of the check-in by phone."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    row = window_of(tournament)
    if row is not None:
        try:
            services.undo_window_change(row, version, by=user)
        except RuleError as error:
            answers.refuse(request, error)
        else:
            forth = reverse("arrivals_back", args=[slug, version + 1])
            text = _("Undone.")
            answers.tell(request, text, redo_url=forth)
    return redirect("arrivals", slug=slug)


def _code_words(row: ArrivalWindow) -> str:
    return _("The hall code is now %(code)s.") % {"code": row.code}


def _door_words(row: ArrivalWindow) -> str:
    if row.door_hash:
        return _("A link for a door tablet was created.")
    return _("The door tablet link was revoked.")


_ACTS: Final[
    Mapping[str, tuple[Callable[..., ArrivalWindow], Callable[[ArrivalWindow], str]]]
] = {
    "shut": (services.close_arrivals, window_words),
    "code": (services.renew_code, _code_words),
    "door": (services.open_door_tablet, _door_words),
    "no_door": (services.close_door_tablet, _door_words),
}
_MARKS: Final = ("here", "missing")


def _mark(
    request: HttpRequest, tournament: Tournament, user: User, *, is_here: bool
) -> HttpResponse:
    """Check a player in at the desk, or take a check-in back."""
    sent = request.POST.get("number", "")[:9]
    number = int(sent) if sent.isascii() and sent.isdecimal() else 0
    entry = structure_access.entry_for_director(tournament, number)
    try:
        check_in(tournament=tournament, numbers=[number], here=is_here, by=user)
    except RuleError as error:
        status = answers.refuse(request, error)
        return _show(request, tournament, status=status)
    name = {"name": entry.player.name}
    text = _("%(name)s is checked in.") if is_here else _("%(name)s is not here yet.")
    undo = "missing" if is_here else "here"
    answers.tell(
        request,
        text % name,
        undo_url=reverse(undo, args=[tournament.slug, number]),
    )
    return redirect("arrivals", slug=tournament.slug)


def _show(
    request: HttpRequest,
    tournament: Tournament,
    form: ArrivalsForm | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    window = window_of(tournament)
    door_key = window.door_key if window else ""
    missing, came = expected_players(tournament)
    page = ArrivalsPage(
        tournament=tournament,
        window=window,
        form=form or ArrivalsForm(of=tournament, window=window),
        missing=missing,
        came=came,
        hall=_address(request, "phone_check_in", window.code) if window else None,
        find=ShownAddress(request.build_absolute_uri(reverse("check_in_find"))),
        door=_address(request, "door_check_in", door_key) if door_key else None,
    )
    return answers.show_page(request, page, status=status)


def _address(request: HttpRequest, name: str, code: str) -> ShownAddress:
    return ShownAddress(request.build_absolute_uri(reverse(name, args=[code])))


def _told(request: HttpRequest, row: ArrivalWindow, text: str) -> HttpResponse:
    slug = row.tournament.slug
    back = reverse("arrivals_back", args=[slug, row.version])
    answers.tell(request, text, undo_url=back)
    return redirect("arrivals", slug=slug)
