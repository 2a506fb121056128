"""Decisions of directors: points, endings, length, money; each form has a page."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.ledger import access as ledger_access
from matches.ledger import adjust as acts
from matches.ledger.book import Recorded
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import newest_adjustment
from matches.ledger.reporter import Reporter, seats_at
from matches.match_page.decision_forms import (
    AdjustForm,
    DecisionForm,
    EndingForm,
    LateForm,
    LengthForm,
    PaymentForm,
    PutAsideForm,
    StoppedForm,
    WalkoverForm,
)
from matches.match_page.page import FINAL, MatchVisit, Sent
from matches.match_page.views import answer_saved, by_director, by_scorer, show_match
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
from matches.web import answers
from matches.web.sentences import sentence_of

_PLAYABLE: Final = (Match.State.READY, Match.State.PLAYING, Match.State.UNFINISHED)


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


# Forms with a page of their own ----------------------------------------------


def _answer(
    request: HttpRequest,
    match: Match,
    form: DecisionForm,
    *,
    act: Callable[[], Recorded],
    undo: Callable[[Match], str] | None = None,
    proposal: str = "",
) -> HttpResponse:
    """Perform the act of a form; show the form if that was not sent, or refused."""
    recorded = answers.made_with(form, act)
    if recorded is not None:
        return _tell_recorded(request, recorded, undo=undo)
    rules = match.profile.profile
    asked = request.GET if "one" in request.GET else None
    context = {
        "match": match,
        "occasion": occasion_of(match),
        "name": form.name,
        "title": form.title,
        "form": form,
        "proposal": proposal,
        "tools": {
            "tariff": rules.late_tariff,
            "late_form": LateForm(request.GET or None),
        },
        "stopped_form": StoppedForm(asked, match=match),
        "has_time_rule": rules[STOPPED] != TimeRule.DIRECTOR,
    }
    return answers.show(request, "matches/match_page/tool.html", context)


def _tell_recorded(
    request: HttpRequest,
    recorded: Recorded,
    *,
    undo: Callable[[Match], str] | None = None,
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


@answers.form_page
def adjust(request: HttpRequest, code: str) -> HttpResponse:
    """Record penalty points or a ruling; the tariff for lateness only proposes them."""
    match, reporter = ledger_access.match_for_director(request, code)
    given, proposal = _proposed_late(request, match)
    form = AdjustForm(answers.posted(request), match=match, **given)
    return _answer(
        request,
        match,
        form,
        act=lambda: acts.adjust(
            match_id=match.pk,
            decision=form.ruling(),
            op=form.cleaned_data["op"],
            by=reporter,
        ),
        undo=_undo_adjustment,
        proposal=proposal,
    )


def _proposed_late(request: HttpRequest, match: Match) -> tuple[dict[str, Any], str]:
    """Return initial values by the tariff for lateness, and a sentence about them."""
    form, tariff = LateForm(request.GET), match.profile.profile.late_tariff
    minutes = form.cleaned_data["late"] if form.is_valid() else None
    if minutes is None or request.method == "POST":
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


@answers.form_page
def ending(request: HttpRequest, code: str) -> HttpResponse:
    match, reporter = ledger_access.match_for_director(request, code)
    given, proposal = _proposed_stopped(request, match)
    form = EndingForm(answers.posted(request), match=match, **given)

    def act() -> Recorded:
        sent = form.cleaned_data
        return acts.record_ending(
            match_id=match.pk,
            how=sent["how"],
            winner=Side(sent["winner"]) if sent["winner"] else None,
            score=form.score(),
            remark=sent["remark"],
            by=reporter,
        )

    return _answer(request, match, form, act=act, undo=_undo_result, proposal=proposal)


def _proposed_stopped(request: HttpRequest, match: Match) -> tuple[dict[str, Any], str]:
    """Return what the rule for a match stopped by time proposes: values, a sentence."""
    form = StoppedForm(request.GET)
    is_asked = "one" in request.GET and request.method != "POST"
    if match.is_money or not is_asked or not form.is_valid():
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


@answers.form_page
def put_aside(request: HttpRequest, code: str) -> HttpResponse:
    """Interrupt a match that is finished later, and store its state."""
    match, reporter = ledger_access.match_for_director(request, code)
    form = PutAsideForm(answers.posted(request), match=match)
    return _answer(
        request,
        match,
        form,
        act=lambda: acts.put_aside(
            match_id=match.pk, stopped=form.stopped(), by=reporter
        ),
        undo=lambda match: reverse("resume", args=[match.code]),
    )


@answers.form_page
def length(request: HttpRequest, code: str) -> HttpResponse:
    match, reporter = ledger_access.match_for_director(request, code)
    form = LengthForm(answers.posted(request), match=match)
    return _answer(
        request,
        match,
        form,
        act=lambda: acts.change_length(
            match_id=match.pk, **form.cleaned_data, by=reporter
        ),
    )


@answers.form_page
def payment(request: HttpRequest, code: str) -> HttpResponse:
    """Record a payment in a session."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    form = PaymentForm(answers.posted(request), match=match)

    def act() -> Recorded:
        sent = form.cleaned_data
        return acts.add_payment(
            match_id=match.pk,
            payer=Side(sent["payer"]),
            amount=sent["amount"],
            op=sent["op"],
            by=reporter,
        )

    return _answer(request, match, form, act=act, undo=_undo_payment)


def _undo_adjustment(match: Match) -> str:
    newest = newest_adjustment(match)
    return reverse("remove_adjustment", args=[match.code, newest.pk]) if newest else ""


def _undo_payment(match: Match) -> str:
    newest = match.payments.valid().order_by("-pk").first()
    return reverse("remove_payment", args=[match.code, newest.pk]) if newest else ""


def _undo_result(match: Match) -> str:
    return reverse("undo", args=[match.code, match.revision])


# Buttons ---------------------------------------------------------------------


@by_director
def remove_adjustment(
    request: HttpRequest, match: Match, reporter: Reporter, *, row: int
) -> HttpResponse:
    """Void a decision; it stays in the history."""
    recorded = acts.remove_adjustment(match_id=match.pk, row=row, by=reporter)
    if match.adjustments.get(pk=row).points:
        answer = _tell_recorded(request, recorded)
    else:
        answers.tell(request, _("Ruling withdrawn."))
        answer = redirect("match", code=match.code)
    if request.GET.get("back") == "desk" and (occasion := occasion_of(match)):
        return redirect(occasion.desk_url())
    return answer


@by_director
def show_remark(
    request: HttpRequest, match: Match, reporter: Reporter, *, row: int
) -> HttpResponse:
    """Show what a player wrote about a game to everybody, or hide it again."""
    is_shown = "show" in request.POST
    acts.show_remark(match_id=match.pk, row=row, is_shown=is_shown, by=reporter)
    text = _("This note is now public.")
    if not is_shown:
        text = _("This note is now visible only to directors and its author.")
    answers.tell(request, text)
    return redirect("match", code=match.code)


@by_director
def resume(request: HttpRequest, match: Match, reporter: Reporter) -> HttpResponse:
    recorded = acts.resume_match(match_id=match.pk, by=reporter)
    return _tell_recorded(request, recorded)


@by_director
def renew_sheet(request: HttpRequest, match: Match, reporter: Reporter) -> HttpResponse:
    known = request.POST.get("known", "")
    if acts.renew_sheet(match_id=match.pk, known=known, by=reporter).changed:
        answers.tell(
            request,
            _(
                "The score sheet has a new code. Print it again; the old one no "
                "longer works."
            ),
        )
    return redirect("match", code=match.code)


@by_director
def remove_seat(request: HttpRequest, match: Match, reporter: Reporter) -> HttpResponse:
    """Take a phone away from the score sheet of a match."""
    device = request.POST.get("device", "")
    if acts.remove_seat(match_id=match.pk, device=device, by=reporter).changed:
        text = _("Phone %(device)s can no longer report.") % {"device": device}
        answers.tell(request, text)
    return redirect("match", code=match.code)


@by_scorer
def remove_payment(
    request: HttpRequest, match: Match, reporter: Reporter, *, row: int
) -> HttpResponse:
    recorded = acts.remove_payment(match_id=match.pk, row=row, by=reporter)
    return _tell_recorded(request, recorded)


@by_scorer
def close_session(
    request: HttpRequest, match: Match, reporter: Reporter
) -> HttpResponse:
    """End a money session."""
    recorded = acts.close_session(match_id=match.pk, by=reporter)
    return _tell_recorded(request, recorded, undo=_undo_result)


@by_director
def save_walkover(
    request: HttpRequest, match: Match, reporter: Reporter
) -> HttpResponse:
    form = WalkoverForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose the winner of the walkover."))
        return show_match(
            request, match, reporter, sent=Sent(FINAL), status=answers.REFUSED
        )
    winner = Side(form.cleaned_data["winner"])
    recorded = acts.record_walkover(match_id=match.pk, winner=winner, by=reporter)
    return answer_saved(request, recorded, reporter)
