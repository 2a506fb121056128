"""Every score of every length to 25, in every phase, and every game that can follow."""

from collections.abc import Iterator
from itertools import product

import pytest

from matches.rules import (
    Ending,
    GameError,
    GameResult,
    Kind,
    Ledger,
    MatchRules,
    Side,
    apply,
    replay,
)
from tests.matches.rules.model import Countdown

LENGTHS = range(1, 26)
CUBES = (1, 2, 4, 8, 16, 32, 64, 128)
NO_CUBES = (-2, -1, 0, 3, 5, 6, 7, 12, 63, 65, 96)

GAMES = [
    (
        GameResult(winner, kind, cube=cube, ending=ending),
        (ending.value, kind.value, cube),
    )
    for winner, kind, cube, ending in product(Side, Kind, CUBES, Ending)
]


def ways_to_every_score(rules: MatchRules) -> Iterator[list[Side]]:
    """Yield winners of plain games: one way to each score in each phase it can have."""
    last = rules.length - 1
    for one, two in product(range(rules.length), repeat=2):
        order = [Side.ONE] * one + [Side.TWO] * two
        if not rules.crawford or last not in (one, two) or last == 0:
            yield order
            continue
        ahead, behind = (Side.ONE, Side.TWO) if one == last else (Side.TWO, Side.ONE)
        trailing = min(one, two)
        if trailing < last:
            yield [behind] * trailing + [ahead] * last
        if trailing > 0:
            yield [behind] * (trailing - 1) + [ahead] * last + [behind]


def positions(rules: MatchRules) -> Iterator[tuple[Ledger, Countdown]]:
    for winners in ways_to_every_score(rules):
        countdown = Countdown.of(
            length=rules.length, crawford=rules.crawford, highest=rules.highest_cube
        )
        for winner in winners:
            countdown = countdown.play(winner, ("played", "single", 1))
        yield replay(rules, map(GameResult, winners)), countdown


def check_every_game(rules: MatchRules) -> int:
    count = 0
    for ledger, countdown in positions(rules):
        assert seen(ledger) == (*countdown.needs, countdown.phase)
        for result, game in GAMES:
            points = countdown.points(game)
            count += 1
            try:
                after = apply(ledger, result)
            except GameError as error:
                assert points is None, (ledger.score, result, error)
                assert error.number == len(ledger.lines) + 1
                continue
            assert points == after.lines[-1].points, (ledger.score, result)
            expected = countdown.play(result.winner, game)
            assert seen(after) == (*expected.needs, expected.phase)
            assert after.winner == (result.winner if 0 in expected.needs else None)
    return count


def seen(ledger: Ledger) -> tuple[int, int, str]:
    return ledger.needs(Side.ONE), ledger.needs(Side.TWO), ledger.phase.value


@pytest.mark.parametrize("length", LENGTHS)
def test_every_game_from_every_score(length: int) -> None:
    count = check_every_game(MatchRules(length))
    # At length − 1 against 1 to length − 2 the Crawford game is next, or was played.
    twice = 2 * max(0, length - 2)
    assert count == (length**2 + twice) * len(GAMES)


@pytest.mark.parametrize("length", LENGTHS)
def test_every_game_without_the_crawford_rule(length: int) -> None:
    assert check_every_game(MatchRules(length, crawford=False)) == (
        length**2 * len(GAMES)
    )


@pytest.mark.parametrize("cap", [1, 2, 8, 128, None])
@pytest.mark.parametrize("length", [1, 2, 3, 5, 9])
def test_every_game_with_another_limit_of_the_cube(
    length: int, cap: int | None
) -> None:
    check_every_game(MatchRules(length, cube_cap=cap))


@pytest.mark.parametrize("length", LENGTHS)
def test_numbers_on_no_cube_are_refused_at_every_score(length: int) -> None:
    for ledger, _ in positions(MatchRules(length, cube_cap=None)):
        for cube, ending in product(NO_CUBES, Ending):
            with pytest.raises(GameError) as refused:
                apply(ledger, GameResult(Side.ONE, cube=cube, ending=ending))
            assert type(refused.value).__name__ == "CubeValueError"
            assert refused.value.params["cube"] == cube
