"""Swiss: equal wins play each other, and no two meet twice."""

from collections.abc import Iterator

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.format import ASKED_BYES, MISSED_ROUNDS, Format
from tournaments.engine.formats.swiss.pairing import draw
from tournaments.engine.pairing.acceleration import levels, upper_half, virtual_wins
from tournaments.engine.pairing.wishes import wishes_of
from tournaments.engine.promises import Promise
from tournaments.engine.standings.tiebreaks import BY_OPPONENTS_FIRST
from tournaments.engine.state import DrawnPairing, DrawnRound, Note, Notes, shown_wins
from tournaments.engine.why import groups
from tournaments.engine.why.history import StageHistory
from tournaments.engine.why.meetings import unavailable
from tournaments.engine.why.next_best import by_score, by_wishes, described
from tournaments.engine.why.rounds import PairReasons, RoundReasons

UPPER = Message(
    "why.accelerated_upper",
    "Accelerated round: %(entrant)s (number %(lot)s by strength) is in the upper "
    "half, which gets virtual wins: %(wins)s.",
)
LOWER = Message(
    "why.accelerated_lower",
    "Accelerated round: %(entrant)s is in the lower half, which gets no virtual wins.",
)


def _lent(past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing) -> Notes:
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


SWISS = Format(
    key="swiss",
    label=gettext_noop("Swiss"),
    explanation=gettext_noop(
        "Each round pairs players who have not met and have the same or "
        "nearly the same number of wins; the rest is random. An odd "
        "player gets a bye."
    ),
    draw=draw,
    options=(
        "apart",
        "apart_rounds",
        "forbidden",
        "legs",
        "bye_to",
        "tiebreaks",
        "scoring",
        "unplayed",
        *MISSED_ROUNDS,
        "accelerated",
        "seeds_by",
    ),
    later_options=("apart", "apart_rounds", "bye_to", *ASKED_BYES),
    tiebreaks=BY_OPPONENTS_FIRST,
    why=RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=wishes_of),
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.LOWEST_BYE_FIRST,
        Promise.KEPT_APART,
    ),
)
