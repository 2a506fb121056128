"""Reasons in a Swiss: the group of equal wins, the float, the bye, the wishes."""

from collections.abc import Iterator

from matches.rules.messages import Message
from tournaments.engine.pairing.acceleration import levels, upper_half, virtual_wins
from tournaments.engine.pairing.wishes import wishes_of
from tournaments.engine.state import DrawnPairing, DrawnRound, Note, shown_wins
from tournaments.engine.why import groups
from tournaments.engine.why.history import StageHistory
from tournaments.engine.why.meetings import unavailable
from tournaments.engine.why.next_best import by_score, by_wishes, described
from tournaments.engine.why.rounds import RoundReasons
from tournaments.engine.why.values import PairReasons

UPPER = Message(
    "why.accelerated_upper",
    "Accelerated round: %(entrant)s (number %(lot)s by strength) is in the upper "
    "half, which gets virtual wins: %(wins)s.",
)
LOWER = Message(
    "why.accelerated_lower",
    "Accelerated round: %(entrant)s is in the lower half, which gets no virtual wins.",
)


def _lent(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> Iterator[Note]:
    """Yield in which half the two are, in an accelerated round."""
    wins = virtual_wins(past.state, drawn.round)
    lots = {one: entrant.lot for one, entrant in past.entrants.items()}
    lots |= drawn.lots
    upper = upper_half(lots) if wins else frozenset()
    for number in (pairing.one, pairing.two) if wins else ():
        if number in upper:
            values = {"lot": lots[number] or 0, "wins": shown_wins(wins)}
            yield Note(UPPER, {"entrant": number, **values})
        elif number is not None:
            yield Note(LOWER, {"entrant": number})


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    paired_as = levels(past.state, past.wins, drawn.lots)
    lent = tuple(_lent(past, drawn, pairing))
    words = groups.LENT if lent else groups.WINS
    found = groups.facts(groups.Groups(past, paired_as, words), pairing)
    criteria = (*by_score(past, paired_as), *by_wishes(past, paired_as))
    return PairReasons(
        (*lent, *found),
        unavailable(past, pairing, paired_as),
        described(pairing, drawn, criteria),
    )


WHY = RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=wishes_of)
