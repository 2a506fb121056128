"""Every further reason to refuse a game or an adjustment."""

import copy
import pickle
from fractions import Fraction

import pytest

from matches.rules import (
    LARGEST_CUBE,
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Checkers,
    Ending,
    GameError,
    GameResult,
    Kind,
    MatchRules,
    Score,
    Scoring,
    Side,
    apply,
    replay,
    rescore,
)
from matches.rules import errors as reasons
from matches.rules.errors import CUBE_IN_CRAWFORD_GAME, DROP_IN_ONE_POINT_MATCH
from matches.rules.game import gettext_noop
from matches.rules.refusals import (
    REASON_UNKNOWN,
    Message,
    Refusal,
    messages,
    refusal_of,
    refusals,
    remembered,
)
from tests.matches.rules import test_score
from tests.refusals import raises, table

A, B = Side.ONE, Side.TWO
GAMMON = Kind.GAMMON
FIVE = MatchRules(5)
BEAVERS = MatchRules(9, beavers=1, automatic=1)
POENGSPILL = MatchRules(25, scoring=Scoring.CHECKERS)
AT_4_0 = [GameResult(A, cube=4)]
ANNULLED, STANDS = AwardReason.CRAWFORD_ANNULLED, AwardReason.CRAWFORD_STANDS


def given(side, points):
    return AdjustmentFact(side, points, reason=AdjustmentReason.CONDUCT)


def game(winner=A, awarded=None, reason=None, **more):
    return GameResult(winner, awarded=awarded, reason=reason, **more)


DECISION, RESIGNED = AwardReason.DECISION, Ending.RESIGNED
AT_ONCE = {
    reasons.AUTOMATIC_DOUBLES_OFF: game(cube=2, automatic=1),
    reasons.BEAVERS_OFF: game(cube=4, beavers=1),
    reasons.CHECKERS_NOT_COUNTED: game(checkers=Checkers(home=1)),
    reasons.AWARD_REASON_MISSING: game(awarded=2),
    reasons.AWARD_MISSING: game(reason=DECISION),
    reasons.AWARD_NEGATIVE: game(A, -1, DECISION),
    reasons.AWARD_NOT_WHOLE: game(A, Fraction(3, 2), DECISION),
    reasons.AWARD_FOR_WASHED_GAME: game(A, 1, DECISION, ending=Ending.WASHED),
    reasons.AGREED_WITHOUT_RESIGNING: game(A, 1, AwardReason.AGREED),
    reasons.SETTLED_IN_MATCH: game(A, 1, AwardReason.SETTLED),
    reasons.NO_CRAWFORD_DOUBLE: game(A, 1, ANNULLED, cube=2),
    reasons.EMPTY_ADJUSTMENT: given(A, 0),
}
OTHERS = [
    (reasons.TOO_MANY_AUTOMATIC_DOUBLES, BEAVERS, game(cube=4, automatic=2)),
    (reasons.TOO_MANY_AUTOMATIC_DOUBLES, BEAVERS, game(automatic=-1)),
    (reasons.CUBE_BELOW_OPENING, BEAVERS, game(automatic=1)),
    (reasons.BEAVER_COUNT, BEAVERS, game(beavers=-1)),
    (reasons.BEAVER_COUNT, BEAVERS, game(cube=4, beavers=LARGEST_CUBE)),
    (reasons.CUBE_BELOW_BEAVERS, BEAVERS, game(cube=2, beavers=1)),
    (
        reasons.CHECKERS_NOT_COUNTED,
        POENGSPILL,
        game(ending=Ending.DROPPED, checkers=Checkers(home=1)),
    ),
    (reasons.CHECKERS_MISSING, POENGSPILL, game()),
    (reasons.CHECKERS_MISSING, POENGSPILL, game(ending=RESIGNED)),
    (reasons.CHECKERS_IMPOSSIBLE, POENGSPILL, game(checkers=Checkers())),
    (reasons.CHECKERS_IMPOSSIBLE, POENGSPILL, game(checkers=Checkers(10, 6))),
    (reasons.CHECKERS_IMPOSSIBLE, POENGSPILL, game(checkers=Checkers(5, 0, 0, -1))),
    (
        reasons.CHECKERS_CONTRADICT,
        POENGSPILL,
        game(kind=GAMMON, checkers=Checkers(home=3)),
    ),
    (
        reasons.CHECKERS_CONTRADICT,
        POENGSPILL,
        game(kind=Kind.BACKGAMMON, checkers=Checkers(1, 14)),
    ),
]
AFTER = [
    (reasons.NO_CRAWFORD_DOUBLE, AT_4_0, game(B, 1, STANDS)),
    (reasons.ANNULLED_POINTS, AT_4_0, game(B, 4, ANNULLED, kind=GAMMON, cube=2)),
    (reasons.STANDING_POINTS, AT_4_0, game(B, 2, STANDS, kind=GAMMON, cube=2)),
    (reasons.ADJUSTMENT_AFTER_END, [*AT_4_0, GameResult(A)], given(A, -1)),
    (reasons.DECIDED_BY_POINTS, [*AT_4_0, given(A, 1)], GameResult(B)),
    (reasons.DEDUCTION_TOO_LARGE, AT_4_0, given(A, -5)),
]
REFUSED = [
    *((reason, FIVE, [], fact) for reason, fact in AT_ONCE.items()),
    *((reason, rules, [], fact) for reason, rules, fact in OTHERS),
    *((reason, FIVE, facts, fact) for reason, facts, fact in AFTER),
]


@pytest.mark.parametrize(("reason", "rules", "facts", "refused"), REFUSED)
def test_each_further_reason_to_refuse(reason, rules, facts, refused):
    before = replay(rules, facts)
    with pytest.raises(GameError) as applied:
        apply(before, refused)
    assert applied.value.refusal is reason
    with raises(reason) as replayed:
        replay(rules, [*facts, refused, GameResult(A)])
    assert applied.value == replayed.value
    assert applied.value.number == before.standing.number
    assert str(applied.value)
    stored = rescore(rules, [*facts, refused])
    assert stored.entries[-1].irregular == applied.value


def test_every_reason_to_refuse_a_game_is_tested():
    games = {each for each in table(reasons).values() if each.kind is GameError}
    assert games == {case[0] for case in REFUSED} | set(test_score.REFUSED)


def test_a_game_after_points_that_ended_the_match_names_the_score():
    start = MatchRules(3, start=Score(2, 1))
    match = replay(start, [given(A, 4)])
    with pytest.raises(GameError) as refused:
        apply(match, GameResult(B))
    assert refused.value.refusal is reasons.DECIDED_BY_POINTS
    assert refused.value.params == {"one": 3, "two": 1, "number": 1}


def test_a_double_in_the_crawford_game_is_refused_before_all_else():
    """A beaver or an automatic double in it is a double as well."""
    rules = MatchRules(5, automatic=1, beavers=1)
    match = replay(rules, AT_4_0)
    for double in (
        GameResult(B, automatic=1),
        GameResult(B, cube=4, beavers=1),
        GameResult(B, cube=2, awarded=1, reason=AwardReason.DECISION),
    ):
        with raises(CUBE_IN_CRAWFORD_GAME):
            apply(match, double)


def test_a_reason_does_not_bring_the_cube_into_a_match_to_1():
    dropped = GameResult(A, ending=Ending.DROPPED, awarded=1, reason=STANDS)
    with raises(DROP_IN_ONE_POINT_MATCH):
        apply(replay(MatchRules(1), []), dropped)


@pytest.mark.parametrize(
    ("cube", "beavers", "in_a_row", "possible"),
    [
        (2, 1, 1, False),
        (4, 1, 1, True),
        (8, 1, 1, True),
        (8, 2, 1, False),
        (16, 2, 1, True),
        (4, 2, 2, False),
        (8, 2, 2, True),
        (16, 3, 2, False),
        (32, 3, 2, True),
        (16, 3, 3, True),
    ],
)
def test_the_way_of_the_cube_with_beavers(cube, beavers, in_a_row, possible):
    """Beaver at 4, raccoon at 8; a second double may be beavered again at 16."""
    match = replay(MatchRules(25, beavers=in_a_row), [])
    result = GameResult(A, cube=cube, beavers=beavers)
    if possible:
        assert apply(match, result).score == Score(cube, 0)
        return
    with raises(reasons.CUBE_BELOW_BEAVERS):
        apply(match, result)


def played_cubes(in_a_row, *, most):
    """Play doubles with beavers in every way: cube and number of beavers."""
    reached = {(1, 0)}
    for _ in range(10):
        reached |= {
            (cube << (1 + more), beavers + more)
            for cube, beavers in reached
            for more in range(in_a_row + 1)
            if cube << (1 + more) <= most
        }
    return reached


@pytest.mark.parametrize("in_a_row", [1, 2, 3])
def test_every_way_of_the_cube_with_beavers(in_a_row):
    match = replay(MatchRules(99, beavers=in_a_row), [])
    ways = played_cubes(in_a_row, most=64)
    for doublings in range(7):
        for beavers in range(8):
            result = GameResult(A, cube=1 << doublings, beavers=beavers)
            try:
                apply(match, result)
            except GameError:
                assert (result.cube, beavers) not in ways
            else:
                assert (result.cube, beavers) in ways


ASKED_TWICE = Refusal("test.asked_twice", gettext_noop("%(name)s was asked twice."))
"""A reason that states its own arguments, as the apps do."""


SAMPLES = [
    reasons.CLOCK_INVALID(),
    reasons.LENGTH_OUT_OF_RANGE(length=100, lowest=1, highest=99),
    reasons.CUBE_VALUE_INVALID(number=3, cube=5),
    ASKED_TWICE(name="100 % Ada"),
]


def test_the_sentence_is_the_message_with_its_params():
    assert [str(error) for error in SAMPLES] == [
        reasons.CLOCK_INVALID.english,
        reasons.LENGTH_OUT_OF_RANGE.english
        % {"length": 100, "lowest": 1, "highest": 99},
        reasons.CUBE_VALUE_INVALID.english % {"cube": 5},
        "100 % Ada was asked twice.",
    ]


def test_message_and_params_stay_apart_for_the_translators():
    error = reasons.CUBE_VALUE_INVALID(number=3, cube=5)
    assert "%(cube)s" in error.message
    assert error.params == {"number": 3, "cube": 5}
    assert error.number == 3


@pytest.mark.parametrize("error", SAMPLES)
def test_errors_are_values(error):
    for twin in (
        copy.copy(error),
        copy.deepcopy(error),
        *(
            pickle.loads(pickle.dumps(error, protocol))  # noqa: S301 - our own bytes
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
    ):
        assert twin is not error
        assert type(twin) is type(error)
        assert (twin, hash(twin), str(twin)) == (error, hash(error), str(error))


def test_errors_of_another_refusal_or_with_other_params_differ():
    assert len({*SAMPLES}) == len(SAMPLES)
    assert reasons.NEGATIVE_SCORE(score=-1) != reasons.NEGATIVE_SCORE(score=-2)
    assert reasons.DROP_NOT_SINGLE(number=1) != reasons.DROP_NOT_SINGLE(number=2)
    assert reasons.CLOCK_INVALID() != reasons.CLOCK_INVALID.english


def test_each_call_makes_a_new_error_of_the_class_of_its_refusal():
    first, second = (reasons.MATCH_OVER(number=4, last=3) for _ in range(2))
    assert first == second
    assert first is not second
    assert (type(first), first.refusal) == (reasons.GameError, reasons.MATCH_OVER)
    assert first.code == "game.match_over"


def test_a_placeholder_without_a_value_is_a_fault_of_the_program():
    with pytest.raises(TypeError, match=r"game\.match_over needs last, number"):
        reasons.MATCH_OVER()


@pytest.mark.parametrize("code", ["game.match_over", "match_over", "Game.Over", "a. b"])
def test_a_code_is_free_and_well_formed(code):
    with pytest.raises(ValueError, match="code"):
        Refusal(code, "Never seen.")


def test_a_refusal_travels_by_its_code():
    for copied in (
        copy.deepcopy(reasons.MATCH_OVER),
        pickle.loads(pickle.dumps(reasons.MATCH_OVER)),  # noqa: S301 - our own bytes
        refusal_of("game.match_over"),
    ):
        assert copied is reasons.MATCH_OVER


def test_an_error_that_was_stored_comes_back():
    error = reasons.CUBE_VALUE_INVALID(number=3, cube=5)
    assert remembered(error.code, dict(error.params)) == error
    assert remembered("no.such_code", {}) == REASON_UNKNOWN(code="no.such_code")
    assert remembered(error.code, {"number": 3}) == REASON_UNKNOWN(code=error.code)


def test_what_is_seen_of_an_error_while_debugging():
    assert repr(reasons.CUBE_VALUE_INVALID(number=3, cube=5)) == (
        "GameError('game.cube_value_invalid', 'The cube cannot show 5. Enter 1, 2, 4, "
        "8 or another power of two.')"
    )
    assert repr(reasons.CUBE_VALUE_INVALID) == "<Refusal game.cube_value_invalid>"


def test_a_refusal_is_a_message_and_not_every_message_is_one():
    every = messages()
    assert list(every) == sorted(every, key=lambda one: one.code)
    assert set(refusals()) <= set(every)
    assert refusal_of(ASKED_TWICE.code) is ASKED_TWICE
    word = Message("test.a_word", gettext_noop("a word"))
    with pytest.raises(KeyError):
        refusal_of(word.code)
