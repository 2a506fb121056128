"""Are lots fair? The same questions asked with very many seeds, and a p-value for each.

`python -m tests.uniformity [SEEDS]`, 20,000 if it is left out. A p-value is the chance
that fair lots would be as far from equal shares, or farther (Pearson's chi-square). The
seeds are the same each time, and so are the answers: one question of a hundred has a
p-value below 0.01, and none should have one below `LEAST`.

The last lines are rounds that are not said to be equally likely, with the rarest and
the most frequent one in parts of an equal share.
"""

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import erfc, exp, gamma, sqrt

from tests.simulate import field
from tests.simulate import play as play_stage
from tournaments.engine import Options, Outcome, StageState, draw
from tournaments.engine.pairing.lots import by_lot

SEEDS = 20_000
LEAST = 1e-4


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of each seed, and how many answers are equally likely."""

    name: str
    answers: int
    ask: Callable[[str], Hashable]


@dataclass(frozen=True, slots=True)
class Answers:
    """How often each answer came, the p-value, and the rarest and most frequent."""

    counts: Counter[Hashable]
    p_value: float
    least: float
    most: float


def tail(square: float, freedom: int) -> float:
    """Return the chance that chi-square is at least this: Q(freedom/2, square/2)."""
    half, step = square / 2, 1.0 if freedom % 2 == 0 else 0.5
    found = exp(-half) if freedom % 2 == 0 else erfc(sqrt(half))
    while step < freedom / 2:
        found += half**step * exp(-half) / gamma(step + 1)
        step += 1
    return found


def answered(question: Question, seeds: int) -> Answers:
    """Ask a question with so many seeds; an answer too many is an AssertionError."""
    counts = Counter(question.ask(f"seed {number}") for number in range(seeds))
    assert len(counts) <= question.answers, question.name
    fair = seeds / question.answers
    missing = question.answers - len(counts)
    square = sum((count - fair) ** 2 / fair for count in counts.values())
    return Answers(
        counts,
        tail(square + missing * fair, question.answers - 1),
        0.0 if missing else min(counts.values()) / fair,
        max(counts.values()) / fair,
    )


def round_drawn(state: StageState, seed: str) -> Hashable:
    return frozenset(
        frozenset({one.one, one.two}) for one in draw(state, seed).pairings
    )


def opponent(state: StageState, seed: str) -> Hashable:
    """Return who meets the first entrant."""
    pairs = [{one.one, one.two} for one in draw(state, seed).pairings]
    return next(pair - {1} for pair in pairs if 1 in pair).pop()


def resting(state: StageState, seed: str) -> Hashable:
    """Return who has a bye."""
    return frozenset(one.one for one in draw(state, seed).pairings if one.two is None)


def lines(state: StageState, seed: str) -> Hashable:
    """Return the lot of the first entrant."""
    return draw(state, seed).lots[1]


def stage(key: str, size: int, options: Options | None = None) -> StageState:
    """Return a stage before its first round."""
    return StageState(key, 7, 7, field(size), options=options or Options())


def of_rounds(key: str, size: int, answers: int) -> Question:
    """Return the question which first round is drawn."""
    state = stage(key, size)
    return Question(
        f"{key}: first round of {size}", answers, lambda seed: round_drawn(state, seed)
    )


def after_walk_overs() -> StageState:
    """Return two groups of four by wins, in which nobody has met."""
    outcomes = (
        Outcome(1, 2 * n - 1, 2 * n, 2 * n - 1, played=False) for n in range(1, 5)
    )
    return replace(stage("swiss", 8), outcomes=tuple(outcomes))


def after_a_round() -> StageState:
    """Return three winners and three whom they have beaten: one floats down."""
    outcomes = (Outcome(1, 2 * n - 1, 2 * n, 2 * n - 1, 7, 3) for n in range(1, 4))
    return replace(stage("swiss", 6), outcomes=tuple(outcomes))


def questions() -> Iterator[Question]:
    """Yield everything that is said to be equally likely."""
    yield Question("order of four", 24, lambda seed: (*by_lot(seed, "p", range(4)),))
    for key in ("swiss", "monrad", "danish", "lives"):
        yield of_rounds(key, 6, 15)
        yield of_rounds(key, 5, 15)
    yield of_rounds("swiss", 8, 105)
    yield of_rounds("night", 4, 3)
    yield of_rounds("rebuy_round", 6, 15)
    robin, groups = stage("round_robin", 6), stage("round_robin", 8, Options(groups=2))
    yield Question("round_robin: first opponent", 5, lambda seed: opponent(robin, seed))
    yield Question("round_robin: place in groups", 8, lambda seed: lines(groups, seed))
    for key in ("elimination", "double_elimination"):
        cup = stage(key, 8, Options(byes="lots"))
        yield Question(f"{key}: line", 8, lambda seed, cup=cup: lines(cup, seed))
        yield Question(f"{key}: opponent", 7, lambda seed, cup=cup: opponent(cup, seed))
        few = stage(key, 6, Options(byes="lots"))
        yield Question(f"{key}: byes", 15, lambda seed, few=few: resting(few, seed))
    for key in ("swiss", "monrad", "danish", "lives"):
        odd = stage(key, 7, Options(bye_to="lots"))
        yield Question(
            f"{key}: bye by lot", 7, lambda seed, odd=odd: resting(odd, seed)
        )
    apart = after_walk_overs()
    yield Question("swiss: nobody has met", 9, lambda seed: round_drawn(apart, seed))
    met = after_a_round()
    yield Question("swiss: who floats", 6, lambda seed: round_drawn(met, seed))


@cache
def constrained() -> tuple[StageState, ...]:
    """Return fields before round 3, in which some have met."""
    played = [play_stage("swiss", size, 4, seed=1).rounds for size in (7, 8, 9, 10)]
    return tuple(rounds[2][0] for rounds in played)


def main(arguments: list[str]) -> int:
    """Print all questions with their p-values; return 1 if one is below `LEAST`."""
    seeds = int(arguments[0]) if arguments else SEEDS
    print(
        f"{f'{seeds:,} seeds':32}{'answers':>8}{'p-value':>9}{'rarest':>8}{'most':>8}"
    )
    unfair = 0
    for question in questions():
        found = answered(question, seeds)
        unfair += found.p_value < LEAST
        print(
            f"{question.name:32}{question.answers:8}{found.p_value:9.4f}"
            f"{found.least:8.3f}{found.most:8.3f}"
        )
    for state in constrained():
        counts = Counter(round_drawn(state, f"seed {one}") for one in range(seeds))
        fair = seeds / len(counts)
        least, most = min(counts.values()) / fair, max(counts.values()) / fair
        name = f"round 3 of {len(state.entrants)}"
        print(f"{name:32}{len(counts):8}{'–':>9}{least:8.3f}{most:8.3f}")
    return bool(unfair)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
