"""Simulates the rest of an event many times with the engine itself.

Pure: the same stages, ratings and seed give the same chances. Rounds are drawn, and
places decided, by the functions that draw the real rounds and decide the real places;
only the results are random, each by the winning chance of one player against another.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import exp, log
from typing import Final, NamedTuple

from matches.rules.equity import janowski
from matches.rules.ratings import STEADY
from matches.rules.refusals import RuleError
from tournaments import engine
from tournaments.engine import (
    BracketPlan,
    DrawnRound,
    Entrant,
    Outcome,
    StageState,
    Standings,
    format_named,
)

MOST_RUNS: Final = 500
FEWEST_RUNS: Final = 100
WORK: Final = 16_000
"""The cost limit of one forecast: runs times entrants."""

SLICE: Final = 20
"""The number of runs after which `may_go_on` is asked."""

_MASK: Final = 2**64 - 1
_SURE: Final = 1e-6
_MOST_ROUNDS: Final = 200
"""A limit of rounds, which no real event reaches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageAhead:
    """The present state of a stage, or the known part of a coming one.

    `length` returns the points of a match by its round. `source` is the place of the
    stage in the list that sends it the entrants from place `take_from` on, `take` of
    them (0: all), None for the first stage. `is_known`: its entrants are decided;
    otherwise those of `state` are everybody who could be among them. `number` is that
    of the stage in its tournament.
    """

    number: int
    state: StageState
    length: Callable[[int], int]
    source: int | None = None
    take_from: int = 1
    take: int = 0
    is_known: bool = True


class Places(NamedTuple):
    """The numbers of counted first places: as chosen, and with a prize (0: none)."""

    first: int
    paid: int


class Chances(NamedTuple):
    """The chances of an entrant: three from 0 to 1, and the mean place."""

    win: float
    first: float
    paid: float
    place: float


def runs_for(entrants: int) -> int:
    """Return the number of simulations of an event with so many entrants."""
    return max(FEWEST_RUNS, min(MOST_RUNS, WORK // max(entrants, 1)))


def margin(runs: int) -> float:
    """Return the error of a chance of one half that 5 of 100 forecasts exceed."""
    return float(1.96 * (0.25 / runs) ** 0.5)


def forecast(
    stages: Sequence[StageAhead],
    ratings: Mapping[int, int],
    *,
    places: Places,
    runs: int,
    seed: str,
    may_go_on: Callable[[], bool] = lambda: True,
) -> dict[int, Chances] | None:
    """Return the chances of every entrant of the first stage.

    `may_go_on` is called before every `SLICE` runs; if it returns False, None is
    returned.

    `stages`: the first one, and those that it and others feed, each after its source.
    `ratings` are in 1/10,000 point, one for each entrant.
    """
    everybody = [entrant.number for entrant in stages[0].state.entrants]
    totals = {number: [0.0, 0.0, 0.0, 0.0] for number in everybody}
    for run in range(runs):
        if run % SLICE == 0 and not may_go_on():
            return None
        dice = _Dice(f"{seed} {run}")
        for number, place, shared in _order(stages, ratings, dice):
            row = totals[number]
            row[0] += _share(place, shared, 1)
            row[1] += _share(place, shared, places.first)
            row[2] += _share(place, shared, places.paid)
            row[3] += place + (shared - 1) / 2
    return {
        number: Chances(*(value / runs for value in row))
        for number, row in totals.items()
    }


def chance(
    ratings: tuple[int, int], length: int, points: tuple[int, int] = (0, 0)
) -> float:
    """Return the chance of the first player to win a match at this score.

    By the formula of the ratings for what is left of the match; the score counts by
    Janowski's formula for two equals, and both add up as odds.
    """
    needs, needs_other = (max(length - own, 1) for own in points)
    by_rating = STEADY.chance(*ratings, max(needs, needs_other))
    if needs == needs_other:
        return by_rating
    odds = _odds(by_rating) + _odds(janowski(needs, needs_other))
    return 1 / (1 + exp(-odds))


def _odds(found: float) -> float:
    within = min(1 - _SURE, max(_SURE, found))
    return log(within / (1 - within))


def _share(place: int, shared: int, places: int) -> float:
    """Return the share of the first `places` for each entrant who shares a place."""
    return min(max(places - place + 1, 0), shared) / shared


class _Dice:
    """Numbers from 0 to 1, the same for the same seed.

    SplitMix64 of Steele, Lea and Flood ("Fast splittable pseudorandom number
    generators", 2014), begun with the hash of the seed.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        # Not Python's `random`: its sequence may change with a version, and a forecast
        # is compared with later ones.
        self._state = int.from_bytes(sha256(seed.encode()).digest()[:8])

    def roll(self) -> float:
        """Return the next number."""
        self._state = mixed = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((mixed ^ (mixed >> 31)) >> 11) / 2**53


def _order(
    stages: Sequence[StageAhead], ratings: Mapping[int, int], dice: _Dice
) -> list[tuple[int, int, int]]:
    """Play all stages; return entrant, place and how many share it, the best first."""
    ends: list[tuple[StageState, Standings]] = []
    for stage in stages:
        state = stage.state
        if not stage.is_known and stage.source is not None:
            state = _fed(stage, *ends[stage.source])
        end = _Stage(stage, state, ratings, dice=dice).played()
        ends.append((end, engine.standings(end)))
    return list(_placed(stages, [table for _state, table in ends]))


def _placed(
    stages: Sequence[StageAhead], tables: Sequence[Standings]
) -> list[tuple[int, int, int]]:
    """Return the finishing order: a later stage decides places of the one before."""
    orders: list[list[tuple[tuple[int, int], int]]] = [[] for _stage in stages]
    for number in reversed(range(len(stages))):
        rows = [((number, row.place), row.entrant) for row in tables[number].rows]
        for later, stage in enumerate(stages):
            if stage.source == number:
                within = orders[later]
                inside = {entrant for _tie, entrant in within}
                slots = [at for at, row in enumerate(rows) if row[1] in inside]
                known = {row[1] for row in rows}
                found = [row for row in within if row[1] in known]
                for slot, row in zip(slots, found, strict=True):
                    rows[slot] = row
        orders[number] = rows
    order, placed, at = orders[0], [], 0
    while at < len(order):
        end = at
        while end < len(order) and order[end][0] == order[at][0]:
            end += 1
        placed += [(entrant, at + 1, end - at) for _tie, entrant in order[at:end]]
        at = end
    return placed


def _fed(stage: StageAhead, source: StageState, table: Standings) -> StageState:
    """Return a stage with the field that its source sends."""
    place_of = format_named(source.format).lot_place
    lots = {entrant.number: entrant.lot for entrant in source.entrants}
    gone = {entrant.number for entrant in stage.state.entrants if not entrant.present}
    placed = [row.entrant for row in table.rows if row.entrant not in gone]
    begin = stage.take_from - 1
    chosen = placed[begin : begin + stage.take if stage.take else None]
    groups = {one: place_of(lots[one] or 0).group if lots[one] else 0 for one in chosen}
    told = groups if len(set(groups.values())) > 1 else {}
    by_number = {entrant.number: entrant for entrant in stage.state.entrants}
    entrants = tuple(
        replace(by_number[one], seed=seed, group=str(told[one]) if told else "")
        for seed, one in enumerate(chosen, 1)
    )
    return replace(stage.state, entrants=entrants)


class _Stage:
    """One stage, played from where it stands to its end."""

    def __init__(
        self,
        stage: StageAhead,
        state: StageState,
        ratings: Mapping[int, int],
        *,
        dice: _Dice,
    ) -> None:
        self._length = stage.length
        self._state = state
        self._ratings = ratings
        self._dice = dice
        self._format = format_named(state.format)

    def played(self) -> StageState:
        """Return the state after the last match."""
        state = replace(
            self._state,
            outcomes=tuple(
                self._decided(outcome) if outcome.is_open else outcome
                for outcome in self._state.outcomes
            ),
        )
        if self._format.plan is not None:
            return self._bracket(state, self._format.plan)
        for _round in range(_MOST_ROUNDS):
            if self._format.is_finished(state):
                break
            try:
                drawn = engine.draw(state, f"{self._dice.seed} {state.next_round}")
            except RuleError:  # too few are left, or no pair may meet any more
                break
            state = self._with_round(state, drawn)
        return state

    def _bracket(
        self, state: StageState, plan_of: Callable[[StageState], BracketPlan]
    ) -> StageState:
        plan = state.plan
        if plan is None:
            try:
                drawn = engine.draw(state, f"{self._dice.seed} 1")
            except RuleError:
                return state
            state = replace(state, entrants=_with_lots(state, drawn))
            plan = plan_of(state)
            state = replace(state, plan=plan)
        lines = {
            entrant.number: entrant.lot
            for entrant in state.entrants
            if entrant.lot is not None
        }
        gone = [entrant.number for entrant in state.entrants if not entrant.present]
        # Brackets for losers decide no place of the event, and are not played.
        aside = {branch.section for branch in state.options.branches}
        while True:
            course = engine.course(
                plan,
                lines=lines,
                outcomes=state.outcomes,
                pins=state.pins,
                gone=gone,
            )
            due = [slot for slot in course.due() if slot.node.section not in aside]
            if not due:
                return state
            found = [
                self._decided(
                    Outcome(
                        slot.node.round,
                        slot.top or 0,
                        slot.bottom,
                        None,
                        slot=slot.node.number,
                    )
                )
                for slot in due
            ]
            state = replace(state, outcomes=(*state.outcomes, *found))

    def _with_round(self, state: StageState, drawn: DrawnRound) -> StageState:
        found: list[Outcome] = []
        for pair in drawn.pairings:
            if pair.two is None:
                bye = Outcome(drawn.round, pair.one, None, pair.one, played=False)
                found.append(bye)
                continue
            for _leg in range(state.options.legs):
                open_match = Outcome(drawn.round, pair.one, pair.two, None)
                found.append(self._decided(open_match))
        return replace(
            state,
            entrants=_with_lots(state, drawn),
            outcomes=(*state.outcomes, *found),
        )

    def _decided(self, match: Outcome) -> Outcome:
        """Return an open match with a result."""
        length = match.length or self._length(match.round)
        one, two = match.one, match.two or 0
        least = match.points_one, match.points_two
        won = chance((self._ratings[one], self._ratings[two]), length, least)
        one_wins = self._dice.roll() < won
        lost = least[one_wins] + int(self._dice.roll() * (length - least[one_wins]))
        points = (length, lost) if one_wins else (lost, length)
        return replace(
            match,
            winner=one if one_wins else two,
            points_one=points[0],
            points_two=points[1],
            length=length,
        )


def _with_lots(state: StageState, drawn: DrawnRound) -> tuple[Entrant, ...]:
    if not drawn.lots:
        return state.entrants
    return tuple(
        replace(entrant, lot=drawn.lots.get(entrant.number, entrant.lot))
        for entrant in state.entrants
    )
