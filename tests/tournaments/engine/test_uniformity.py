"""Lots are fair where they are said to be, and every best round can come."""

import pytest

from tests.tournaments.engine.pairing.test_optimum import criteria, every_round
from tests.uniformity import (
    LEAST,
    Question,
    answered,
    constrained,
    main,
    questions,
    round_drawn,
    tail,
)
from tournaments.engine.pairing.wishes import wishes_of
from tournaments.engine.standings import tally as tallies

SEEDS = 200
"""By day; at night the command asks 20,000."""


@pytest.mark.parametrize(
    ("square", "freedom"), [(3.8415, 1), (5.9915, 2), (18.307, 10), (124.342, 100)]
)
def test_the_chance_of_chi_square(square, freedom):
    """The five-per-cent points of published tables."""
    assert tail(square, freedom) == pytest.approx(0.05, abs=1e-4)
    assert tail(0, freedom) == 1


@pytest.mark.parametrize("question", [*questions()], ids=lambda question: question.name)
def test_equally_likely(question):
    assert answered(question, SEEDS).p_value > LEAST


def test_what_is_not_fair_is_noticed():
    """One answer in three comes half as often again, or never."""
    often = Question("often", 3, lambda seed: (0, 0, 0, 1, 1, 2)[int(seed[5:]) % 6])
    assert answered(often, SEEDS).p_value < LEAST
    never = Question("never", 3, lambda seed: int(seed[5:]) % 2)
    assert answered(never, SEEDS).p_value < LEAST
    assert answered(never, SEEDS).least == 0


@pytest.mark.parametrize("state", constrained(), ids=lambda state: len(state.entrants))
def test_every_best_round_comes_and_no_other(state):
    tally, wishes = tallies.count_for_draw(state), wishes_of(state)
    judged = {
        frozenset(
            [frozenset(pair) for pair in drawn.pairs]
            + [frozenset({drawn.bye, None})] * (drawn.bye is not None)
        ): criteria(drawn, tally.wins, tally, wishes)
        for drawn in every_round([*tally.wins])
    }
    best = min(judged.values())
    expected = {drawn for drawn, value in judged.items() if value == best}
    assert {round_drawn(state, f"seed {seed}") for seed in range(SEEDS)} == expected


def test_the_table(capsys):
    assert main(["20"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len([*questions()]) + 4
