"""Points that do not come from a game: lateness, conduct, the clock, a ruling."""

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import TypeAlias

from matches.rules.game import GameResult, Side


class AdjustmentReason(StrEnum):
    LATE = "late"
    CONDUCT = "conduct"
    CLOCK = "clock"
    CORRECTION = "correction"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class AdjustmentFact:
    """Points given to a side between two games; negative points are taken from it.

    Only a ruling may have 0 points. With `in_play` the next game had already begun: the
    score changes, but that game does not become the Crawford game; the one after it
    does.
    """

    side: Side
    points: int
    _: KW_ONLY
    reason: AdjustmentReason
    in_play: bool = False


Fact: TypeAlias = GameResult | AdjustmentFact
"""A fact from which a match is scored."""
