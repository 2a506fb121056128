"""The panel of the match page with the forms for a director's decisions."""

from typing import Any

from matches.decisions.forms import (
    AdjustForm,
    EndingForm,
    LateForm,
    LengthForm,
    PaymentForm,
    PutAsideForm,
    ReasonForm,
    StoppedForm,
    name_sides,
)
from matches.ledger.models.match import Match
from matches.match_page.panels import MatchPage
from matches.rules import AdjustmentReason
from matches.web import answers


def decisions_panel(page: MatchPage) -> dict[str, Any]:
    """Return the context of the director's part of the match page."""
    if not page.is_director:
        return {}
    return {
        "late_form": LateForm(),
        "tariff": page.match.profile.profile.late_tariff,
        "reason_form": ReasonForm(needs_reason=True),
    }


def adjust_form(match: Match, data: Any = None, **initial: Any) -> AdjustForm:
    """Return the form of penalty points and rulings."""
    first = {"reason": AdjustmentReason.RULING.value, "op": answers.new_op()}
    form = AdjustForm(data, initial=first | initial)
    name_sides(form, match)
    return form


def ending_form(match: Match, data: Any = None, **initial: Any) -> EndingForm:
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


def stopped_form(match: Match, data: Any = None) -> StoppedForm:
    """Return the form of the score at which a match is stopped by time."""
    form = StoppedForm(data, initial=_score_so_far(match, "one", "two"))
    form.fields["one"].label = match.player_1.name
    form.fields["two"].label = match.player_2.name
    return form


def aside_form(match: Match, data: Any = None) -> PutAsideForm:
    """Return the form of a match that is put aside."""
    form = PutAsideForm(data)
    name_sides(form, match, empty_label="–")
    form.fields["clock_1"].label = match.player_1.name
    form.fields["clock_2"].label = match.player_2.name
    return form


def length_form(match: Match, data: Any = None) -> LengthForm:
    """Return the form of another match length."""
    initial = {"length": match.length, "revision": match.revision}
    return LengthForm(data, initial=initial)


def payment_form(match: Match, data: Any = None) -> PaymentForm:
    """Return the form of a payment in a money session."""
    form = PaymentForm(data, initial={"op": answers.new_op()})
    name_sides(form, match)
    return form
