"""The facts of a match in the order in which they happened."""

from collections.abc import Iterable, Sequence

from matches.ledger.models.facts import Adjustment, Game, Payment
from matches.rules import AdjustmentFact, GameResult, PaymentFact


def in_order(
    games: Sequence[Game], adjustments: Sequence[Adjustment]
) -> list[GameResult | AdjustmentFact]:
    """Return the games by number, each after the adjustments made before it."""
    if not adjustments:
        return [game.result for game in games]
    rows = [(game.number, 1, game.pk, game.result) for game in games] + [
        (row.before, 0, row.pk, row.fact) for row in adjustments
    ]
    rows.sort(key=lambda row: row[:3])
    return [row[3] for row in rows]


def told_in_order(
    games: Sequence[GameResult], adjustments: Iterable[Adjustment]
) -> list[GameResult | AdjustmentFact]:
    """Return a typed list of games, each after the points given before it.

    Decisions without points, and those after the last game listed, are left out.
    """
    given = sorted(adjustments, key=lambda row: (row.before, row.pk))
    facts: list[GameResult | AdjustmentFact] = []
    for number, result in enumerate(games, start=1):
        facts += [row.fact for row in given if row.before == number and row.points]
        facts.append(result)
    return facts


def session_in_order(
    games: Sequence[Game], payments: Sequence[Payment]
) -> list[GameResult | PaymentFact]:
    """Return the games by number, each payment after the game that it follows."""
    rows = [(game.number, 0, game.pk, game.result) for game in games] + [
        (row.after, 1, row.pk, row.fact) for row in payments
    ]
    rows.sort(key=lambda row: row[:3])
    return [row[3] for row in rows]
