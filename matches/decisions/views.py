"""Views for decisions of directors: points, endings, length, money."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from matches.columns.sentences import sentence_of
from matches.decisions import adjust as decisions_adjust
from matches.decisions import endings, services
from matches.decisions import panel as decisions_panel
from matches.decisions.endings import record_walkover
from matches.decisions.forms import LateForm, StoppedForm, WalkoverForm
from matches.decisions.words import LATE_NOT_AGREED, stopped_words
from matches.ledger import access as ledger_access
from matches.ledger.book import Recorded
from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion, occasion_of
from matches.ledger.queries import adjustment_of, newest_adjustment, newest_payment
from matches.ledger.reporter import Reporter
from matches.match_page.page import FINAL, Sent
from matches.match_page.sentences import label, score_sentence
from matches.match_page.views import answer_saved, show_match, show_refused
from matches.rulebook.switches import STOPPED
from matches.rules import (
    AdjustmentReason,
    LateTariff,
    Side,
    TimeReason,
    TimeRule,
    late_penalty,
    propose_stopped,
)
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page

TITLES: Final = {
    "adjust": gettext_lazy("Penalty points or a ruling"),
    "ending": gettext_lazy("End the match without playing it out"),
    "put_aside": gettext_lazy("Put aside for later"),
    "length": gettext_lazy("Change the match length"),
    "payment": gettext_lazy("Payment"),
}

Act = Callable[[], Recorded]
Undo = Callable[[Match], str]


@dataclass(frozen=True, slots=True)
class Tool:
    """One form about a match, with its own page."""

    name: str
    match: Match
    form: forms.Form


@answers.form_page
def adjust(request: HttpRequest, code: str) -> HttpResponse:
    """Record penalty points or a ruling; the tariff for lateness only proposes them."""
    match, reporter = ledger_access.match_for_director(request, code)
    if request.method != "POST":
        given, proposal = _proposed(request, match)
        form = decisions_panel.adjust_form(match, **given)
        return _show(request, Tool("adjust", match, form), proposal=proposal)
    form = decisions_panel.adjust_form(match, request.POST)
    if not form.is_valid():
        return _show(request, Tool("adjust", match, form), status=answers.REFUSED)

    def act() -> Recorded:
        return decisions_adjust.adjust(
            match_id=match.pk,
            decision=form.ruling(),
            op=form.cleaned_data["op"],
            by=reporter,
        )

    return _done(request, Tool("adjust", match, form), act, undo=_undo_adjustment)


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
        answer = _tell(request, recorded, undo=None)
    else:
        answers.tell(request, _("Ruling taken back."))
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
        recorded = services.show_remark(
            match_id=match.pk, row=row, is_shown=is_shown, by=reporter
        )
    except RuleError as error:
        return show_refused(request, match, reporter, error=error)
    text = _("Everybody sees this note now.")
    if not is_shown:
        text = _("Only directors and the writer see this note now.")
    answers.tell(request, text)
    return redirect("match", code=recorded.match.code)


@answers.form_page
def ending(request: HttpRequest, code: str) -> HttpResponse:
    """End a match that is not played out."""
    match, reporter = ledger_access.match_for_director(request, code)
    if request.method != "POST":
        initial, proposal = _proposed_stopped(request, match)
        form = decisions_panel.ending_form(match, **initial)
        return _show(request, Tool("ending", match, form), proposal=proposal)
    form = decisions_panel.ending_form(match, request.POST)
    if not form.is_valid():
        return _show(request, Tool("ending", match, form))
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

    return _done(request, Tool("ending", match, form), act, undo=_undo_result)


@answers.form_page
def put_aside(request: HttpRequest, code: str) -> HttpResponse:
    """Interrupt a match that is finished later, and store its state."""
    match, reporter = ledger_access.match_for_director(request, code)
    form = decisions_panel.aside_form(match, answers.posted(request))
    if not form.is_valid():
        return _show(request, Tool("put_aside", match, form))

    def act() -> Recorded:
        return endings.put_aside(match_id=match.pk, stopped=form.stopped(), by=reporter)

    return _done(request, Tool("put_aside", match, form), act, undo=_undo_put_aside)


@require_POST
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """Resume an interrupted match."""
    match, reporter = ledger_access.match_for_director(request, code)
    return _act(
        request,
        match,
        lambda: endings.resume_match(match_id=match.pk, by=reporter),
        reporter=reporter,
    )


@answers.form_page
def length(request: HttpRequest, code: str) -> HttpResponse:
    """Correct the length of a match."""
    match, reporter = ledger_access.match_for_director(request, code)
    form = decisions_panel.length_form(match, answers.posted(request))
    if not form.is_valid():
        return _show(request, Tool("length", match, form))

    def act() -> Recorded:
        given = form.cleaned_data
        return decisions_adjust.change_length(
            match_id=match.pk,
            length=given["length"],
            revision=given["revision"],
            reason=given["reason"],
            by=reporter,
        )

    return _done(request, Tool("length", match, form), act)


@require_POST
def renew_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Give a match another sheet code."""
    match, reporter = ledger_access.match_for_director(request, code)
    known = request.POST.get("known", "")
    try:
        done = services.renew_sheet(match_id=match.pk, known=known, by=reporter)
    except RuleError as error:
        return show_refused(request, match, reporter, error=error)
    if done.changed:
        answers.tell(
            request, _("The sheet has a new code: print it again. The old one is void.")
        )
    return redirect("match", code=match.code)


@require_POST
def remove_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Take a phone away from the score sheet of a match."""
    match, reporter = ledger_access.match_for_director(request, code)
    device = request.POST.get("device", "")
    try:
        done = services.remove_seat(match_id=match.pk, device=device, by=reporter)
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
    form = decisions_panel.payment_form(match, answers.posted(request))
    if not form.is_valid():
        return _show(request, Tool("payment", match, form))

    def act() -> Recorded:
        given = form.cleaned_data
        return decisions_adjust.add_payment(
            match_id=match.pk,
            payer=Side(given["payer"]),
            amount=given["amount"],
            op=given["op"],
            by=reporter,
        )

    return _done(request, Tool("payment", match, form), act, undo=_undo_payment)


@require_POST
def remove_payment(request: HttpRequest, code: str, row: int) -> HttpResponse:
    """Void a payment."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    return _act(
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
    return _act(
        request,
        match,
        lambda: endings.close_session(match_id=match.pk, by=reporter),
        reporter=reporter,
        undo=_undo_result,
    )


def _proposed(request: HttpRequest, match: Match) -> tuple[dict[str, Any], str]:
    """Return initial values by the tariff for lateness, and a sentence about them."""
    form, tariff = LateForm(request.GET), match.profile.profile.late_tariff
    minutes = form.cleaned_data["late"] if form.is_valid() else None
    if minutes is None:
        return {}, ""
    if tariff is None or match.is_money:
        return {"reason": AdjustmentReason.LATE.value}, sentence_of(LATE_NOT_AGREED)
    found = late_penalty(tariff, minutes, match.length)
    points = ngettext("%(count)s point", "%(count)s points", found.points)
    values = {"minutes": minutes, "points": points % {"count": found.points}}
    text = ngettext(
        "%(minutes)s minute late: the rules of this match give %(points)s.",
        "%(minutes)s minutes late: the rules of this match give %(points)s.",
        minutes,
    )
    if found.decides:
        text = ngettext(
            "%(minutes)s minute late: the rules of this match give %(points)s, which "
            "decides it. You may end it as decided by penalty instead.",
            "%(minutes)s minutes late: the rules of this match give %(points)s, which "
            "decides it. You may end it as decided by penalty instead.",
            minutes,
        )
    given = {"reason": AdjustmentReason.LATE.value, "points": found.points}
    return given, text % values


def _proposed_stopped(request: HttpRequest, match: Match) -> tuple[dict[str, Any], str]:
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


def _act(
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
    return _tell(request, recorded, undo=undo)


def _done(
    request: HttpRequest, tool: Tool, act: Act, *, undo: Undo | None = None
) -> HttpResponse:
    """Perform the act of a form; if it is refused, show the form with its input."""
    try:
        recorded = act()
    except RuleError as error:
        tool.form.add_error(None, answers.sentence(error))
        return _show(request, tool, status=answers.status_of(error))
    return _tell(request, recorded, undo=undo)


def _tell(
    request: HttpRequest, recorded: Recorded, *, undo: Undo | None
) -> HttpResponse:
    match = recorded.match
    text = score_sentence(match)
    if match.state == Match.State.UNFINISHED:
        text = _("%(match)s put aside at %(one)s–%(two)s.") % {
            "match": label(match),
            "one": match.score_1,
            "two": match.score_2,
        }
    if recorded.changed:
        answers.tell(request, text, undo_url=undo(match) if undo else "")
    else:
        answers.tell(request, _("Already recorded: %(score)s") % {"score": text})
    return redirect("match", code=match.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPage(Page):
    """One form of a director on its own page; `proposal` is what the rules say."""

    template = "matches/decisions/tool.html"

    match: Match
    name: str
    form: forms.Form
    proposal: str
    late_form: LateForm
    stopped_form: StoppedForm
    occasion: Occasion | None

    @property
    def title(self) -> str:
        """The title of the form."""
        return str(TITLES[self.name])

    @property
    def tariff(self) -> LateTariff | None:
        """The points for coming late that the rules of the match give."""
        return self.match.profile.profile.late_tariff

    @property
    def has_time_rule(self) -> bool:
        """Whether the rules say what happens to a match that is stopped by time."""
        return self.match.profile.profile[STOPPED] != TimeRule.DIRECTOR


def _show(
    request: HttpRequest, tool: Tool, *, proposal: str = "", status: int = 0
) -> HttpResponse:
    """Show one form on its own page."""
    page = ToolPage(
        match=tool.match,
        name=tool.name,
        form=tool.form,
        proposal=proposal,
        late_form=LateForm(request.GET or None),
        stopped_form=decisions_panel.stopped_form(tool.match, _asked(request)),
        occasion=occasion_of(tool.match),
    )
    refused = answers.REFUSED if tool.form.is_bound else 200
    return answers.show_page(request, page, status=status or refused)


def _asked(request: HttpRequest) -> QueryDict | None:
    """Return the score for which a proposal was asked, None before that."""
    return request.GET if "one" in request.GET else None


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
        messages.error(request, _("Choose who gets the walk-over."))
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
