"""The form for the rules and the usual values of a tournament."""

from typing import Any, Final

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from matches.rulebook.profile_form import (
    RulesForm,
    equity_choices,
    origin,
    reporting_choices,
    sections,
)
from matches.rulebook.profiles import Profile, Reporting
from tournaments.structure.plan import (
    HouseRules,
)

FILL_IN: Final = "fill_in"
"""The name of the button that shows the switches of other rules and saves nothing."""


def rules_panel(
    request: HttpRequest, profile: Profile | None = None, *, drawn: bool = False
) -> dict[str, object]:
    """Return the rules beside a form: what they say once fixed, and their source."""
    return {
        "rules": sections(profile) if profile and drawn else [],
        "origin": origin(profile) if profile else None,
        "filled_in": FILL_IN in request.POST,
    }


def tournament_name_field() -> forms.CharField:
    """Return the field for the name of a tournament."""
    return forms.CharField(
        label=_("Name"),
        max_length=80,
    )


def date_field() -> forms.DateField:
    """Return the field for the day on which a tournament is played."""
    return forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class HouseForm(RulesForm):
    """The rules of a division, and the settings of its matches.

    A field that the request does not contain keeps its value.
    """

    reporting = forms.ChoiceField(
        label=_("Who can report results"),
        choices=reporting_choices,
        widget=forms.RadioSelect,
        required=False,
    )
    rated = forms.BooleanField(
        label=_("Matches count for the rating"),
        help_text=_("Rated on the lists that include tournament matches."),
        initial=True,
        required=False,
    )
    equity_table = forms.ChoiceField(
        label=_("Live winning chances"),
        help_text=_("Shown on every match page, based on the score only."),
        choices=equity_choices,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {
            **{"reporting": Reporting.DIRECTOR.value, "rated": True},
            **{"equity_table": ""},
            **self.initial,
        }

    @classmethod
    def initial_of_house(cls, rules: HouseRules) -> dict[str, object]:
        """Return the first values of the form, from the rules of now."""
        return {
            **cls.initial_of(rules.profile),
            "reporting": rules.reporting,
            "rated": rules.rated,
            "equity_table": rules.equity_table,
        }

    @property
    def reporting_label(self) -> str:
        """The label of the chosen reporting, for the summary of the folded fields."""
        return str(dict(Reporting.choices).get(self["reporting"].value() or "", ""))

    def clean_reporting(self) -> str:
        """Return the reporting sent, else the one of before."""
        return str(self._kept("reporting") or Reporting.DIRECTOR.value)

    def clean_rated(self) -> bool:
        """Return the checkbox, if its fields were sent, else its value of before.

        A box that is not ticked is not sent; `reporting` stands beside it and shows
        that the page had the box.
        """
        if "reporting" in self.data:
            return bool(self.cleaned_data["rated"])
        return bool(self.initial["rated"])

    def clean_equity_table(self) -> str:
        """Return the table sent, else the one of before."""
        return str(self._kept("equity_table"))

    def house(self) -> HouseRules:
        """Return the rules and settings of the valid form."""
        given = self.cleaned_data
        return HouseRules(
            profile=self.profile(),
            reporting=given["reporting"],
            equity_table=given["equity_table"],
            rated=given["rated"],
        )

    def _kept(self, name: str) -> Any:
        """Return the value sent, else the initial one."""
        return self.cleaned_data[name] if name in self.data else self.initial[name]
