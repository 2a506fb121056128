"""Whether anything rests on a result, so that changing its winner needs a decision."""

from tournaments import snapshot
from tournaments.models import Pairing
from tournaments.selectors.effects.refits import resting_on
from tournaments.selectors.effects.rounds import fed_stage, resting_rounds


def is_rested(pairing: Pairing) -> bool:
    """Tell whether a later match or a stage was made from the winner of a match."""
    if pairing.slot is None:
        return bool(resting_rounds(pairing) or fed_stage(pairing))
    root = pairing.draw.stage
    state = snapshot.load(root)
    fed = resting_on(snapshot.course_of(root, state), pairing.slot, state.pins)
    later = Pairing.objects.filter(draw=pairing.draw_id, slot__in=fed)
    return later.exists() or bool(fed_stage(pairing))
