"""Reads the text of a file into rows, and names the error of a wrong one."""

import base64
import json
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models

from matches.players.names import LONGEST_NAME, tidy
from matches.rules.refusals import RuleError
from matches.web.columns import StoredField
from tournaments.structure.columns import NumbersField
from tournaments.structure.models import Stage
from tournaments.tournament_file import parts
from tournaments.tournament_file.errors import CUT_OFF, DAMAGED, NO_TOURNAMENT, TOO_NEW

LARGEST: Final = 10 * 1024 * 1024
"""The most bytes of a file, as for any form."""
_HIGHEST: Final = 2**31 - 1
"""The greatest number in a list of numbers, as in integer columns."""
_KINDS: Final = ((models.BooleanField, bool), (models.IntegerField, int))


@dataclass(frozen=True, slots=True)
class TournamentFile:
    """The rows of a file by the name of their part, and the values to compare with."""

    rows: dict[str, list[parts.Row]]
    checked: dict[str, object]

    @property
    def tournament(self) -> parts.Row:
        return self.rows["tournaments"][0]


def read_file(content: bytes) -> TournamentFile:
    """Return the rows of a file, with checked values.

    Raises CUT_OFF, NO_TOURNAMENT, TOO_NEW, DAMAGED.
    """
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise CUT_OFF() from error
    version = data.get(parts.KIND) if isinstance(data, dict) else None
    if type(version) is not int or version < 1:
        raise NO_TOURNAMENT()
    if version > parts.VERSION:
        raise TOO_NEW(version=version, known=parts.VERSION)
    found: dict[str, list[parts.Row]] = {}
    for part in parts.PARTS:
        rows = data.get(part.name)
        if not isinstance(rows, list):
            raise _damaged(part, 0)
        counts = {name: len(read) for name, read in found.items()}
        found[part.name] = []
        for number, row in enumerate(rows, 1):
            counts[part.name] = number - 1  # a row links to earlier ones alone
            if not isinstance(row, dict) or row.get("id") != number:
                raise _damaged(part, number)
            found[part.name].append(_row(part, row, counts))
    checked = data.get(parts.CHECKED)
    if len(found["tournaments"]) != 1 or not isinstance(checked, dict):
        raise NO_TOURNAMENT()
    return TournamentFile(found, checked)


def _row(part: parts.Part, row: parts.Row, counts: dict[str, int]) -> parts.Row:
    number = row["id"]
    try:
        read = {
            field.name: _value(field, row.get(field.name, _usual(field)))
            for column in part.columns
            for field in [part.model._meta.get_field(column)]
        }
    except (ValueError, TypeError, ValidationError) as error:
        raise _damaged(part, number) from error
    for column, other in part.links.items():
        link = row.get(column)
        may_be_empty = part.model._meta.get_field(column).null
        if not (_is_id(link, counts[other]) or (link is None and may_be_empty)):
            raise _damaged(part, number)
        read[column] = link
    if part.name == "players":
        members = row.get(parts.MEMBERS)
        if not isinstance(members, list) or len(members) not in {0, 2}:
            raise _damaged(part, number)
        if not all(_is_id(member, number - 1) for member in members):
            raise _damaged(part, number)
        read[parts.MEMBERS] = members
        read["name"] = tidy(read["name"])[:LONGEST_NAME]
        if not read["name"]:
            raise _damaged(part, number)
    return read


def _is_id(link: object, most: int) -> bool:
    return type(link) is int and 1 <= link <= most


def _value(column: Any, value: Any) -> Any:
    """Return a value as its column holds it. Raises ValueError, ValidationError."""
    if value is None:
        if not column.null:
            raise ValueError(column.name)
        return None
    if isinstance(column, NumbersField):
        if any(
            type(number) is not int or not 0 <= number <= _HIGHEST
            for number in _typed(column, value, list)
        ):
            raise ValueError(column.name)
        return value
    if isinstance(column, StoredField):
        return _typed(column, value, column.shape)
    wanted = next(
        (kind for model, kind in _KINDS if isinstance(column, model)),
        str,  # days, moments and numbers with places are text
    )
    _typed(column, value, wanted)
    if wanted is str and "\x00" in value:
        raise ValueError(column.name)
    if isinstance(column, models.BinaryField):
        return base64.b64decode(value, validate=True)
    if column.model is Stage and column.name == "format":
        return value  # a branch has none of its own; `opening` looks at the others
    return column.clean(value, None)


def _usual(column: Any) -> Any:
    """Return the default of a column that was added after the file was written."""
    if isinstance(column.default, str):
        return str(column.default)
    if isinstance(column.default, int):
        return column.default
    if column.default is list:
        return []
    return "" if isinstance(column, models.CharField) and not column.null else None


def _typed(column: Any, value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(column.name)
    return value


def _damaged(part: parts.Part, row: int) -> RuleError:
    return DAMAGED(part=part.name, row=row)
