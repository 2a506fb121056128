"""Reasons in the Danish system: neighbours on the list meet."""

from collections.abc import Iterator

from matches.rules.messages import Message
from tournaments.engine.formats.common import standings_by_wins
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.state import LIST_LEFT, DrawnPairing, DrawnRound, Note
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
from tournaments.engine.why.rounds import RoundReasons
from tournaments.engine.why.values import PairReasons

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


def _facts(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> Iterator[Note]:
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


WHY = RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=barred_pairs)
