"""The page of one form for a decision, and the answers to its form and to buttons."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.ledger.book import Recorded
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.reporter import Reporter
from matches.match_page import decision_panel as decisions_panel
from matches.match_page.decision_forms import LateForm, StoppedForm
from matches.match_page.views import show_refused
from matches.match_page.words import (
    LATE_NOT_AGREED,
    label,
    score_sentence,
    stopped_words,
)
from matches.rulebook.switches import STOPPED
from matches.rules import (
    AdjustmentReason,
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
        "stopped_form": decisions_panel.stopped_form(tool.match, _asked(request)),
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
