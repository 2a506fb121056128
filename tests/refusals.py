"""Expect a refusal by its code, not by its words."""

import ast
import html
import inspect
import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpResponse
from django.utils.html import escape

from matches.rules.refusals import Refusal, RuleError, message_of

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
LATEST = 200
"""So many of the newest refusals are remembered."""


def raises(refusal: Refusal[RuleError], **params: Any) -> pytest.RaisesExc[Any]:
    """Expect this entry of a table, with these params among its own."""

    def is_it(error: BaseException) -> bool:
        return (
            isinstance(error, RuleError)
            and error.refusal is refusal
            and params.items() <= error.params.items()
        )

    return pytest.raises(refusal.kind, check=is_it)


def is_refused(outcome: object, refusal: Refusal[RuleError]) -> bool:
    return isinstance(outcome, RuleError) and outcome.refusal is refusal


def shown(refusal: Refusal[RuleError], **params: Any) -> str:
    """Return the English words of a refusal as they stand in the HTML of a page."""
    return escape(str(refusal(**params)))


# What a page says ------------------------------------------------------------

_made: deque[tuple[str, str]] = deque(maxlen=LATEST)


@contextmanager
def remembered() -> Iterator[None]:
    """Remember every refusal and every error of a form, with its words, by its code."""
    make, add = RuleError.__init__, BaseForm.add_error

    def made(error: RuleError, refusal: Any, /, **params: Any) -> None:
        make(error, refusal, **params)
        _made.append((error.code, str(error)))

    def added(form: BaseForm, field: str | None, error: Any) -> None:
        add(form, field, error)
        _made.extend(_coded(field, error))

    with (
        mock.patch.object(RuleError, "__init__", made),
        mock.patch.object(BaseForm, "add_error", added),
    ):
        yield


def _coded(field: str | None, error: Any) -> Iterator[tuple[str, str]]:
    found = error if isinstance(error, ValidationError) else ValidationError(error)
    by_field = getattr(found, "error_dict", None) or {field: found.error_list}
    for name, errors in by_field.items():
        for one in errors:
            words = " ".join(map(str, one.messages))
            yield f"{name or 'form'}:{one.code or 'invalid'}", words


def read(answer: HttpResponse | str) -> str:
    """Return a page as it is read: without tags, white space as one space."""
    text = answer if isinstance(answer, str) else answer.content.decode()
    text = re.sub(r'<span class="nowrap">(.*?)</span>', r"\1", text)
    words = html.unescape(re.sub(r"<[^>]*>", " ", html.unescape(text)))
    return " ".join(words.split())


def words(code: str, **params: object) -> str:
    """Return what the entry of a table says in English, by its code."""
    return message_of(code).english % params


def says(answer: HttpResponse | str, code: str) -> bool:
    """Return True if an English text says the entry of a table, with any values."""
    parts = re.split(r"%\(\w+\)s", message_of(code).english)
    return bool(re.search(".+?".join(map(re.escape, parts)), read(answer)))


def shows(answer: HttpResponse | str, what: str) -> bool:
    """Return True if a page has the part that says this, named by `data-says`."""
    assert what in _said_by_templates(), what
    text = answer if isinstance(answer, str) else answer.content.decode()
    return f'data-says="{what}"' in text


@cache
def _said_by_templates() -> frozenset[str]:
    text = "".join(path.read_text() for path in TEMPLATES.rglob("*.html"))
    said = " ".join(re.findall(r'\bsays="([^"]*)"', text))
    return frozenset(re.findall(r"[a-z][a-z-]+", said))


def told(answer: HttpResponse) -> list[str]:
    """Return the levels of what was said after an act: success, info or error."""
    return [message.level_tag for message in answer.context["messages"]]


def numbers_in(text: str) -> list[int]:
    """Return the numbers of a sentence in their order: its facts, without its words."""
    return [int(number) for number in re.findall(r"\d+", text)]


def codes_of(answer: HttpResponse | str) -> set[str]:
    """Return the codes of what an English page refuses, as it says it.

    A refusal has the code of its table; an error of a form is `field:code`, as Django
    calls it, and `form:invalid` where it is about the whole form.
    """
    text = read(answer)
    return {code for code, words in _made if read(words) in text}


@cache
def table(module: ModuleType) -> dict[str, Refusal[RuleError]]:
    """Return the entries of the tables that a module defines, by their names."""
    defined = {
        target.id
        for statement in ast.parse(inspect.getsource(module)).body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    return {
        name: each
        for name, each in vars(module).items()
        if isinstance(each, Refusal) and name in defined
    }


def notes_of(module: ModuleType) -> dict[str, str]:
    """Return what stands below each entry of a module's table, by their names."""
    body = ast.parse(inspect.getsource(module)).body
    return {
        entry.targets[0].id: note.value.value
        for entry, note in pairwise(body)
        if isinstance(entry, ast.Assign)
        and isinstance(entry.targets[0], ast.Name)
        and isinstance(note, ast.Expr)
        and isinstance(note.value, ast.Constant)
    }
