"""Checks of the quick report, which has only the final score of a match."""

from matches.rules.conditions import MatchRules
from matches.rules.errors import (
    DecidedByGamesError,
    NegativeScoreError,
    NoWinnerError,
    ScoreFallsError,
    ScoreTooHighError,
    TwoWinnersError,
)
from matches.rules.game import Side
from matches.rules.ledger import Ledger


def check_final(rules: MatchRules, one: int, two: int) -> Side:
    """Return the winner of a match that ended at `one`–`two`.

    Exactly one score is the length of the match, the other lies from 0 to one below.

    Raises NegativeScoreError, ScoreTooHighError, TwoWinnersError, NoWinnerError.
    """
    length = rules.length
    lower, higher = sorted((one, two))
    if lower < 0:
        raise NegativeScoreError(score=lower)
    if higher > length:
        raise ScoreTooHighError(score=higher, length=length)
    if lower == length:
        raise TwoWinnersError(length=length)
    if higher < length:
        raise NoWinnerError(one=one, two=two, length=length)
    return Side.ONE if one == length else Side.TWO


def check_final_against(ledger: Ledger, one: int, two: int) -> Side:
    """Return the winner of a final score for a match with recorded games.

    Raises what `check_final` raises; ScoreFallsError if a side would lose points it
    has; DecidedByGamesError if the games ended the match at another score.
    """
    winner = check_final(ledger.rules, one, two)
    shown = ledger.shown
    if ledger.winner is not None and (one, two) != (shown.one, shown.two):
        raise DecidedByGamesError(one=shown.one, two=shown.two)
    if one < shown.one or two < shown.two:
        raise ScoreFallsError(one=shown.one, two=shown.two)
    return winner
