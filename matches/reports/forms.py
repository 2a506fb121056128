"""Forms of reports: the side at a sheet, a list of games, a photo."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from matches.match_page.forms import GameForm, side_field
from matches.players.models import Player
from matches.players.shown import Shown, public_name
from matches.rules import GameResult, Side
from matches.web.choices import choice_field

MOST_GAMES: Final = 120
MORE_ROWS: Final = 3

KEPT: Final = "kept"
"""The tile of a reported game that no tile describes: it stays as reported."""


class SeatForm(forms.Form):
    """Which of the two players uses this browser."""

    side = side_field(error_messages={"required": _("Choose who you are.")})


class SoFarForm(forms.Form):
    """The score of a match that goes on: both points, or neither."""

    so_far_1 = forms.IntegerField(required=False)
    so_far_2 = forms.IntegerField(required=False)

    def clean(self) -> dict[str, object]:
        """Refuse one score without the other."""
        given = super().clean() or {}
        scores = [given.get("so_far_1"), given.get("so_far_2")]
        if self.errors or scores.count(None) == 1:
            raise ValidationError(
                _("Enter both players’ current points, or leave both fields empty.")
            )
        return given


class GameRowForm(forms.Form):
    """One game of a list. An empty row is no game."""

    winner = side_field(required=False)
    outcome = forms.CharField(required=False, max_length=30)

    def game(self, kept: Sequence[GameResult], row: int) -> GameResult | None:
        """Return the game of this row, None for an empty row.

        `kept` are the reported games; the tile KEPT takes the game from them. Raises
        ValidationError.
        """
        given = self.cleaned_data
        if given.get("winner") is None:
            return None
        side = Side(given["winner"])
        if given["outcome"] == KEPT and row < len(kept):
            return replace(kept[row], winner=side)
        typed = GameForm({"winner": given["winner"], "outcome": given["outcome"]})
        if not given["outcome"] or not typed.is_valid():
            raise ValidationError(
                _("Choose how game %(number)s ended."), params={"number": row + 1}
            )
        return typed.result()


class _GameRows(forms.BaseFormSet):  # type: ignore[type-arg]  # generic in stubs only
    """The games of a match in the order in which they were played."""

    def games(self, kept: Sequence[GameResult]) -> list[GameResult]:
        """Return the games of the rows that are filled in. Raises ValidationError."""
        games = (form.game(kept, row) for row, form in enumerate(self.forms))
        return [game for game in games if game is not None]


GameRows = forms.formset_factory(
    GameRowForm,
    formset=_GameRows,
    extra=MORE_ROWS,
    max_num=MOST_GAMES,
    absolute_max=MOST_GAMES,
)


def with_more_rows(sent: Mapping[str, object]) -> dict[str, object]:
    """Return the submitted data with more empty rows."""
    data = {key: sent[key] for key in sent}
    typed = str(data.get("form-TOTAL_FORMS", ""))[:4]
    known = int(typed) if typed.isascii() and typed.isdecimal() else 0
    data["form-TOTAL_FORMS"] = str(min(known + MORE_ROWS, MOST_GAMES))
    data.setdefault("form-INITIAL_FORMS", "0")
    return data


class PhotoForm(forms.Form):
    """A photo of the score sheet."""

    photo = forms.FileField(
        label=_("Photo of the score sheet"),
        error_messages={
            "required": _("Choose a photo of up to 10 MB."),
            "empty": _("This file is empty. Choose another file."),
        },
    )


class ShownForm(forms.Form):
    """A player's choice of the public form of their name."""

    shown = forms.ChoiceField(label=_("Public name"), widget=forms.RadioSelect)

    def __init__(self, *args: object, player: Player, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["shown"].initial = player.shown_by_player
        choice_field(self, "shown").choices = [
            (choice.value, f"{choice.label}: {_example(player, choice)}")
            for choice in Shown
        ]


def _example(player: Player, choice: Shown) -> str:
    shown = public_name(player.name, choice, player.key)
    return shown.name or player.name
