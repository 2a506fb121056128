"""A match that is stopped by time: what its rule proposes."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from matches.rules.conditions import Score
from matches.rules.errors import CLOCK_INVALID, TARIFF_INVALID
from matches.rules.game import Side

_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class LateTariff:
    """The penalty for lateness: a point for every `every` minutes after `grace`.

    `majority`: more than half the points of the match decide it.

    Raises TARIFF_INVALID.

    Sources: Japanese federation, tournament rules, rule 39 (grace 15, every 5,
    majority); NOVA tournament rules, 2.3.2 (grace 0, every 5).
    """

    grace: int
    every: int
    majority: bool = False

    def __post_init__(self) -> None:
        if self.grace < 0 or self.every < 1:
            raise TARIFF_INVALID(grace=self.grace, every=self.every)


def late_penalty(tariff: LateTariff, minutes: int, length: int) -> tuple[int, bool]:
    """Return the points, and whether they decide the match."""
    points = max(0, minutes - tariff.grace) // tariff.every
    decides = points >= length or (tariff.majority and 2 * points > length)
    return min(points, length), decides


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of each player: a reserve for the match, and a delay for each move.

    The reserve is `minutes_per_point` for each point of the match, less
    `minutes_per_scored` for each point that either player has already. The clock runs
    `delay_seconds` after the start of a move.

    Raises CLOCK_INVALID.

    Sources: US backgammon clock rules 2013 (2, 1, delay 12); older unified clock rules
    (6, 3, no delay).
    """

    minutes_per_point: int | Fraction
    minutes_per_scored: int | Fraction = 1
    delay_seconds: int = 12

    def __post_init__(self) -> None:
        least = min(self.minutes_per_scored, self.delay_seconds)
        if self.minutes_per_point <= 0 or least < 0:
            raise CLOCK_INVALID()


def reserve_seconds(clock: Clock, length: int, *, one: int = 0, two: int = 0) -> int:
    """Return each player's reserve in seconds at `one`–`two`, never below 0."""
    minutes = clock.minutes_per_point * length - clock.minutes_per_scored * (one + two)
    return max(0, int(minutes * _MINUTE))


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
