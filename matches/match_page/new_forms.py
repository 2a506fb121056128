"""The form that opens a club match."""

from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from matches.ledger.club_matches import ClubMatch, Person, PlayerChoices
from matches.players.models import Player
from matches.rulebook.profile_form import RulesForm, equity_choices, reporting_choices
from matches.rulebook.profiles import Reporting
from matches.rulebook.switches import (
    CURRENCY,
    HIGHEST_STAKE,
    LONGEST_CURRENCY,
    STAKE,
    AmountField,
)
from matches.rules import LONGEST
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from matches.web.choices import choice_field

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MATCH: Final = "match"
MONEY: Final = "money"
USUAL_LENGTH: Final = 7
LONGEST_LABEL: Final = 200
LONGEST_OP: Final = 36
PLAYS: Final = ((MATCH, _("A match")), (MONEY, _("A money session")))
"""What can be played: only a match by those who may not see money."""


def _person(label: "StrOrPromise") -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=LONGEST_LABEL,
        widget=forms.TextInput(
            attrs={
                "list": "directory",
                "autocomplete": "off",
                "hx-get": reverse_lazy("club_people"),
                "hx-trigger": "input changed delay:250ms",
                "hx-target": "#directory",
                "hx-swap": "innerHTML",  # the list stays for the next letters
            }
        ),
    )


class ClubMatchForm(RulesForm):
    """The players, the length or the stake, and the rules of a club match.

    With `me` a player fills in the form: they are player 1, both players must agree on
    the result, and the opponent must be in the directory already. A money session is
    opened by one of the two, or by an owner; others may not see it.
    """

    in_tournament = False
    asked_elsewhere = frozenset({STAKE, CURRENCY})
    field_order = [
        *("player_1", "player_2", "play", "length", "money_stake", "money_currency")
    ]

    player_1 = _person(_("Player 1"))
    player_2 = _person(_("Player 2"))
    play = forms.ChoiceField(
        label=_("What to play"), choices=PLAYS, widget=forms.RadioSelect, required=False
    )
    length = forms.IntegerField(
        label=_("Match length"),
        help_text=_("Points to win a match, 1 to 99."),
        min_value=1,
        max_value=LONGEST,
        required=False,
    )
    money_stake = AmountField(
        label=_("Stake per point"),
        min_value=0,
        max_value=HIGHEST_STAKE,
        decimal_places=2,
        required=False,
    )
    money_currency = forms.CharField(
        label=_("Currency"), max_length=LONGEST_CURRENCY, required=False
    )
    reporting = forms.ChoiceField(
        label=_("Who can report results"),
        choices=reporting_choices,
        widget=forms.RadioSelect,
        required=False,
    )
    rated = forms.BooleanField(
        label=_("Count this match towards ratings"), required=False
    )
    equity_table = forms.ChoiceField(
        label=_("Live winning chances"),
        help_text=_("Shown on the match page, calculated from the score only."),
        choices=equity_choices,
        required=False,
    )
    op = forms.CharField(
        required=False, max_length=LONGEST_OP, widget=forms.HiddenInput
    )

    def __init__(
        self,
        *args: Any,
        directory: PlayerChoices,
        me: Player | None = None,
        may_money: bool = True,
        **kwargs: Any,
    ) -> None:
        self.directory, self.me, self.may_money = directory, me, may_money
        super().__init__(*args, **kwargs)
        self.initial = {
            **{"play": MATCH, "length": USUAL_LENGTH, "money_stake": "1"},
            **{"reporting": Reporting.TRUST.value, "rated": True},
            **self.initial,
        }
        if not may_money:
            choice_field(self, "play").choices = PLAYS[:1]
        if me is not None:
            del self.fields["player_1"], self.fields["reporting"]
            self.fields["player_2"].label = _("Opponent")

    def clean_player_1(self) -> Person:
        """Find the first player in the directory, or read a new name."""
        return self._read("player_1")

    def clean_player_2(self) -> Person:
        """Find the second player in the directory, or read a new name."""
        return self._read("player_2")

    def clean(self) -> dict[str, object]:
        """Require what a match or a money session needs."""
        cleaned = super().clean()
        if self._is_money:
            if cleaned.get("money_stake") == 0:
                self.add_error(
                    "money_stake", _("Enter a stake above 0, for example 1.")
                )
            return cleaned
        if not cleaned.get("length"):
            if "length" not in self.errors:
                self.add_error("length", _("Enter the match length, for example 7."))
            return cleaned
        if not self.errors:
            self.check_start(cleaned["length"])
        return cleaned

    def wanted(self) -> ClubMatch:
        given = self.cleaned_data
        profile = self.profile()
        if self._is_money:
            stake = given["money_stake"]
            profile = profile.with_changes(
                stake="1" if stake is None else f"{stake.normalize():f}",
                currency=given["money_currency"],
            )
        reporting = Reporting.AGREE.value
        if self.me is None:
            reporting = given["reporting"] or Reporting.TRUST.value
        return ClubMatch(
            one=self.me or given["player_1"],
            two=given["player_2"],
            length=0 if self._is_money else given["length"],
            profile=profile,
            reporting=reporting,
            rated=given["rated"] and not self._is_money,
            equity_table="" if self._is_money else given["equity_table"],
        )

    @property
    def _is_money(self) -> bool:
        return bool(self.cleaned_data.get("play") == MONEY)

    def _read(self, name: str) -> Person:
        typed: str = self.cleaned_data[name]
        try:
            return self.directory.person(typed, may_add=self.me is None)
        except RuleError as error:
            raise ValidationError(sentence(error)) from error
