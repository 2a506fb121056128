"""What is left of an event, played many times: sums, sure things, and who is better."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.simulate import field, play
from tournaments.engine import (
    FORMATS,
    Branch,
    Entrant,
    Options,
    Outcome,
    StageState,
    format_named,
)
from tournaments.forecast.playing import (
    FEWEST_RUNS,
    MOST_RUNS,
    Chances,
    Places,
    StageAhead,
    chance,
    forecast,
    margin,
    runs_for,
)

POINT = 10_000
PLAYED = [known.key for known in FORMATS if not known.is_endless]


def ahead(state: StageState, **more: object) -> StageAhead:
    return StageAhead(number=1, state=state, length=lambda _round: 7, **more)


def chances(
    *stages: StageAhead, best: int = 1, lead: int = 0, first: int = 2, runs: int = 20
) -> dict[int, Chances]:
    """Return the chances; one entrant is so many points better than all others."""
    numbers = [one.number for one in stages[0].state.entrants]
    ratings = dict.fromkeys(numbers, 1500 * POINT) | {best: (1500 + lead) * POINT}
    found = forecast(stages, ratings, places=Places(first, 1), runs=runs, seed="a seed")
    assert found is not None
    return found


@pytest.mark.parametrize("key", PLAYED)
def test_somebody_wins_in_every_format(key: str) -> None:
    state = StageState(key, 3, length=7, entrants=field(7))

    found = chances(ahead(state), lead=700)

    assert sum(one.win for one in found.values()) == pytest.approx(1)
    assert sum(one.first for one in found.values()) == pytest.approx(2)
    assert sum(one.place for one in found.values()) == pytest.approx(28)
    assert max(found, key=lambda number: found[number].win) == 1
    assert all(one.paid == pytest.approx(one.win) for one in found.values())


@pytest.mark.parametrize("key", PLAYED)
def test_of_a_finished_event_everything_is_sure(key: str) -> None:
    final = play(key, 6, 3, seed=5).final

    found = chances(ahead(_with_plan(final)), runs=3)
    again = chances(ahead(_with_plan(final)), runs=1)

    assert found == again


def _with_plan(state: StageState) -> StageState:
    plan = format_named(state.format).plan
    return state if plan is None else replace(state, plan=plan(state))


def test_the_same_seed_gives_the_same_chances() -> None:
    state = StageState("swiss", 4, length=5, entrants=field(9))

    assert chances(ahead(state)) == chances(ahead(state))


def test_it_stops_when_something_else_has_to_be_done() -> None:
    asked: list[int] = []

    def may_go_on() -> bool:
        asked.append(1)
        return len(asked) < 3

    state = StageState("swiss", 3, length=5, entrants=field(4))
    ratings = dict.fromkeys(range(1, 5), POINT)

    found = forecast(
        [ahead(state)],
        ratings,
        places=Places(1, 0),
        runs=100,
        seed="",
        may_go_on=may_go_on,
    )

    assert found is None
    assert len(asked) == 3


def test_a_decided_round_counts() -> None:
    """Whoever has lost twice of three cannot win any more where three are unbeaten."""
    four = field(4)
    out = tuple(
        Outcome(number, one, two, winner=one, points_one=7)
        for number, one, two in ((1, 1, 4), (2, 2, 4), (1, 2, 3), (2, 1, 3))
    )
    state = StageState("round_robin", 3, length=7, entrants=four, outcomes=out)
    state = replace(
        state, entrants=tuple(replace(one, lot=one.number) for one in state.entrants)
    )

    found = chances(ahead(state))

    assert found[3].win == found[4].win == 0
    assert found[1].win + found[2].win == pytest.approx(1)


def test_only_who_goes_on_can_win_the_final_stage() -> None:
    groups = StageState(
        "round_robin", 0, length=7, entrants=field(8), options=Options(groups=2)
    )
    final = StageState("elimination", 0, length=7, entrants=field(8))

    found = chances(
        ahead(groups), ahead(final, source=0, take=4, is_known=False), lead=800
    )

    assert sum(one.win for one in found.values()) == pytest.approx(1)
    assert max(found, key=lambda number: found[number].win) == 1


def test_who_is_withdrawn_wins_no_final() -> None:
    gone = tuple(replace(one, present=one.number != 1) for one in field(4))
    state = StageState("swiss", 2, length=7, entrants=gone)
    final = StageState("elimination", 0, length=7, entrants=gone)

    found = chances(ahead(state), ahead(final, source=0, take=2, is_known=False))

    assert found[1].win == 0


def test_losers_in_their_own_bracket_decide_nothing() -> None:
    state = StageState("elimination", 0, length=7, entrants=field(8))
    branched = replace(state, options=Options(branches=(Branch(),)))

    assert chances(ahead(state)) == chances(ahead(branched))


@given(
    rating=st.integers(0, 3000),
    other=st.integers(0, 3000),
    length=st.integers(1, 25),
    points=st.tuples(st.integers(0, 24), st.integers(0, 24)),
)
@examples(60)
def test_both_sides_together_are_sure(
    rating: int, other: int, length: int, points: tuple[int, int]
) -> None:
    one, two = (min(side, length - 1) for side in points)

    won = chance((rating * POINT, other * POINT), length, (one, two))
    lost = chance((other * POINT, rating * POINT), length, (two, one))

    assert 0 <= won <= 1
    assert won + lost == pytest.approx(1)


@pytest.mark.parametrize(
    ("rating", "length", "points", "expected"),
    [
        (1500, 7, (0, 0), 0.5),
        # FIBS: 1 / (10^(-D √n / 2000) + 1); 100 points in a match to 9: 0.5855
        (1600, 9, (0, 0), 0.5855),
        # Janowski: 0.5 + 0.85 · 3 / (5 + 6) = 0.7318
        (1500, 7, (5, 2), 0.7318),
        (1500, 7, (2, 5), 0.2682),
    ],
)
def test_chance(
    rating: int, length: int, points: tuple[int, int], expected: float
) -> None:
    found = chance((rating * POINT, 1500 * POINT), length, points)

    assert found == pytest.approx(expected, abs=0.0001)


def test_runs() -> None:
    assert runs_for(2) == MOST_RUNS
    assert runs_for(64) == 250
    assert runs_for(1000) == FEWEST_RUNS
    assert margin(400) == pytest.approx(0.049)


def test_a_match_under_way_counts_with_its_score() -> None:
    two = (Entrant(1, lot=1), Entrant(2, lot=2))
    leads = Outcome(1, 1, 2, winner=None, points_one=6)
    state = StageState("round_robin", 1, length=7, entrants=two, outcomes=(leads,))

    found = chances(ahead(state), runs=300)

    assert found[1].win > 0.85
