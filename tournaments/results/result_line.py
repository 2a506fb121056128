"""The line of the result box: a match number and two scores."""

import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 40
# Numbers stand apart by space or one mark; a dash right before a number that follows
# a space is a minus sign, and no score is negative.
_APART: Final = r"(?:\s*[.,/+*:]\s*|[–-]\s*|\s+[–-]\s+|\s+)"
_NUMBERS: Final = re.compile(
    rf"M?(\d{{1,5}}){_APART}(\d{{1,3}}){_APART}(\d{{1,3}})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The match `number` ended `one` to `two`, in the order of the score sheet."""

    number: int
    one: int
    two: int


def read_result_line(typed: str) -> ResultLine | None:
    """Return the result in a line like `23 7 5`, `23-7-5` or `M23 7 5`, else None."""
    line = typed.strip()
    found = _NUMBERS.fullmatch(line) if len(line) <= LONGEST else None
    if found is None:
        return None
    number, one, two = (int(part) for part in found.groups())
    return ResultLine(number=number, one=one, two=two)
