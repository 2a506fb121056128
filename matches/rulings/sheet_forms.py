"""What is written on a ruling besides the board, and with which match it is kept."""

from dataclasses import dataclass
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.web.answers import OP_LENGTH

LONGEST_CODE: Final = 20


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands on a ruling besides the board."""

    players: str
    table: str
    decision: str
    rule: str


class SheetForm(forms.Form):
    """A ruling on paper, for a match that is not kept here."""

    players = forms.CharField(label=_("Match"), required=False, max_length=170)
    table = forms.CharField(label=_("Table"), required=False, max_length=20)
    decision = forms.CharField(
        label=_("Decision"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    rule = forms.CharField(label=_("Rule"), required=False, max_length=80)

    def sheet(self) -> Sheet:
        """Return what was typed."""
        return Sheet(**self.cleaned_data)


class KeepForm(forms.Form):
    """A decision that is kept with its match."""

    decision = forms.CharField(
        label=_("Decision"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write what you decided.")},
    )
    rule = forms.CharField(label=_("Rule"), required=False, max_length=80)
    is_public = forms.BooleanField(
        label=_("Show the ruling to everybody"), required=False
    )
    op = forms.CharField(max_length=OP_LENGTH, required=False, widget=forms.HiddenInput)


class CodeForm(forms.Form):
    """The match with which a ruling shall be kept."""

    code = forms.CharField(
        label=_("Code of the match"),
        max_length=LONGEST_CODE,
        error_messages={"required": _("Type the code of the match.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
    )
