"""Points that do not come from a game: lateness, conduct, the clock, a ruling."""

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

    Only a ruling may have 0 points. `in_play`: the next game had already begun. The
    score changes, but that game does not become the Crawford game; the one after it
    does.
    """

    side: Side
    points: int
    _: KW_ONLY
    reason: AdjustmentReason
    in_play: bool = False


Fact: TypeAlias = GameResult | AdjustmentFact
"""The facts from which a match is scored."""
