"""How the row of one player came about: its matches and sums in words."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext

from matches.rules.game import gettext_noop
from tournaments import engine
from tournaments.engine.standings import Working, event, terms
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
from tournaments.structure.models import Stage

_WITH: Final[Mapping[str, str]] = {
    event.WON: gettext_noop("%(name)s, won"),
    event.LOST: gettext_noop("%(name)s, lost"),
    event.WALKOVER_WON: gettext_noop("%(name)s, won by walkover"),
    event.WALKOVER_LOST: gettext_noop("%(name)s, lost by walkover"),
    event.NOBODY: gettext_noop("%(name)s, double loss"),
    event.OPEN: gettext_noop("%(name)s, undecided"),
}
_ALONE: Final[Mapping[str, str]] = {
    event.BYE: gettext_noop("Bye"),
    event.RESTED: gettext_noop("No match (agreed)"),
    event.ABSENT: gettext_noop("No match"),
}
_LEFT_OUT: Final[Mapping[str, str]] = {
    terms.LOWEST: gettext_noop("lowest, not counted"),
    terms.HIGHEST: gettext_noop("highest, not counted"),
    terms.FIRST: gettext_noop("first round, not counted"),
}
UNPLAYED: Final[Mapping[str, str]] = {
    "virtual": gettext_noop(
        "In opponent-based tie-breaks, an unplayed match counts as one against a "
        "virtual opponent with the player’s own wins so far, the opposite of the "
        "result, and half a win for each later match; for opponents it counts as half "
        "a "
        "win."
    ),
    "own_score": gettext_noop(
        "In opponent-based tie-breaks, an unplayed match counts as one against an "
        "opponent with the player’s own wins."
    ),
    "nothing": gettext_noop(
        "In opponent-based tie-breaks, an unplayed match adds nothing."
    ),
}
"""The sentence of the rule for unplayed matches, by `Options.unplayed`."""


def game_text(game: event.PastGame, names: Mapping[int, str]) -> str:
    if game.opponent is None:
        return gettext(_ALONE[game.how])
    return gettext(_WITH[game.how]) % {"name": names[game.opponent]}


def left_out_text(term: terms.Term) -> str:
    """Return why a term does not count, "" if it does."""
    return gettext(_LEFT_OUT[term.left_out]) if term.left_out else ""


def total_text(one: Working, total: str, *, decides: bool) -> str:
    """Return what the terms make: their sum, or a part or a mean of it.

    `decides`: the direct encounter tells apart those who were equal so far.
    """
    if one.equals:
        return _direct_text(one, decides=decides)
    if not one.terms:
        return ""
    if one.column.kind == "percent":
        return gettext("%(sum)s out of %(all)s") % {"sum": total, "all": one.parts}
    if one.parts:
        return gettext("%(sum)s divided by %(count)s") % {
            "sum": total,
            "count": one.parts,
        }
    return gettext("Sum: %(sum)s") % {"sum": total}


def _direct_text(one: Working, *, decides: bool) -> str:
    if len(one.equals) == 1:
        return gettext("No tie so far, so this tie-break was not needed.")
    if not decides:
        return gettext(
            "Tied so far: %(count)s players. Head-to-head does not separate them: not "
            "all have met, or they are tied there too."
        ) % {"count": len(one.equals)}
    return gettext(
        "Tied so far: %(count)s players. On head-to-head, %(below)s of them rank lower."
    ) % {"count": len(one.equals), "below": one.value}


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
