"""Pages for players without accounts: the sheet's code, the personal link, reports."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.documents.qr import qr_address
from matches.ledger import access as ledger_access
from matches.ledger.lists import rows_of
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.occasions import occasion_of, occasions_of
from matches.ledger.queries import PLAYED, matches_of, open_matches_of
from matches.ledger.reporter import HANDOVER, SHEET, Reporter
from matches.ledger.seats import choose_side, forget_player
from matches.ledger.states import tag_of
from matches.match_page.pad import sides_of
from matches.match_page.sentences import confirmed_sentence
from matches.match_page.views import answer_wrong_code, show_match
from matches.players import access as players_access
from matches.players.identity import become_player
from matches.players.models import Player
from matches.players.services import renew_link
from matches.reports import services as reports_services
from matches.reports.forms import SeatForm
from matches.reports.panel import claim_words, scores_of
from matches.reports.queries import reports_waiting_in
from matches.rulebook.profiles import Reporting
from matches.rules import Side
from matches.rules.refusals import RuleError
from matches.web import answers

GONE = 410


@never_cache
@answers.form_page
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The page of the QR code of a score sheet asks which player uses the browser."""
    try:
        match = ledger_access.match_of_sheet(code)
    except Http404:
        return _no_sheet(request, code)
    reporter = ledger_access.reporter_in(request, match)
    if reporter is not None and reporter.via != SHEET:
        return redirect("match", code=match.code)  # a director, or known by the link
    return _ask_for_side(request, match, reporter)


@never_cache
@require_safe
def personal(request: HttpRequest, link_key: str) -> HttpResponse:
    """Assign this browser to a player by the personal link, and show their matches.

    For a signed-in director the browser is not assigned.
    """
    try:
        player = players_access.player_of_link(link_key)
    except Http404:
        return answer_wrong_code(request, "", _("This personal link is not valid."))
    is_director = accounts_access.is_director(request)
    if not is_director:
        become_player(request, player)
    return render(
        request,
        "matches/reports/personal.html",
        _personal(player) | {"is_director": is_director},
    )


@require_POST
def forget(request: HttpRequest, link_key: str) -> HttpResponse:
    """Remove the player from this browser."""
    players_access.player_of_link(link_key)
    forget_player(request)
    answers.tell(request, _("This phone is no longer linked to a player."))
    return redirect("home")


@never_cache
@answers.form_page
def player_link(request: HttpRequest, key: str) -> HttpResponse:
    """Show the personal link of a player to a director; POST replaces it."""
    player, user = players_access.player_for_director(request, key)
    if request.method == "POST":
        known = request.POST.get("known", "")
        if renew_link(player=player, known=known, by=user):
            answers.tell(request, _("New link made. The old one no longer works."))
        return redirect("player_link", key=player.key)
    url = request.build_absolute_uri(reverse("personal", args=[player.link_key]))
    context = {"player": player, "url": url, "qr": qr_address(url)}
    return render(request, "matches/reports/player_link.html", context)


@require_POST
def confirm(request: HttpRequest, code: str, report: int) -> HttpResponse:
    """Agree with a report, also on the phone from which it was sent."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    by = _handed_over(request, reporter)
    try:
        recorded = reports_services.confirm(match_id=match.pk, report_id=report, by=by)
    except RuleError as error:
        match.refresh_from_db()
        return show_match(
            request, match, reporter, status=answers.refuse(request, error)
        )
    answers.tell(request, confirmed_sentence(recorded.match, is_new=recorded.changed))
    if request.GET.get("back") == "desk" and (occasion := occasion_of(match)):
        return redirect(occasion.desk_url)
    return redirect("match", code=match.code)


def _ask_for_side(
    request: HttpRequest, match: Match, reporter: Reporter | None
) -> HttpResponse:
    """Ask which player uses this browser, and store the answer."""
    if ledger_access.is_sheet_over(match):
        return _show_sheet(request, match, status=GONE)
    if match.reporting == Reporting.DIRECTOR or request.method != "POST":
        return _show_sheet(request, match, reporter=reporter)
    form = SeatForm(request.POST)
    if not form.is_valid():
        return _show_sheet(
            request, match, reporter=reporter, form=form, status=answers.REFUSED
        )
    choose_side(request, match, Side(form.cleaned_data["side"]))
    return redirect("match", code=match.code)


def _handed_over(request: HttpRequest, reporter: Reporter) -> Reporter:
    """Return the opponent as reporter, if the phone at the sheet was handed to them.

    The record shows it: the opponent's side with the device of the first reporter.
    """
    side = reporter.side
    if side is None or reporter.via != SHEET or request.POST.get("as") != "other":
        return reporter
    return Reporter(side=side.other, via=HANDOVER, device=reporter.device)


def _personal(player: Player) -> dict[str, Any]:
    """Return the open matches of a player with their events, and the past ones."""
    running = open_matches_of(player)
    waiting = reports_waiting_in(running)
    occasions = occasions_of(running)
    found = []
    for match in running:
        side = Side.ONE if match.player_1_id == player.pk else Side.TWO
        told = [report for report in waiting if report.match_id == match.pk]
        # If both players have reported, show the opponent's report: it is new to this
        # player.
        told.sort(key=lambda report: report.side == side)
        report = told[0] if told else None
        occasion = occasions.get(match.pk)
        found.append(
            {
                "match": match,
                "opponent": match.player(side.other),
                "occasion": occasion,
                "tag": tag_of(match, occasion),
                "report": report,
                **_told(
                    match, report, is_mine=report is not None and report.side == side
                ),
                "may_report": match.reporting != Reporting.DIRECTOR,
            }
        )
    open_now = {match.pk for match in running}
    past = [match for match in matches_of(player)[:PLAYED] if match.pk not in open_now]
    rows = [(row, row.match.shows_score) for row in rows_of(past)]
    return {"player": player, "running": found, "past": rows}


def _told(match: Match, report: Report | None, *, is_mine: bool) -> dict[str, Any]:
    """Return what was reported of a match as a sentence, and whether to answer it."""
    if report is None:
        return {"told": "", "asks": False, "is_mine": False}
    claim, values = claim_words(match, report), scores_of(match, report)
    if not is_mine:
        text = _("%(name)s reported: %(one)s %(score_1)s–%(score_2)s %(two)s.")
        return {"told": claim or text % values, "asks": True, "is_mine": False}
    waits = f"{claim} " + _("It waits for an answer.")
    text = _(
        "You reported: %(one)s %(score_1)s–%(score_2)s %(two)s. It waits for an answer."
    )
    return {"told": waits if claim else text % values, "asks": False, "is_mine": True}


def _show_sheet(
    request: HttpRequest,
    match: Match,
    *,
    reporter: Reporter | None = None,
    form: SeatForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "match": match,
        "reporter": reporter,
        "form": form,
        "sides": sides_of(match),
        "name": reporter.name_in(match) if reporter and reporter.side else "",
        "occasion": occasion_of(match),
        "is_over": status == GONE,
        "by_director": match.reporting == Reporting.DIRECTOR,
    }
    return render(request, "matches/reports/sheet.html", context, status=status)


def _no_sheet(request: HttpRequest, code: str) -> HttpResponse:
    sentence = _("No score sheet has the code %(code)s. Look again, and type it here.")
    return answer_wrong_code(request, code, sentence % {"code": code})
