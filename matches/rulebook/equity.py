"""The match equity tables of Crawford, read from `met/` at first use.

`met/NOTICE` names their authors and licences.
"""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from matches.rules.ledger import Phase


@dataclass(frozen=True, slots=True)
class EquityTable:
    """Winning chances by the points that both sides need.

    `pre[i - 1][j - 1]` is the chance of the side that needs i against one that needs j;
    where one of them is 1, the Crawford game is next. `post[i - 1]` is the chance, once
    the Crawford game is over, of the side that needs i against one that needs 1. Square
    and as long as `post`.

    Source: GNU Backgammon, the tables in its folder met.
    """

    key: str
    name: str
    pre: tuple[tuple[float, ...], ...]
    post: tuple[float, ...]

    def chance(self, needs_one: int, needs_two: int, *, phase: Phase) -> float | None:
        """Return the chance of side ONE to win the match, before the next game.

        From 0 to 1; the chance of side TWO is 1 minus this. None beyond the table, and
        for needs below 1 in a match that goes on.

        With the Crawford rule off, a match is in phase NORMAL to its end. At match
        point the values after the Crawford game are used, because doubling is allowed.
        Before that the tables, which assume the rule, are a good approximation. They
        are also used after the Crawford game if a deduction left neither side at match
        point.
        """
        if phase is Phase.OVER:
            return 1.0 if needs_one == 0 else 0.0
        if not all(1 <= needs <= len(self.post) for needs in (needs_one, needs_two)):
            return None
        if phase is Phase.CRAWFORD or 1 not in {needs_one, needs_two}:
            return self.pre[needs_one - 1][needs_two - 1]
        if needs_two == 1:
            return self.post[needs_one - 1]
        return 1 - self.post[needs_two - 1]


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
