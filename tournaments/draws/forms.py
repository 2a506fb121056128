"""Forms of the draw page, and of the page that phones send their number from."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.web.choices import choice_field
from tournaments.draws.announce import Seed, Sources
from tournaments.engine.record.dice import FEWEST_ROLLS, MOST_ROLLS, USUAL_ROLLS

CHOICES: Final = ("dice", "phones", "public", "beacon")
"""The sources of which one has to be chosen."""
USUAL_MINUTES: Final = 3
MOST_MINUTES: Final = 600
FEWEST_DIGITS: Final = 4
MOST_DIGITS: Final = 12
LONGEST_PASTED: Final = 2000
"""The most characters of a public number; what drand shows of a round is shorter."""


class RedrawReasonForm(forms.Form):
    """The reason for repeating something that is public."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class DrawForm(RedrawReasonForm):
    """The input when a round is drawn: see `Seed`.

    `call`: the pairings of a free club night are made and published at once.
    """

    dice = forms.CharField(
        label=_("Dice as they fell, two at a time"),
        help_text=_(
            "For example 35 66 14. Which of the two is called first does not matter."
        ),
        max_length=200,
        required=False,
    )
    public = forms.CharField(
        label=_("The public number, as it was drawn"),
        max_length=LONGEST_PASTED,
        required=False,
    )
    typed = forms.BooleanField(required=False)
    seed = forms.CharField(
        label=_("Seed"),
        help_text=_(
            "Any text. A seed that one person types proves nothing, and every page of "
            "the draw says so."
        ),
        max_length=64,
        required=False,
    )
    ahead = forms.BooleanField(required=False)
    at_once = forms.BooleanField(required=False)
    call = forms.BooleanField(required=False)

    def clean(self) -> dict[str, object]:
        """Require a seed if it is to be typed."""
        cleaned = super().clean() or {}
        cleaned["seed"] = cleaned.get("seed", "").strip()
        if cleaned.get("typed") and not cleaned["seed"]:
            self.add_error("seed", _("Type the seed, or let the computer pick one."))
        return cleaned

    def chosen(self) -> Seed:
        """Return the typed seed."""
        given = self.cleaned_data
        return Seed(
            text=given["seed"] if given["typed"] else "",
            dice=given["dice"],
            public=given["public"],
        )


class AnnounceDrawForm(RedrawReasonForm):
    """The sources of the seed of an announced draw."""

    chosen = forms.BooleanField(required=False)
    with_dice = forms.BooleanField(required=False)
    rolls = forms.IntegerField(
        label=_("Rolls of two dice"),
        min_value=FEWEST_ROLLS,
        max_value=MOST_ROLLS,
        initial=USUAL_ROLLS,
        required=False,
    )
    with_phones = forms.BooleanField(required=False)
    minutes = forms.IntegerField(
        label=_("Minutes for the phones"),
        min_value=1,
        max_value=MOST_MINUTES,
        initial=USUAL_MINUTES,
        required=False,
    )
    with_public = forms.BooleanField(required=False)
    public_name = forms.CharField(
        label=_("Which number, of which day, and where to look it up"),
        max_length=200,
        required=False,
    )
    with_beacon = forms.BooleanField(required=False)
    beacon_minutes = forms.IntegerField(
        label=_("Minutes until its number"),
        min_value=1,
        max_value=MOST_MINUTES,
        initial=USUAL_MINUTES,
        required=False,
    )

    def clean(self) -> dict[str, object]:
        """Require at least one source that no one controls alone."""
        cleaned = super().clean() or {}
        if not cleaned.get("chosen"):
            return cleaned
        if not any(cleaned.get(f"with_{choice}") for choice in CHOICES):
            self.add_error(
                None,
                _(
                    "Choose dice, phones or a public number: the server’s own number "
                    "alone would prove little."
                ),
            )
        if cleaned.get("with_public") and not cleaned.get("public_name", "").strip():
            self.add_error("public_name", _("Say which number it will be."))
        if cleaned.get("with_public") and cleaned.get("with_beacon"):
            self.add_error(None, _("Choose one public number, not two."))
        return cleaned

    def sources(self) -> Sources:
        """Return the chosen sources; dice if the form has no choice."""
        given = self.cleaned_data
        if not given["chosen"]:
            return Sources()
        public = " ".join(given["public_name"].split())
        return Sources(
            rolls=(given["rolls"] or USUAL_ROLLS) if given["with_dice"] else 0,
            minutes=(given["minutes"] or USUAL_MINUTES) if given["with_phones"] else 0,
            public=public if given["with_public"] else "",
            beacon_minutes=(given["beacon_minutes"] or USUAL_MINUTES)
            if given["with_beacon"]
            else 0,
        )


class NumberForm(forms.Form):
    """The number that a phone adds to a draw."""

    number = forms.RegexField(
        regex=rf"^[0-9]{{{FEWEST_DIGITS},{MOST_DIGITS}}}\Z",
        label=_("Your number"),
        help_text=_("Six figures that nobody can guess: no birthday, no 123456."),
        error_messages={"invalid": _("Four to twelve figures, and nothing else.")},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class SwapForm(forms.Form):
    """Two entries of a draft that exchange places."""

    swap = forms.TypedMultipleChoiceField(coerce=int, required=False)
    swap_reason = forms.CharField(max_length=200, required=False)

    def __init__(self, *args: Any, numbers: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self, "swap").choices = [
            (number, str(number)) for number in numbers
        ]

    def pair(self) -> tuple[int, int] | None:
        """Return the two ticked entries, or None unless exactly two are ticked."""
        ticked = self.cleaned_data.get("swap", [])
        return (ticked[0], ticked[1]) if len(ticked) == 2 else None  # noqa: PLR2004
