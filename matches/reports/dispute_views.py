"""Pages for two different reports: the second version, and the director's decision."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from matches.ledger import access as ledger_access
from matches.ledger.errors import NO_REPORT
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import match_view, reports_of
from matches.ledger.reporter import Reporter
from matches.ledger.versions import StillPlaying, Told, Version
from matches.match_page.decision_forms import ReasonForm
from matches.match_page.forms import FinalScoreForm
from matches.match_page.pad import sides_of
from matches.match_page.views import show_match
from matches.match_page.words import (
    confirmed_sentence,
    goes_on_sentence,
    score_sentence,
)
from matches.reports import forms
from matches.reports import services as reports_access
from matches.reports import services as reports_services
from matches.reports.comparison import compare_versions
from matches.reports.forms import VersionEntry
from matches.reports.panel import OpenReport, answer_of
from matches.rules import Side
from matches.rules.game import GameResult
from matches.rules.refusals import RuleError
from matches.web import answers

PLAY_ON: Final = "play-on"


@answers.form_page
def different(request: HttpRequest, code: str, report: int) -> HttpResponse:
    """Report a different result than the opponent; GET shows the form."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    theirs = reports_access.report_in(match, report)
    if not reporter.is_player:
        return redirect("decide", code=match.code)
    if theirs.side == reporter.side or not theirs.is_open:
        messages.error(
            request, _("There is no longer a report to answer. Check the result again.")
        )
        return show_match(request, match, reporter, status=answers.CONFLICT)
    kept = theirs.told.games if theirs.told else ()
    if request.method != "POST":
        told = forms.blank(match, kept)
        return _show_different(request, told, answer_of(match, theirs))
    told = forms.sent(match, kept, request.POST)
    if request.POST.get("mode") == forms.MORE:
        return _show_different(request, told, answer_of(match, theirs))
    return _dispute(request, told, theirs, reporter=reporter)


def _dispute(
    request: HttpRequest, told: VersionEntry, theirs: Report, *, reporter: Reporter
) -> HttpResponse:
    match = told.match
    version: Told = None
    if told.mode != forms.REMARK:
        version = forms.read(told)
        if version is None:
            return _show_different(request, told, answer_of(match, theirs))
    try:
        recorded = reports_services.dispute(
            match_id=match.pk, version=version, comment=told.comment, by=reporter
        )
    except RuleError as error:
        told.error, told.status = answers.sentence(error), answers.status_of(error)
        return _show_different(request, told, answer_of(match, theirs))
    is_disputed = recorded.match.state == Match.State.DISPUTED
    text = _("Thank you. A director has both versions and will decide.")
    if is_disputed and version is None:
        text = _("Thank you. A director has your comment and will decide.")
    answers.tell(
        request,
        text
        if is_disputed
        else confirmed_sentence(recorded.match, is_new=recorded.changed),
    )
    return redirect("match", code=match.code)


def _show_different(
    request: HttpRequest, told: VersionEntry, answer: OpenReport
) -> HttpResponse:
    context = _entry_of(told) | {"answer": answer, "sums_up": False}
    template = "matches/reports/dispute.html"
    return render(request, template, context, status=told.status)


def _entry_of(told: VersionEntry) -> dict[str, object]:
    match = told.match
    return {
        "match": match,
        "occasion": occasion_of(match),
        "told": told,
        "sides": sides_of(match),
    }


@answers.form_page
def decide(request: HttpRequest, code: str) -> HttpResponse:
    """Decide between the versions of two players, with the reason."""
    match, reporter = ledger_access.match_for_director(request, code)
    reports = [] if match.is_money else reports_of(match)
    waiting = [report for report in reports if report.is_open]
    chosen = _chosen(request, reports)
    if not waiting and chosen is None:
        return _nothing_to_decide(request, match, reporter)
    disputed = any(report.state == Report.State.DISPUTED for report in reports)
    kept = () if match.is_money else _kept(match)
    if request.method != "POST":
        told = forms.blank(match, kept)
        form = ReasonForm(needs_reason=disputed)
        return _show_decide(request, told, form=form, waiting=waiting)
    told = forms.sent(match, kept, request.POST)
    form = ReasonForm(request.POST, needs_reason=disputed)
    if request.POST.get("mode") == forms.MORE:
        unbound = ReasonForm(initial=request.POST.dict(), needs_reason=disputed)
        return _show_decide(request, told, form=unbound, waiting=waiting)
    if chosen:
        # A report was chosen instead: an unbound form shows no errors.
        told.score = FinalScoreForm(initial=request.POST.dict())
    version: Told = chosen.told if chosen else None
    if request.POST.get("mode") == PLAY_ON and chosen is None:
        told.score, version = FinalScoreForm(), StillPlaying()
    elif chosen is None:
        version = forms.read(told)
    if version is None or not form.is_valid():
        told.status = told.status if told.error else answers.REFUSED
        return _show_decide(request, told, form=form, waiting=waiting)
    return _decide(request, told, version, form=form, chosen=chosen, by=reporter)


def _decide(
    request: HttpRequest,
    told: VersionEntry,
    version: Version | StillPlaying,
    *,
    form: ReasonForm,
    chosen: Report | None,
    by: Reporter,
) -> HttpResponse:
    match = told.match
    try:
        recorded = reports_services.decide(
            match_id=match.pk,
            version=version,
            report_id=chosen.pk if chosen else None,
            decision=form.decision(
                version.winner if isinstance(version, Version) else Side.ONE
            ),
            by=by,
        )
    except RuleError as error:
        told.error, told.status = answers.sentence(error), answers.status_of(error)
        waiting = [report for report in reports_of(match) if report.is_open]
        return _show_decide(request, told, form=form, waiting=waiting)
    known = _("Already decided: %(score)s")
    text = _("Decided. %(score)s") if recorded.changed else known
    if isinstance(version, StillPlaying):
        answers.tell(request, goes_on_sentence(recorded.match))
    else:
        answers.tell(request, text % {"score": score_sentence(recorded.match)})
    return redirect("match", code=match.code)


def _chosen(request: HttpRequest, reports: list[Report]) -> Report | None:
    asked = request.POST.get("report", "")
    told = (report for report in reports if report.told is not None)
    return next((report for report in told if str(report.pk) == asked), None)


def _kept(match: Match) -> tuple[GameResult, ...]:
    return tuple(line.game.result for line in match_view(match).lines)


def _nothing_to_decide(
    request: HttpRequest, match: Match, reporter: Reporter
) -> HttpResponse:
    if request.method == "POST":
        return show_match(
            request, match, reporter, status=answers.refuse(request, NO_REPORT())
        )
    messages.info(
        request, _("There is no longer a report to answer. Check the result again.")
    )
    return redirect("match", code=match.code)


def _show_decide(
    request: HttpRequest, told: VersionEntry, *, form: ReasonForm, waiting: list[Report]
) -> HttpResponse:
    # The summary of the page has the errors of all its forms.
    context = _entry_of(told) | {
        "form": form,
        "versions": compare_versions(told.match, waiting),
        "sums_up": True,
    }
    return render(request, "matches/reports/decide.html", context, status=told.status)
