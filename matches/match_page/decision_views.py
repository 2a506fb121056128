"""Views for decisions of directors: points, endings, length, money."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.ledger import access as ledger_access
from matches.ledger import adjust as decisions_adjust
from matches.ledger import endings
from matches.ledger.book import Recorded
from matches.ledger.endings import record_walkover
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import adjustment_of, newest_adjustment, newest_payment
from matches.match_page.decision_forms import WalkoverForm
from matches.match_page.decision_tools import (
    Tool,
    adjust_form,
    answer_button,
    answer_form,
    aside_form,
    ending_form,
    length_form,
    payment_form,
    proposed_late,
    proposed_stopped,
    show_tool,
    tell_recorded,
)
from matches.match_page.page import FINAL, Sent
from matches.match_page.views import answer_saved, show_match, show_refused
from matches.rules import Side
from matches.rules.refusals import RuleError
from matches.web import answers


@answers.form_page
def adjust(request: HttpRequest, code: str) -> HttpResponse:
    """Record penalty points or a ruling; the tariff for lateness only proposes them."""
    match, reporter = ledger_access.match_for_director(request, code)
    if request.method != "POST":
        given, proposal = proposed_late(request, match)
        form = adjust_form(match, **given)
        return show_tool(request, Tool("adjust", match, form), proposal=proposal)
    form = adjust_form(match, request.POST)
    if not form.is_valid():
        return show_tool(request, Tool("adjust", match, form), status=answers.REFUSED)

    def act() -> Recorded:
        return decisions_adjust.adjust(
            match_id=match.pk,
            decision=form.ruling(),
            op=form.cleaned_data["op"],
            by=reporter,
        )

    return answer_form(request, Tool("adjust", match, form), act, undo=_undo_adjustment)


@require_POST
def remove_adjustment(request: HttpRequest, code: str, row: int) -> HttpResponse:
    """Void a decision; it stays in the history."""
    match, reporter = ledger_access.match_for_director(request, code)
    try:
        recorded = decisions_adjust.remove_adjustment(
            match_id=match.pk, row=row, by=reporter
        )
    except RuleError as error:
        return show_refused(request, match, reporter, error=error)
    decided = adjustment_of(recorded.match, row)
    if decided.points:
        answer = tell_recorded(request, recorded, undo=None)
    else:
        answers.tell(request, _("Ruling withdrawn."))
        answer = redirect("match", code=match.code)
    if request.GET.get("back") == "desk" and (occasion := occasion_of(match)):
        return redirect(occasion.desk_url)
    return answer


@require_POST
def show_remark(request: HttpRequest, code: str, row: int) -> HttpResponse:
    """Show what a player wrote about a game to everybody, or hide it again."""
    match, reporter = ledger_access.match_for_director(request, code)
    is_shown = "show" in request.POST
    try:
        recorded = decisions_adjust.show_remark(
            match_id=match.pk, row=row, is_shown=is_shown, by=reporter
        )
    except RuleError as error:
        return show_refused(request, match, reporter, error=error)
    text = _("This note is now public.")
    if not is_shown:
        text = _("This note is now visible only to directors and its author.")
    answers.tell(request, text)
    return redirect("match", code=recorded.match.code)


@answers.form_page
def ending(request: HttpRequest, code: str) -> HttpResponse:
    """End a match that is not played out."""
    match, reporter = ledger_access.match_for_director(request, code)
    if request.method != "POST":
        initial, proposal = proposed_stopped(request, match)
        form = ending_form(match, **initial)
        return show_tool(request, Tool("ending", match, form), proposal=proposal)
    form = ending_form(match, request.POST)
    if not form.is_valid():
        return show_tool(request, Tool("ending", match, form))
    given = form.cleaned_data

    def act() -> Recorded:
        return endings.record_ending(
            match_id=match.pk,
            how=given["how"],
            winner=Side(given["winner"]) if given["winner"] else None,
            score=form.score(),
            remark=given["remark"],
            by=reporter,
        )

    return answer_form(request, Tool("ending", match, form), act, undo=_undo_result)


@answers.form_page
def put_aside(request: HttpRequest, code: str) -> HttpResponse:
    """Interrupt a match that is finished later, and store its state."""
    match, reporter = ledger_access.match_for_director(request, code)
    form = aside_form(match, answers.posted(request))
    if not form.is_valid():
        return show_tool(request, Tool("put_aside", match, form))

    def act() -> Recorded:
        return endings.put_aside(match_id=match.pk, stopped=form.stopped(), by=reporter)

    return answer_form(
        request, Tool("put_aside", match, form), act, undo=_undo_put_aside
    )


@require_POST
def resume(request: HttpRequest, code: str) -> HttpResponse:
    match, reporter = ledger_access.match_for_director(request, code)
    return answer_button(
        request,
        match,
        lambda: endings.resume_match(match_id=match.pk, by=reporter),
        reporter=reporter,
    )


@answers.form_page
def length(request: HttpRequest, code: str) -> HttpResponse:
    match, reporter = ledger_access.match_for_director(request, code)
    form = length_form(match, answers.posted(request))
    if not form.is_valid():
        return show_tool(request, Tool("length", match, form))

    def act() -> Recorded:
        given = form.cleaned_data
        return decisions_adjust.change_length(
            match_id=match.pk,
            length=given["length"],
            revision=given["revision"],
            reason=given["reason"],
            by=reporter,
        )

    return answer_form(request, Tool("length", match, form), act)


@require_POST
def renew_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Give a match another sheet code."""
    match, reporter = ledger_access.match_for_director(request, code)
    known = request.POST.get("known", "")
    try:
        done = decisions_adjust.renew_sheet(match_id=match.pk, known=known, by=reporter)
    except RuleError as error:
        return show_refused(request, match, reporter, error=error)
    if done.changed:
        answers.tell(
            request,
            _(
                "The score sheet has a new code. Print it again; the old one no "
                "longer works."
            ),
        )
    return redirect("match", code=match.code)


@require_POST
def remove_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Take a phone away from the score sheet of a match."""
    match, reporter = ledger_access.match_for_director(request, code)
    device = request.POST.get("device", "")
    try:
        done = decisions_adjust.remove_seat(
            match_id=match.pk, device=device, by=reporter
        )
    except RuleError as error:
        return show_refused(request, match, reporter, error=error)
    if done.changed:
        answers.tell(
            request, _("Phone %(device)s can no longer report.") % {"device": device}
        )
    return redirect("match", code=match.code)


@answers.form_page
def payment(request: HttpRequest, code: str) -> HttpResponse:
    """Record a payment in a session."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    form = payment_form(match, answers.posted(request))
    if not form.is_valid():
        return show_tool(request, Tool("payment", match, form))

    def act() -> Recorded:
        given = form.cleaned_data
        return decisions_adjust.add_payment(
            match_id=match.pk,
            payer=Side(given["payer"]),
            amount=given["amount"],
            op=given["op"],
            by=reporter,
        )

    return answer_form(request, Tool("payment", match, form), act, undo=_undo_payment)


@require_POST
def remove_payment(request: HttpRequest, code: str, row: int) -> HttpResponse:
    match, reporter = ledger_access.match_for_scorer(request, code)
    return answer_button(
        request,
        match,
        lambda: decisions_adjust.remove_payment(
            match_id=match.pk, row=row, by=reporter
        ),
        reporter=reporter,
    )


@require_POST
def close_session(request: HttpRequest, code: str) -> HttpResponse:
    """End a money session."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    return answer_button(
        request,
        match,
        lambda: endings.close_session(match_id=match.pk, by=reporter),
        reporter=reporter,
        undo=_undo_result,
    )


def _undo_adjustment(match: Match) -> str:
    newest = newest_adjustment(match)
    return reverse("remove_adjustment", args=[match.code, newest.pk]) if newest else ""


def _undo_payment(match: Match) -> str:
    newest = newest_payment(match)
    return reverse("remove_payment", args=[match.code, newest.pk]) if newest else ""


def _undo_result(match: Match) -> str:
    return reverse("undo", args=[match.code, match.revision])


def _undo_put_aside(match: Match) -> str:
    return reverse("resume", args=[match.code])


@require_POST
def save_walkover(request: HttpRequest, code: str) -> HttpResponse:
    """Record a walk-over."""
    match, reporter = ledger_access.match_for_director(request, code)
    form = WalkoverForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose the winner of the walkover."))
        return show_match(
            request, match, reporter, sent=Sent(FINAL), status=answers.REFUSED
        )
    try:
        recorded = record_walkover(
            match_id=match.pk, winner=Side(form.cleaned_data["winner"]), by=reporter
        )
    except RuleError as error:
        return show_refused(request, match, reporter, error=error)
    return answer_saved(request, recorded, reporter)
