"""Penalties for lateness, and the clock with which a match begins."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from matches.rules.errors import CLOCK_INVALID, TARIFF_INVALID

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


@dataclass(frozen=True, slots=True)
class LatePenalty:
    points: int
    decides: bool


def late_penalty(tariff: LateTariff, minutes: int, length: int) -> LatePenalty:
    """Return the penalty for coming `minutes` late in a match to `length` points."""
    points = max(0, minutes - tariff.grace) // tariff.every
    decides = points >= length or (tariff.majority and 2 * points > length)
    return LatePenalty(min(points, length), decides)


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
