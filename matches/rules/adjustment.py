"""Points that no game gave: lateness, conduct, the clock, a ruling."""

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import TypeAlias

from matches.rules.game import GameResult, Side


class AdjustmentReason(StrEnum):
    """Why a director gives or takes points."""

    LATE = "late"
    CONDUCT = "conduct"
    CLOCK = "clock"
    CORRECTION = "correction"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class AdjustmentFact:
    """Points given to a side between two games, or taken from it if negative.

    Only a ruling may be of 0 points. `in_play`: the next game had begun already. The
    score moves, but that game does not become the Crawford game by it; the one after it
    does.
    """

    side: Side
    points: int
    _: KW_ONLY
    reason: AdjustmentReason
    in_play: bool = False


Fact: TypeAlias = GameResult | AdjustmentFact
"""What a match is scored from."""
