"""The form for an evening: people, hours and tables."""

from collections.abc import Sequence
from datetime import time as Time  # noqa: N812 - names of fields are small letters
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.ratings.models import RatingList
from matches.ratings.queries import active_ratings
from matches.web.forms import choice_field
from tournaments.setup.advice import FEWEST_RATED, MOST_PEOPLE, EveningPlan
from tournaments.setup.presets import GROUPS, PRESETS, Preset
from tournaments.setup.templates import own_cards

USUAL_BEGINNING: Final = Time(19)


class AdviceForm(forms.Form):
    """The form of an evening: people, times, tables, strength.

    `ratings` is empty for the strengths of a usual club, the only ones without `lists`.
    """

    people = forms.IntegerField(label=_("Players"), min_value=2, max_value=MOST_PEOPLE)
    over = forms.TimeField(
        label=_("Until"),
        initial="23:00",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    kind = forms.TypedChoiceField(label=_("Kind"), coerce=int, required=False)
    begins = forms.TimeField(
        label=_("From"),
        initial=USUAL_BEGINNING,
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=200,
        required=False,
        help_text=_("Leave empty for enough tables."),
    )
    ratings = forms.ChoiceField(
        label=_("Ratings"),
        required=False,
        help_text=_(
            "How often the best player wins depends on how far apart the players are."
        ),
    )

    def __init__(
        self, *args: Any, lists: Sequence[RatingList] = (), **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.lists = {one.key: one for one in lists}
        kinds = [(place, title) for place, (title, _cards) in enumerate(GROUPS)]
        choice_field(self, "kind").choices = [("", gettext("Any")), *kinds]
        choice_field(self, "ratings").choices = [
            ("", gettext("A typical club’s")),
            *((key, one.name) for key, one in self.lists.items()),
        ]

    def clean(self) -> dict[str, object]:
        """Refuse a list on which too few play to say how strong the others are."""
        given = super().clean() or {}
        if of := self.lists.get(given.get("ratings", "")):
            given["rated"] = tuple(active_ratings(of))
            if len(given["rated"]) < FEWEST_RATED:
                text = gettext(
                    "%(name)s has too few recently active players (minimum %(least)s)."
                )
                least = {"name": of.name, "least": FEWEST_RATED}
                self.add_error("ratings", text % least)
        return given

    @property
    def has_more(self) -> bool:
        """Whether a folded field was used or is wrong."""
        folded = ("begins", "tables", "ratings")
        return any(self[name].errors or self[name].data for name in folded)

    @property
    def cards(self) -> Sequence[Preset]:
        """The templates of the kind that was chosen; the club's own come first."""
        kind = self.cleaned_data["kind"]
        own = [card for card, _number in own_cards()]
        return [*own, *PRESETS] if kind == "" else GROUPS[kind][1]

    @property
    def of(self) -> str:
        """The name of the list that was chosen, "" for a usual club."""
        chosen = self.lists.get(self.cleaned_data.get("ratings", ""))
        return str(chosen) if chosen else ""

    def evening(self) -> "EveningPlan":
        """Return what was asked, from a valid form."""
        given = self.cleaned_data
        return EveningPlan(
            people=given["people"],
            begins=given["begins"] or USUAL_BEGINNING,
            over=given["over"],
            tables=given["tables"] or 0,
            ratings=given.get("rated", ()),
        )
