"""What each entrant has done so far, counted in one pass over the outcomes."""

from dataclasses import dataclass

from tournaments.engine.state import StageState


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts by entrant number; every entrant has a value in each.

    `wins` count byes and walk-overs. `beaten` and `lost_to` list opponents in matches
    that were played, once for each match. `difference` is the sum of points won
    minus points lost in them, no match counting more than its length.
    `outstanding` is the number of outcomes that are still missing.
    """

    wins: dict[int, int]
    losses: dict[int, int]
    byes: dict[int, int]
    beaten: dict[int, list[int]]
    lost_to: dict[int, list[int]]
    difference: dict[int, int]
    outstanding: int

    def meetings(self, one: int, two: int) -> int:
        """Return how often two entrants have played each other."""
        return self.beaten[one].count(two) + self.lost_to[one].count(two)

    def have_met(self, one: int, two: int) -> bool:
        """Tell whether two entrants have played each other."""
        return two in self.beaten[one] or two in self.lost_to[one]


def count(state: StageState) -> Tally:
    """Count the decided outcomes of a stage; an open one only as outstanding.

    One plain loop, because it is half of the time that standings take.
    """
    numbers = [entrant.number for entrant in state.entrants]
    byes, walkovers_won = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0)
    difference, walkovers_lost = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0)
    beaten: dict[int, list[int]] = {number: [] for number in numbers}
    lost_to: dict[int, list[int]] = {number: [] for number in numbers}
    outstanding = 0
    for outcome in state.outcomes:
        winner, one, two = outcome.winner, outcome.one, outcome.two
        if winner is None:
            outstanding += 1
        elif two is None:
            byes[one] += 1
        else:
            loser = two if winner == one else one
            if outcome.played:
                beaten[winner].append(loser)
                lost_to[loser].append(winner)
                length = outcome.length or state.length
                points_one, points_two = outcome.points_one, outcome.points_two
                lead = (points_one if points_one < length else length) - (
                    points_two if points_two < length else length
                )
                difference[one] += lead
                difference[two] -= lead
            else:
                walkovers_won[winner] += 1
                walkovers_lost[loser] += 1
    return Tally(
        wins={
            number: len(won) + byes[number] + walkovers_won[number]
            for number, won in beaten.items()
        },
        losses={
            number: len(lost) + walkovers_lost[number]
            for number, lost in lost_to.items()
        },
        byes=byes,
        beaten=beaten,
        lost_to=lost_to,
        difference=difference,
        outstanding=outstanding,
    )
