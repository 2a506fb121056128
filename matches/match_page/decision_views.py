"""Decisions of directors: points, endings, length, money; each form has a page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from matches.ledger import access as ledger_access
from matches.ledger import adjust as decisions_adjust
from matches.ledger.adjust import record_walkover
from matches.ledger.book import Recorded
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import adjustment_of, newest_adjustment, newest_payment
from matches.ledger.reporter import Reporter, seats_at
from matches.match_page.decision_forms import (
    AdjustForm,
    EndingForm,
    LateForm,
    LengthForm,
    PaymentForm,
    PutAsideForm,
    StoppedForm,
    WalkoverForm,
    name_sides,
)
from matches.match_page.page import FINAL, MatchVisit, Sent
from matches.match_page.views import answer_saved, show_match, show_refused
from matches.match_page.words import (
    LATE_NOT_AGREED,
    label,
    score_sentence,
    stopped_words,
)
from matches.rulebook.profiles import Reporting
from matches.rulebook.switches import STOPPED
from matches.rules import (
    AdjustmentReason,
    Side,
    TimeReason,
    TimeRule,
    late_penalty,
    propose_stopped,
)
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.sentences import sentence_of

TITLES: Final = {
    "adjust": gettext_lazy("Penalty points or a ruling"),
    "ending": gettext_lazy("End the match without playing it out"),
    "put_aside": gettext_lazy("Adjourn match"),
    "length": gettext_lazy("Change the match length"),
    "payment": gettext_lazy("Payment"),
}

_PLAYABLE: Final = (Match.State.READY, Match.State.PLAYING, Match.State.UNFINISHED)

Act = Callable[[], Recorded]

Undo = Callable[[Match], str]


@dataclass(frozen=True, slots=True)
class Tool:
    """One form about a match, with its own page."""

    name: str
    match: Match
    form: forms.Form


def show_tool(
    request: HttpRequest, tool: Tool, *, proposal: str = "", status: int = 0
) -> HttpResponse:
    """Show one form on its own page."""
    rules = tool.match.profile.profile
    context = {
        "match": tool.match,
        "occasion": occasion_of(tool.match),
        "name": tool.name,
        "title": TITLES[tool.name],
        "form": tool.form,
        "proposal": proposal,
        "tools": {
            "tariff": rules.late_tariff,
            "late_form": LateForm(request.GET or None),
        },
        "stopped_form": stopped_form(tool.match, _asked(request)),
        "has_time_rule": rules[STOPPED] != TimeRule.DIRECTOR,
    }
    status = status or (answers.REFUSED if tool.form.is_bound else 200)
    return render(request, "matches/match_page/tool.html", context, status=status)


def _asked(request: HttpRequest) -> QueryDict | None:
    """Return the score for which a proposal was asked, None before that."""
    return request.GET if "one" in request.GET else None


def answer_button(
    request: HttpRequest,
    match: Match,
    act: Act,
    *,
    reporter: Reporter,
    undo: Undo | None = None,
) -> HttpResponse:
    """Perform the act of a button, and add a message about it."""
    try:
        recorded = act()
    except RuleError as error:
        return show_refused(request, match, reporter, error=error)
    return tell_recorded(request, recorded, undo=undo)


def answer_form(
    request: HttpRequest, tool: Tool, act: Act, *, undo: Undo | None = None
) -> HttpResponse:
    """Perform the act of a form; if it is refused, show the form with its input."""
    try:
        recorded = act()
    except RuleError as error:
        tool.form.add_error(None, answers.sentence(error))
        return show_tool(request, tool, status=answers.status_of(error))
    return tell_recorded(request, recorded, undo=undo)


def tell_recorded(
    request: HttpRequest, recorded: Recorded, *, undo: Undo | None
) -> HttpResponse:
    """Say what was recorded, with its undo, and go to the match."""
    match = recorded.match
    text = score_sentence(match)
    if match.state == Match.State.UNFINISHED:
        text = _("%(match)s adjourned at %(one)s–%(two)s.") % {
            "match": label(match),
            "one": match.score_1,
            "two": match.score_2,
        }
    if recorded.changed:
        answers.tell(request, text, undo_url=undo(match) if undo else "")
    else:
        answers.tell(request, _("Already recorded: %(score)s") % {"score": text})
    return redirect("match", code=match.code)


def proposed_late(request: HttpRequest, match: Match) -> tuple[dict[str, Any], str]:
    """Return initial values by the tariff for lateness, and a sentence about them."""
    form, tariff = LateForm(request.GET), match.profile.profile.late_tariff
    minutes = form.cleaned_data["late"] if form.is_valid() else None
    if minutes is None:
        return {}, ""
    if tariff is None or match.is_money:
        return {"reason": AdjustmentReason.LATE.value}, sentence_of(LATE_NOT_AGREED)
    points, decides = late_penalty(tariff, minutes, match.length)
    counted = ngettext("%(points)s point", "%(points)s points", points)
    values = {"minutes": minutes, "points": counted % {"points": points}}
    text = ngettext(
        "%(minutes)s minute late: the rules of this match give %(points)s.",
        "%(minutes)s minutes late: the rules of this match give %(points)s.",
        minutes,
    )
    if decides:
        text = ngettext(
            "%(minutes)s minute late: the rules of this match give %(points)s, which "
            "decides it. You may end it as decided by penalty instead.",
            "%(minutes)s minutes late: the rules of this match give %(points)s, which "
            "decides it. You may end it as decided by penalty instead.",
            minutes,
        )
    given = {"reason": AdjustmentReason.LATE.value, "points": points}
    return given, text % values


def proposed_stopped(request: HttpRequest, match: Match) -> tuple[dict[str, Any], str]:
    """Return what the rule for a match stopped by time proposes: values, a sentence."""
    form = StoppedForm(request.GET)
    if match.is_money or "one" not in request.GET or not form.is_valid():
        return {}, ""
    score, occasion = form.score(), occasion_of(match)
    proposal = propose_stopped(
        TimeRule(match.profile.profile[STOPPED]),
        match.length,
        score,
        rounds=occasion.rounds if occasion else None,
    )
    values: dict[str, Any] = {"score_1": score.one, "score_2": score.two}
    if proposal.winner is not None and proposal.reason != TimeReason.REACHED:
        values |= {"how": Match.How.TIME.value, "winner": int(proposal.winner)}
    return values, stopped_words(match, score, proposal)


def decisions_panel(visit: MatchVisit) -> dict[str, object]:
    """Return the tools of a director: what the page has of them."""
    match = visit.match
    if not visit.is_director or match.state == Match.State.VOID:
        return {"is_shown": False}
    return {
        "is_shown": True,
        "late_form": LateForm(),
        "tariff": match.profile.profile.late_tariff,
        "is_unfinished": match.state == Match.State.UNFINISHED,
        "has_sheet": match.reporting != Reporting.DIRECTOR,
        "seats": [(seat, match.player(seat.side)) for seat in seats_at(match)],
        "may_end": match.state in _PLAYABLE,
    }


def adjust_form(
    match: Match, data: QueryDict | None = None, **initial: object
) -> AdjustForm:
    """Return the form of penalty points and rulings."""
    first = {"reason": AdjustmentReason.RULING.value, "op": answers.new_op()}
    form = AdjustForm(data, initial=first | initial)
    name_sides(form, match)
    return form


def ending_form(
    match: Match, data: QueryDict | None = None, **initial: object
) -> EndingForm:
    """Return the form of a match that is not played to its end."""
    first = _score_so_far(match, "score_1", "score_2")
    form = EndingForm(data, initial=first | initial)
    name_sides(form, match, empty_label="–")
    form.fields["score_1"].label = match.player_1.name
    form.fields["score_2"].label = match.player_2.name
    return form


def _score_so_far(match: Match, *fields: str) -> dict[str, int]:
    """Return the score for two fields, nothing while a report waits for an answer."""
    if match.state in {Match.State.REPORTED, Match.State.DISPUTED}:
        return {}
    return dict(zip(fields, (match.score_1, match.score_2), strict=True))


def stopped_form(match: Match, data: QueryDict | None = None) -> StoppedForm:
    """Return the form of the score at which a match is stopped by time."""
    form = StoppedForm(data, initial=_score_so_far(match, "one", "two"))
    form.fields["one"].label = match.player_1.name
    form.fields["two"].label = match.player_2.name
    return form


def aside_form(match: Match, data: QueryDict | None = None) -> PutAsideForm:
    form = PutAsideForm(data)
    name_sides(form, match, empty_label="–")
    form.fields["clock_1"].label = match.player_1.name
    form.fields["clock_2"].label = match.player_2.name
    return form


def length_form(match: Match, data: QueryDict | None = None) -> LengthForm:
    initial = {"length": match.length, "revision": match.revision}
    return LengthForm(data, initial=initial)


def payment_form(match: Match, data: QueryDict | None = None) -> PaymentForm:
    """Return the form of a payment in a money session."""
    form = PaymentForm(data, initial={"op": answers.new_op()})
    name_sides(form, match)
    return form


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
        return decisions_adjust.record_ending(
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
        return decisions_adjust.put_aside(
            match_id=match.pk, stopped=form.stopped(), by=reporter
        )

    return answer_form(
        request, Tool("put_aside", match, form), act, undo=_undo_put_aside
    )


@require_POST
def resume(request: HttpRequest, code: str) -> HttpResponse:
    match, reporter = ledger_access.match_for_director(request, code)
    return answer_button(
        request,
        match,
        lambda: decisions_adjust.resume_match(match_id=match.pk, by=reporter),
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
        lambda: decisions_adjust.close_session(match_id=match.pk, by=reporter),
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
