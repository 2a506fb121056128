"""The panel of the match page with the forms for a director's decisions."""

from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from matches.ledger.models.match import Match
from matches.ledger.seats import Seat, seats_at
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
from matches.players.models import Player
from matches.rulebook.profiles import Reporting
from matches.rules import AdjustmentReason, LateTariff
from matches.web import answers

_PLAYABLE: Final = (Match.State.READY, Match.State.PLAYING, Match.State.UNFINISHED)


@dataclass(frozen=True, slots=True)
class DecisionsPanel:
    """The tools of a director. Forms are made only where the page has them."""

    visit: MatchVisit

    @property
    def late_form(self) -> LateForm:
        """The form that asks how late a player came."""
        return LateForm()

    @property
    def tariff(self) -> LateTariff | None:
        """The points for coming late that the rules of the match give."""
        return self.visit.match.profile.profile.late_tariff

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to decide about the match."""
        return self.visit.is_director and self.visit.match.state != Match.State.VOID

    @property
    def is_unfinished(self) -> bool:
        """Whether the match is put aside."""
        return self.visit.match.state == Match.State.UNFINISHED

    @property
    def has_sheet(self) -> bool:
        """Whether players report the match, by the code on its sheet or a phone."""
        return self.visit.match.reporting != Reporting.DIRECTOR

    @property
    def seats(self) -> list[tuple[Seat, Player]]:
        """The browsers at the score sheet, each with the player it reports for."""
        match = self.visit.match
        return [(seat, match.player(seat.side)) for seat in seats_at(match)]

    @property
    def may_end(self) -> bool:
        """Whether the match can still end without being played out."""
        return self.visit.match.state in _PLAYABLE


def decisions_panel(visit: MatchVisit) -> DecisionsPanel:
    """Return the director's part of the match page."""
    return DecisionsPanel(visit)


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
