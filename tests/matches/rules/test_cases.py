"""Every way in which points differ from cube times 1, 2 or 3, one test each.

The numbers follow the list of the domain dossier. What is no rule of one match has its
tests elsewhere: 11 and 12 time limits, 13 walk-overs and byes, 14 wrong lengths and 22
pairs of matches.
"""

from fractions import Fraction

import pytest

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
    changes,
    cube_values,
    late_penalty,
    replay,
    replay_session,
    rescore,
)
from matches.rules import errors as rules_errors
from matches.rules.changes import OPEN_AGAIN
from tests.matches.rules.crawford import rule_crawford_double
from tests.refusals import raises

A, B = Side.ONE, Side.TWO
GAMMON, BACKGAMMON = Kind.GAMMON, Kind.BACKGAMMON
FIVE = MatchRules(5)
AT_4_0 = [GameResult(A, cube=4)]


def test_case_1_a_game_overshoots_the_match():
    match = replay(FIVE, [GameResult(B), GameResult(A, BACKGAMMON, cube=4)])
    assert (match.score, match.shown) == (Score(12, 1), Score(5, 1))


@pytest.mark.parametrize("cube", [1, 2, 8])
def test_case_2_a_dropped_double(cube):
    drop = GameResult(A, cube=cube, ending=Ending.DROPPED)
    assert replay(MatchRules(9), [drop]).lines[0].points == cube
    with raises(rules_errors.DROP_NOT_SINGLE):
        replay(MatchRules(9), [GameResult(A, GAMMON, cube=cube, ending=Ending.DROPPED)])


def test_case_3_a_resignation():
    resigned = [GameResult(A, kind, cube=2, ending=Ending.RESIGNED) for kind in Kind]
    points = [replay(MatchRules(9), [game]).lines[0].points for game in resigned]
    assert points == [2, 4, 6]
    agreed = GameResult(
        A, GAMMON, cube=2, ending=Ending.RESIGNED, awarded=3, reason=AwardReason.AGREED
    )
    match = replay(MatchRules(9), [agreed])
    assert (match.shown, match.rules.computed(agreed)) == (Score(3, 0), 4)


def test_case_4_jacoby_with_the_cube_never_turned():
    rules = MoneyRules(jacoby=True)
    games = [GameResult(A, BACKGAMMON), GameResult(B, GAMMON, cube=2)]
    assert [line.points for line in replay_session(rules, games).lines] == [1, 4]


def test_case_4_jacoby_in_a_match_lets_gammons_count_in_the_crawford_game():
    """Bellingham club, tournament rules."""
    rules = MatchRules(5, jacoby=True)
    games = [GameResult(B, GAMMON), GameResult(A, cube=4), GameResult(B, GAMMON)]
    match = replay(rules, [*games, GameResult(B, GAMMON)])
    assert [line.points for line in match.lines] == [1, 4, 2, 1]


def test_case_5_a_double_in_the_crawford_game_annulled():
    doubled = GameResult(B, BACKGAMMON, cube=4)
    annulled = rule_crawford_double(FIVE, doubled, CrawfordDouble.ANNUL)
    match = apply(replay(FIVE, AT_4_0), annulled)
    assert (match.shown, match.phase) == (Score(4, 3), Phase.POST_CRAWFORD)


def test_case_5_an_annulled_double_leaves_the_gammon_where_jacoby_is_played():
    """The Jacoby rule sleeps in the Crawford game, whatever was done to the cube."""
    rules = MatchRules(5, jacoby=True)
    doubled = GameResult(B, GAMMON, cube=4)
    annulled = rule_crawford_double(rules, doubled, CrawfordDouble.ANNUL)
    assert annulled.awarded == 2


def test_case_5_a_drop_in_the_crawford_game_annulled():
    drop = GameResult(B, cube=2, ending=Ending.DROPPED)
    annulled = rule_crawford_double(FIVE, drop, CrawfordDouble.ANNUL)
    assert apply(replay(FIVE, AT_4_0), annulled).shown == Score(4, 1)


def test_case_6_a_double_in_the_crawford_game_found_too_late():
    doubled = GameResult(B, GAMMON, cube=2)
    stands = rule_crawford_double(MatchRules(7), doubled, CrawfordDouble.STAND)
    games = [GameResult(A, BACKGAMMON, cube=2), stands, GameResult(B, cube=2)]
    match = replay(MatchRules(7), games)
    assert (match.shown, match.crawford_game) == (Score(6, 6), 2)
    assert match.lines[2].phase is Phase.POST_CRAWFORD


def test_case_6_without_a_ruling_the_double_is_refused():
    with raises(rules_errors.CUBE_IN_CRAWFORD_GAME):
        apply(replay(FIVE, AT_4_0), GameResult(B, GAMMON, cube=2))


def test_case_6_a_double_annulled_or_left_as_it_was():
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


def test_case_7_points_for_coming_late():
    japan = LateTariff(grace=15, every=5, majority=True)
    points, _decides = late_penalty(japan, 26, 7)
    late = AdjustmentFact(B, points, reason=AdjustmentReason.LATE)
    match = replay(MatchRules(7), [late, GameResult(A)])
    assert match.lines[0].before == Score(0, 2)
    assert (match.lines[0].number, match.shown) == (1, Score(1, 2))
    points, decides = late_penalty(LateTariff(grace=0, every=5), 25, 5)
    late = AdjustmentFact(B, points, reason=AdjustmentReason.LATE)
    assert (decides, replay(FIVE, [late]).winner) == (True, B)


def test_case_8_points_given_and_taken_for_conduct():
    conduct = AdjustmentReason.CONDUCT
    facts = [
        GameResult(A, cube=4),
        AdjustmentFact(A, -2, reason=conduct),
        AdjustmentFact(B, 1, reason=conduct),
    ]
    match = replay(FIVE, facts)
    assert (match.shown, match.phase) == (Score(2, 1), Phase.NORMAL)


def test_case_9_the_clock_runs_out_and_the_game_goes_on():
    clock = AdjustmentFact(B, 2, reason=AdjustmentReason.CLOCK, in_play=True)
    match = replay(MatchRules(7), [clock, GameResult(A, cube=2)])
    assert match.shown == Score(2, 2)


def test_case_10_points_in_mid_game_do_not_make_it_the_crawford_game():
    clock = AdjustmentFact(A, 2, reason=AdjustmentReason.CLOCK, in_play=True)
    match = replay(FIVE, [GameResult(A, GAMMON), clock])
    assert (match.shown, match.phase) == (Score(4, 0), Phase.NORMAL)
    assert cube_values(match) == (1, 2, 4, 8)
    turned = apply(match, GameResult(B, cube=2))
    assert (turned.phase, turned.crawford_game) == (Phase.CRAWFORD, 3)


def test_case_15_a_void_game():
    void = GameResult(B, ending=Ending.WASHED)
    match = replay(FIVE, [GameResult(A), void, GameResult(A)])
    assert (match.shown, len(match.lines)) == (Score(2, 0), 3)
    assert replay_session(MoneyRules(), [void]).owes is None
    again = replay(FIVE, [*AT_4_0, void])
    assert (again.shown, again.lines[1].points) == (Score(4, 0), 0)
    assert (again.phase, again.crawford_game) == (Phase.CRAWFORD, 3)


def test_case_16_a_settlement():
    half = GameResult(A, awarded=Fraction(1, 2), reason=AwardReason.SETTLED)
    nothing = GameResult(B, awarded=0, reason=AwardReason.SETTLED)
    session = replay_session(MoneyRules(), [half, nothing])
    assert session.balance == Fraction(1, 2)
    for settled in (half, nothing):
        with raises(rules_errors.SETTLED_IN_MATCH):
            replay(FIVE, [settled])


def test_case_17_automatic_doubles():
    rules = MatchRules(25, automatic=3)
    opened = [GameResult(A, cube=1 << ties, automatic=ties) for ties in range(4)]
    assert [line.points for line in replay(rules, opened).lines] == [1, 2, 4, 8]


def test_case_17_automatic_doubles_and_jacoby():
    """Older Norwegian leaflet, section 8; Jacoby rule in money play."""
    two = replay_session(
        MoneyRules(automatic=2),
        [GameResult(A, cube=4, automatic=2, ending=Ending.DROPPED)],
    )
    assert two.balance == 4
    gammon = GameResult(A, GAMMON, cube=2, automatic=1)
    jacoby = replay_session(MoneyRules(automatic=2, jacoby=True), [gammon])
    assert jacoby.balance == 2
    assert replay_session(MoneyRules(automatic=2), [gammon]).balance == 4


def test_case_18_beaver_and_raccoon():
    games = [GameResult(A, cube=4, beavers=1), GameResult(A, cube=8, beavers=2)]
    session = replay_session(MoneyRules(beavers=2), games)
    assert session.balance == 12
    with raises(rules_errors.CUBE_BELOW_BEAVERS):
        replay_session(MoneyRules(beavers=1), games)


def test_case_18_a_refused_raccoon_pays_the_beaver():
    refused = GameResult(A, cube=4, beavers=1, ending=Ending.DROPPED)
    assert replay_session(MoneyRules(beavers=2), [refused]).balance == 4


def test_case_19_poengspill_from_1_to_60():
    rules = MatchRules(99, scoring=Scoring.CHECKERS)
    least = GameResult(A, checkers=Checkers(home=1))
    most = GameResult(A, cube=2, checkers=Checkers(far_home=15))
    assert [line.points for line in replay(rules, [least, most]).lines] == [1, 60]


def test_case_20_a_backgammon_for_five():
    rules = MatchRules(25, values=(1, 3, 5))
    games = [GameResult(A, kind, cube=2) for kind in Kind]
    drop = GameResult(A, cube=2, ending=Ending.DROPPED)
    points = [line.points for line in replay(rules, [*games, drop]).lines]
    assert points == [2, 6, 10, 2]


def test_case_23_a_correction_after_the_report():
    before = rescore(FIVE, [GameResult(A, cube=4), GameResult(A)])
    after = rescore(FIVE, [GameResult(A, cube=2), GameResult(A)])
    assert (before.winner, after.winner) == (A, None)
    assert changes(before, after)[0].message is OPEN_AGAIN


def test_case_24_a_handicap_at_the_start():
    rules = MatchRules(7, start=Score(0, 3))
    match = replay(rules, [GameResult(A, cube=2)])
    assert (match.lines[0].before, match.shown) == (Score(0, 3), Score(2, 3))
    assert match.needs(B) == 4


def test_case_25_a_stake_per_point():
    rules = MoneyRules(stake=Fraction("0.25"), currency="EUR")
    session = replay_session(rules, [GameResult(A, GAMMON, cube=2)])
    assert session.owes == (B, Fraction(1))
