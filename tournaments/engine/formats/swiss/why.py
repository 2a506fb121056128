"""Reasons in a Swiss: the group of equal wins, the float, the bye, the wishes."""

from tournaments.engine.pairing.wishes import wishes_of
from tournaments.engine.state import DrawnPairing, DrawnRound
from tournaments.engine.why import groups
from tournaments.engine.why.meetings import unavailable
from tournaments.engine.why.next_best import by_score, by_wishes, described
from tournaments.engine.why.past import StageHistory
from tournaments.engine.why.rounds import RoundReasons
from tournaments.engine.why.values import PairReasons


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    found = groups.facts(groups.Groups(past, past.wins, groups.WINS), pairing)
    return PairReasons(
        tuple(found),
        unavailable(past, pairing, past.wins),
        described(pairing, drawn, (*by_score(past), *by_wishes(past))),
    )


WHY = RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=wishes_of)
