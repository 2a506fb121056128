"""Reasons in a Swiss: the group of equal wins, the float, the bye, the wishes."""

from tournaments.engine.pairing.wishes import wishes_of
from tournaments.engine.state import DrawnRound, Pairing
from tournaments.engine.why import groups
from tournaments.engine.why.meetings import unavailable
from tournaments.engine.why.next_best import by_score, by_wishes, described
from tournaments.engine.why.past import Past
from tournaments.engine.why.rounds import RoundReasons
from tournaments.engine.why.values import Why


def _as_drawn(past: Past, drawn: DrawnRound, pairing: Pairing) -> Why:
    found = groups.facts(groups.Groups(past, past.wins, groups.WINS), pairing)
    return Why(
        tuple(found),
        unavailable(past, pairing, past.wins),
        described(pairing, drawn, (*by_score(past), *by_wishes(past))),
    )


WHY = RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=wishes_of)
