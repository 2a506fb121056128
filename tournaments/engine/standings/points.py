"""Points won and lost in the matches of a stage."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.state import Outcome, StageState


@dataclass(frozen=True, slots=True)
class Points:
    """Points of each entrant: the value of an entrant is at the place of its number.

    `won` and `lost` count no match for more than its length, and walk-overs as the
    stage has it. `beyond` is won minus lost of what was noted beyond the length.
    """

    won: Sequence[int]
    lost: Sequence[int]
    beyond: Sequence[int]

    def difference(self, number: int) -> int:
        return self.won[number] - self.lost[number]

    def played_for(self, number: int) -> int:
        return self.won[number] + self.lost[number]


def points_in(state: StageState) -> Points:
    """Add up the points of all decided matches.

    One plain loop over lists, because calls and dictionaries would double its time.
    """
    size = 1 + max((entrant.number for entrant in state.entrants), default=0)
    won, lost, beyond = [0] * size, [0] * size, [0] * size
    usual = state.length
    for outcome in state.outcomes:
        one, two = outcome.one, outcome.two
        if two is None or outcome.winner is None:
            continue
        if outcome.played:
            length = outcome.length or usual
            own, other = outcome.points_one, outcome.points_two
            if own > length:
                more = own - length
                beyond[one] += more
                beyond[two] -= more
                own = length
            if other > length:
                more = other - length
                beyond[one] -= more
                beyond[two] += more
                other = length
        else:
            own, other = points_scored(state, outcome) or (0, 0)
        won[one] += own
        lost[one] += other
        won[two] += other
        lost[two] += own
    return Points(won, lost, beyond)


def points_scored(
    state: StageState, outcome: Outcome, *, is_capped: bool = True
) -> tuple[int, int] | None:
    """Return the points of both in a decided match, None where none count.

    A walk-over counts as the stage has it.
    """
    winner = outcome.winner
    if winner is None or outcome.two is None:
        return None
    length = outcome.length or state.length
    if not outcome.played:
        if state.walkover == "none":
            return None
        least = length // 2 if state.walkover == "half" else 0
        return (length, least) if winner == outcome.one else (least, length)
    one, two = outcome.points_one, outcome.points_two
    return (min(one, length), min(two, length)) if is_capped else (one, two)
