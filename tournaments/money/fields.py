"""Fields for amounts and percentages, as directors type them."""

from decimal import Decimal, InvalidOperation
from typing import Any, Final

from django import forms
from django.utils import formats
from django.utils.translation import gettext

from tournaments.money.currencies import (
    decimals_of,
    in_units,
    plain_amount,
    shown_amount,
)

MOST: Final = 10_000_000
"""The highest amount that can be typed."""


def _number(typed: str) -> Decimal | None:
    """Return a number of at most 12 digits and no sign, None for anything else."""
    text = typed.replace(",", ".").replace("\u00a0", "").strip().removesuffix("%")
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() and 0 <= number <= MOST else None


class CurrencyField(forms.CharField):
    """An amount of a currency, with a comma or a point; its value is in units.

    `empty` is the value of an empty field, and is shown as one.
    """

    def __init__(
        self,
        currency: str,
        *,
        least: int = 0,
        empty: int | None = None,
        **options: Any,
    ) -> None:
        self.currency, self.least, self.empty = currency, least, empty
        widget = forms.TextInput(
            attrs={"inputmode": "decimal", "autocomplete": "off", "size": 10}
        )
        super().__init__(max_length=20, widget=widget, **options)

    def prepare_value(self, value: object) -> object:
        """Return an amount in units as it is typed."""
        if value == self.empty:
            return ""
        return plain_amount(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        """Return the amount in units."""
        typed = super().clean(value)
        if not typed:
            return self.empty
        return units_in(typed, self.currency, least=self.least)


def units_in(typed: str, currency: str, *, least: int = 0) -> int:
    """Return a typed amount in units. Raises ValidationError."""
    number = _number(typed)
    if number is None:
        raise forms.ValidationError(
            gettext("“%(typed)s” is not an amount. Use a format like %(example)s.")
            % {"typed": typed[:20], "example": plain_amount(2000, currency)}
        )
    try:
        units = in_units(number, currency)
    except ValueError as error:
        raise forms.ValidationError(
            gettext("%(currency)s has %(count)s decimals. Enter no more than that.")
            % {"currency": currency, "count": decimals_of(currency)}
        ) from error
    if units < least:
        raise forms.ValidationError(
            gettext("Enter at least %(amount)s.")
            % {"amount": shown_amount(least, currency)}
        )
    return units


class PercentField(forms.CharField):
    """A percentage with up to two decimals; its value is in hundredths of a percent."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(
            attrs={"inputmode": "decimal", "autocomplete": "off", "size": 6}
        )
        super().__init__(max_length=10, widget=widget, required=False, **options)

    def prepare_value(self, value: object) -> object:
        """Return hundredths of a percent as they are typed."""
        return shown_percent(value) if value and isinstance(value, int) else value or ""

    def clean(self, value: object) -> int:
        """Return hundredths of a percent, 0 for an empty field."""
        typed = super().clean(value)
        return hundredths_in(typed) if typed else 0


def hundredths_in(typed: str) -> int:
    """Return a typed percentage in hundredths of a percent. Raises ValidationError."""
    number = _number(typed)
    if number is None or number > 100 or number * 100 != int(number * 100):  # noqa: PLR2004
        raise forms.ValidationError(
            gettext(
                "“%(typed)s” is not a percentage. Enter a number from 0 to 100 with up "
                "to two decimals."
            )
            % {"typed": typed[:20]}
        )
    return int(number * 100)


def shown_percent(hundredths: int) -> str:
    """Return a percentage as it is typed, without its sign."""
    number = Decimal(hundredths) / 100
    return formats.number_format(number.normalize() if number % 1 else int(number))
