"""Score sheets as match files: what the formats can say, and remarks for the rest."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Checkers,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    MoneyRules,
    PaymentFact,
    Score,
    Scoring,
    Side,
    replay,
    replay_session,
    rescore,
)
from matches.transcripts.judge import judge
from matches.transcripts.read.sgf import read_sgf
from matches.transcripts.read.text import read_text
from matches.transcripts.record import ActKind, Dialect
from matches.transcripts.write.from_ledger import from_ledger, from_session
from matches.transcripts.write.mat import write_mat
from matches.transcripts.write.sgf import write_sgf
from tests.matches.transcripts.comparing import results

ONE, TWO = Side.ONE, Side.TWO
NAMES = ("Ada Aas", "Bo Berg")


def remarks(match):
    return [value for key, value in match.tags if key.startswith("Remark")]


def of(rules, *facts):
    return from_ledger(rescore(rules, facts), names=NAMES)


def test_scores_and_results():
    ledger = replay(
        MatchRules(5),
        [
            GameResult(ONE, Kind.GAMMON, cube=2),
            GameResult(TWO),
            GameResult(ONE, ending=Ending.RESIGNED),
        ],
    )
    match = from_ledger(ledger, names=NAMES, tags=[("Event", "Club night")])
    assert results(match) == [
        (Score(0, 0), ONE, 4),
        (Score(4, 0), TWO, 1),
        (Score(4, 1), ONE, 1),
    ]
    assert [game.crawford for game in match.games] == [False, True, False]
    assert [game.resigned for game in match.games] == [False, False, True]
    assert [game.ends_match for game in match.games] == [False, False, True]
    assert (match.length, match.names, match.crawford) == (5, NAMES, True)
    assert match.tag("Event") == "Club night"
    assert remarks(match) == []


def test_the_cube_is_set_and_a_drop_is_told():
    match = of(MatchRules(9), GameResult(TWO, cube=2, ending=Ending.DROPPED))
    cube, double, drop = match.games[0].acts
    assert (cube.kind, cube.value, cube.owner) == (ActKind.SETUP, 2, TWO)
    assert (double.side, double.kind, double.value) == (TWO, ActKind.DOUBLE, 4)
    assert (drop.side, drop.kind) == (ONE, ActKind.DROP)


def test_what_no_format_says_is_a_remark():
    match = of(
        MatchRules(9, automatic=1, start=Score(1, 0)),
        GameResult(ONE, cube=2, automatic=1),
        GameResult(TWO, ending=Ending.WASHED),
        AdjustmentFact(TWO, 2, reason=AdjustmentReason.LATE),
        GameResult(TWO, awarded=3, reason=AwardReason.DECISION),
    )
    assert remarks(match) == [
        "The match began at 1-0",
        "Game 1: automatic doubles, the cube began at 2",
        "Game 2: cancelled, no points",
        "Before game 3: points +2 for Bo Berg (late)",
        "Game 3: points awarded to Bo Berg: 3 (decision)",
    ]
    assert results(match) == [
        (Score(1, 0), ONE, 2),
        (Score(3, 0), None, None),
        (Score(3, 2), TWO, 3),
    ]
    assert match.games[0].cube == 2


def test_points_count_as_they_were_counted():
    rules = MatchRules(99, scoring=Scoring.CHECKERS)
    counted = GameResult(ONE, checkers=Checkers(home=3, far_home=2))
    match = of(rules, counted)
    assert match.games[0].stated == 11
    assert remarks(match) == [
        "Points count the checkers left on the board (poengspill)"
    ]
    other = of(MatchRules(9, values=(1, 2, 2)))
    assert remarks(other) == ["A win counts 1, 2 or 2"]


def test_what_is_written_here_is_known_again():
    ledger = rescore(MatchRules(3), [GameResult(ONE)])
    match = from_ledger(ledger, names=NAMES, tags=[("Site", "Crawford")])
    assert read_text(write_mat(match)).dialect is Dialect.CRAWFORD
    assert read_sgf(write_sgf(match)).dialect is Dialect.CRAWFORD
    club = from_ledger(ledger, names=NAMES, tags=[("Site", "Crawford Club")])
    assert read_text(write_mat(club)).dialect is not Dialect.CRAWFORD


def test_the_rules_are_tags():
    match = of(MatchRules(7, crawford=False, jacoby=True, beavers=1, cube_cap=1))
    assert match.tags == (("CubeLimit", "1"), ("Beaver", "On"))
    assert (match.crawford, match.jacoby) == (False, True)
    assert of(MatchRules(1)).crawford is None
    assert of(MatchRules(7, cube_cap=None)).tags == ()


def test_games_after_the_end_are_left_out():
    match = of(MatchRules(1), GameResult(ONE), GameResult(TWO))
    assert len(match.games) == 1


def test_money_adds_up():
    session = replay_session(
        MoneyRules(jacoby=True, beavers=1),
        [
            GameResult(ONE, Kind.GAMMON, cube=4),
            PaymentFact(TWO, Fraction(5)),
            GameResult(TWO, awarded=Fraction(3, 2), reason=AwardReason.SETTLED),
            GameResult(TWO),
        ],
    )
    match = from_session(session, names=NAMES)
    assert results(match) == [
        (Score(0, 0), ONE, 8),
        (Score(8, 0), None, None),
        (Score(8, 0), TWO, 1),
    ]
    assert (match.length, match.jacoby, match.crawford) == (0, True, None)
    assert remarks(match) == ["Game 2: points awarded to Bo Berg: 3/2 (settled)"]


GAMES = st.lists(
    st.builds(
        GameResult,
        st.sampled_from(Side),
        st.sampled_from(Kind),
        cube=st.sampled_from([1, 2, 4, 8]),
        ending=st.sampled_from([Ending.PLAYED, Ending.RESIGNED, Ending.WASHED]),
    )
    | st.builds(
        GameResult,
        st.sampled_from(Side),
        cube=st.sampled_from([1, 2, 4, 8]),
        ending=st.just(Ending.DROPPED),
    ),
    max_size=8,
)


@given(GAMES, st.integers(1, 25), st.booleans())
def test_every_score_sheet_is_read_back(games, length, crawford):
    ledger = rescore(MatchRules(length, crawford=crawford), games)
    match = from_ledger(ledger, names=NAMES)
    if not match.games:
        return
    for read in (read_text(write_mat(match)), read_sgf(write_sgf(match))):
        assert results(read) == results(match)
        assert (read.length, read.names) == (length, NAMES)
        assert read.crawford == match.crawford
    assert [game.crawford for game in read_sgf(write_sgf(match)).games] == [
        game.crawford for game in match.games
    ]


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("cube", [1, 2, 8])
def test_the_judge_finds_the_same_result(kind, cube):
    game = GameResult(TWO, kind, cube=cube, ending=Ending.RESIGNED)
    drop = GameResult(ONE, cube=cube, ending=Ending.DROPPED)
    match = of(MatchRules(64), game, drop)
    for read in (read_text(write_mat(match)), read_sgf(write_sgf(match))):
        judged = judge(read)
        assert [each.result for each in judged.games] == [game, drop]


def test_the_jacoby_rule_is_not_held_against_a_turned_cube():
    games = [
        GameResult(ONE, Kind.GAMMON, cube=4, ending=Ending.RESIGNED),
        GameResult(TWO, Kind.SINGLE, ending=Ending.RESIGNED),
    ]
    match = from_session(replay_session(MoneyRules(jacoby=True), games), names=NAMES)
    for read in (read_text(write_mat(match)), read_sgf(write_sgf(match))):
        judged = judge(read)
        assert [each.result for each in judged.games] == games
        assert judged.games[0].issues == ()
