"""Pages for club matches: the list, opening a match, the code for its players."""

from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.ledger import access as ledger_access
from matches.ledger.club_matches import (
    Opened,
    cancel_club_match,
    club_matches,
    directory,
    open_club_match,
    suggested,
    was_opened_by_player,
)
from matches.ledger.lists import page_of
from matches.ledger.models.match import Match
from matches.ledger.reporter import PERSONAL, Reporter
from matches.match_page.new_forms import ClubMatchForm
from matches.match_page.panels import MatchVisit
from matches.players.identity import device_of, player_at
from matches.players.models import Player
from matches.rules import Side
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.qr import qr_address


@lru_cache(maxsize=128)
def _qr(url: str) -> str:
    # Every game that is saved shows the code again: a fiftieth of the time of a save.
    return qr_address(url)


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """List the newest club matches and sessions, for all visitors."""
    listed, rows = page_of(request, ledger_access.listed_for(request, club_matches()))
    may_open = _is_opener(request) or player_at(request) is not None
    context = {"listed": listed, "rows": rows, "may_open": may_open}
    return render(request, "matches/match_page/club_matches.html", context)


@answers.form_page
def club_new(request: HttpRequest) -> HttpResponse:
    """Open a match or session: directors for any players, players for themselves."""
    me, reporter = _opener(request)
    known = directory() if request.method == "POST" else suggested()
    initial = {"op": answers.new_op()}
    form = ClubMatchForm(
        answers.posted(request),
        directory=known,
        me=me,
        may_money=me is not None or accounts_access.is_allowed(request, Act.MONEY),
        initial=initial,
    )
    opened = answers.made_with(
        form,
        lambda: open_club_match(
            wanted=form.wanted(), by=reporter, op=form.cleaned_data["op"]
        ),
    )
    if opened is not None:
        answers.tell(request, _said(opened))
        return redirect("match", code=opened[0].code)
    labels = (suggested() if request.method == "POST" else known).labels
    context = {"form": form, "me": me, "labels": labels}
    return answers.show(request, "matches/match_page/new_match.html", context)


@require_safe
def club_people(request: HttpRequest) -> HttpResponse:
    """Suggest players for what was typed so far in a field of the form."""
    _opener(request)
    typed = request.GET.get("player_1") or request.GET.get("player_2") or ""
    found = suggested(typed.replace("\x00", "").strip()[:80])
    return render(request, "matches/match_page/_people.html", {"labels": found.labels})


@require_POST
def club_cancel(request: HttpRequest, code: str) -> HttpResponse:
    """Cancel a club match for which nothing counts yet."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    if not reporter.is_player or not _may_cancel(match, reporter):
        # refuses all other visitors
        accounts_access.allowed(request, Act.CLUB_MATCHES)
    try:
        cancel_club_match(match_id=match.pk, by=reporter)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("match", code=match.code)
    answers.tell(
        request,
        _("%(one)s – %(two)s is cancelled.")
        % {"one": match.player_1.name, "two": match.player_2.name},
    )
    return redirect("club_list")


def share_panel(visit: MatchVisit) -> dict[str, object] | None:
    """Return what brings the players to their match: code, address, QR code.

    It is for directors, and without the code, by which they could report for their
    opponent, for the player who opened it. None for other visitors and after the end of
    the match.
    """
    match, reporter = visit.match, visit.reporter
    if visit.is_official and Act.PRINT not in visit.acts:
        return None
    if reporter is None or match.is_over or match.state == Match.State.VOID:
        return None
    is_ready = visit.occasion is None and match.state == Match.State.READY
    may = reporter.is_player or Act.CLUB_MATCHES in visit.acts
    may_cancel = is_ready and may and _may_cancel(match, reporter)
    if reporter.is_player:
        return {"code": "", "may_cancel": True} if may_cancel else None
    url = settings.SITE_URL + reverse("sheet", args=[match.sheet_code])
    code = match.sheet_code
    return {"code": code, "url": url, "qr": _qr(url), "may_cancel": may_cancel}


def _is_opener(request: HttpRequest) -> bool:
    return accounts_access.is_allowed(request, Act.CLUB_MATCHES)


def _opener(request: HttpRequest) -> tuple[Player | None, Reporter]:
    """Return the player who opens the match (None for a director), and the reporter.

    Raises SignInNeededError, PermissionDenied: neither a director nor a player.
    """
    pk = None if _is_opener(request) else player_at(request)
    if pk is None:
        user = accounts_access.allowed(request, Act.CLUB_MATCHES)
        return None, Reporter(user=user, device=device_of(request))
    me = ledger_access.player_of(pk)
    return me, Reporter(side=Side.ONE, via=PERSONAL, device=device_of(request))


def _may_cancel(match: Match, reporter: Reporter) -> bool:
    if not reporter.is_player:
        return True
    is_first = reporter.side == Side.ONE and reporter.via == PERSONAL
    return is_first and was_opened_by_player(match)


def _said(opened: Opened) -> str:
    match, added = opened
    names = {"one": match.player_1.name, "two": match.player_2.name}
    if added is None:
        return _("A match between %(one)s and %(two)s is already open.") % names
    if added:
        return _(
            "Match %(one)s – %(two)s opened. Added to the player list: %(added)s."
        ) % (names | {"added": ", ".join(added)})
    return _("%(one)s – %(two)s is open.") % names
