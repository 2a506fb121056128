"""The types of values that a switch can have, and the form fields for each type.

A value type checks a stored value, makes the form fields, fills them in, and reads what
was typed. Labels are English message ids.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Final, Generic, TypeVar

from django import forms
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

V = TypeVar("V")

Fields = dict[str, forms.Field]
_OTHER: Final = "other"


class ValueType(ABC, Generic[V]):
    """The type of the value of a switch.

    Fields with `is_short` share a row of the form with their neighbours. With
    `is_segmented` the choices are drawn as one bar. With `says_optional` the label says
    that the field may be left empty.
    """

    is_short: ClassVar[bool] = False
    says_optional: ClassVar[bool] = False
    is_segmented: bool = False

    @abstractmethod
    def check(self, value: object) -> V:
        """Return a stored value. Raises ValueError: no switch of this type has it."""

    @abstractmethod
    def field(self, **named: Any) -> forms.Field:
        """Return the form field that asks for the value."""

    def fields(self, name: str, label: str, text: str) -> Fields:
        # `gettext("")` would return the header of the catalogue.
        help_text = _(text) if text else ""
        return {name: self.field(label=_(label), help_text=help_text, required=False)}

    def filled_in(self, name: str, value: V) -> dict[str, object]:
        return {name: value}

    @abstractmethod
    def read(self, name: str, given: Mapping[str, object], default: V) -> V:
        """Return the value from cleaned data; empty fields mean the default."""

    def missing(self, name: str, given: Mapping[str, object]) -> tuple[str, str] | None:
        """Return the name of a field that must be filled in too, and the error for it.

        None if no field is missing.
        """
        return None

    def field_of_errors(self, name: str) -> str:
        return name


@dataclass(frozen=True, slots=True)
class Tick(ValueType[bool]):
    def check(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise ValueError(value)

    def field(self, **named: Any) -> forms.Field:
        return forms.BooleanField(**named)

    def read(self, name: str, given: Mapping[str, object], _default: bool) -> bool:
        """Read the check box; browsers do not send a box without a tick."""
        return bool(given[name])


@dataclass(frozen=True, slots=True)
class Number(ValueType[int]):
    most: int
    least: int = field(default=0, kw_only=True)
    is_short: ClassVar[bool] = True

    def check(self, value: object) -> int:
        if type(value) is int and self.least <= value <= self.most:
            return value
        raise ValueError(value)

    def field(self, **named: Any) -> forms.Field:
        return forms.IntegerField(min_value=self.least, max_value=self.most, **named)

    def read(self, name: str, given: Mapping[str, Any], default: int) -> int:
        """Read the number. 0 is a value; only an empty field means the default."""
        return default if given[name] in {None, ""} else int(given[name])


@dataclass(frozen=True, slots=True)
class OneOf(ValueType[V]):
    options: tuple[tuple[V, str], ...]
    is_segmented: bool = field(default=False, kw_only=True)

    def check(self, value: object) -> V:
        for known, _label in self.options:
            if type(known) is type(value) and known == value:
                return known
        raise ValueError(value)

    def field(self, **named: Any) -> forms.Field:
        choices = [(str(value), _(words)) for value, words in self.options]
        return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **named)

    def read(self, name: str, given: Mapping[str, object], default: V) -> V:
        typed = str(given[name])
        return next(
            (value for value, _label in self.options if str(value) == typed), default
        )


@dataclass(frozen=True, slots=True)
class CubeLimit(ValueType[int | None]):
    """The highest value of the cube: 64, no limit, no cube, or another typed number.

    None sets no limit; 1 is play without the cube. The rules of a match check whether a
    cube can show the number.
    """

    most: int
    label_of_other: str
    text_of_other: str
    is_segmented: bool = True

    _CHOICES: ClassVar[dict[str, tuple[int | None, str]]] = {
        "64": (64, "64"),
        "none": (None, gettext_noop("No limit")),
        "1": (1, gettext_noop("No cube")),
    }

    def check(self, value: object) -> int | None:
        if value is None or (type(value) is int and 1 <= value <= self.most):
            return value
        raise ValueError(value)

    def field(self, **named: Any) -> forms.Field:
        choices = [(key, _(words)) for key, (_cap, words) in self._CHOICES.items()]
        choices.append((_OTHER, _("Other")))
        return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **named)

    def fields(self, name: str, label: str, text: str) -> Fields:
        other = Number(self.most, least=1)
        return ValueType.fields(self, name, label, text) | other.fields(
            f"{name}_other", self.label_of_other, self.text_of_other
        )

    def filled_in(self, name: str, value: int | None) -> dict[str, object]:
        for key, (cap, _words) in self._CHOICES.items():
            if cap == value:
                return {name: key, f"{name}_other": ""}
        return {name: _OTHER, f"{name}_other": value}

    def read(
        self, name: str, given: Mapping[str, Any], default: int | None
    ) -> int | None:
        if given[name] == _OTHER:
            return int(given[f"{name}_other"])
        return self._CHOICES[given[name]][0] if given[name] else default

    def missing(self, name: str, given: Mapping[str, object]) -> tuple[str, str] | None:
        if given.get(name) == _OTHER and not given.get(f"{name}_other"):
            words = gettext("Enter the highest value, for example 16.")
            return f"{name}_other", words
        return None

    def field_of_errors(self, name: str) -> str:
        return f"{name}_other"


class AmountField(forms.DecimalField):
    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def to_python(self, value: object) -> Any:
        """Accept the decimal comma of most supported languages as well as the point."""
        if isinstance(value, str):
            value = value.replace(",", ".")
        return super().to_python(value)


@dataclass(frozen=True, slots=True)
class Amount(ValueType[str]):
    """An amount of money as decimal text: JSON has no decimal numbers."""

    most: Decimal
    is_short: ClassVar[bool] = True

    def check(self, value: object) -> str:
        if not isinstance(value, str):
            raise ValueError(value)
        try:
            amount = Decimal(value)
        except InvalidOperation as error:
            raise ValueError(value) from error
        if not (amount.is_finite() and 0 <= amount <= self.most):
            raise ValueError(value)
        return value

    def field(self, **named: Any) -> forms.Field:
        return AmountField(max_value=self.most, decimal_places=2, **named)

    def read(self, name: str, given: Mapping[str, Any], default: str) -> str:
        amount = given[name]
        if amount in {None, ""}:
            return default
        return f"{Decimal(amount).normalize():f}"


@dataclass(frozen=True, slots=True)
class FreeText(ValueType[str]):
    longest: int
    is_short: ClassVar[bool] = True
    says_optional: ClassVar[bool] = True

    def check(self, value: object) -> str:
        if isinstance(value, str) and len(value) <= self.longest:
            return value
        raise ValueError(value)

    def field(self, **named: Any) -> forms.Field:
        return forms.CharField(max_length=self.longest, **named)

    def read(self, name: str, given: Mapping[str, Any], default: str) -> str:
        return given[name] or default
