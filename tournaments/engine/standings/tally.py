"""Counts of wins, losses, byes and opponents."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.engine.state import Outcome, StageState, Wins

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Counts by entrant number; every entrant has a value in each.

    `wins` include walk-overs, byes at the worth that the stage gives them, and the wins
    for missed rounds (see `given_wins`); a bye and a missed round count once for each
    match of a pairing. `losses` include double forfeits. `beaten` and `lost_to` list
    the opponents of matches that were played, once for each match. `outstanding` is the
    number of outcomes that are still missing; `unplayed` are these outcomes and those
    that were decided without a match.
    """

    wins: Mapping[int, Wins]
    losses: Mapping[int, int]
    byes: Mapping[int, int]
    beaten: Mapping[int, list[int]]
    lost_to: Mapping[int, list[int]]
    outstanding: int
    unplayed: Sequence[Outcome] = ()

    def meetings(self, one: int, two: int) -> int:
        return self.beaten[one].count(two) + self.lost_to[one].count(two)

    def have_met(self, one: int, two: int) -> bool:
        return two in self.beaten[one] or two in self.lost_to[one]


def count(state: StageState) -> Tally:
    """Count the decided outcomes of a stage; open ones count as outstanding only."""
    numbers = [entrant.number for entrant in state.entrants]
    beaten: dict[int, list[int]] = {number: [] for number in numbers}
    lost_to: dict[int, list[int]] = {number: [] for number in numbers}
    byes, forfeits = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0)
    wins: dict[int, Wins] = dict.fromkeys(numbers, 0)
    unplayed = []
    for outcome in state.outcomes:
        winner, one, two = outcome.winner, outcome.one, outcome.two
        if _has_met(outcome) and winner is not None and two is not None:
            loser = two if winner == one else one
            wins[winner] += 1
            beaten[winner].append(loser)
            lost_to[loser].append(winner)
            continue
        unplayed.append(outcome)
        if outcome.is_open:
            continue
        if two is None and winner is not None:
            byes[one] += 1
            wins[one] += state.bye * state.options.legs
            continue
        for number in (one, two):  # a walk-over, or a double forfeit
            if number is not None and number == winner:
                wins[number] += 1
            elif number is not None:
                forfeits[number] += 1
    for number, given in given_wins(state).items():
        if number in wins:
            wins[number] += given
    return Tally(
        wins={number: _whole(own) for number, own in wins.items()},
        losses={number: len(lost_to[number]) + forfeits[number] for number in numbers},
        byes=byes,
        beaten=beaten,
        lost_to=lost_to,
        outstanding=sum(outcome.is_open for outcome in unplayed),
        unplayed=unplayed,
    )


def count_for_draw(state: StageState) -> Tally:
    """Count as a draw does: an open match is half a win for both, and they have met.

    Two that met in several matches of one round have met once. The opponents of an open
    match are in `lost_to` of both, which says only that they have met.
    """
    tally = count(state)
    if state.options.legs > 1:
        once = count(replace(state, outcomes=_one_of_each(state.outcomes)))
        tally = replace(tally, beaten=once.beaten, lost_to=once.lost_to)
    wins = dict(tally.wins)
    seen = {
        (outcome.round, outcome.one) for outcome in state.outcomes if _has_met(outcome)
    }
    for outcome in state.outcomes:
        if not outcome.is_open or outcome.two is None:
            continue
        one, two = outcome.one, outcome.two
        wins[one], wins[two] = wins[one] + HALF, wins[two] + HALF
        if (outcome.round, one) not in seen:
            seen.add((outcome.round, one))
            tally.lost_to[one].append(two)
            tally.lost_to[two].append(one)
    return replace(tally, wins=wins)


def given_wins(state: StageState, before: int | None = None) -> dict[int, Fraction]:
    """Return the wins for rounds that were not played, the bye of the draw left out.

    These rounds are byes that were asked for, announced absences, and the rounds that a
    latecomer has missed. A latecomer who is not here and was never drawn has none.
    `before` counts only rounds before that one.
    """
    options = state.options
    given: defaultdict[int, Fraction] = defaultdict(Fraction)
    for rest in state.rested():
        if before is None or rest.round < before:
            given[rest.entrant] += options.worth_of(rest.kind) * options.legs
    if options.late_worth != "0":
        worth_late = Fraction(options.late_worth) * options.legs
        late = [entrant for entrant in state.entrants if entrant.joined > 1]
        drawn = {number for row in state.outcomes for number in (row.one, row.two)}
        for entrant in late:
            if entrant.present or entrant.number in drawn:
                joined = entrant.joined
                first = joined if before is None else min(joined, before)
                given[entrant.number] += worth_late * (first - 1)
    return {number: wins for number, wins in given.items() if wins}


def _whole(wins: Wins) -> Wins:
    return int(wins) if wins.denominator == 1 else wins


def _one_of_each(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Return one match of each pairing, if possible one played and decided."""
    # The last one of a key stays in the dict: played ones are sorted to the end.
    by_pairing = {
        (outcome.round, outcome.one, outcome.two): outcome
        for outcome in sorted(outcomes, key=_has_met)
    }
    return tuple(by_pairing.values())


def _has_met(outcome: Outcome) -> bool:
    return outcome.two is not None and outcome.played and outcome.winner is not None
