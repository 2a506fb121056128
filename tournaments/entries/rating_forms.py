"""The fields for ratings and PRs of entries."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext_lazy as _

from tournaments.entries.ratings import Strength
from tournaments.structure.models import Entry

_RATING: Final = _(
    "Enter a rating above 0 and below 9999 with up to two decimals, for example 1650 "
    "or "
    "1650.5, or leave it empty."
)
_PR: Final = _(
    "Enter a PR above 0 and below 100 with up to two decimals, for example 4.25, or "
    "leave it empty."
)


class TypedNumber(forms.DecimalField):
    """A number with at most two decimals, between 0 and `below`; comma or point."""

    def __init__(self, *, label: str, below: int, refusal: Any) -> None:
        codes = ("invalid", "max_digits", "max_decimal_places", "max_whole_digits")
        super().__init__(
            label=label,
            required=False,
            max_digits=6,
            decimal_places=2,
            error_messages=dict.fromkeys(codes, refusal),
            widget=forms.TextInput(
                attrs={"inputmode": "decimal", "autocomplete": "off", "maxlength": 8}
            ),
        )
        self.validators += [
            MinValueValidator(Decimal("0.01"), refusal),
            MaxValueValidator(below - Decimal("0.01"), refusal),
        ]

    def clean(self, value: object) -> Any:
        """Return the number; a comma is a point, too."""
        return super().clean(str(value or "").strip().replace(",", "."))

    def prepare_value(self, value: object) -> Any:
        """Return a number as it is typed, without zeros at its end."""
        if isinstance(value, Decimal):
            return f"{value.normalize():f}"
        return value


class StrengthsForm(forms.Form):
    """The rating and the PR of each entry of a page."""

    def __init__(self, data: QueryDict | None, *, entries: Iterable[Entry]) -> None:
        super().__init__(data, auto_id="id_%s")
        self.entries = list(entries)
        for entry in self.entries:
            rating, pr = _names(entry)
            name = entry.player.name
            label = _("Rating of %(name)s") % {"name": name}
            self.fields[rating] = TypedNumber(label=label, below=9999, refusal=_RATING)
            label = _("PR of %(name)s") % {"name": name}
            self.fields[pr] = TypedNumber(label=label, below=100, refusal=_PR)
            known = entry.player.rating
            if known is not None:
                self.fields[rating].widget.attrs["placeholder"] = floatformat(known)
            self.initial.update({rating: entry.rating, pr: entry.pr})

    def rows(self) -> Iterator[tuple[Entry, BoundField, BoundField]]:
        """Yield the entries with the fields of their rating and PR."""
        for entry in self.entries:
            rating, pr = _names(entry)
            yield entry, self[rating], self[pr]

    def values(self) -> dict[int, Strength]:
        """Return what was typed, by number of the entry."""
        found = {}
        for entry in self.entries:
            rating, pr = _names(entry)
            found[entry.number] = (self.cleaned_data[rating], self.cleaned_data[pr])
        return found


def _names(entry: Entry) -> tuple[str, str]:
    return f"rating_{entry.number}", f"pr_{entry.number}"
