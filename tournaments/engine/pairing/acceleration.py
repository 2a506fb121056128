"""Accelerated first rounds: Baku acceleration.

Source: FIDE Handbook, C.04.5.1 "Baku Acceleration". Before the first round the field is
listed by strength; its first half, rounded up to an even number, is the upper half. The
accelerated rounds are the first half, rounded up, of all rounds. In the first half of
these, rounded up, the upper half is paired as if it had one win more, and in the others
as if it had half a win more. These wins count in no standings.

Strength is the place in the source stage, then the rating; the lots of the purpose
`FORMAT:1:rank` (see `lots`) order those who are equal. The place on this list is the
lot that the first draw gives; a latecomer has none, and is in the lower half.
"""

from collections.abc import Mapping
from fractions import Fraction

from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.state import BAKU, StageState, Wins, strength

HALF, NONE = Fraction(1, 2), Fraction(0)


def starting_numbers(state: StageState, seed: str) -> dict[int, int]:
    """Return the list by strength; empty for any draw but the first of such a stage."""
    if state.options.accelerated != BAKU or state.outcomes:
        return {}
    field = {entrant.number: entrant for entrant in state.here()}
    order = by_lot(seed, f"{state.format}:1:rank", field)
    order.sort(key=lambda number: strength(field[number]))  # stable: equal by lot
    return {number: place for place, number in enumerate(order, start=1)}


def upper_half(lots: Mapping[int, int | None]) -> frozenset[int]:
    """Return the upper half of a list: entrant number to place."""
    last = max((lot for lot in lots.values() if lot is not None), default=0)
    middle = 2 * -(-last // 4)
    return frozenset(
        number for number, lot in lots.items() if lot is not None and lot <= middle
    )


def virtual_wins(state: StageState, round_number: int) -> Fraction:
    """Return the wins that the upper half is paired with beside its own."""
    accelerated = -(-state.rounds // 2)
    if state.options.accelerated != BAKU or round_number > accelerated:
        return NONE
    whole = round_number <= -(-accelerated // 2)
    return (Fraction(1) if whole else HALF) * state.options.legs


def levels(
    state: StageState, wins: Mapping[int, Wins], lots: Mapping[int, int]
) -> Mapping[int, Wins]:
    """Return wins, virtual ones included; `lots` are those given by this draw."""
    virtual = virtual_wins(state, state.next_round)
    if not virtual:
        return wins
    upper = upper_half(
        {entrant.number: entrant.lot for entrant in state.entrants} | dict(lots)
    )
    return {
        number: own + virtual if number in upper else own
        for number, own in wins.items()
    }
