"""Ten matches that tell whether a record is kept right."""

from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Checkers,
    CrawfordDouble,
    Ending,
    GameResult,
    Kind,
    LateTariff,
    MatchRules,
    MoneyRules,
    Phase,
    Score,
    Scoring,
    Side,
    apply,
    late_penalty,
    replay,
    replay_session,
)
from tests.matches.rules.crawford import rule_crawford_double

A, B = Side.ONE, Side.TWO
GAMMON = Kind.GAMMON


def dropped(winner: Side, *, cube: int = 1, automatic: int = 0) -> GameResult:
    return GameResult(winner, cube=cube, ending=Ending.DROPPED, automatic=automatic)


def test_vector_1_a_match_to_7_with_its_crawford_game() -> None:
    """Japanese federation, sample score sheet."""
    games = [
        GameResult(A),
        GameResult(A),
        GameResult(B, cube=2),
        GameResult(B),
        GameResult(A, GAMMON, cube=2),
        GameResult(A),
    ]
    match = replay(MatchRules(7), games)
    assert match.shown == Score(7, 3)
    assert match.lines[5].before == Score(6, 3)
    assert (match.lines[5].phase, match.crawford_game) == (Phase.CRAWFORD, 6)


def test_vector_2_no_second_crawford_game() -> None:
    """Danish federation, Lektion 0 (2023), Crawfordreglen."""
    games = [
        GameResult(A, GAMMON, cube=2),
        GameResult(B, GAMMON),
        dropped(B),
        GameResult(B, cube=2),
    ]
    match = replay(MatchRules(5), games)
    assert [(line.after.one, line.after.two) for line in match.lines] == [
        (4, 0),
        (4, 2),
        (4, 3),
        (4, 5),
    ]
    assert [line.is_crawford_game for line in match.lines] == [
        False,
        True,
        False,
        False,
    ]
    assert match.winner is B


def test_vector_3_a_double_in_the_crawford_game() -> None:
    """Danish reading of rule 4.4.4, and the American one (bkgm.com, rgb archive)."""
    rules = MatchRules(13)
    at_12_9 = [*[GameResult(B)] * 9, GameResult(A, Kind.BACKGAMMON, cube=4)]
    before = replay(rules, at_12_9)
    assert (before.shown, before.phase) == (Score(12, 9), Phase.CRAWFORD)
    doubled = GameResult(B, GAMMON, cube=2)

    annulled = apply(before, rule_crawford_double(rules, doubled, CrawfordDouble.ANNUL))
    assert (annulled.shown, annulled.winner) == (Score(12, 11), None)
    assert annulled.lines[-1].result.reason == AwardReason.CRAWFORD_ANNULLED
    assert annulled.lines[-1].result.cube == 2

    stands = apply(before, rule_crawford_double(rules, doubled, CrawfordDouble.STAND))
    assert (stands.shown, stands.winner) == (Score(12, 13), B)

    single = rule_crawford_double(rules, GameResult(B, cube=2), CrawfordDouble.STAND)
    goes_on = apply(apply(before, single), GameResult(A))
    assert goes_on.lines[-1].before == Score(12, 11)
    assert goes_on.lines[-1].phase is Phase.POST_CRAWFORD


def test_vector_4_lateness() -> None:
    """Japanese federation, rule 39; NOVA tournament rules, 2.3.2."""
    japan = LateTariff(grace=15, every=5, majority=True)
    costs = [late_penalty(japan, minutes, 5) for minutes in (24, 25, 30)]
    assert [(cost.points, cost.decides) for cost in costs] == [
        (1, False),
        (2, False),
        (3, True),
    ]
    nova = late_penalty(LateTariff(grace=0, every=5), 25, 5)
    late = AdjustmentFact(B, nova.points, reason=AdjustmentReason.LATE)
    assert replay(MatchRules(5), [late]).winner is B


def test_vector_5_a_dropped_redouble() -> None:
    """Danish federation, Lektion 0 (2023), "Dobleterningen – afslutning"."""
    assert replay(MatchRules(7), [dropped(A, cube=2)]).shown == Score(2, 0)


def test_vector_6_a_beaver_refused_and_accepted() -> None:
    """Norwegian "Backgammonregler", "Doblingsterningen".

    A beaver that is refused is told like any refused double: the cube stays at the
    value before it, and the beaver is not counted.
    """
    rules = MoneyRules(beavers=1)
    refused = replay_session(rules, [dropped(B, cube=2)])
    assert refused.owes == (A, 2)
    accepted = replay_session(rules, [GameResult(B, GAMMON, cube=4, beavers=1)])
    assert accepted.owes == (A, 8)


def test_vector_7_automatic_doubles_and_jacoby() -> None:
    """Older Norwegian leaflet, section 8; Jacoby rule in money play."""
    two = replay_session(MoneyRules(automatic=2), [dropped(A, cube=4, automatic=2)])
    assert two.balance == 4
    gammon = GameResult(A, GAMMON, cube=2, automatic=1)
    jacoby = replay_session(MoneyRules(automatic=2, jacoby=True), [gammon])
    assert jacoby.balance == 2
    assert replay_session(MoneyRules(automatic=2), [gammon]).balance == 4


def test_vector_8_beyond_the_length() -> None:
    """MCC draw page: reach or exceed; extra points are immaterial."""
    games = [*[GameResult(A), GameResult(B)] * 5, GameResult(A, GAMMON, cube=4)]
    match = replay(MatchRules(7), games)
    assert match.lines[-1].points == 8
    assert (match.score, match.shown) == (Score(13, 5), Score(7, 5))


def test_vector_9_poengspill() -> None:
    """Older Norwegian leaflet, section 8."""
    rules = MatchRules(25, scoring=Scoring.CHECKERS)
    for cube in (1, 2, 64):
        result = GameResult(A, cube=cube, checkers=Checkers(3, 2, 1, 1))
        assert replay(rules, [result]).shown == Score(14, 0)


def test_vector_10_a_void_game() -> None:
    """Danish glossary: players cancel a level game; the Crawford game comes again."""
    void = GameResult(B, GAMMON, ending=Ending.WASHED)
    match = replay(MatchRules(5), [GameResult(A, cube=4), void])
    assert (match.shown, len(match.lines)) == (Score(4, 0), 2)
    assert match.lines[1].points == 0
    assert (match.phase, match.crawford_game) == (Phase.CRAWFORD, 3)
