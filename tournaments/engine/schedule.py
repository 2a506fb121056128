"""The rounds of a format whose first draw decides all pairings."""

from dataclasses import replace

from tournaments.engine.formats import FORMATS
from tournaments.engine.state import DrawnRound, Outcome, StageState


def has_schedule(key: str) -> bool:
    """Return True if all rounds of a format are known once the first is drawn."""
    known = FORMATS.get(key)
    return known is not None and known.is_drawn_once and known.plan is None


def rounds_after(
    state: StageState, drawn: DrawnRound | None = None
) -> tuple[DrawnRound, ...]:
    """Return the rounds after the newest one, or after `drawn`."""
    known, found = FORMATS.get(state.format), list[DrawnRound]()
    if known is None or not has_schedule(state.format):
        return ()
    while True:
        if drawn is not None:
            state = _after(state, drawn)
        last = known.last_round(state)
        if not state.outcomes or last is None or state.next_round > last:
            return tuple(found)
        # Without a seed: a format with a schedule draws lots in its first round alone,
        # and that one is published already.
        drawn = known.draw(replace(state, ahead=True), "")
        if drawn.lots:
            return ()
        found.append(drawn)


def _after(state: StageState, drawn: DrawnRound) -> StageState:
    """Return the state once a round is published and nothing of it is played."""
    return replace(
        state,
        entrants=tuple(
            replace(entrant, lot=drawn.lots.get(entrant.number, entrant.lot))
            for entrant in state.entrants
        ),
        outcomes=(
            *state.outcomes,
            *(
                Outcome(
                    drawn.round,
                    pair.one,
                    pair.two,
                    winner=None if pair.two else pair.one,
                    played=False,
                )
                for pair in drawn.pairings
            ),
        ),
    )
