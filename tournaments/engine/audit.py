"""An independent check of a drawn round, before anybody sees it.

Shares nothing with the formats but the values: everything is counted again from the
outcomes, because a checker that uses the code it checks proves nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from matches.rules.text import gettext_noop
from tournaments.engine.state import (
    BYE_HIGHER,
    REMATCH,
    SECOND_BYE,
    DrawnRound,
    Note,
    Pairing,
    StageState,
)

BRACKETS = frozenset({"knockout"})
"""Formats in which only winners go on, each to the next match of the bracket."""

WRONG_ROUND = gettext_noop(
    "This is a draw for round %(drawn)s, but round %(due)s is next."
)
AGAINST_SELF = gettext_noop("%(entrant)s is paired with himself or herself.")
TWICE = gettext_noop("%(entrant)s is in more than one pairing.")
MISSING = gettext_noop("%(entrant)s should play this round but is not paired.")
NOT_DUE = gettext_noop(
    "%(entrant)s is paired but absent, withdrawn, out of the event or unknown."
)
UNSTATED_REMATCH = gettext_noop("%(entrant)s and %(other)s have met before.")
NEEDLESS_BYE = gettext_noop(
    "%(entrant)s has a bye although there is somebody left to play."
)
UNFAIR_BYE = gettext_noop(
    "%(entrant)s has another bye while %(other)s has had fewer byes."
)
HIGH_BYE = gettext_noop(
    "%(entrant)s has the bye although %(other)s, with as few byes, has fewer wins."
)
NOT_NEIGHBOURS = gettext_noop(
    "%(entrant)s and %(other)s are not next to each other in the bracket."
)
LOT_TWICE = gettext_noop("%(entrant)s and %(other)s have drawn the same lot: %(lot)s.")


def audit(state: StageState, drawn: DrawnRound) -> tuple[Note, ...]:
    """Return everything wrong with a draw, one note for each; empty if it is sound.

    A rematch, a second bye or a bye above the lowest score is no fault where its
    pairing states that it cannot be avoided.
    """
    faults = [*_round_faults(state, drawn), *_people_faults(state, drawn.pairings)]
    faults += _lot_faults(state, drawn)
    if state.format in BRACKETS:
        faults += _bracket_faults(state, drawn)
    else:
        faults += _rematch_faults(state, drawn.pairings)
        faults += _bye_faults(state, drawn.pairings)
    return tuple(faults)


def _round_faults(state: StageState, drawn: DrawnRound) -> Iterator[Note]:
    due = 1 + max([outcome.round for outcome in state.outcomes] + [0])
    if drawn.round != due:
        yield Note(WRONG_ROUND, {"drawn": drawn.round, "due": due})


def _due(state: StageState) -> set[int]:
    """Count again who has to be paired."""
    rounds = {outcome.round for outcome in state.outcomes}
    newest = max(rounds, default=0)
    present = {
        entrant.number
        for entrant in state.entrants
        if entrant.present and entrant.joined <= newest + 1
    }
    if state.format in BRACKETS and rounds:
        present &= {
            outcome.winner
            for outcome in state.outcomes
            if outcome.round == newest and outcome.winner is not None
        }
    return present


def _people(pairings: Iterable[Pairing]) -> Iterator[int]:
    for pairing in pairings:
        yield pairing.one
        if pairing.two is not None:
            yield pairing.two


def _people_faults(state: StageState, pairings: tuple[Pairing, ...]) -> Iterator[Note]:
    due, seen = _due(state), Counter(_people(pairings))
    for pairing in pairings:
        if pairing.one == pairing.two:
            yield Note(AGAINST_SELF, {"entrant": pairing.one})
    for number in sorted(seen):
        if seen[number] > 1:
            yield Note(TWICE, {"entrant": number})
        if number not in due:
            yield Note(NOT_DUE, {"entrant": number})
    for number in sorted(due - set(seen)):
        yield Note(MISSING, {"entrant": number})


def _states(pairing: Pairing, message: str) -> bool:
    return any(note.message == message for note in pairing.notes)


def _rematch_faults(state: StageState, pairings: tuple[Pairing, ...]) -> Iterator[Note]:
    met = {
        frozenset((outcome.one, outcome.two))
        for outcome in state.outcomes
        if outcome.two is not None and outcome.played and not outcome.nobody
    }
    for pairing in pairings:
        if pairing.two is None or _states(pairing, REMATCH):
            continue
        if frozenset((pairing.one, pairing.two)) in met:
            yield Note(UNSTATED_REMATCH, {"entrant": pairing.one, "other": pairing.two})


def _bye_faults(state: StageState, pairings: tuple[Pairing, ...]) -> Iterator[Note]:
    """At most one bye, in an odd field only, and to whom it is due."""
    due = _due(state)
    byes = Counter(one.one for one in state.outcomes if one.two is None)
    # Compared between equal byes only, so what a bye is worth makes no difference.
    wins = Counter(one.winner for one in state.outcomes)
    holders = [pairing for pairing in pairings if pairing.two is None]
    for index, pairing in enumerate(holders):
        holder = pairing.one
        if index or len(due) % 2 == 0:
            yield Note(NEEDLESS_BYE, {"entrant": holder})
            continue
        first = min(due, key=lambda number: (byes[number], wins[number], number))
        if byes[first] < byes[holder]:
            if not _states(pairing, SECOND_BYE):
                yield Note(UNFAIR_BYE, {"entrant": holder, "other": first})
        elif wins[first] < wins[holder] and not _states(pairing, BYE_HIGHER):
            yield Note(HIGH_BYE, {"entrant": holder, "other": first})


def _bracket_faults(state: StageState, drawn: DrawnRound) -> Iterator[Note]:
    """Check that each pairing is a match of the bracket, and a bye only if it must be.

    Two lines belong to the same match of round r if they lie in the same block of
    2 to the power of r lines.
    """
    line = {one.number: one.lot for one in state.entrants} | dict(drawn.lots)
    lines = 2**drawn.round
    together: defaultdict[int, set[int]] = defaultdict(set)
    for number in _due(state):
        place = line[number]
        if place is not None:
            together[(place - 1) // lines].add(number)
    for pairing in drawn.pairings:
        one, two, place = pairing.one, pairing.two, line.get(pairing.one)
        rivals = together[(place - 1) // lines] - {one} if place else set()
        if two is None and rivals:
            yield Note(NEEDLESS_BYE, {"entrant": one})
        if two is not None and two not in rivals:
            yield Note(NOT_NEIGHBOURS, {"entrant": one, "other": two})


def _lot_faults(state: StageState, drawn: DrawnRound) -> Iterator[Note]:
    """Check that no lot is given twice."""
    holders: dict[int, int] = {}
    lots = {one.number: one.lot for one in state.entrants} | dict(drawn.lots)
    for number, lot in sorted(lots.items()):
        if lot is None:
            continue
        if lot in holders:
            yield Note(
                LOT_TWICE, {"entrant": holders[lot], "other": number, "lot": lot}
            )
        holders.setdefault(lot, number)
