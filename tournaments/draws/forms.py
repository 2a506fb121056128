"""Forms of the draw page."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.rules.refusals import RuleError
from tournaments.draws.request import Seed
from tournaments.engine.record.dice import seed_of_dice
from tournaments.rounds.models import Draw


class RedrawReasonForm(forms.Form):
    """The reason for repeating something that is public."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class DrawForm(RedrawReasonForm):
    """How the next round is drawn: the seed, and whether results may be missing."""

    SEEDS = (
        (Draw.SeedFrom.MACHINE, _("Let the computer pick a seed")),
        (Draw.SeedFrom.DICE, _("Roll dice in the room")),
        (Draw.SeedFrom.TYPED, _("Type a seed")),
    )

    seed_from = forms.ChoiceField(
        label=_("Seed"),
        choices=SEEDS,
        widget=forms.RadioSelect,
        required=False,
    )
    dice = forms.CharField(
        label=_("Dice as called out"),
        help_text=_(
            "For example 35 66 14 22 61 53: eight dice or more, better twelve."
        ),
        max_length=200,
        required=False,
    )
    seed = forms.CharField(
        label=_("Seed"),
        help_text=_(
            "Any text: the closing figures of a lottery, a word from the hall."
        ),
        max_length=64,
        required=False,
    )
    ahead = forms.BooleanField(required=False)
    at_once = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Read the dice, and require a seed if it is to be typed."""
        cleaned = super().clean() or {}
        origin = cleaned.get("seed_from") or Draw.SeedFrom.MACHINE.value
        cleaned["seed_from"] = origin
        try:
            if origin == Draw.SeedFrom.DICE:
                cleaned["seed"] = seed_of_dice(cleaned.get("dice", ""))
        except RuleError as error:
            self.add_error("dice", gettext(error.message) % error.params)
        if origin == Draw.SeedFrom.TYPED:
            cleaned["seed"] = cleaned.get("seed", "").strip()
            if not cleaned["seed"]:
                self.add_error(
                    "seed", _("Type the seed, or let the computer pick one.")
                )
        return cleaned

    def chosen(self) -> Seed:
        """Return the seed and its origin."""
        given = self.cleaned_data
        if given["seed_from"] == Draw.SeedFrom.MACHINE:
            return Seed()
        return Seed(text=given["seed"], origin=given["seed_from"])


class SwapForm(forms.Form):
    """Two entries of a draft that exchange places."""

    swap = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, *args: Any, numbers: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["swap"]
        if isinstance(field, forms.TypedMultipleChoiceField):
            field.choices = [(number, str(number)) for number in numbers]

    def pair(self) -> tuple[int, int] | None:
        """Return the two ticked entries, or None unless exactly two are ticked."""
        ticked = self.cleaned_data.get("swap", [])
        return (ticked[0], ticked[1]) if len(ticked) == 2 else None  # noqa: PLR2004
