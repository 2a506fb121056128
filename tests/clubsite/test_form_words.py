"""Forms speak in the words of the product, which translators know, not in Django's."""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django import forms
from django.contrib.auth import password_validation
from django.core import validators
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.template import Context, Template
from django.test import RequestFactory

from clubsite.form_words import DECIMALS, FIELDS, PASSWORDS, VALIDATORS

ROOT = Path(__file__).resolve().parents[2]
APPS = ("clubsite", "matches", "tournaments")
CATALOGUE = ROOT / "clubsite/locale/da/LC_MESSAGES/django.po"
ENTRY = re.compile(r'^msgid(?:_plural)? "(.+)"$', re.MULTILINE)
NEVER_SEEN = {"list", "missing_management_form"}
"""Faults that no browser can send."""
MANY = 60


@cache
def known() -> frozenset[str]:
    """Return all English messages that our catalogues translate."""
    found = ENTRY.findall(CATALOGUE.read_text(encoding="utf-8"))
    return frozenset(text.replace(r"\"", '"') for text in found)


def is_known(text: str) -> bool:
    """Whether a text is a message of ours, with values or without."""
    parts = (re.split(r"%\(\w+\)[sd]", entry) for entry in known())
    patterns = (".+".join(map(re.escape, part)) for part in parts)
    return text in known() or any(re.fullmatch(one, text) for one in patterns)


def forms_of_ours() -> Iterator[type[forms.BaseForm]]:
    """Yield all forms that the product defines."""
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            if "forms.Form" in path.read_text(encoding="utf-8"):
                name = path.relative_to(ROOT).with_suffix("").as_posix()
                importlib.import_module(name.replace("/", "."))
    waiting = [forms.BaseForm]
    while waiting:
        for form in waiting.pop().__subclasses__():
            waiting.append(form)
            if form.__module__.startswith(APPS):
                yield form


def said_by(field: forms.Field) -> Iterator[tuple[str, str]]:
    """Yield what a field can say, by the kind of fault."""
    yield from ((code, str(text)) for code, text in field.error_messages.items())
    for validator in field.validators:
        if isinstance(validator, validators.DecimalValidator):
            yield from ((code, str(text)) for code, text in validator.messages.items())
        elif isinstance(text := getattr(validator, "message", None), object) and text:
            yield validator.code, str(text)


def test_every_field_speaks_in_words_that_are_translated() -> None:
    found = list(forms_of_ours())
    assert len(found) > MANY
    strange = {
        f"{form.__module__}.{form.__name__}.{name}: {code}: {text}"
        for form in found
        for name, field in form.base_fields.items()
        for code, text in said_by(field)
        if code not in NEVER_SEEN and not is_known(text)
    }
    assert not strange, "\n".join(sorted(strange))


def test_all_words_are_translated() -> None:
    tables = [*FIELDS.values(), DECIMALS, PASSWORDS, VALIDATORS]
    said = {str(text) for table in tables for text in table.values()}
    assert said <= known()


@pytest.mark.parametrize(
    ("field", "typed", "kind", "word"),
    [
        (forms.IntegerField(min_value=2), "1", validators.MinValueValidator, "2"),
        (forms.IntegerField(max_value=9), "10", validators.MaxValueValidator, "9"),
        (forms.CharField(max_length=3), "long", validators.MaxLengthValidator, "3"),
    ],
)
def test_a_limit_is_named(
    field: forms.Field, typed: str, kind: type, word: str
) -> None:
    with pytest.raises(ValidationError) as raised:
        field.clean(typed)
    (text,) = raised.value.messages
    assert text == str(VALIDATORS[kind]) % {"limit_value": int(word)}


@pytest.mark.parametrize(
    ("rule", "password"),
    [
        (password_validation.MinimumLengthValidator(10), "short"),
        (password_validation.CommonPasswordValidator(), "password"),
        (password_validation.NumericPasswordValidator(), "4711081547"),
    ],
)
def test_a_password_is_refused_in_our_words(rule: Any, password: str) -> None:
    with pytest.raises(ValidationError) as raised:
        rule.validate(password)
    assert raised.value.messages == [str(PASSWORDS[type(rule)]) % {"min_length": 10}]


class _Form(forms.Form):
    length = forms.IntegerField()


@pytest.mark.parametrize("saves", [True, False])
def test_that_nothing_was_saved_is_said_of_what_saves(saves: bool) -> None:
    make = RequestFactory().post if saves else RequestFactory().get
    request: HttpRequest = make("/")
    page = SimpleNamespace(form=_Form({"length": ""}))
    context = Context({"request": request, "page": page})
    found = Template("{% form_errors page.form %}").render(context)
    assert "error-summary" in found
    assert ("saved" in found) == saves
