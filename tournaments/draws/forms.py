"""Forms of the draw page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.web.forms import choice_field


class RedrawReasonForm(forms.Form):
    """The reason for repeating something that is public."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class DrawForm(RedrawReasonForm):
    """The input when a round is announced or drawn.

    `announce`: the draw waits for dice. `call`: the pairings of a free club night are
    made and published at once.
    """

    dice = forms.CharField(
        label=_("Dice as rolled, two at a time"),
        help_text=_("For example 35 66 14. The order within a roll does not matter."),
        max_length=200,
        required=False,
    )
    announce = forms.BooleanField(required=False)
    ahead = forms.BooleanField(required=False)
    at_once = forms.BooleanField(required=False)
    call = forms.BooleanField(required=False)


class SwapForm(forms.Form):
    """Two entries of a draft that exchange places."""

    swap = forms.TypedMultipleChoiceField(coerce=int, required=False)
    swap_reason = forms.CharField(max_length=200, required=False)

    def __init__(self, *args: Any, numbers: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self, "swap").choices = [
            (number, str(number)) for number in numbers
        ]

    def pair(self) -> tuple[int, int]:
        """Return the two ticked entries, or 0 and 0 unless exactly two are ticked."""
        ticked = self.cleaned_data.get("swap", []) if self.is_valid() else []
        match ticked:
            case [one, two]:
                return one, two
        return 0, 0
