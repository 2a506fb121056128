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

    `is_short`: such fields stand side by side in the form. `is_segmented`: the choices
    are drawn as one bar. `says_optional`: the label says that it may be left empty.
    """

    is_short: ClassVar[bool] = False
    says_optional: ClassVar[bool] = False
    is_segmented: bool = False

    @abstractmethod
    def check(self, value: object) -> V:
        """Return a stored value if a switch of this type can have it.

        Raises ValueError.
        """

    @abstractmethod
    def fields(self, name: str, label: str, text: str) -> Fields:
        """Return the form fields that ask for the value, the first called `name`."""

    def filled_in(self, name: str, value: V) -> dict[str, Any]:
        """Return the first values of the form fields."""
        return {name: value}

    @abstractmethod
    def read(self, name: str, given: Mapping[str, Any], default: V) -> V:
        """Return the value that the form fields have; empty ones mean the default."""

    def missing(self, name: str, given: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return the field that has to be filled in too, and what to say there."""
        return None

    def field_of_errors(self, name: str) -> str:
        """Return the field at which a value that the rules refuse is corrected."""
        return name


@dataclass(frozen=True, slots=True)
class Tick(ValueType[bool]):
    """Yes or no."""

    def check(self, value: object) -> bool:
        """Take a bool alone."""
        if isinstance(value, bool):
            return value
        raise ValueError(value)

    def fields(self, name: str, label: str, text: str) -> Fields:
        """Return a check box."""
        asked = forms.BooleanField(
            label=_(label), help_text=_translated(text), required=False
        )
        return {name: asked}

    def read(self, name: str, given: Mapping[str, Any], _default: bool) -> bool:
        """Read the box: one that is not ticked is sent as nothing."""
        return bool(given[name])


@dataclass(frozen=True, slots=True)
class Number(ValueType[int]):
    """A whole number from `least` to `most`."""

    most: int
    least: int = field(default=0, kw_only=True)
    is_short: ClassVar[bool] = True

    def check(self, value: object) -> int:
        """Take a whole number in its range."""
        if type(value) is int and self.least <= value <= self.most:
            return value
        raise ValueError(value)

    def fields(self, name: str, label: str, text: str) -> Fields:
        """Return a field for a number."""
        asked = forms.IntegerField(
            label=_(label),
            help_text=_translated(text),
            min_value=self.least,
            max_value=self.most,
            required=False,
        )
        return {name: asked}

    def read(self, name: str, given: Mapping[str, Any], default: int) -> int:
        """Read the number; 0 is one."""
        return default if given[name] in {None, ""} else int(given[name])


@dataclass(frozen=True, slots=True)
class OneOf(ValueType[V]):
    """One of a few values, each with its label."""

    options: tuple[tuple[V, str], ...]
    is_segmented: bool = field(default=False, kw_only=True)

    def check(self, value: object) -> V:
        """Take one of the values."""
        for known, _label in self.options:
            if type(known) is type(value) and known == value:
                return known
        raise ValueError(value)

    def fields(self, name: str, label: str, text: str) -> Fields:
        """Return radio buttons."""
        asked = forms.ChoiceField(
            label=_(label),
            help_text=_translated(text),
            choices=[(str(value), _(words)) for value, words in self.options],
            required=False,
            widget=forms.RadioSelect,
        )
        return {name: asked}

    def read(self, name: str, given: Mapping[str, Any], default: V) -> V:
        """Read the choice."""
        typed = str(given[name])
        return next(
            (value for value, _label in self.options if str(value) == typed), default
        )


@dataclass(frozen=True, slots=True)
class CubeLimit(ValueType[int | None]):
    """The highest value of the cube: 64, none, no cube, or another, typed beside it.

    None sets no limit, 1 is play without the cube. Which numbers a cube can show is
    checked by the rules of a match.
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
        """Take None or a whole number."""
        if value is None or (type(value) is int and 1 <= value <= self.most):
            return value
        raise ValueError(value)

    def fields(self, name: str, label: str, text: str) -> Fields:
        """Return radio buttons, and a field for another number."""
        known = [(key, _(words)) for key, (_cap, words) in self._CHOICES.items()]
        which = forms.ChoiceField(
            label=_(label),
            help_text=_translated(text),
            choices=[*known, (_OTHER, _("Other"))],
            required=False,
            widget=forms.RadioSelect,
        )
        other = Number(self.most, least=1)
        return {name: which} | other.fields(
            f"{name}_other", self.label_of_other, self.text_of_other
        )

    def filled_in(self, name: str, value: int | None) -> dict[str, Any]:
        """Choose the button of this value, or else the last with the number."""
        for key, (cap, _words) in self._CHOICES.items():
            if cap == value:
                return {name: key, f"{name}_other": ""}
        return {name: _OTHER, f"{name}_other": value}

    def read(
        self, name: str, given: Mapping[str, Any], default: int | None
    ) -> int | None:
        """Read the button, or the number beside it."""
        if given[name] == _OTHER:
            return int(given[f"{name}_other"])
        return self._CHOICES[given[name]][0] if given[name] else default

    def missing(self, name: str, given: Mapping[str, Any]) -> tuple[str, str] | None:
        """Ask for the number where "Other" is chosen without one."""
        if given.get(name) == _OTHER and not given.get(f"{name}_other"):
            words = gettext("Enter the highest value, for example 16.")
            return f"{name}_other", words
        return None

    def field_of_errors(self, name: str) -> str:
        """Only a typed number can be wrong."""
        return f"{name}_other"


class AmountField(forms.DecimalField):
    """An amount of money, with a point or a comma."""

    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def to_python(self, value: Any) -> Any:
        """Read the comma of most of our languages as well."""
        if isinstance(value, str):
            value = value.replace(",", ".")
        return super().to_python(value)


@dataclass(frozen=True, slots=True)
class Amount(ValueType[str]):
    """An amount of money as decimal text: JSON has no decimal numbers."""

    most: Decimal
    is_short: ClassVar[bool] = True

    def check(self, value: object) -> str:
        """Take the text of a number that is not negative and not above `most`."""
        if not isinstance(value, str):
            raise ValueError(value)
        try:
            amount = Decimal(value)
        except InvalidOperation as error:
            raise ValueError(value) from error
        if not (amount.is_finite() and 0 <= amount <= self.most):
            raise ValueError(value)
        return value

    def fields(self, name: str, label: str, text: str) -> Fields:
        """Return a field for an amount with two decimal places."""
        asked = AmountField(
            label=_(label),
            help_text=_translated(text),
            max_value=self.most,
            decimal_places=2,
            required=False,
        )
        return {name: asked}

    def read(self, name: str, given: Mapping[str, Any], default: str) -> str:
        """Write an amount in one way only, so that equal rules are equal."""
        amount = given[name]
        if amount in {None, ""}:
            return default
        return f"{Decimal(amount).normalize():f}"


@dataclass(frozen=True, slots=True)
class FreeText(ValueType[str]):
    """A short text, at most `longest` characters."""

    longest: int
    is_short: ClassVar[bool] = True
    says_optional: ClassVar[bool] = True

    def check(self, value: object) -> str:
        """Take a text that is not too long."""
        if isinstance(value, str) and len(value) <= self.longest:
            return value
        raise ValueError(value)

    def fields(self, name: str, label: str, text: str) -> Fields:
        """Return a field for a line of text."""
        asked = forms.CharField(
            label=_(label),
            help_text=_translated(text),
            max_length=self.longest,
            required=False,
        )
        return {name: asked}

    def read(self, name: str, given: Mapping[str, Any], default: str) -> str:
        """Read the text; an empty one is the default."""
        return given[name] or default


def _translated(text: str) -> Any:
    """Translate a text later; the empty one stays empty, not the catalogue's head."""
    return _(text) if text else ""
