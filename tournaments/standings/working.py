"""How the row of one player came about, as the page of it shows that."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext

from tournaments import engine
from tournaments.engine.standings import Working
from tournaments.engine.standings.event import PastGame
from tournaments.rounds import engine_state
from tournaments.standings.queries import (
    NOTHING,
    StandingRow,
    StandingsTable,
    localized,
    standings_table,
    with_minus_sign,
)
from tournaments.standings.words import game_text, left_out_text, total_text
from tournaments.structure.models import Stage


def working_of(stage: Stage, mark: str, number: int) -> dict[str, Any] | None:
    """Return how the row of an entry came about as of `mark`; None without sums.

    Its place, in a group if there are several (0 without), why it is there, its matches
    and the sum behind each number. Seven queries, four if the standings are cached.
    """
    table = standings_table(stage, mark)
    found = _row(table, number) if table.has_sums else None
    if found is None:
        return None
    group, rows, place = found
    told = engine.explain_place(engine_state.load(stage), number)
    if told is None:
        return None
    names = {row.number: row.name for row in rows}
    row, above = rows[place], rows[place - 1] if place else None
    why_below = ""
    if above and above.place != row.place:
        values = {"name": above.name, "reason": above.why_text()}
        why_below = gettext("%(name)s: %(reason)s") % values
    return {
        "row": row,
        "group": group,
        "place": row.shown_place,
        "why": row.why_text(),
        "why_below": why_below,
        "games": [_game(game, number, names) for game in told.games],
        "sums": [
            _sum(one, value, names)
            for one, value in zip(told.workings, row.values, strict=True)
        ],
    }


def _row(
    table: StandingsTable, number: int
) -> tuple[int, Sequence[StandingRow], int] | None:
    """Return the group, its rows, and the index of an entry's row in them."""
    groups = [(group.number, group.rows) for group in table.groups] or [(0, table.rows)]
    for group, rows in groups:
        for place, row in enumerate(rows):
            if row.number == number:
                return group, rows, place
    return None


def _game(game: PastGame, number: int, names: Mapping[int, str]) -> dict[str, object]:
    """Return a match, or what there was instead; `score` is "" without one."""
    outcome = game.outcome
    score = ""
    if outcome is not None and game.is_played:
        points = (outcome.points_one, outcome.points_two)
        own, other = points if outcome.one == number else points[::-1]
        score = f"{own}–{other}"
    return {
        "round": game.round,
        "text": game_text(game, names),
        "score": score,
        "gained": engine.shown_wins(Fraction(game.gained, 2)),
    }


def _sum(one: Working, value: str, names: Mapping[int, str]) -> dict[str, object]:
    column = one.column
    return {
        "key": column.key,
        "label": capfirst(gettext(column.name)),
        "value": localized(value),
        "explanation": gettext(column.explanation),
        "total": total_text(one, _number(one.total), decides=value != NOTHING),
        "terms": [
            {
                "round": term.game.round,
                "text": game_text(term.game, names),
                "value": _number(term.value),
                "left_out": left_out_text(term),
            }
            for term in one.terms
        ],
    }


def _number(value: engine.Wins) -> str:
    return with_minus_sign(engine.shown_wins(value))
