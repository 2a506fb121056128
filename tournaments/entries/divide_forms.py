"""The form for dividing entries by their ratings."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.ratings.models import RatingList
from matches.web.forms import choice_field
from tournaments.entries.divide import DividePlan
from tournaments.entries.rating_forms import TypedNumber
from tournaments.structure.models import Division

BORDER: Final = _(
    "Enter a rating above 0 and below 9999 with up to two decimals, for "
    "example 1650 or 1650.5, or leave it empty."
)


class DivideForm(forms.Form):
    """The source of ratings, the lowest of each division, the unrated entries."""

    ratings = forms.ChoiceField(label=_("Ratings"), required=False)
    unrated = forms.TypedChoiceField(
        label=_("Unrated players"), coerce=int, required=False
    )

    def __init__(
        self,
        *args: Any,
        divisions: Sequence[Division],
        lists: Sequence[RatingList],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.divisions, self.lists = divisions, {one.key: one for one in lists}
        choice_field(self, "ratings").choices = [
            ("", gettext("Entered ratings")),
            *((key, one.name) for key, one in self.lists.items()),
        ]
        choice_field(self, "unrated").choices = [
            (0, gettext("Stay where they are")),
            *((division.number, str(division)) for division in divisions),
        ]
        for one in divisions:
            label = _("%(division)s: minimum rating") % {"division": one}
            self.fields[_name(one)] = TypedNumber(
                label=label, below=9999, refusal=BORDER
            )

    @property
    def border_fields(self) -> list[forms.BoundField]:
        """The lowest rating of each division."""
        return [self[_name(division)] for division in self.divisions]

    def clean(self) -> dict[str, object]:
        """Refuse two divisions with the same border, and two without one."""
        given = super().clean() or {}
        seen: dict[object, Division] = {}
        for division in self.divisions:
            name = _name(division)
            if name in self.errors:
                continue
            border = given.get(name)
            if border in seen:
                text = (
                    gettext("%(other)s is also empty; only one division can be.")
                    if border is None
                    else gettext("%(other)s has the same minimum rating.")
                )
                self.add_error(name, text % {"other": seen[border]})
            seen.setdefault(border, division)
        return given

    def wanted(self) -> DividePlan:
        """Return the plan of a valid form."""
        given = self.cleaned_data
        return DividePlan(
            of=self.lists.get(given["ratings"]),
            borders={
                division.number: given[_name(division)] for division in self.divisions
            },
            unrated=int(given["unrated"] or 0),
        )


def _name(division: Division) -> str:
    return f"from_{division.number}"
