"""Currencies: how many decimals each has, and amounts as people write them."""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import override, pgettext_lazy

DECIMALS: Final[Mapping[str, int]] = MappingProxyType(
    {
        **dict.fromkeys(("EUR", "DKK", "SEK", "NOK", "GBP", "USD", "CHF"), 2),
        **dict.fromkeys(("AUD", "CAD", "CZK", "HUF", "ILS", "NZD", "PLN"), 2),
        **dict.fromkeys(("RON", "TRY", "UAH", "ZAR", "BGN", "BRL", "MXN"), 2),
        **dict.fromkeys(("ISK", "JPY", "KRW"), 0),
        **dict.fromkeys(("BHD", "JOD", "KWD", "TND"), 3),
    }
)
"""The currencies that can be chosen (ISO 4217), with their decimals."""
# Translators: the currency that is usual where your language is spoken, as a code of
# ISO 4217.
USUAL: Final = pgettext_lazy("usual currency", "EUR")
"""The currency that is offered first, in the language of a tournament."""


def usual_currency(language: str) -> str:
    """Return the currency that is offered first to a tournament in this language."""
    with override(language):
        usual = str(USUAL)
    return usual if usual in DECIMALS else "EUR"


def decimals_of(currency: str) -> int:
    """Return how many decimals a currency has."""
    return DECIMALS.get(currency, 2)


def in_units(amount: Decimal, currency: str) -> int:
    """Return an amount in the smallest unit of its currency.

    Raises ValueError: it has more decimals than the currency.
    """
    units = amount.scaleb(decimals_of(currency))
    if units != units.to_integral_value():
        message = "more decimals than the currency has"
        raise ValueError(message)
    return int(units)


def from_units(units: int, currency: str) -> Decimal:
    """Return an amount as a decimal number with the decimals of its currency."""
    return Decimal(units).scaleb(-decimals_of(currency))


def plain_amount(units: int, currency: str) -> str:
    """Return an amount as it is typed into a form, without its currency."""
    return number_format(
        from_units(units, currency), decimals_of(currency), force_grouping=False
    )


def shown_amount(units: int, currency: str) -> str:
    """Return an amount with its currency, as pages and paper show it."""
    return f"{bare(units, currency)} {currency}"


def bare(units: int, currency: str) -> str:
    """Return an amount as pages and paper show it where the currency is known."""
    text = number_format(
        abs(from_units(units, currency)),
        decimals_of(currency),
        use_l10n=True,
        force_grouping=True,
    )
    sign = "−" if units < 0 else ""
    return f"{sign}{text}"
