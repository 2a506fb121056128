"""The forms of a practice."""

from typing import Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches.web.choices import choice_field
from tournaments.practice.course import MOST_PEOPLE
from tournaments.setup.presets import PRESETS, Preset

CARDS: Final = (
    *("club-swiss", "club-monrad", "cup-consolation", "weekend-open"),
    *("groups-final", "league"),
)
"""The keys of the cards that can be practised."""
SPEEDS: Final = (
    (1, _("Real time")),
    (10, _("10× speed: a match takes a few minutes")),
    (30, _("30× speed: a match takes a minute or two")),
    (120, _("120× speed: an evening takes a few minutes")),
)
USUAL_SPEED: Final = 30
USUAL_PEOPLE: Final = 16


class PaceForm(forms.Form):
    """The speed of a practice, and whether the desk works without the director."""

    speed = forms.TypedChoiceField(
        label=_("Speed"), coerce=int, choices=SPEEDS, initial=USUAL_SPEED
    )
    does_desk = forms.BooleanField(
        label=_("Do my jobs automatically after a while"),
        help_text=_(
            "Rounds are drawn, results entered and disputes decided automatically if "
            "you do not do it first. Unticked, everything waits for you."
        ),
        required=False,
        initial=True,
    )


class PracticeForm(PaceForm):
    """A new practice."""

    card = forms.ChoiceField(label=_("What to play"))
    people = forms.IntegerField(
        label=_("Players"), min_value=4, max_value=MOST_PEOPLE, initial=USUAL_PEOPLE
    )
    op = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    field_order = ("card", "people", "speed", "does_desk", "op")

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.cards = {card.key: card for card in PRESETS if card.key in CARDS}
        choice_field(self, "card").choices = [
            (key, self.cards[key].title) for key in CARDS
        ]

    def chosen(self) -> Preset:
        """Return the card that was chosen."""
        return self.cards[self.cleaned_data["card"]]
