"""The form of a correction."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.ledger.amendments import Wanted
from matches.ledger.models.match import Match
from matches.rules import Side
from matches.web.forms import choice_field
from tournaments.results.correction.services import Chosen

MOST_POINTS: Final = 99
LONGEST_MARK: Final = 16
PLAYED: Final = Match.How.PLAYED.value
NOBODY: Final = Match.How.NOBODY.value
_HOW: Final = (
    Match.How.PLAYED,
    Match.How.WALKOVER,
    Match.How.FORFEIT,
    Match.How.RETIRED,
    Match.How.PENALTY,
    Match.How.TIME,
    Match.How.NOBODY,
)


class CorrectionForm(forms.Form):
    how = forms.ChoiceField(
        label=_("How it ended"), choices=[(how.value, how.label) for how in _HOW]
    )
    winner = forms.TypedChoiceField(
        label=_("Winner"),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label=_("Loser’s points"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=200,
        help_text=_("Kept in the log for later reference."),
    )
    mode = forms.CharField(required=False, max_length=8)
    mark = forms.CharField(required=False, max_length=LONGEST_MARK)

    def __init__(self, *args: Any, match: Match, **more: Any) -> None:
        super().__init__(*args, **{"initial": _as_it_is(match), **more})
        choice_field(self, "winner").choices = [
            (int(side), match.player(side).name) for side in Side
        ]

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        how = given.get("how")
        if how == NOBODY:
            given["winner"] = None
            return given
        if how and given.get("winner") is None and "winner" not in self.errors:
            self.add_error("winner", _("Choose who won the match."))
        if (
            how == PLAYED
            and given.get("points") is None
            and "points" not in self.errors
        ):
            self.add_error("points", _("Choose how many points the loser had."))
        return given

    def wanted(self) -> Wanted:
        given = self.cleaned_data
        winner = given["winner"]
        return Wanted(
            how=given["how"],
            winner=None if winner is None else Side(winner),
            points=given["points"] or 0,
        )

    def chosen(self) -> Chosen:
        given = self.cleaned_data
        return Chosen(
            wanted=self.wanted(),
            mode=given["mode"],
            reason=given["reason"].strip(),
            mark=given["mark"],
        )


def _as_it_is(match: Match) -> dict[str, object]:
    scores = {1: match.score_2, 2: match.score_1}
    how = match.how or PLAYED
    points = scores.get(match.winner or 0) if how == PLAYED else None
    return {"how": how, "winner": match.winner, "points": points}
