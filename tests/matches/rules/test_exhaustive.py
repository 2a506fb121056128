"""Every score of every length to 25, in every phase, and every game that can follow."""

from itertools import product

import pytest

from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    Ending,
    GameError,
    GameResult,
    Kind,
    MatchRules,
    Score,
    Side,
    apply,
    replay,
)
from matches.rules import errors as rules_errors
from tests.examples import NIGHTLY
from tests.matches.rules.model import Countdown, Habits

LENGTHS = range(1, 26) if NIGHTLY else (*range(1, 8), 9)
CUBES = (1, 2, 4, 8, 16, 32, 64, 128)
NO_CUBES = (-2, -1, 0, 3, 5, 6, 7, 12, 63, 65, 96)


def games(*, automatic=0, endings=Ending):
    """Every game there can be, and what the model calls it."""
    choices = product(Side, Kind, CUBES, endings, range(automatic + 1))
    return [
        (
            GameResult(winner, kind, cube=cube, ending=ending, automatic=doubles),
            (ending.value, kind.value, cube, doubles),
        )
        for winner, kind, cube, ending, doubles in choices
    ]


GAMES = games(endings=(Ending.PLAYED, Ending.DROPPED))


def ways_to_every_score(rules):
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


def counting_down(rules):
    habits = Habits(rules.highest_cube, rules.automatic, rules.jacoby, rules.values)
    return Countdown.of(
        length=rules.length,
        crawford=rules.crawford,
        habits=habits,
        start=(rules.start.one, rules.start.two),
    )


def positions(rules):
    for winners in ways_to_every_score(rules):
        countdown = counting_down(rules)
        for winner in winners:
            countdown = countdown.play(winner, ("played", "single", 1, 0))
        yield replay(rules, map(GameResult, winners)), countdown


def check_every_game(rules, every=GAMES):
    count = 0
    for ledger, countdown in positions(rules):
        assert seen(ledger) == (*countdown.needs, countdown.phase)
        for result, game in every:
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
            assert after.lines[-1].irregular is None
    return count


def seen(ledger):
    return ledger.needs(Side.ONE), ledger.needs(Side.TWO), ledger.phase.value


@pytest.mark.parametrize("length", LENGTHS)
def test_every_game_from_every_score(length):
    count = check_every_game(MatchRules(length))
    # At length − 1 against 1 to length − 2 the Crawford game is next, or was played.
    twice = 2 * max(0, length - 2)
    assert count == (length**2 + twice) * len(GAMES)


@pytest.mark.parametrize("length", LENGTHS)
def test_every_game_without_the_crawford_rule(length):
    assert check_every_game(MatchRules(length, crawford=False)) == (
        length**2 * len(GAMES)
    )


@pytest.mark.parametrize("cap", [1, 2, 8, 128, None])
@pytest.mark.parametrize("length", [1, 2, 3, 5, 9])
def test_every_game_with_another_limit_of_the_cube(length, cap):
    check_every_game(MatchRules(length, cube_cap=cap), games())


@pytest.mark.parametrize("length", LENGTHS)
def test_numbers_on_no_cube_are_refused_at_every_score(length):
    for ledger, _ in positions(MatchRules(length, cube_cap=None)):
        for cube, ending in product(NO_CUBES, Ending):
            with pytest.raises(GameError) as refused:
                apply(ledger, GameResult(Side.ONE, cube=cube, ending=ending))
            assert refused.value.refusal is rules_errors.CUBE_VALUE_INVALID
            assert refused.value.params["cube"] == cube


@pytest.mark.parametrize("length", [1, 2, 3, 5, 9])
def test_every_game_with_automatic_doubles_and_jacoby(length):
    rules = MatchRules(length, cube_cap=16, automatic=2, jacoby=True)
    check_every_game(rules, games(automatic=3))


@pytest.mark.parametrize("length", [1, 4, 7])
def test_every_game_where_a_backgammon_counts_five(length):
    check_every_game(MatchRules(length, cube_cap=8, values=(1, 3, 5)), games())


FEW = [
    (GameResult(winner, kind, cube=cube, ending=ending), (ending, kind, cube, 0))
    for winner, kind, cube, ending in [
        (Side.ONE, Kind.SINGLE, 1, Ending.PLAYED),
        (Side.TWO, Kind.SINGLE, 1, Ending.RESIGNED),
        (Side.TWO, Kind.GAMMON, 1, Ending.AWARDED),
        (Side.ONE, Kind.SINGLE, 2, Ending.PLAYED),
        (Side.ONE, Kind.SINGLE, 1, Ending.WASHED),
        (Side.TWO, Kind.SINGLE, 1, Ending.DROPPED),
    ]
]
GIVEN = [
    AdjustmentFact(side, points, reason=AdjustmentReason.CONDUCT, in_play=in_play)
    for side, points, in_play in product(Side, (1, 2, -1), (False, True))
]


def after_any(ledger, countdown):
    """Yield what may come next, with the match after it if it can stand."""
    over = 0 in countdown.needs
    for result, game in FEW:
        possible = not over and countdown.points(game) is not None
        yield result, countdown.play(result.winner, game) if possible else None
    for given in GIVEN:
        possible = not over and countdown.can_adjust(given.side, given.points)
        yield (
            given,
            countdown.adjust(given.side, given.points, in_play=given.in_play)
            if possible
            else None,
        )


def check_all_courses(ledger, countdown, *, depth):
    """Follow every course of so many games and adjustments."""
    assert seen(ledger) == (*countdown.needs, countdown.phase)
    if depth == 0:
        return 1
    count = 0
    for fact, expected in after_any(ledger, countdown):
        try:
            after = apply(ledger, fact)
        except GameError:
            assert expected is None, (ledger, fact)
            continue
        assert expected is not None, (ledger, fact)
        count += check_all_courses(after, expected, depth=depth - 1)
    return count


@pytest.mark.parametrize("crawford", [True, False])
@pytest.mark.parametrize("length", range(1, 7))
def test_every_course_of_games_and_adjustments(length, crawford):
    rules = MatchRules(length, crawford=crawford)
    assert check_all_courses(replay(rules, ()), counting_down(rules), depth=3) or (
        length < 3
    )


@pytest.mark.parametrize("length", range(1, 6))
def test_every_course_from_every_start(length):
    for one, two in product(range(length), repeat=2):
        rules = MatchRules(length, start=Score(one, two))
        check_all_courses(replay(rules, ()), counting_down(rules), depth=2)
