"""Checks of the quick report, which has only the final score of a match."""

from matches.rules.conditions import MatchRules
from matches.rules.errors import (
    DECIDED_BY_GAMES,
    NEGATIVE_SCORE,
    NO_WINNER,
    SCORE_FALLS,
    SCORE_TOO_HIGH,
    TWO_WINNERS,
)
from matches.rules.game import Side
from matches.rules.ledger import Ledger


def check_final(rules: MatchRules, one: int, two: int) -> Side:
    """Return the winner of a match that ended at `one`–`two`.

    Exactly one score is the length of the match, the other lies from 0 to one below.

    Raises NEGATIVE_SCORE, SCORE_TOO_HIGH, TWO_WINNERS, NO_WINNER.
    """
    length = rules.length
    lower, higher = sorted((one, two))
    if lower < 0:
        raise NEGATIVE_SCORE(score=lower)
    if higher > length:
        raise SCORE_TOO_HIGH(score=higher, length=length)
    if lower == length:
        raise TWO_WINNERS(length=length)
    if higher < length:
        raise NO_WINNER(one=one, two=two, length=length)
    return Side.ONE if one == length else Side.TWO


def check_final_against(ledger: Ledger, one: int, two: int) -> Side:
    """Return the winner of a final score for a match with recorded games.

    Raises what `check_final` raises; SCORE_FALLS if a side would lose points it
    has; DECIDED_BY_GAMES if the games ended the match at another score.
    """
    winner = check_final(ledger.rules, one, two)
    shown = ledger.shown
    if ledger.winner is not None and (one, two) != (shown.one, shown.two):
        raise DECIDED_BY_GAMES(one=shown.one, two=shown.two)
    if one < shown.one or two < shown.two:
        raise SCORE_FALLS(one=shown.one, two=shown.two)
    return winner
