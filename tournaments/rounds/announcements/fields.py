"""A field for a day and a time of a tournament."""

from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from django import forms

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_FIRST_YEAR: Final = 2000
_LAST_YEAR: Final = 2999


class MomentField(forms.DateTimeField):
    """A day and a time in the club's time zone."""

    def __init__(self, *, label: "StrOrPromise", required: bool = False) -> None:
        widget = forms.DateTimeInput(
            format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}
        )
        super().__init__(label=label, required=required, widget=widget)

    def to_python(self, value: str | datetime | date | None) -> datetime | None:
        """Return the moment; refuse days before the year 2000."""
        found = super().to_python(value)
        if found is not None and not _FIRST_YEAR <= found.year <= _LAST_YEAR:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found
