"""Finding the matches, rounds and stages that depend on the winner of a match."""

from matches.ledger.models.match import Match
from tournaments.engine.bracket.refit import dependent_slots
from tournaments.results.correction.plan_rounds import dependent_rounds, fed_stage
from tournaments.results.errors import RESULT_FED, WINNER_ADVANCED
from tournaments.rounds import engine_state
from tournaments.rounds.models import Pairing


def has_dependents(pairing: Pairing) -> bool:
    """Return True if a later match or stage was drawn from the winner of a match."""
    if pairing.slot is None:
        return bool(dependent_rounds(pairing) or fed_stage(pairing))
    root = pairing.draw.stage
    state = engine_state.load(root)
    fed = dependent_slots(engine_state.course_of(root, state), pairing.slot, state.pins)
    later = Pairing.objects.filter(draw=pairing.draw_id, slot__in=fed)
    return later.exists() or bool(fed_stage(pairing))


def guard_winner(match: Match) -> None:
    """Refuse a change of the winner if later matches depend on it.

    Called in the transaction that records the result, with the match locked. Publishing
    a round locks the matches too. So either the round is published first and is found
    here, or the result is recorded first and the round is drawn from it.

    Raises WINNER_ADVANCED, RESULT_FED.
    """
    pairing = (
        Pairing.objects.live().filter(match=match).select_related("draw__stage").first()
    )
    if pairing is None:
        return
    later = first_later_round(pairing)
    if later is not None:
        raise WINNER_ADVANCED(round=later)
    fed = fed_stage(pairing)
    if fed:
        raise RESULT_FED(name=fed)


def first_later_round(pairing: Pairing) -> int | None:
    """Return the number of the first later round that depends on this winner."""
    if pairing.slot is not None:
        return _first_fed(pairing, pairing.slot)
    return next((later.number for later in dependent_rounds(pairing)), None)


def _first_fed(pairing: Pairing, slot: int) -> int | None:
    """Return the round of the first existing bracket match that depends on a slot."""
    root = pairing.draw.stage
    state = engine_state.load(root)
    fed = dependent_slots(engine_state.course_of(root, state), slot, state.pins)
    later = Pairing.objects.filter(draw=pairing.draw_id, slot__in=fed)
    return later.order_by("slot").values_list("round_number", flat=True).first()
