"""The accelerated rounds of a stage, as pages show them."""

from tournaments import engine
from tournaments.engine import missed_rounds
from tournaments.engine.pairing.acceleration import upper_half, virtual_wins
from tournaments.engine.state import StageState
from tournaments.rounds.rests import without_entrants
from tournaments.rounds.rows import Names, note_texts
from tournaments.structure.models import Stage


def acceleration_in(stage: Stage, round_number: int) -> str:
    """Return the sentence that a round of a stage is accelerated, "" if it is not."""
    return acceleration_of(without_entrants(stage), round_number)


def acceleration_of(state: StageState, round_number: int) -> str:
    """Return the sentence that a round is accelerated, "" if it is not."""
    known = engine.format_named(state.format)
    note = missed_rounds.accelerated(known, state, round_number)
    return "".join(note_texts([note] if note else [], Names()))


def upper_half_in(stage: Stage, round_number: int) -> frozenset[int]:
    """Return the entries with extra wins in an accelerated round; none in others."""
    if not virtual_wins(without_entrants(stage), round_number):
        return frozenset()
    return upper_half(stage.lot_of)
