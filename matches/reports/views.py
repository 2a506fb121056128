"""Pages for players without accounts: the sheet's code, the personal link, reports."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Final, TypeAlias

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.access import password_to_read
from matches.accounts.roles import Act
from matches.ledger import access as ledger_access
from matches.ledger.access import listed_for
from matches.ledger.lists import MatchNow
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.occasions import occasion_of, occasions_of
from matches.ledger.queries import MOST_OPEN, undecided_of
from matches.ledger.reporter import HANDOVER, SHEET, Reporter, sheet_side
from matches.match_page.pad import sides_of
from matches.match_page.views import (
    FIND,
    answer_replaced_code,
    answer_wrong_code,
    by_scorer,
)
from matches.match_page.words import confirmed_sentence
from matches.players import identity as players_access
from matches.players.identity import become_player
from matches.players.models import Player
from matches.players.queries import OWN, PANELS, PlayerVisit
from matches.players.services import choose_shown, renew_link
from matches.players.shown import Shown
from matches.reports import services as reports_services
from matches.reports.forms import SeatForm, ShownForm
from matches.reports.panel import claim_words, scores_of
from matches.reports.services import reports_waiting_in
from matches.reports.you import get_up, sit_down, you
from matches.rulebook.profiles import Reporting
from matches.rules import Side
from matches.web import answers
from matches.web.shown import full_names

GONE = 410
AT_A_TABLE: Final = frozenset({"called", "playing"})
"""States of a match whose players should be at their table."""


ReportPrompt: TypeAlias = dict[str, str | bool]
"""A report of a match as a sentence, and whether the player has to answer it."""
_NO_REPORT: Final[ReportPrompt] = {"told": "", "asks": False, "is_mine": False}


@never_cache
@answers.form_page
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The page of the QR code of a score sheet asks which player uses the browser."""
    try:
        match = ledger_access.match_of_sheet(code)
    except Http404:
        if ledger_access.is_former_code(code):
            return answer_replaced_code(request)
        return _no_sheet(request, code)
    reporter = ledger_access.reporter_in(request, match)
    if reporter is not None and reporter.via != SHEET:
        return redirect("match", code=match.code)  # a director, or known by the link
    return _ask_for_side(request, match, reporter)


@require_safe
def personal(request: HttpRequest, link_key: str) -> HttpResponse:
    """Assign this browser to a player by the personal link, and show their matches.

    For a signed-in director the browser is not assigned.
    """
    try:
        player = players_access.player_of_link(link_key)
    except Http404:
        return answer_wrong_code(request, _("This personal link is not valid."))
    is_director = accounts_access.is_allowed(request, Act.ACCOUNT)
    if not is_director:
        become_player(request, player)
    return _show_own_page(request, player, link=link_key, is_director=is_director)


@require_safe
def own_page(request: HttpRequest) -> HttpResponse:
    """Show the page of this browser's player, else explain how to open it.

    By a score sheet it shows what is public, and no link of the player.
    """
    player = players_access.player_of_browser(request)
    if player is not None and player.link_key:
        return redirect("personal", link_key=player.link_key)
    player = you(request)  # also if the site's secret has changed since the link
    if player is not None:
        return _show_own_page(request, player)
    sentence = _(
        "This browser is not linked to a player. Open your personal link here."
    )
    messages.error(request, sentence)
    return render(request, FIND, status=HTTPStatus.NOT_FOUND)


def _is_at_table(now: MatchNow) -> bool:
    return bool(now.occasion and now.occasion.table and now.tag in AT_A_TABLE)


def _show_own_page(
    request: HttpRequest, player: Player, *, link: str = "", is_director: bool = False
) -> HttpResponse:
    running = _running(request, player, has_link=bool(link))
    panels = OWN.of(player) if link else OWN.of(player, "next")
    context: dict[str, object] = {
        "player": player,
        "has_link": bool(link),
        "running": running,
        "at_table": next(filter(_is_at_table, (now for now, _report in running)), None),
        "is_director": is_director,
        "panels": panels,
        # Tables are named with the matches themselves.
        "nexts": [one for one in panels.get("next", ()) if not one.table],
    }
    if not answers.is_fragment(request):
        shown = ("matches", "ratings", "seasons")
        context["public"] = PANELS.of(PlayerVisit(request, player, None), *shown)
    return answers.show(
        request,
        "matches/reports/personal.html",
        context,
        fragment="matches/reports/_personal.html",
    )


@answers.form_page
def own_data(request: HttpRequest, link_key: str) -> HttpResponse:
    """Let a player choose the public form of their name, by the personal link."""
    with full_names():  # only the player may see this page
        player = players_access.player_of_link(link_key)
    form = ShownForm(answers.posted(request), player=player)
    if request.method == "POST" and form.is_valid():
        shown = Shown(form.cleaned_data["shown"])
        if choose_shown(player=player, shown=shown):
            answers.tell(request, _("Saved. Your name is now shown this way."))
        return redirect("own_data", link_key=player.link_key)
    status = answers.REFUSED if form.is_bound else 200
    context = {"player": player, "form": form}
    return render(request, "matches/reports/own_data.html", context, status=status)


@require_POST
def forget(request: HttpRequest, link_key: str = "") -> HttpResponse:
    if link_key:
        players_access.player_of_link(link_key)
    get_up(request)
    answers.tell(request, _("This phone is no longer linked to a player."))
    return redirect("home")


@answers.form_page
@password_to_read
def player_link(request: HttpRequest, key: str) -> HttpResponse:
    """Show the personal link of a player to a director; POST replaces it."""
    player, user = players_access.player_for_director(request, key)
    if request.method == "POST":
        known = request.POST.get("known", "")
        if renew_link(player=player, known=known, by=user):
            answers.tell(request, _("New link made. The old one no longer works."))
        return redirect("player_link", key=player.key)
    url = ""
    if link_key := player.link_key:
        url = request.build_absolute_uri(reverse("personal", args=[link_key]))
    context = {"player": player, "url": url}
    return render(request, "matches/reports/player_link.html", context)


@by_scorer
def confirm(
    request: HttpRequest, match: Match, reporter: Reporter, *, report: int
) -> HttpResponse:
    """Agree with a report, also on the phone from which it was sent."""
    by = _handed_over(request, reporter)
    recorded = reports_services.confirm(match_id=match.pk, report_id=report, by=by)
    answers.tell(request, confirmed_sentence(recorded.match, is_new=recorded.changed))
    if request.GET.get("back") == "desk" and (occasion := occasion_of(match)):
        return redirect(occasion.desk_url())
    return redirect("match", code=match.code)


def _ask_for_side(
    request: HttpRequest, match: Match, reporter: Reporter | None
) -> HttpResponse:
    """Ask which player uses this browser, and store the answer."""
    if match.locked_at is not None or match.state == Match.State.VOID:
        return _show_sheet(request, match, status=GONE)
    if match.reporting == Reporting.DIRECTOR or request.method != "POST":
        return _show_sheet(request, match, reporter=reporter)
    form = SeatForm(request.POST)
    if not form.is_valid():
        return _show_sheet(
            request, match, reporter=reporter, form=form, status=answers.REFUSED
        )
    sit_down(request, match, Side(form.cleaned_data["side"]))
    return redirect("match", code=match.code)


def _handed_over(request: HttpRequest, reporter: Reporter) -> Reporter:
    """Return the opponent as reporter, if the phone at the sheet was handed to them.

    The record shows it: the opponent's side with the device of the first reporter.
    """
    side = reporter.side
    if side is None or reporter.via != SHEET or request.POST.get("as") != "other":
        return reporter
    return Reporter(side=side.other, via=HANDOVER, device=reporter.device)


def _running(
    request: HttpRequest, player: Player, *, has_link: bool
) -> list[tuple[MatchNow, ReportPrompt]]:
    """Return the player's open matches, each with the report to know or to answer.

    Without the personal link these are matches that everybody may see, and reports
    only of those at whose sheet this browser sits.
    """
    rows = undecided_of(player)
    running = list((rows if has_link else listed_for(request, rows))[:MOST_OPEN])
    waiting = reports_waiting_in(running)
    occasions = occasions_of(running)
    found = []
    for match in running:
        side = Side.ONE if match.player_1_id == player.pk else Side.TWO
        told = [report for report in waiting if report.match_id == match.pk]
        # If both players have reported, show the opponent's report: it is new to this
        # player.
        told.sort(key=lambda report: report.side == side)
        is_told = told and (has_link or sheet_side(request, match) == side)
        prompt = _told(match, told, side) if is_told else _NO_REPORT
        found.append((MatchNow(match, player, occasions.get(match.pk)), prompt))
    return found


def _told(match: Match, reports: Sequence[Report], side: Side) -> ReportPrompt:
    """Return what to say of the open reports, that of the opponent first."""
    report, own = reports[0], reports[-1]
    if own.side == side and own.state == Report.State.DISPUTED:
        text = _("Your versions differ. A director will decide.")
        return _NO_REPORT | {"told": text, "is_mine": True}
    claim, values = claim_words(match, report), scores_of(match, report)
    if report.side != side:
        text = _("%(name)s reported: %(one)s %(score_1)s–%(score_2)s %(two)s.")
        return _NO_REPORT | {"told": claim or text % values, "asks": True}
    waits = f"{claim} " + _("Waiting for an answer.")
    text = _(
        "You reported: %(one)s %(score_1)s–%(score_2)s %(two)s. Waiting for an answer."
    )
    return _NO_REPORT | {"told": waits if claim else text % values, "is_mine": True}


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
        "occasion": occasion_of(match),
        "sides": sides_of(match),
        "form": form,
        "name": reporter.name_in(match) if reporter and reporter.side else "",
        "is_over": status == GONE,
    }
    return render(request, "matches/reports/sheet.html", context, status=status)


def _no_sheet(request: HttpRequest, code: str) -> HttpResponse:
    sentence = _("No score sheet has the code %(code)s. Check it and try again.")
    return answer_wrong_code(request, sentence % {"code": code})
