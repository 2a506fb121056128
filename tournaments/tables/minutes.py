"""How long a match takes, from its length, its score and what was measured.

Pure. The remaining time of a match follows from the expected number of its remaining
games. The time of a game is measured: the minutes per point of the finished matches of
this event, before these a usual value.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

USUAL: Final = 6.5
"""The usual minutes per point of the length of a match."""

_TRUSTED: Final = 21
"""The weight of the usual value, in points of measured matches."""

_POSSIBLE: Final = (1.0, 25.0)
"""Minutes per point outside this range are ignored: results entered together."""

_VALUES: Final = ((1, 0.5), (2, 0.38), (4, 0.12))
"""The points of a game, with cube and gammons, and their frequencies."""

_BEHIND: Final = 1.4
"""The factor above the expected time from which a match is behind."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A match that was played: its length in points, and its minutes."""

    length: int
    minutes: float

    @property
    def is_possible(self) -> bool:
        """Whether a match can have taken so long."""
        if self.length < 1:
            return False
        least, most = _POSSIBLE
        return least <= self.minutes / self.length <= most


@dataclass(frozen=True, slots=True)
class Pace:
    """Minutes for each point of the length of a match, measured in `matches`."""

    per_point: float = USUAL
    matches: int = 0

    def of(self, length: int) -> float:
        """Return the expected minutes of a match of this length."""
        return self.per_point * length


@dataclass(frozen=True, slots=True)
class Running:
    """A match at a table: its length, the score as far as known, minutes so far."""

    length: int
    score_1: int
    score_2: int
    minutes: float


def pace_of(measured: Iterable[Measured]) -> Pace:
    """Return the pace of an event, without impossible measurements."""
    kept = [one for one in measured if one.is_possible]
    points = sum(one.length for one in kept)
    minutes = sum(one.minutes for one in kept)
    return Pace((USUAL * _TRUSTED + minutes) / (_TRUSTED + points), len(kept))


@cache
def games_left(away_1: int, away_2: int) -> float:
    """Return the expected number of games until one of two equal players has won."""
    if away_1 <= 0 or away_2 <= 0:
        return 0.0
    return 1 + sum(
        chance
        * (games_left(away_1 - value, away_2) + games_left(away_1, away_2 - value))
        / 2
        for value, chance in _VALUES
    )


def minutes_left(match: Running, pace: Pace) -> float:
    """Return the expected minutes until a match ends.

    A score of 0–0 is no information, because most results are entered at the end: the
    rest is then the expected time of such a match less the time so far, but at least
    one game.
    """
    if match.length < 1:
        return 0.0
    whole, games = pace.of(match.length), games_left(match.length, match.length)
    if not match.score_1 and not match.score_2:
        return max(whole - match.minutes, whole / games)
    away = (match.length - match.score_1, match.length - match.score_2)
    return whole * games_left(*away) / games


def is_behind(match: Running, pace: Pace) -> bool:
    """Return True if a match will take much longer than others of its length."""
    if match.length < 1:
        return False
    expected = match.minutes + minutes_left(match, pace)
    return expected > _BEHIND * pace.of(match.length)
