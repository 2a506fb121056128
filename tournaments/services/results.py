"""Results typed at the desk, and what a changed winner may not break."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from matches.models import Match, User
from matches.services.recording import Recorded, record_final
from tournaments import snapshot
from tournaments.engine.resultline import LONGEST, read_result_line
from tournaments.errors import (
    LineUnreadableError,
    NoSuchMatchError,
    ResultFedError,
    WinnerAdvancedError,
)
from tournaments.models import Pairing, Tournament
from tournaments.selectors.effects.refits import resting_on
from tournaments.selectors.effects.rounds import fed_stage, resting_rounds

_ACCEPTED: Final[ContextVar[frozenset[int]]] = ContextVar(
    "accepted", default=frozenset()
)


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line in the result box did."""

    pairing: Pairing
    recorded: Recorded


def record_line(*, tournament: Tournament, typed: str, by: User | None) -> Typed:
    """Record `match-number top-score bottom-score`.

    Raises LineUnreadableError, NoSuchMatchError, and whatever the score is refused for.
    """
    line = read_result_line(typed)
    if line is None:
        raise LineUnreadableError(typed=typed.strip()[:LONGEST])
    pairing = (
        Pairing.objects.filter(
            tournament=tournament,
            match_number=line.number,
            draw__round__isnull=False,
            match__isnull=False,
        )
        .select_related("match")
        .first()
    )
    if pairing is None or pairing.match_id is None:
        raise NoSuchMatchError(number=line.number)
    recorded = record_final(
        match_id=pairing.match_id, score_1=line.one, score_2=line.two, by=by
    )
    return Typed(pairing=pairing, recorded=recorded)


def match_in_line(*, tournament: Tournament, typed: str) -> Match | None:
    """Return the match that a line in the result box names, or None."""
    line = read_result_line(typed)
    if line is None:
        return None
    return Match.objects.filter(
        pairing__tournament=tournament,
        pairing__match_number=line.number,
        pairing__draw__round__isnull=False,
    ).first()


@contextmanager
def accepting(match_id: int) -> Iterator[None]:
    """Let the winner of a match change: whoever asks has settled what rests on it."""
    token = _ACCEPTED.set(_ACCEPTED.get() | {match_id})
    try:
        yield
    finally:
        _ACCEPTED.reset(token)


def guard_winner(match: Match) -> None:
    """Refuse a change of winner that later matches already rest on.

    Called inside the transaction that records, with the match held; publishing a round
    holds the matches too, so the two cannot miss each other.

    Raises WinnerAdvancedError, ResultFedError.
    """
    if match.pk in _ACCEPTED.get():
        return
    pairing = (
        Pairing.objects.filter(match=match, draw__round__isnull=False)
        .select_related("draw__stage")
        .first()
    )
    if pairing is None:
        return
    later = first_later_round(pairing)
    if later is not None:
        raise WinnerAdvancedError(round_number=later)
    fed = fed_stage(pairing)
    if fed:
        raise ResultFedError(name=fed)


def first_later_round(pairing: Pairing) -> int | None:
    """Return the round of the first match that rests on the winner of this one."""
    if pairing.slot is not None:
        return _first_fed(pairing, pairing.slot)
    return next((each.number for each in resting_rounds(pairing)), None)


def _first_fed(pairing: Pairing, slot: int) -> int | None:
    """Return the round of the first open or played match fed by a bracket's match."""
    root = pairing.draw.stage
    state = snapshot.load(root)
    fed = resting_on(snapshot.course_of(root, state), slot, state.pins)
    later = Pairing.objects.filter(draw=pairing.draw_id, slot__in=fed)
    return later.order_by("slot").values_list("round_number", flat=True).first()
