"""The form that makes a token for another program."""

from datetime import timedelta
from typing import Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.invite_form import TONIGHT, next_morning
from matches.accounts.roles import Role
from matches.api.tokens import FOR_A_PROGRAM, TokenPlan

_DAYS: Final = {"week": 7, "month": 31, "year": 366}
ENDS: Final = {
    TONIGHT: _("Tonight: at six in the morning"),
    "week": _("In a week"),
    "month": _("In a month"),
    "year": _("In a year"),
}


class TokenForm(forms.Form):
    """A token: for which program, what it may do, and until when."""

    name = forms.CharField(
        label=_("Name of the program"),
        max_length=40,
        help_text=_("The log says this name of what the program does."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=_("Role"), choices=[(role.value, role.label) for role in FOR_A_PROGRAM]
    )
    ends = forms.ChoiceField(label=_("The token ends"), choices=list(ENDS.items()))

    def plan(self, event: int | None = None) -> TokenPlan:
        """Return the plan of the token."""
        now, ends = timezone.now(), self.cleaned_data["ends"]
        days = _DAYS.get(ends)
        return TokenPlan(
            name=self.cleaned_data["name"],
            role=Role(self.cleaned_data["role"]),
            ends_at=next_morning(now) if days is None else now + timedelta(days=days),
            event=event,
        )
