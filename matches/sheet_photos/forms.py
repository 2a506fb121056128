"""The games of a sheet as they were read, to accept or to mend."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.ledger.models.match import Match
from matches.match_page.forms import DROPPED_TILE, GameForm
from matches.reports.forms import tile_choices
from matches.rules import GameResult
from matches.web.forms import choice_field

NO_GAME: Final = "0"
_ENDINGS: Final = {"": "single", "G": "gammon", "B": "backgammon", "P": DROPPED_TILE}


class RowForm(forms.Form):
    """A row of the sheet. What was not certain is empty, so that somebody says it."""

    winner = forms.ChoiceField(
        label=_("Winner"), error_messages={"required": _("Choose who won this game.")}
    )
    outcome = forms.ChoiceField(label=_("How it ended"), required=False)

    def __init__(
        self, *args: Any, match: Match, row: Mapping[str, Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.picture = f"data:image/jpeg;base64,{row['picture']}"
        names = enumerate((match.player_1.name, match.player_2.name), 1)
        winners = [("", "–"), *names, (NO_GAME, _("no game"))]
        choice_field(self, "winner").choices = winners
        outcomes = [("", "–"), *tile_choices(match.rules)]
        choice_field(self, "outcome").choices = outcomes

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("winner") in {"1", "2"} and not given.get("outcome"):
            self.add_error("outcome", _("Choose how this game ended."))
        return given

    def game(self) -> GameResult | None:
        """Return the game of the row, None where there is none."""
        if self.cleaned_data["winner"] == NO_GAME:
            return None
        typed = GameForm(self.cleaned_data)
        typed.full_clean()
        return typed.result()


def row_forms(
    match: Match, rows: Sequence[Mapping[str, Any]], sent: Mapping[str, Any] | None
) -> list[RowForm]:
    """Return a form for each row, with what was read until something is sent."""
    forms = []
    for number, row in enumerate(rows, 1):
        prefix, doubts = f"game{number}", set(row["doubts"])
        winner = "" if "winner" in doubts else str(row["winner"])
        outcome = f"{row['cube']}-{_ENDINGS[row['letter']]}"
        if doubts & {"cube", "kind"}:
            outcome = ""
        read = {f"{prefix}-winner": winner, f"{prefix}-outcome": outcome}
        forms.append(RowForm(sent or read, match=match, row=row, prefix=prefix))
    return forms
