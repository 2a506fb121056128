"""Expect a refusal by its code, not by its words."""

import ast
import inspect
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from django.utils.html import escape

from matches.rules.refusals import Refusal, RuleError


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
    """Return True if the outcome of an act is this refusal."""
    return isinstance(outcome, RuleError) and outcome.refusal is refusal


def shown(refusal: Refusal[RuleError], **params: Any) -> str:
    """Return the English words of a refusal as they stand in the HTML of a page."""
    return escape(str(refusal(**params)))


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
