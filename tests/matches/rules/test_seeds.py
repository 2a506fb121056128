"""Five rule texts, and what each asks of a record."""

from fractions import Fraction

import pytest

from matches.rules import (
    Checkers,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    MoneyRules,
    Phase,
    Score,
    Scoring,
    Side,
    apply,
    replay,
    replay_session,
)
from matches.rules import errors as rules_errors
from tests.refusals import raises

A, B = Side.ONE, Side.TWO
DANISH = MatchRules(5)
SWEDISH = MatchRules(25, crawford=False, cube_cap=None)
NORWEGIAN = MoneyRules(cube_cap=64, beavers=1)
LEAFLET = MatchRules(99, crawford=False, automatic=6, scoring=Scoring.CHECKERS)
DUTCH = MoneyRules(stake=Fraction("0.5"), currency="EUR")


def dropped(winner, *, cube=1, automatic=0):
    return GameResult(winner, cube=cube, ending=Ending.DROPPED, automatic=automatic)


def test_danish_gammon_and_backgammon():
    """Danish federation, Lektion 0 (2023), "Gammon & Backgammon": 1, 2 or 3 points."""
    games = [GameResult(A, kind) for kind in Kind]
    assert [line.points for line in replay(MatchRules(9), games).lines] == [1, 2, 3]


def test_danish_a_gammon_on_2():
    """Danish federation, Lektion 0 (2023).

    "Dobleterningen": a gammon with the cube at 2 is 4 points.
    """
    assert replay(DANISH, [GameResult(A, Kind.GAMMON, cube=2)]).shown == Score(4, 0)


def test_danish_a_drop():
    """Danish federation, Lektion 0 (2023).

    "Dobleterningen – fortsat": the value before the double.
    """
    games = [dropped(A), dropped(B, cube=2)]
    assert replay(DANISH, games).shown == Score(1, 2)


def test_danish_the_cube_stops_at_64():
    """Danish federation, Lektion 0 (2023).

    "Dobleterningen – fortsat": 2-4-8-16-32-64.
    """
    assert replay(DANISH, [GameResult(A, cube=64)]).winner is A
    with raises(rules_errors.CUBE_TOO_HIGH):
        replay(DANISH, [GameResult(A, cube=128)])
    with raises(rules_errors.DROP_AT_CUBE_LIMIT):
        replay(DANISH, [dropped(A, cube=64)])


def test_danish_the_crawford_game():
    """Danish federation, Lektion 0 (2023).

    "Dobleterningen – afslutning": nobody doubles in the next game.
    """
    match = replay(DANISH, [GameResult(A, cube=4)])
    for double in (GameResult(B, cube=2), dropped(A), dropped(B)):
        with pytest.raises(rules_errors.GameError):
            apply(match, double)
    after = apply(match, GameResult(B))
    assert after.phase is Phase.POST_CRAWFORD
    assert apply(after, GameResult(B, cube=2)).shown == Score(4, 3)


def test_danish_the_match_may_end_in_the_crawford_game():
    """Danish federation, Lektion 0 (2023): the trailer may win enough points in it."""
    at_4_3 = [GameResult(B, Kind.BACKGAMMON), GameResult(A, cube=4)]
    match = replay(DANISH, [*at_4_3, GameResult(B, Kind.GAMMON)])
    assert (match.crawford_game, match.winner) == (3, B)


def test_swedish_dropping_a_redouble():
    """Swedish federation, "Såhär spelas backgammon" (2023).

    "Dubbling": the redouble to 4 refused costs 2.
    """
    assert replay(SWEDISH, [dropped(A, cube=2)]).shown == Score(2, 0)


def test_swedish_gammon_and_backgammon_on_2():
    """Swedish federation, "Såhär spelas backgammon" (2023).

    "Dubbling": 4 points and 6 points.
    """
    games = [GameResult(A, Kind.GAMMON, cube=2), GameResult(B, Kind.BACKGAMMON, cube=2)]
    assert replay(SWEDISH, games).shown == Score(4, 6)


@pytest.mark.parametrize("cube", [128, 256, 1024])
def test_swedish_doubling_for_ever(cube):
    """Swedish federation, "Såhär spelas backgammon" (2023), "Dubbling": without end."""
    assert replay(SWEDISH, [dropped(A, cube=cube)]).score == Score(cube, 0)


def test_swedish_no_crawford_game():
    """Swedish federation, "Såhär spelas backgammon" (2023).

    the document does not mention one.
    """
    match = replay(SWEDISH, [GameResult(A, Kind.BACKGAMMON, cube=8)])
    assert (match.shown, match.phase) == (Score(24, 0), Phase.NORMAL)
    assert apply(match, GameResult(B, cube=2)).shown == Score(24, 2)


def test_norwegian_a_beaver():
    """Norwegian "Backgammonregler".

    "Doblingsterningen": in money play, keeping the cube.
    """
    games = [GameResult(A, cube=4, beavers=1), dropped(B, cube=2)]
    session = replay_session(NORWEGIAN, games)
    assert [line.points for line in session.lines] == [4, 2]


def test_norwegian_no_beavers_in_a_match():
    """Norwegian "Backgammonregler": an option for money play."""
    with raises(rules_errors.BEAVERS_OFF):
        replay(MatchRules(9), [GameResult(A, cube=4, beavers=1)])


def test_norwegian_64_times_the_stake():
    """Norwegian "Backgammonregler": redoubles raise the stake to 64 times at most."""
    assert replay_session(NORWEGIAN, [GameResult(A, cube=64)]).balance == 64
    with raises(rules_errors.CUBE_TOO_HIGH):
        replay_session(NORWEGIAN, [GameResult(A, cube=128)])


def test_leaflet_automatic_doubles():
    """Older Norwegian leaflet "Spilleregler", section 8.

    equal opening dice double the stake, a second time make it four times.
    """
    games = [dropped(A, cube=2, automatic=1), dropped(A, cube=4, automatic=2)]
    assert [line.points for line in replay(LEAFLET, games).lines] == [2, 4]


def test_leaflet_poengspill():
    """Older Norwegian leaflet "Spilleregler", section 8.

    1, 2, 3 or 4 points for each checker left, by where it stands.
    """
    quarters = [
        Checkers(home=1),
        Checkers(outer=1),
        Checkers(far_outer=1),
        Checkers(far_home=1),
        Checkers(3, 2, 1, 1),
    ]
    games = [GameResult(B, checkers=checkers) for checkers in quarters]
    match = replay(LEAFLET, games)
    assert [line.points for line in match.lines] == [1, 2, 3, 4, 14]


def test_leaflet_stake_doubled_and_tripled():
    """Older Norwegian leaflet "Spilleregler", section 8.

    without poengspill a gammon doubles the stake and a backgammon triples it.
    """
    games = [GameResult(A, kind, cube=2, automatic=1) for kind in Kind]
    match = replay(MatchRules(25, automatic=6), games)
    assert [line.points for line in match.lines] == [2, 4, 6]


def test_dutch_refusing_a_double_and_a_redouble():
    """Dutch leaflet "Backgammon spelregels", "Verdubbelaar".

    one point, and the points at stake before the redouble.
    """
    session = replay_session(DUTCH, [dropped(A), dropped(A, cube=4)])
    assert [line.points for line in session.lines] == [1, 4]


def test_dutch_a_stake_per_point():
    """Dutch leaflet "Backgammon spelregels", "Verdubbelaar".

    an agreed stake per point; a backgammon is a triple game.
    """
    session = replay_session(DUTCH, [GameResult(A, Kind.BACKGAMMON, cube=2)])
    assert session.owes == (B, Fraction(3))


def test_dutch_no_limit():
    """Dutch leaflet "Backgammon spelregels", "Verdubbelaar".

    there is no limit to the number of doubles.
    """
    assert replay_session(DUTCH, [GameResult(B, cube=2048)]).balance == -2048
