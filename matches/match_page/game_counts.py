"""The points that a game would count, before it is saved."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from matches.ledger.models.match import Match
from matches.ledger.queries import MatchView, SessionView
from matches.match_page.games import balance_words, number
from matches.rules import GameError, GameResult, Ledger, apply
from matches.rules.money import MoneySession


@dataclass(frozen=True, slots=True)
class GameEffect:
    """The points of a game, the score or balance after it, and whether it wins."""

    points: str
    after: str
    wins: bool


Counting: TypeAlias = Callable[[GameResult], GameEffect | None]
"""Says what a game counts, None if the game is impossible."""


def counting_before(view: MatchView | SessionView, game: int) -> Counting:
    """Return what counts the game with this number, after all games before it."""
    if isinstance(view, SessionView):
        session = view.session_before(game)
        return lambda result: _in_session(view.match, session, result)
    return counting_after(view.ledger_before(game))


def counting_after(ledger: Ledger) -> Counting:
    return lambda result: _in_match(ledger, result)


def _in_match(ledger: Ledger, result: GameResult) -> GameEffect | None:
    try:
        after = apply(ledger, result)
    except GameError:
        return None
    shown = after.shown
    return GameEffect(
        points=number(after.lines[-1].points),
        after=f"{shown.one}–{shown.two}",
        wins=after.winner is not None,
    )


def _in_session(
    match: Match, session: MoneySession, result: GameResult
) -> GameEffect | None:
    try:
        after = session.apply(result)
    except GameError:
        return None
    points, balance = after.lines[-1].points, after.balance
    return GameEffect(number(points), balance_words(match, balance), wins=False)
