"""Forms for the texts of a ruling, and for the match that it is stored with."""

from dataclasses import dataclass
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.web.answers import OP_LENGTH

LONGEST_CODE: Final = 20


@dataclass(frozen=True, slots=True)
class RulingSheet:
    """The texts of a ruling besides the board."""

    players: str
    table: str
    decision: str
    rule: str


class SheetForm(forms.Form):
    """A ruling on paper, for a match that is not in this database."""

    players = forms.CharField(label=_("Match"), required=False, max_length=170)
    table = forms.CharField(label=_("Table"), required=False, max_length=20)
    decision = forms.CharField(
        label=_("Decision"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    rule = forms.CharField(label=_("Rule"), required=False, max_length=80)

    def sheet(self) -> RulingSheet:
        """Return the texts of the input."""
        return RulingSheet(**self.cleaned_data)


class KeepForm(forms.Form):
    """A decision to be stored with its match."""

    decision = forms.CharField(
        label=_("Decision"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    rule = forms.CharField(label=_("Rule"), required=False, max_length=80)
    is_public = forms.BooleanField(label=_("Show the ruling publicly"), required=False)
    op = forms.CharField(max_length=OP_LENGTH, required=False, widget=forms.HiddenInput)


class MatchCodeForm(forms.Form):
    """The code of the match with which a ruling is to be stored."""

    code = forms.CharField(
        label=_("Match code"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
    )
