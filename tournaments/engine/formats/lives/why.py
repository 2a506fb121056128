"""Reasons where lives are lost: the group of equal losses, the float, the bye."""

from tournaments.engine.formats.lives.pairing import losses_of
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.state import DrawnPairing, DrawnRound
from tournaments.engine.why import groups
from tournaments.engine.why.history import StageHistory
from tournaments.engine.why.meetings import unavailable
from tournaments.engine.why.next_best import (
    BYE_LOSSES,
    LOSS_SQUARES,
    by_score,
    described,
)
from tournaments.engine.why.rounds import RoundReasons
from tournaments.engine.why.values import PairReasons


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    levels = {number: -losses for number, losses in losses_of(past.state).items()}
    criteria = by_score(past, levels, messages=(BYE_LOSSES, LOSS_SQUARES))
    found = groups.facts(groups.Groups(past, levels, groups.LOSSES), pairing)
    return PairReasons(
        tuple(found),
        unavailable(past, pairing, levels),
        described(pairing, drawn, criteria),
    )


WHY = RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=barred_pairs)
