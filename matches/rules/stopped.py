"""A match that is stopped by time: what its rule proposes."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from matches.rules.conditions import Score
from matches.rules.game import Side

FULL_WIN: Final = 100
"""The match points of a win by the Stavrou system."""


class TimeRule(StrEnum):
    """The rule that decides a match that is stopped by time.

    DIRECTOR: nothing was agreed. LEADER: the score as it stands counts. HALF: the
    player who is ahead, with more than half the points of the match. STAVROU: the
    player who is ahead, for fewer match points.

    Source of STAVROU: Sydney Backgammoners, "Matches and Rules".
    """

    DIRECTOR = "director"
    LEADER = "leader"
    HALF = "half"
    STAVROU = "stavrou"


class TimeReason(StrEnum):
    NOT_AGREED = "not-agreed"
    REACHED = "reached"
    LEVEL = "level"
    AHEAD = "ahead"
    MORE_THAN_HALF = "more-than-half"
    NOT_HALF = "not-half"
    STAVROU = "stavrou"


@dataclass(frozen=True, slots=True)
class TimeProposal:
    """The proposal of a rule: the winner if there is one, the reason, and its sum.

    `leader` is the player who is ahead, `margin` by how many points. `match_points` are
    those of the Stavrou system, None if the number of rounds is not known.
    """

    winner: Side | None
    reason: TimeReason
    leader: Side | None
    margin: int
    match_points: int | None = None


def propose_stopped(
    rule: TimeRule, length: int, score: Score, *, rounds: int | None = None
) -> TimeProposal:
    """Return what a rule proposes for a match to `length` stopped at `score`.

    A player who has reached the length has won, by every rule. `rounds`: the number of
    rounds of the tournament.
    """
    margin = abs(score.one - score.two)
    leader = None
    if margin:
        leader = Side.ONE if score.one > score.two else Side.TWO
    won_by, reason = _judged(rule, length, score, leader=leader)
    points = None
    if reason == TimeReason.STAVROU and rounds is not None:
        points = FULL_WIN - rounds
    return TimeProposal(won_by, reason, leader, margin, points)


def _judged(
    rule: TimeRule, length: int, score: Score, *, leader: Side | None
) -> tuple[Side | None, TimeReason]:
    most = max(score.one, score.two)
    if most >= length and leader is not None:
        return leader, TimeReason.REACHED
    if rule == TimeRule.DIRECTOR:
        return None, TimeReason.NOT_AGREED
    if leader is None:
        return None, TimeReason.LEVEL
    if rule == TimeRule.HALF and 2 * most <= length:
        return None, TimeReason.NOT_HALF
    return leader, _WHY[rule]


_WHY: Final = {
    TimeRule.LEADER: TimeReason.AHEAD,
    TimeRule.HALF: TimeReason.MORE_THAN_HALF,
    TimeRule.STAVROU: TimeReason.STAVROU,
}
