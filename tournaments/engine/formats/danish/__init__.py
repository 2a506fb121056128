"""Danish system: down the list the first meets the second, the third the fourth."""

from collections.abc import Iterator

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.format import (
    ASKED_BYES,
    LIST_OPTIONS,
    MISSED_ROUNDS,
    Format,
    list_so_far,
    standings_by_wins,
)
from tournaments.engine.formats.danish.pairing import draw, foresees
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.promises import Promise
from tournaments.engine.standings.tiebreaks import BY_OPPONENTS_FIRST
from tournaments.engine.state import LIST_LEFT, DrawnPairing, DrawnRound, Note, Notes
from tournaments.engine.why.history import StageHistory
from tournaments.engine.why.lists import (
    FIRST,
    Ranking,
    by_place,
    bye_reasons,
    placed,
    ranking,
)
from tournaments.engine.why.meetings import shared
from tournaments.engine.why.next_best import described
from tournaments.engine.why.rounds import PairReasons, RoundReasons

NEIGHBOURS = Message(
    "danish.neighbours",
    "Neighbours in the standings meet, even if they have met before. Ties are ordered "
    "by the tie-breaks, then by player number.",
)


def _by_standings(past: StageHistory, drawn: DrawnRound) -> Ranking:
    first = int(past.has_points)
    strengths = {
        row.entrant: (past.scores[row.entrant], *row.values[first:])
        for row in standings_by_wins(past.state).rows
    }
    return ranking(past, drawn, strengths)


def _facts(past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing) -> Notes:
    listed = _by_standings(past, drawn)
    if past.is_first:
        yield Note(FIRST)
    elif pairing.two is not None and not any(
        note.message is LIST_LEFT for note in pairing.notes
    ):
        yield Note(NEIGHBOURS)
    if pairing.two is None:
        yield from bye_reasons(past, pairing.one, listed)
        return
    yield from placed(past, (pairing.one, pairing.two), listed)
    yield from shared(past, pairing)


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    listed = _by_standings(past, drawn)
    criteria = by_place(past, listed, may_meet_again=True)
    return PairReasons(
        tuple(_facts(past, drawn, pairing)), (), described(pairing, drawn, criteria)
    )


DANISH = Format(
    key="danish",
    label=gettext_noop("Danish system"),
    explanation=gettext_noop(
        "Each round pairs neighbours in the standings: first against second, third "
        "against fourth, even if they have met before. Ties are broken by a player "
        "number drawn once."
    ),
    draw=draw,
    foresees=foresees,
    has_numbers=True,
    options=(*LIST_OPTIONS, *MISSED_ROUNDS),
    later_options=("bye_to", *ASKED_BYES),
    tiebreaks=BY_OPPONENTS_FIRST,
    has=list_so_far,
    why=RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=barred_pairs),
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.LOWEST_BYE_FIRST,
        Promise.LIST_BY_POINTS,
        Promise.NEIGHBOURS_BY_WINS,
        Promise.FORBIDDEN_APART,
    ),
)
