"""A correction as its page shows it; what depends on the winner of a match."""

from django.shortcuts import get_object_or_404

from matches.ledger.models.match import Match
from tournaments.results.amendments.models import Correction
from tournaments.results.correction.plan_rounds import dependent_rounds, fed_stage
from tournaments.results.errors import RESULT_FED, WINNER_ADVANCED
from tournaments.rounds import engine_state
from tournaments.rounds.models import Pairing, PairingQuerySet
from tournaments.structure.models import Stage, Tournament


def opened_by(correction: Correction) -> PairingQuerySet:
    """Return the matches that a correction has opened; their players are informed."""
    rows = Pairing.objects.live().with_match().filter(pk__in=correction.opened)
    players = ("match", "entry_1__player", "entry_2__player")
    return rows.select_related(*players).order_by("match_number")


def redraws(correction: Correction) -> Stage | None:
    """Return the stage of the last round that was taken back."""
    amendment = correction.amendment
    stages = [
        change.key[0]
        for change in amendment.changes
        if change.kind == "round" and change.is_removed
    ]
    if not stages or amendment.is_undone:
        return None
    rows = Stage.objects.select_related("division__tournament")
    return rows.filter(pk__in=stages).order_by("number").first()


def correction_for_director(tournament: Tournament, pk: int) -> Correction:
    """Return a correction of a tournament already fetched for a director."""
    return get_object_or_404(
        Correction.objects.select_related(
            *("amendment__made_by", "amendment__undone_by", "match__player_1"),
            *("match__player_2", "match__pairing"),
        ),
        amendment__tournament=tournament,
        pk=pk,
    )


def has_dependents(pairing: Pairing) -> bool:
    """Return True if a later match or stage was drawn from the winner of a match."""
    return first_later_round(pairing) is not None or bool(fed_stage(pairing))


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
    """Return the number of the first later round that depends on this winner.

    In a bracket it is that of the first existing match fed from this one.
    """
    if pairing.slot is None:
        return next((later.number for later in dependent_rounds(pairing)), None)
    root = pairing.draw.stage
    state = engine_state.load(root)
    course = engine_state.course_of(root, state)
    pinned = {(pin.slot, pin.side) for pin in state.pins}
    fed = course.depends_on(pairing.slot, pinned=pinned)
    later = Pairing.objects.filter(draw=pairing.draw_id, slot__in=fed)
    return later.order_by("slot").values_list("round_number", flat=True).first()
