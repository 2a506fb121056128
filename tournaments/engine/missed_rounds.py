"""The rules of a stage for rounds that are not played, and for accelerated ones."""

from fractions import Fraction

from matches.rules.refusals import Message
from tournaments.engine.format import Format
from tournaments.engine.pairing.acceleration import virtual_wins
from tournaments.engine.state import (
    ABSENT,
    BAKU,
    HALF_BYE,
    Note,
    Notes,
    StageState,
    shown_wins,
)

ASKED_BYES = Message(
    "missed.asked_byes",
    "Before a round is drawn, players can request a bye. Wins for it: %(wins)s. "
    "Maximum: %(count)s; not allowed in the last rounds: %(last)s.",
)
ABSENCE = Message("missed.absence", "Wins for a round missed with notice: %(wins)s.")
LIFE = Message("missed.life", "A round missed with notice costs a life.")
LATE = Message("missed.late", "Wins for each round missed by a late entry: %(wins)s.")
ACCELERATED = Message(
    "missed.accelerated",
    "Accelerated rounds: %(count)s. In these rounds the stronger half is paired as if "
    "it had one extra win, later half a win (Baku acceleration, FIDE Handbook "
    "C.04.5.1). The extra wins are not kept.",
)
ACCELERATED_ROUND = Message(
    "missed.accelerated_round",
    "Round %(round)s is accelerated: the stronger half is paired as if it had "
    "%(wins)s extra wins.",
)


def worth_of(known: Format, state: StageState, kind: str) -> int | str | None:
    """Return the wins for a round that is sat out; None where it costs a life."""
    if known.out is not None:
        return None
    return shown_wins(state.options.worth_of(kind) * state.options.legs)


def accelerated(known: Format, state: StageState, number: int) -> Note | None:
    """Return the note that a round is accelerated, None if it is not."""
    lent = virtual_wins(state, number) if "accelerated" in known.options else 0
    if not lent:
        return None
    return Note(ACCELERATED_ROUND, {"round": number, "wins": shown_wins(lent)})


def rules(known: Format, state: StageState) -> Notes:
    options, heeded = state.options, known.options
    if "half_byes" in heeded and options.half_byes:
        count = {"count": options.half_byes, "last": options.bye_free}
        wins = shown_wins(options.worth_of(HALF_BYE) * options.legs)
        yield Note(ASKED_BYES, {**count, "wins": wins})
    worth = worth_of(known, state, ABSENT)
    is_asked = any(rest.kind == ABSENT for rest in state.rests)
    if known.can_rest and (is_asked or options.absent_worth != "0"):
        yield Note(LIFE) if worth is None else Note(ABSENCE, {"wins": worth})
    if "late_worth" in heeded and options.late_worth != "0":
        wins = shown_wins(Fraction(options.late_worth) * options.legs)
        yield Note(LATE, {"wins": wins})
    if "accelerated" in heeded and options.accelerated == BAKU:
        yield Note(ACCELERATED, {"count": -(-state.rounds // 2)})
