"""Every way in which points differ from cube times 1, 2 or 3, and five rule texts.

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
FIVE, NINE, MANY = MatchRules(5), MatchRules(9), MatchRules(25, automatic=6)
AT_4_0 = [GameResult(A, cube=4)]
MONEY, JACOBY = MoneyRules(automatic=2), MoneyRules(automatic=2, jacoby=True)
POENGSPILL = MatchRules(99, crawford=False, automatic=6, scoring=Scoring.CHECKERS)
ENDLESS = MatchRules(25, crawford=False, cube_cap=None)
NORWEGIAN = MoneyRules(cube_cap=64, beavers=1)


def won(winner, kind=Kind.SINGLE, **more):
    return GameResult(winner, kind, **more)


def kinds(**more):
    return [GameResult(A, kind, **more) for kind in Kind]


def dropped(winner, **more):
    return GameResult(winner, ending=Ending.DROPPED, **more)


def awarded(winner, points, reason, kind=Kind.SINGLE, **more):
    return GameResult(winner, kind, awarded=points, reason=reason, **more)


def left(**checkers):
    return GameResult(B, checkers=Checkers(**checkers))


def points_of(rules, games):
    replayed = replay_session if isinstance(rules, MoneyRules) else replay
    return [line.points for line in replayed(rules, games).lines]


@pytest.mark.parametrize(
    ("rules", "games", "points"),
    [
        # Danish federation, Lektion 0 (2023)
        (NINE, kinds(), [1, 2, 3]),
        (FIVE, [won(A, GAMMON, cube=2)], [4]),
        (FIVE, [dropped(A), dropped(B, cube=2)], [1, 2]),
        (FIVE, [won(A, cube=64)], [64]),
        (FIVE, [won(B, BACKGAMMON), won(A, cube=4), won(B, GAMMON)], [3, 4, 2]),
        (FIVE, [won(A, cube=4), won(B), won(B, cube=2)], [4, 1, 2]),
        # Swedish federation, "Såhär spelas backgammon" (2023): no end, no Crawford game
        (ENDLESS, [dropped(A, cube=2)], [2]),
        (ENDLESS, [won(A, GAMMON, cube=2), won(B, BACKGAMMON, cube=2)], [4, 6]),
        (ENDLESS, [dropped(A, cube=1024)], [1024]),
        (ENDLESS, [won(A, BACKGAMMON, cube=8), won(B, cube=2)], [24, 2]),
        # Norwegian "Backgammonregler": a beaver, 64 times the stake
        (NORWEGIAN, [won(A, cube=4, beavers=1), dropped(B, cube=2)], [4, 2]),
        (NORWEGIAN, [won(A, cube=64)], [64]),
        # Older Norwegian leaflet "Spilleregler", section 8
        (MANY, [dropped(A, cube=1 << ties, automatic=ties) for ties in (1, 2)], [2, 4]),
        (MANY, kinds(cube=2, automatic=1), [2, 4, 6]),
        (
            POENGSPILL,
            [
                *(left(home=1), left(outer=1), left(far_outer=1), left(far_home=1)),
                left(home=3, outer=2, far_outer=1, far_home=1),
            ],
            [1, 2, 3, 4, 14],
        ),
        # Dutch leaflet "Backgammon spelregels", "Verdubbelaar": no limit
        (MoneyRules(), [dropped(A), dropped(A, cube=4)], [1, 4]),
        (MoneyRules(), [won(B, cube=2048)], [2048]),
        # Cases 2 to 4: drops, resignations, the Jacoby rule
        (NINE, [dropped(A, cube=8)], [8]),
        (NINE, kinds(cube=2, ending=Ending.RESIGNED), [2, 4, 6]),
        (JACOBY, [won(A, BACKGAMMON), won(B, GAMMON, cube=2)], [1, 4]),
        (JACOBY, [won(A, GAMMON, cube=2, automatic=1)], [2]),
        (MONEY, [won(A, GAMMON, cube=2, automatic=1)], [4]),
        # Bellingham club: with Jacoby, gammons count in the Crawford game
        (
            MatchRules(5, jacoby=True),
            [won(B, GAMMON), won(A, cube=4), won(B, GAMMON), won(B, GAMMON)],
            [1, 4, 2, 1],
        ),
        # Cases 16 to 20: settlements, automatic doubles, beavers, checkers, values
        (MONEY, [awarded(A, Fraction(1, 2), AwardReason.SETTLED)], [Fraction(1, 2)]),
        (MONEY, [awarded(B, 0, AwardReason.SETTLED)], [0]),
        (
            MANY,
            [won(A, cube=1 << ties, automatic=ties) for ties in range(3)],
            [1, 2, 4],
        ),
        (MONEY, [dropped(A, cube=4, automatic=2)], [4]),
        (
            MoneyRules(beavers=2),
            [won(A, cube=4, beavers=1), won(A, cube=8, beavers=2)],
            [4, 8],
        ),
        (MoneyRules(beavers=2), [dropped(A, cube=4, beavers=1)], [4]),
        (POENGSPILL, [won(A, cube=2, checkers=Checkers(far_home=15))], [60]),
        (MatchRules(25, values=(1, 3, 5)), kinds(cube=2), [2, 6, 10]),
        (MatchRules(25, values=(1, 3, 5)), [dropped(A, cube=2)], [2]),
    ],
)
def test_what_a_game_is_worth(rules, games, points):
    assert points_of(rules, games) == points


@pytest.mark.parametrize(
    ("rules", "games", "reason"),
    [
        (FIVE, [won(A, cube=128)], rules_errors.CUBE_TOO_HIGH),
        (FIVE, [dropped(A, cube=64)], rules_errors.DROP_AT_CUBE_LIMIT),
        (FIVE, [*AT_4_0, won(B, cube=2)], rules_errors.CUBE_IN_CRAWFORD_GAME),
        (FIVE, [*AT_4_0, dropped(A)], rules_errors.DROP_IN_CRAWFORD_GAME),
        (NINE, [won(A, cube=4, beavers=1)], rules_errors.BEAVERS_OFF),
        (NORWEGIAN, [won(A, cube=128)], rules_errors.CUBE_TOO_HIGH),
        (NORWEGIAN, [won(A, cube=8, beavers=2)], rules_errors.CUBE_BELOW_BEAVERS),
        (NINE, [dropped(A, kind=GAMMON)], rules_errors.DROP_NOT_SINGLE),
        (FIVE, [awarded(A, 1, AwardReason.SETTLED)], rules_errors.SETTLED_IN_MATCH),
    ],
)
def test_what_these_texts_do_not_allow(rules, games, reason):
    with raises(reason):
        points_of(rules, games)


def test_case_1_a_game_overshoots_the_match():
    match = replay(FIVE, [won(B), won(A, BACKGAMMON, cube=4)])
    assert (match.score, match.shown) == (Score(12, 1), Score(5, 1))


def test_case_3_a_resignation_for_what_was_agreed():
    agreed = awarded(A, 3, AwardReason.AGREED, GAMMON, cube=2, ending=Ending.RESIGNED)
    match = replay(NINE, [agreed])
    assert (match.shown, match.rules.computed(agreed)) == (Score(3, 0), 4)


@pytest.mark.parametrize(
    ("doubled", "jacoby", "points"),
    [
        (won(B, BACKGAMMON, cube=4), False, 3),
        # The Jacoby rule sleeps in the Crawford game, whatever was done to the cube.
        (won(B, GAMMON, cube=4), True, 2),
        (dropped(B, cube=2), False, 1),
    ],
)
def test_case_5_a_double_in_the_crawford_game_annulled(doubled, jacoby, points):
    rules = MatchRules(5, jacoby=jacoby)
    annulled = rule_crawford_double(rules, doubled, CrawfordDouble.ANNUL)
    match = apply(replay(rules, AT_4_0), annulled)
    assert (match.shown, match.phase) == (Score(4, points), Phase.POST_CRAWFORD)


def test_case_6_a_double_in_the_crawford_game_found_too_late():
    stands = rule_crawford_double(
        MatchRules(7), won(B, GAMMON, cube=2), CrawfordDouble.STAND
    )
    games = [won(A, BACKGAMMON, cube=2), stands, won(B, cube=2)]
    match = replay(MatchRules(7), games)
    assert (match.shown, match.crawford_game) == (Score(6, 6), 2)
    assert match.lines[2].phase is Phase.POST_CRAWFORD


def test_case_6_a_double_annulled_or_left_as_it_was():
    """Danish reading of rule 4.4.4, and the American one (bkgm.com, rgb archive)."""
    rules = MatchRules(13)
    before = replay(rules, [*[won(B)] * 9, won(A, BACKGAMMON, cube=4)])
    assert (before.shown, before.phase) == (Score(12, 9), Phase.CRAWFORD)
    doubled = won(B, GAMMON, cube=2)

    annulled = apply(before, rule_crawford_double(rules, doubled, CrawfordDouble.ANNUL))
    assert (annulled.shown, annulled.winner) == (Score(12, 11), None)
    assert annulled.lines[-1].result.reason == AwardReason.CRAWFORD_ANNULLED
    assert annulled.lines[-1].result.cube == 2

    stands = apply(before, rule_crawford_double(rules, doubled, CrawfordDouble.STAND))
    assert (stands.shown, stands.winner) == (Score(12, 13), B)

    single = rule_crawford_double(rules, won(B, cube=2), CrawfordDouble.STAND)
    goes_on = apply(apply(before, single), won(A))
    assert goes_on.lines[-1].before == Score(12, 11)
    assert goes_on.lines[-1].phase is Phase.POST_CRAWFORD


def test_case_7_points_for_coming_late():
    japan = LateTariff(grace=15, every=5, majority=True)
    points, _decides = late_penalty(japan, 26, 7)
    late = AdjustmentFact(B, points, reason=AdjustmentReason.LATE)
    match = replay(MatchRules(7), [late, won(A)])
    assert match.lines[0].before == Score(0, 2)
    assert (match.lines[0].number, match.shown) == (1, Score(1, 2))
    points, decides = late_penalty(LateTariff(grace=0, every=5), 25, 5)
    late = AdjustmentFact(B, points, reason=AdjustmentReason.LATE)
    assert (decides, replay(FIVE, [late]).winner) == (True, B)


def test_case_8_points_given_and_taken_for_conduct():
    conduct = AdjustmentReason.CONDUCT
    facts = [
        AdjustmentFact(A, -2, reason=conduct),
        AdjustmentFact(B, 1, reason=conduct),
    ]
    match = replay(FIVE, [*AT_4_0, *facts])
    assert (match.shown, match.phase) == (Score(2, 1), Phase.NORMAL)


def test_case_10_points_in_mid_game_do_not_make_it_the_crawford_game():
    clock = AdjustmentFact(A, 2, reason=AdjustmentReason.CLOCK, in_play=True)
    match = replay(FIVE, [won(A, GAMMON), clock])
    assert (match.shown, match.phase) == (Score(4, 0), Phase.NORMAL)
    assert cube_values(match) == (1, 2, 4, 8)
    turned = apply(match, won(B, cube=2))
    assert (turned.phase, turned.crawford_game) == (Phase.CRAWFORD, 3)


def test_case_15_a_void_game():
    void = won(B, ending=Ending.WASHED)
    match = replay(FIVE, [won(A), void, won(A)])
    assert (match.shown, len(match.lines)) == (Score(2, 0), 3)
    assert replay_session(MoneyRules(), [void]).owes is None
    again = replay(FIVE, [*AT_4_0, void])
    assert (again.shown, again.lines[1].points) == (Score(4, 0), 0)
    assert (again.phase, again.crawford_game) == (Phase.CRAWFORD, 3)


def test_case_23_a_correction_after_the_report():
    before = rescore(FIVE, [*AT_4_0, won(A)])
    after = rescore(FIVE, [won(A, cube=2), won(A)])
    assert (before.winner, after.winner) == (A, None)
    assert changes(before, after)[0].message is OPEN_AGAIN


def test_case_24_a_handicap_at_the_start():
    rules = MatchRules(7, start=Score(0, 3))
    match = replay(rules, [won(A, cube=2)])
    assert (match.lines[0].before, match.shown) == (Score(0, 3), Score(2, 3))
    assert match.needs(B) == 4


@pytest.mark.parametrize(
    ("stake", "game", "owed"),
    [
        (Fraction("0.25"), won(A, GAMMON, cube=2), (B, Fraction(1))),
        (Fraction("0.5"), won(A, BACKGAMMON, cube=2), (B, Fraction(3))),
    ],
)
def test_case_25_a_stake_per_point(stake, game, owed):
    rules = MoneyRules(stake=stake, currency="EUR")
    assert replay_session(rules, [game]).owes == owed
