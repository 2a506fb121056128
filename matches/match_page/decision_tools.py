"""A director's decisions on the page of a match, each form on a page of its own."""

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
from matches.ledger.seats import seats_at
from matches.match_page.decision_forms import (
    AdjustForm,
    EndingForm,
    LateForm,
    LengthForm,
    PaymentForm,
    PutAsideForm,
    StoppedForm,
    name_sides,
)
from matches.match_page.panels import MatchVisit
from matches.match_page.views import show_refused
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
