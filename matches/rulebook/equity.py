"""The match equity tables of Crawford, read from `met/` at first use.

`met/NOTICE` names their authors and licences.
"""

import csv
from functools import cache
from importlib.resources import files
from typing import Final

from matches.rules.equity import EquityTable

DEFAULT_KEY: Final = "kazaross-xg2"

TABLES: Final = (
    ("kazaross-xg2", "Kazaross XG2"),
    ("rockwell-kazaross", "Rockwell–Kazaross"),
    ("woolsey", "Woolsey"),
    ("jacobs", "Jacobs–Trice"),
    ("g11", "GNU Backgammon G11"),
    ("snowie", "Snowie 2.1"),
    ("mec26", "Tornberg MEC 26"),
    ("zadeh", "Zadeh"),
)
"""Key and name of each table, in the order to offer them. Names are not translated."""


def equity_table(key: str = DEFAULT_KEY) -> EquityTable:
    """Return a table by its key. Raises KeyError if there is no such table."""
    return _read(key, dict(TABLES)[key])


@cache
def _read(key: str, name: str) -> EquityTable:
    """Read a table: a line of headings, a row for each need, the post-Crawford row."""
    text = (
        files("matches.rulebook")
        .joinpath("met", f"{key}.csv")
        .read_text(encoding="utf-8")
    )
    _, *pre, post = (
        tuple(line[1:]) for line in csv.reader(text.splitlines(), strict=True)
    )
    return EquityTable(key, name, tuple(map(_numbers, pre)), _numbers(post))


def _numbers(cells: tuple[str, ...]) -> tuple[float, ...]:
    return tuple(map(float, cells))
