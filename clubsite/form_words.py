"""Error sentences of form fields, in place of Django's own.

`speak_plainly` puts them into Django's own fields and validators, once, before any form
is defined. A field with words of its own (`error_messages`) keeps them.
"""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib.auth import password_validation
from django.core import validators
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_CHOOSE: Final = _("Choose one from the list.")
_FILE: Final = _("Choose a file.")
_ADDRESS: Final = _("Enter a web address that begins with http:// or https://.")
_FIGURES: Final = _("This number has too many digits.")

FIELDS: Final[dict[type[Any], dict[str, Promise]]] = {
    forms.Field: {"required": _("This field is required.")},
    forms.IntegerField: {"invalid": _("Enter a whole number, for example 3.")},
    forms.DecimalField: {"invalid": _("Enter a number, for example 1.5.")},
    forms.DateField: {"invalid": _("Enter a date, for example 2026-11-22.")},
    forms.TimeField: {"invalid": _("Enter the time as hh:mm, for example 19:30.")},
    forms.DateTimeField: {
        "invalid": _("Enter a date and time, for example 2026-11-22 19:30.")
    },
    forms.ChoiceField: {"invalid_choice": _CHOOSE},
    forms.MultipleChoiceField: {"invalid_choice": _CHOOSE, "invalid_list": _CHOOSE},
    forms.ModelChoiceField: {"invalid_choice": _CHOOSE},
    forms.URLField: {"invalid": _ADDRESS},
    forms.FileField: {
        "required": _FILE,
        "invalid": _FILE,
        "missing": _FILE,
        "empty": _("This file is empty. Choose another file."),
        "max_length": _("The name of this file is too long. Give it a shorter one."),
        "contradiction": _("Either choose a file or remove the current one, not both."),
    },
    forms.ImageField: {
        "invalid_image": _("This file is not a readable image. Choose another.")
    },
}
"""Words of fields, by the kind of fault as Django calls it."""
VALIDATORS: Final[dict[type[Any], Promise]] = {
    validators.URLValidator: _ADDRESS,
    validators.RegexValidator: _("Enter a valid value."),
    validators.MinValueValidator: _("Too small: enter %(limit_value)s or more."),
    validators.MaxValueValidator: _("Too large: enter %(limit_value)s or less."),
    validators.MinLengthValidator: _(
        "This is too short. Write at least %(limit_value)d characters."
    ),
    validators.MaxLengthValidator: _(
        "This is too long (maximum %(limit_value)d characters)."
    ),
    validators.ProhibitNullCharactersValidator: _(
        "This contains a character that cannot be stored. Type it again without it."
    ),
}
DECIMALS: Final[dict[str, Any]] = {
    "invalid": _("Enter a number, for example 1.5."),
    "max_digits": _FIGURES,
    "max_whole_digits": _FIGURES,
    "max_decimal_places": _("Use up to %(max)s decimals."),
}
PASSWORDS: Final[dict[type[Any], Promise]] = {
    password_validation.MinimumLengthValidator: _(
        "This password is too short. It needs at least %(min_length)d characters."
    ),
    password_validation.CommonPasswordValidator: _(
        "This password is too common. Choose another."
    ),
    password_validation.NumericPasswordValidator: _(
        "This password has only digits. Add some words."
    ),
    password_validation.UserAttributeSimilarityValidator: _(
        "This password is too similar to the name. Choose another."
    ),
}


def speak_plainly() -> None:
    """Let Django's fields and validators say these sentences."""
    for field, said in FIELDS.items():
        field.default_error_messages = field.default_error_messages | said
    for validator, text in VALIDATORS.items():
        validator.message = text
    validators.DecimalValidator.messages = DECIMALS
    for rule, text in PASSWORDS.items():
        rule.get_error_message = _saying(text)


def _saying(text: Promise) -> Callable[..., str]:
    """Return a method that says what a rule of passwords asks for."""

    def get_error_message(rule: object) -> str:
        values = {"min_length": getattr(rule, "min_length", None)}
        return str(text) % values

    return get_error_message
