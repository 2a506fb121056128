"""Forms of decisions, endings and interruptions of a match."""

from decimal import Decimal
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.ledger.adjust import PointsDecision, Stopped
from matches.ledger.models.match import Match
from matches.match_page.forms import BIGGEST_ID, side_field
from matches.match_page.words import ADJUSTMENT_REASONS
from matches.rules import (
    LONGEST,
    SHORTEST,
    AdjustmentReason,
    Score,
    Side,
    is_cube_value,
)
from matches.web.answers import OP_LENGTH, new_op


class WalkoverForm(forms.Form):
    winner = forms.TypedChoiceField(
        choices=[(1, "1"), (2, "2")],
        coerce=int,
        error_messages={"required": _("Choose the winner of the walkover.")},
    )


LONGEST_CLOCK: Final = 24 * 60
MOST_POINTS: Final = 99
MOST_LATE: Final = 24 * 60

_ENDINGS: Final = (
    Match.How.FORFEIT,
    Match.How.RETIRED,
    Match.How.PENALTY,
    Match.How.TIME,
    Match.How.NOBODY,
)


class ReasonForm(forms.Form):
    """The reason of a director's decision; `needs_reason` if two reports differ."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_(
            "What the decision is based on: the score sheet, what both players "
            "said, a witness."
        ),
    )
    rule = forms.CharField(label=_("Rule"), required=False, max_length=80)
    is_public = forms.BooleanField(label=_("Show the reason publicly"), required=False)
    report = forms.IntegerField(required=False, min_value=1, max_value=BIGGEST_ID)

    def __init__(self, *args: Any, needs_reason: bool = False, **more: Any) -> None:
        super().__init__(*args, **more)
        if needs_reason:
            field = self.fields["reason"]
            field.required = True
            field.error_messages["required"] = _(
                "Enter a reason: both players will ask for it."
            )

    def decision(self, winner: Side) -> PointsDecision:
        """Return a ruling without points that stores the reason."""
        given = self.cleaned_data
        return PointsDecision(
            side=winner,
            rule=given["rule"],
            decision=given["reason"],
            is_public=given["is_public"],
        )


class LateForm(forms.Form):
    late = forms.IntegerField(
        label=_("Minutes late"), min_value=0, max_value=MOST_LATE, required=False
    )


class DecisionForm(forms.Form):
    """A form about a match, with a page of its own; `name` is that of its URL.

    The fields for a side offer the players by their names, and the fields `of_players`
    are called like the players.
    """

    name: ClassVar[str]
    title: ClassVar[Promise]
    of_players: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self, data: Any = None, *, match: Match | None = None, **initial: object
    ) -> None:
        first = {} if match is None else self.initial_at(match)
        super().__init__(data, initial=first | initial)
        if match is None:
            return
        names = [(int(side), match.player(side).name) for side in Side]
        for field in self.fields.values():
            if isinstance(field, forms.TypedChoiceField):
                field.choices = names if field.required else [("", "–"), *names]
        for field_name, (_side, name) in zip(self.of_players, names, strict=False):
            self.fields[field_name].label = name

    def initial_at(self, match: Match) -> dict[str, object]:
        return {}


class AdjustForm(DecisionForm):
    """Penalty points, or a ruling without points."""

    name = "adjust"
    title = _("Penalty points or a ruling")

    side = side_field(label=_("Points for"), widget=forms.RadioSelect)
    points = forms.IntegerField(
        label=_("Points"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text=_("A negative number takes points away; 0 only records the ruling."),
    )
    reason = forms.ChoiceField(label=_("Reason"), choices=ADJUSTMENT_REASONS)
    in_play = forms.BooleanField(
        label=_("A game is in progress"),
        required=False,
        help_text=_("If so, these points do not make that game the Crawford game."),
    )
    rule = forms.CharField(label=_("Rule"), required=False, max_length=80)
    decision = forms.CharField(
        label=_("Decision"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    is_public = forms.BooleanField(label=_("Show the ruling publicly"), required=False)
    op = forms.CharField(required=False, max_length=OP_LENGTH, widget=forms.HiddenInput)

    def initial_at(self, match: Match) -> dict[str, object]:
        return {"reason": AdjustmentReason.RULING.value, "op": new_op()}

    def ruling(self) -> PointsDecision:
        given = self.cleaned_data
        return PointsDecision(
            side=Side(given["side"]),
            points=given["points"],
            reason=AdjustmentReason(given["reason"]),
            in_play=given["in_play"],
            rule=given["rule"],
            decision=given["decision"],
            is_public=given["is_public"],
        )


def _score_so_far(match: Match, *fields: str) -> dict[str, object]:
    """Return the score for two fields, nothing while a report waits for an answer."""
    if match.state in {Match.State.REPORTED, Match.State.DISPUTED}:
        return {}
    return dict(zip(fields, (match.score_1, match.score_2), strict=True))


class StoppedForm(DecisionForm):
    """The score at which a match is stopped by time."""

    of_players = ("one", "two")

    one = forms.IntegerField(min_value=0, max_value=LONGEST)
    two = forms.IntegerField(min_value=0, max_value=LONGEST)

    def initial_at(self, match: Match) -> dict[str, object]:
        return _score_so_far(match, *self.of_players)

    def score(self) -> Score:
        return Score(self.cleaned_data["one"], self.cleaned_data["two"])


class EndingForm(DecisionForm):
    name = "ending"
    title = _("End the match without playing it out")
    of_players = ("score_1", "score_2")

    how = forms.ChoiceField(
        label=_("How did the match end?"),
        choices=[(how.value, how.label) for how in _ENDINGS],
        widget=forms.RadioSelect,
    )
    winner = side_field(label=_("Winner"), required=False, widget=forms.RadioSelect)
    score_1 = forms.IntegerField(required=False, max_value=LONGEST)
    score_2 = forms.IntegerField(required=False, max_value=LONGEST)
    remark = forms.CharField(label=_("Note"), required=False, max_length=200)

    def initial_at(self, match: Match) -> dict[str, object]:
        return _score_so_far(match, *self.of_players)

    def score(self) -> Score | None:
        """Return the score on paper, None if it was left out."""
        one, two = self.cleaned_data["score_1"], self.cleaned_data["score_2"]
        return None if one is None or two is None else Score(one, two)

    def clean(self) -> dict[str, object]:
        """Require a winner, except for a double forfeit, and both points or neither."""
        given = super().clean() or {}
        if [given.get("score_1"), given.get("score_2")].count(None) == 1:
            missing = "score_1" if given.get("score_1") is None else "score_2"
            if missing not in self.errors:
                self.add_error(
                    missing,
                    _(
                        "Enter both players’ current points, or leave both fields "
                        "empty."
                    ),
                )
        if given.get("how") == Match.How.NOBODY:
            if given.get("winner") is not None:
                self.add_error(
                    "winner",
                    _("A double forfeit has no winner. Leave the winner empty."),
                )
        elif "how" in given and given.get("winner") is None:
            self.add_error("winner", _("Choose who wins the match."))
        return given


class ClockField(forms.CharField):
    """Time left on a clock, typed as minutes and seconds."""

    def __init__(self, **more: Any) -> None:
        super().__init__(required=False, max_length=8, **more)
        self.widget.attrs |= {"placeholder": "12:30", "inputmode": "numeric"}

    def clean(self, value: object) -> int | None:
        """Return the seconds left, None for an empty field."""
        typed = super().clean(value)
        if not typed:
            return None
        minutes, colon, seconds = typed.partition(":")
        numbers = [minutes, seconds] if colon else [minutes]
        if not all(number.isascii() and number.isdecimal() for number in numbers):
            raise ValidationError(
                _("Enter the time as minutes and seconds, for example 12:30.")
            )
        rest = int(seconds) if colon else 0
        if int(minutes) > LONGEST_CLOCK or rest > 59:  # noqa: PLR2004 - a minute
            raise ValidationError(
                _("Enter the time as minutes and seconds, for example 12:30.")
            )
        return 60 * int(minutes) + rest


class PutAsideForm(DecisionForm):
    """The state of an interrupted match. Every field may be empty."""

    name = "put_aside"
    title = _("Adjourn match")
    of_players = ("clock_1", "clock_2")

    clock_1 = ClockField()
    clock_2 = ClockField()
    on_roll = side_field(label=_("On roll"), required=False, widget=forms.RadioSelect)
    cube = forms.IntegerField(
        label=_("Cube"), required=False, min_value=1, max_value=2**30, initial=1
    )
    cube_owner = side_field(
        label=_("Cube owner"), required=False, widget=forms.RadioSelect
    )
    position = forms.CharField(label=_("Position"), required=False, max_length=120)
    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def clean_cube(self) -> int:
        cube: int | None = self.cleaned_data["cube"]
        if cube is None:
            return 1
        if not is_cube_value(cube):
            raise ValidationError(
                _(
                    "The cube cannot show %(cube)s. Enter 1, 2, 4, 8 or another power "
                    "of two."
                ),
                params={"cube": cube},
            )
        return cube

    def stopped(self) -> Stopped:
        given = self.cleaned_data
        return Stopped(
            cube=given["cube"],
            cube_owner=_side(given["cube_owner"]),
            on_roll=_side(given["on_roll"]),
            clock_1=given["clock_1"],
            clock_2=given["clock_2"],
            position=given["position"],
            note=given["note"],
        )


class LengthForm(DecisionForm):
    name = "length"
    title = _("Change the match length")

    length = forms.IntegerField(
        label=_("Points to win"), min_value=SHORTEST, max_value=LONGEST
    )
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)

    def initial_at(self, match: Match) -> dict[str, object]:
        return {"length": match.length, "revision": match.revision}


class PaymentForm(DecisionForm):
    """An amount of money that one player pays to the other."""

    name = "payment"
    title = _("Payment")

    payer = side_field(label=_("Paid by"), widget=forms.RadioSelect)
    amount = forms.DecimalField(
        label=_("Amount"), min_value=0, max_digits=10, decimal_places=2
    )
    op = forms.CharField(required=False, max_length=OP_LENGTH, widget=forms.HiddenInput)

    def initial_at(self, match: Match) -> dict[str, object]:
        return {"op": new_op()}

    def clean_amount(self) -> Decimal:
        amount: Decimal = self.cleaned_data["amount"]
        if not amount:
            raise ValidationError(_("Enter the amount that was paid."))
        return amount


def _side(number: int | None) -> Side | None:
    return None if number is None else Side(number)
