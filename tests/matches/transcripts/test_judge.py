"""What a match file comes to, doubt by doubt."""

import pickle
import re

import pytest

from matches.rules import (
    LARGEST_CUBE,
    AwardReason,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    Score,
    rescore,
)
from matches.rules.board import START
from matches.transcripts import doubts
from matches.transcripts.doubts import GameDoubtError
from matches.transcripts.judge import judge, may_be_unlimited
from matches.transcripts.judge.results import How
from matches.transcripts.record import Dialect, FileFormat
from tests.matches.transcripts.written import (
    BACKGAMMON,
    GAMMON,
    LAST_ROLL,
    ONE,
    SINGLE,
    TWO,
    cells,
    game,
    match,
    setup,
    won,
)
from tests.refusals import table


def only(*games, length=7, **told):
    """Judge a match and return its first game."""
    return judge(match(length, *games, **told)).games[0]


def kinds(found):
    return [doubt.refusal for doubt in found]


# How a game ended, and what it gave


@pytest.mark.parametrize(
    ("start", "kind", "points"),
    [
        (SINGLE, Kind.SINGLE, 1),
        (GAMMON, Kind.GAMMON, 2),
        (BACKGAMMON, Kind.BACKGAMMON, 3),
    ],
)
def test_a_game_played_to_the_end(start, kind, points):
    found = only(game(1, LAST_ROLL, start=start, winner=ONE, stated=points))
    assert found.result == GameResult(ONE, kind)
    assert (found.how, found.replayed, found.possible) == (
        How.PLAYED,
        points,
        (points,),
    )
    assert found.issues == ()


def test_the_taken_cube_counts():
    acts = ("Doubles 2", "Takes", "21: 1/0")
    found = only(game(1, *acts, start=GAMMON, winner=ONE, stated=4))
    assert found.result == GameResult(ONE, Kind.GAMMON, cube=2)
    assert (found.stated, found.replayed, found.by_headers) == (4, 4, None)


def test_a_dropped_double_gives_the_value_before_it():
    acts = ("Doubles 2", "Takes", "31: 8/5 6/5", "Doubles 4", "Drops")
    found = only(game(1, *acts, winner=TWO, stated=2))
    assert found.result == GameResult(TWO, cube=2, ending=Ending.DROPPED)
    assert (found.how, found.replayed, found.issues) == (How.DROPPED, 2, ())


def test_a_beaver_is_taken_by_playing_on():
    acts = ("Doubles 2", "Beavers 4", "21: 1/0")
    found = only(game(1, *acts, start=SINGLE, winner=ONE, stated=4), length=0)
    assert found.result == GameResult(ONE, cube=4, beavers=1)
    assert found.issues == ()


def test_a_second_double_in_one_exchange_is_a_beaver_too():
    acts = ("Doubles", "Doubles", "Takes", "", "21: 1/0")
    found = only(game(1, *acts, start=SINGLE, winner=ONE, stated=4), length=0)
    assert found.result == GameResult(ONE, cube=4, beavers=1)


def test_a_refused_beaver_costs_what_the_double_made_of_the_cube():
    acts = ("Doubles 2", "Beavers 4", "Drops")
    found = only(game(1, *acts, winner=TWO, stated=2), length=0)
    assert found.result == GameResult(TWO, cube=2, ending=Ending.DROPPED)


def test_a_raccoon_and_who_owns_the_cube_after_it():
    acts = ("Doubles 2", "Beavers 4", "Beavers 8", "", "31: 8/5 6/5", "Doubles 16")
    found = only(game(1, *acts, "Takes", "31:", winner=ONE, stated=16), length=0)
    assert found.result == GameResult(ONE, cube=16, ending=Ending.RESIGNED, beavers=2)
    assert found.issues == ()


@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_resignation_leaves_its_kind_to_the_points(points):
    found = only(game(1, "31: 8/5 6/5", "63:", winner=ONE, stated=points))
    kind = [*Kind][points - 1]
    assert found.result == GameResult(ONE, kind, ending=Ending.RESIGNED)
    assert (found.replayed, found.possible) == (None, (1, 2, 3))
    assert (found.how, found.issues) == (How.RESIGNED, ())


@pytest.mark.parametrize("last", ["63:", "????", "Losses 1", "63: 99"])
def test_every_way_of_giving_up(last):
    found = only(game(1, "31: 8/5 6/5", last, winner=ONE, stated=1))
    assert found.how is How.RESIGNED
    assert not [
        issue for issue in found.issues if issue.refusal is doubts.ILLEGAL_PLAYS
    ]


def test_the_clock():
    found = only(game(1, "31: 8/5 6/5", "Timeout", winner=ONE, stated=1))
    assert found.how is How.TIMEOUT
    assert found.result == GameResult(ONE, ending=Ending.RESIGNED)


def test_a_game_without_any_roll():
    found = only(game(1, "Losses 1", winner=TWO, stated=1))
    assert found.result == GameResult(TWO, ending=Ending.RESIGNED)


def test_giving_up_before_the_double_is_answered_costs_the_cube_as_it_is():
    found = only(game(1, "Doubles 2", "Losses 1", winner=ONE, stated=1))
    assert found.result == GameResult(ONE, ending=Ending.RESIGNED)


def test_automatic_doubles_come_before_the_first_move():
    found = only(
        game(1, LAST_ROLL, start=SINGLE, cube=2, winner=ONE, stated=2), length=0
    )
    assert found.result == GameResult(ONE, cube=2, automatic=1)


# Points beyond what was needed


@pytest.mark.parametrize("stated", [8, 5, 4, 2])
def test_a_capped_last_game_keeps_its_cube_and_kind(stated):
    acts = ("Doubles 2", "Takes", "31: 8/5 6/5", "Doubles 4", "Takes", "31: 8/5 6/5")
    found = only(
        game(1, *acts, LAST_ROLL, before=(3, 0), winner=ONE, stated=stated), length=5
    )
    assert found.how is How.RESIGNED
    kind = Kind.GAMMON if stated > 4 else Kind.SINGLE
    assert found.result
    assert (found.result.cube, found.result.kind) == (4, kind)
    assert doubts.POINTS_CONCEDED not in kinds(found.issues)


@pytest.mark.parametrize("stated", [1, 3])
def test_a_capped_gammon_that_was_played_out(stated):
    acts = ("Doubles 2", "Takes", LAST_ROLL)
    found = only(
        game(1, *acts, start=GAMMON, before=(2, 2), winner=ONE, stated=stated), length=3
    )
    assert found.result == GameResult(ONE, Kind.GAMMON, cube=2)
    assert found.points == stated
    assert [issue.refusal for issue in found.issues] == []


@pytest.mark.parametrize(("cube", "stated"), [(1, 5), (1, 4), (2, 9), (4, 4016)])
def test_points_that_no_game_gives_are_kept_and_asked_about(cube, stated):
    found = only(game(1, "63:", cube=cube, winner=TWO, stated=stated), length=13)
    assert found.result
    assert (found.result.awarded, found.result.reason) == (stated, AwardReason.AGREED)
    assert found.result.ending is Ending.RESIGNED
    assert kinds(found.issues) == [doubts.POINTS_CONCEDED]


def test_points_that_a_drop_does_not_give():
    found = only(game(1, "Doubles 2", "Drops", winner=ONE, stated=2))
    assert found.result
    assert (found.result.awarded, found.result.reason) == (2, AwardReason.DECISION)
    assert kinds(found.issues) == [doubts.MOVES_DIFFER]


def test_points_that_the_moves_do_not_give():
    found = only(game(1, LAST_ROLL, start=SINGLE, winner=ONE, stated=2))
    assert found.result == GameResult(ONE, Kind.GAMMON)
    assert (found.stated, found.replayed) == (2, 1)
    assert kinds(found.issues) == [doubts.MOVES_DIFFER]


def test_points_that_no_board_gives():
    found = only(game(1, LAST_ROLL, start=SINGLE, winner=ONE, stated=5))
    assert found.result == GameResult(ONE, awarded=5, reason=AwardReason.DECISION)
    assert kinds(found.issues) == [doubts.MOVES_DIFFER]


def test_the_board_has_another_winner():
    found = only(game(1, LAST_ROLL, start=SINGLE, winner=TWO, stated=1))
    assert found.result == GameResult(TWO, ending=Ending.RESIGNED)
    assert kinds(found.issues) == [doubts.MOVES_WINNER]


@pytest.mark.parametrize(("stated", "kind"), [(1, Kind.SINGLE), (2, Kind.GAMMON)])
def test_the_board_of_another_winner_tells_no_kind(stated, kind):
    gammon = game(1, LAST_ROLL, start=GAMMON, winner=TWO, before=(0, 6), stated=stated)
    found = only(gammon)
    assert found.result == GameResult(TWO, kind, ending=Ending.RESIGNED)
    assert doubts.MOVES_WINNER in kinds(found.issues)
    assert doubts.POINTS_CONCEDED not in kinds(found.issues)


def test_a_drop_by_the_winner_tells_no_kind():
    found = only(game(1, "Doubles 2", "Drops", winner=TWO, stated=2))
    assert found.result == GameResult(TWO, Kind.GAMMON, ending=Ending.RESIGNED)
    assert kinds(found.issues) == [doubts.MOVES_WINNER]


def test_the_board_of_another_winner_and_no_points():
    found = only(game(1, LAST_ROLL, start=GAMMON, winner=TWO))
    assert found.points == 1
    assert kinds(found.issues) == [doubts.MOVES_WINNER, doubts.POINTS_UNKNOWN]


def test_a_winner_without_points():
    found = only(game(1, "Doubles 2", "Takes", "63:", winner=ONE))
    assert found.result == GameResult(ONE, cube=2, ending=Ending.RESIGNED)
    assert kinds(found.issues) == [doubts.POINTS_UNKNOWN]


# The Jacoby rule


def test_the_jacoby_rule_makes_a_gammon_count_once():
    written = game(1, LAST_ROLL, start=GAMMON, winner=ONE, stated=1)
    found = only(written, length=0, jacoby=True)
    assert found.result == GameResult(ONE, Kind.GAMMON)
    assert (found.replayed, found.points, found.issues) == (1, 1, ())


def test_the_jacoby_rule_sleeps_once_the_cube_was_turned():
    acts = ("Doubles 2", "Takes", LAST_ROLL)
    written = game(1, *acts, start=GAMMON, winner=ONE, stated=4)
    assert only(written, length=0, jacoby=True).issues == ()


@pytest.mark.parametrize("last", [LAST_ROLL, "63:"])
def test_points_counted_against_the_jacoby_rule(last):
    written = game(1, last, start=GAMMON, winner=ONE, stated=2)
    found = only(written, length=0, jacoby=True)
    assert found.result
    assert found.result.awarded == 2
    assert kinds(found.issues) == [doubts.JACOBY_IGNORED]


def test_a_game_for_money_that_galaxy_wrote_as_a_match():
    written = match(
        16,
        game(1, LAST_ROLL, start=GAMMON, winner=ONE, stated=1),
        dialect=Dialect.GALAXY,
    )
    assert may_be_unlimited(written)
    found = judge(written)
    assert (found.length, found.jacoby, found.is_unlimited) == (0, True, True)
    assert kinds(found.doubts) == [doubts.UNLIMITED_GAME]
    assert found.results == (GameResult(ONE, Kind.GAMMON),)


def test_the_other_reading_of_it():
    written = match(
        16,
        game(1, LAST_ROLL, start=GAMMON, winner=ONE, stated=1),
        dialect=Dialect.GALAXY,
    )
    found = judge(written, unlimited=False)
    assert (found.length, found.jacoby, found.is_unlimited) == (16, False, False)
    assert kinds(found.doubts) == [doubts.MATCH_UNFINISHED, doubts.MOVES_DIFFER]
    assert found.results == (GameResult(ONE),)


@pytest.mark.parametrize(
    "told",
    [{"dialect": Dialect.XG}, {"length": 15}, {"ends_match": True}, {"before": (3, 0)}],
)
def test_what_is_a_match_after_all(told):
    of_match = {"dialect": Dialect.GALAXY, "length": 16} | {
        key: value for key, value in told.items() if key in ("dialect", "length")
    }
    of_game = {key: value for key, value in told.items() if key not in of_match}
    length = of_match.pop("length")
    written = match(
        length, game(1, LAST_ROLL, winner=ONE, stated=1, **of_game), **of_match
    )
    assert not may_be_unlimited(written)


# The score above the next game


def test_three_numbers_that_agree():
    first = game(1, LAST_ROLL, start=GAMMON, winner=ONE, stated=2)
    found = only(first, won(2, TWO, 1, before=(2, 0)))
    assert (found.stated, found.replayed, found.by_headers) == (2, 2, 2)
    assert found.issues == ()


def test_the_next_score_is_trusted_before_the_result():
    """Somebody gave up, so that the moves allow both, and the score goes on."""
    first = won(1, ONE, 1, before=(0, 0))
    later = (won(2, TWO, 1, before=(2, 0)), won(3, TWO, 1, before=(2, 1)))
    found = only(first, *later)
    assert found.result == GameResult(ONE, Kind.GAMMON, ending=Ending.RESIGNED)
    assert (found.stated, found.by_headers, found.after) == (1, 2, Score(2, 0))
    assert kinds(found.issues) == [doubts.SCORE_DIFFERS]


def test_the_next_score_is_trusted_where_the_moves_do_not_allow_the_result():
    found = only(won(1, ONE, 5, before=(0, 0)), won(2, TWO, 1, before=(2, 0)))
    assert (found.points, kinds(found.issues)) == (2, [doubts.SCORE_DIFFERS])


def test_the_next_score_rises_for_the_other():
    found = only(won(1, ONE, 1, before=(0, 0)), won(2, TWO, 1, before=(0, 1)))
    assert found.winner is TWO
    assert kinds(found.issues) == [doubts.SCORE_WINNER]


def test_a_game_that_the_next_score_does_not_count():
    found = judge(
        match(7, won(1, ONE, 1, before=(0, 0)), won(2, TWO, 1, before=(0, 0)))
    )
    assert found.games[0].result is None
    assert found.games[0].how is How.UNFINISHED
    assert kinds(found.games[0].issues) == [doubts.NOT_COUNTED]
    assert found.final == Score(0, 1)


def test_a_result_from_the_next_score_alone():
    found = only(game(1, "31: 8/5 6/5"), won(2, TWO, 1, before=(0, 2)))
    assert found.result == GameResult(TWO, Kind.GAMMON, ending=Ending.RESIGNED)
    assert kinds(found.issues) == [doubts.RESULT_FROM_SCORE]


def test_a_result_from_the_moves_alone():
    found = only(game(1, LAST_ROLL, start=GAMMON))
    assert found.result == GameResult(ONE, Kind.GAMMON)
    assert kinds(found.issues) == [doubts.RESULT_FROM_MOVES]


def test_a_game_that_stops():
    found = judge(match(7, game(1, "31: 8/5 6/5")))
    assert (found.results, found.games[0].how) == ((), How.UNFINISHED)
    assert kinds(found.doubts) == [doubts.MATCH_UNFINISHED, doubts.LEFT_OUT]


def test_a_score_that_one_game_cannot_make():
    for before in ((1, 1), (0, 0)):
        first = won(1, ONE, 1, before=(1, 0) if before == (0, 0) else (0, 0))
        found = judge(match(7, first, won(2, ONE, 1, before=before)))
        assert doubts.SCORE_GAP in kinds(found.issues)
        assert found.games[0].by_headers is None
        assert found.games[0].points == 1


def test_missing_games_tell_nothing_about_the_one_before():
    found = judge(
        match(9, won(1, ONE, 1, before=(0, 0)), won(4, TWO, 1, before=(3, 4)))
    )
    assert found.games[0].by_headers is None
    assert found.games[0].points == 1
    assert kinds(found.issues) == [doubts.GAMES_MISSING, doubts.MATCH_UNFINISHED]


# The Crawford game


def crawford_of(length, *games, **told):
    found = judge(match(length, *games, **told))
    return [each.is_crawford for each in found.games]


def test_the_crawford_game_is_the_first_at_match_point():
    games = [
        won(1, ONE, 2, before=(0, 0)),
        won(2, TWO, 1, before=(2, 0)),
        won(3, TWO, 1, before=(2, 1)),
        won(4, ONE, 1, before=(2, 2)),
    ]
    assert crawford_of(3, *games) == [False, True, False, False]
    assert judge(match(3, *games)).crawford_game == 2
    assert crawford_of(3, *games, crawford=False) == [False] * 4
    assert crawford_of(0, *games) == [False] * 4


def test_a_match_to_one_point_has_none():
    assert crawford_of(1, won(1, ONE, 1, before=(0, 0))) == [False]


def test_a_game_left_out_hands_the_crawford_game_on():
    games = [
        won(1, ONE, 2, before=(0, 0)),
        won(2, ONE, 1, before=(2, 0)),
        won(3, ONE, 1, before=(2, 0)),
    ]
    assert crawford_of(3, *games) == [False, True, True]


def test_a_double_in_the_crawford_game():
    games = [
        won(1, ONE, 2, before=(0, 0)),
        game(2, "Doubles 2", "Takes", "63:", before=(2, 0), winner=TWO, stated=2),
    ]
    found = judge(match(3, *games)).games[1]
    assert found.is_crawford
    assert kinds(found.issues) == [doubts.CRAWFORD_GAME_DOUBLED]


def test_a_file_that_begins_at_match_point():
    found = judge(match(9, won(7, ONE, 1, before=(8, 4))))
    assert found.games[0].is_crawford
    assert kinds(found.doubts) == [doubts.STARTS_LATER, doubts.CRAWFORD_UNKNOWN]


def test_a_double_tells_that_the_crawford_game_is_behind():
    acts = ("Doubles 2", "Takes", "63:")
    found = judge(match(9, game(7, *acts, before=(4, 8), winner=TWO, stated=2)))
    assert not found.games[0].is_crawford
    assert doubts.CRAWFORD_BEHIND in kinds(found.doubts)


def test_both_at_match_point_need_no_question():
    found = judge(match(9, won(9, ONE, 1, before=(8, 8))))
    assert not found.games[0].is_crawford
    assert kinds(found.doubts) == [doubts.STARTS_LATER]


@pytest.mark.parametrize("mark", [True, False])
def test_a_file_that_says_which_it_is(mark):
    games = (
        won(7, TWO, 1, before=(8, 4), crawford=mark),
        won(8, TWO, 1, before=(8, 5), crawford=False),
    )
    found = judge(match(9, *games))
    assert [each.is_crawford for each in found.games] == [mark, False]
    assert doubts.CRAWFORD_UNKNOWN not in kinds(found.doubts)


def test_a_file_that_marks_another_game():
    games = [
        won(1, ONE, 2, before=(0, 0), crawford=True),
        won(2, ONE, 1, before=(2, 0), crawford=False),
    ]
    found = judge(match(3, *games))
    assert [each.is_crawford for each in found.games] == [True, False]
    assert kinds(found.doubts) == [doubts.CRAWFORD_MARK]


def test_a_file_that_passes_over_the_crawford_game_is_asked_about_it_once():
    games = [
        won(1, ONE, 2, before=(0, 0), crawford=False),
        won(2, TWO, 1, before=(2, 0), crawford=False),
        won(3, ONE, 1, before=(2, 1), crawford=False),
    ]
    found = judge(match(3, *games))
    assert [each.is_crawford for each in found.games] == [False] * 3
    assert kinds(found.doubts) == [doubts.CRAWFORD_MARK]
    assert found.games[1].issues


# Plays, and the cube's way


def test_an_illegal_play_costs_no_result():
    acts = ("31: 8/5 6/5", "31: 8/7 6/5", "31: 8/5 6/5", "63:")
    found = only(game(1, *acts, winner=ONE, stated=1))
    assert found.result == GameResult(ONE, ending=Ending.RESIGNED)
    assert kinds(found.issues) == [doubts.ILLEGAL_PLAYS]
    assert found.issues[0].params["line"] == 2
    assert found.sure


def test_an_unreadable_play_costs_no_result():
    acts = ("31: 8/5 6/5", "31: gibberish", "31: 8/5 6/5", "63:")
    found = only(game(1, *acts, winner=ONE, stated=1))
    assert found.result == GameResult(ONE, ending=Ending.RESIGNED)
    assert kinds(found.issues) == [doubts.UNREADABLE_PLAYS]
    assert not found.sure


def test_what_a_reader_noted_is_not_said_again():
    acts = ("31: 8/5 6/5", "31: gibberish", "31: 8/5 6/5", "63:")
    note = doubts.UNREAD_PLAY(line=2, text="gibberish")
    found = judge(match(7, game(1, *acts, winner=ONE, stated=1), notes=(note,)))
    assert kinds(found.doubts) == [doubts.UNREAD_PLAY, doubts.MATCH_UNFINISHED]


def test_a_note_of_a_missing_result_gives_way():
    games = (game(1, "31: 8/5 6/5"), won(2, TWO, 1, before=(0, 2)))
    found = judge(match(3, *games, notes=(doubts.NO_RESULT_LINE(number=1, line=3),)))
    assert kinds(found.doubts) == [doubts.RESULT_FROM_SCORE]


def test_a_pass_with_a_legal_play_is_illegal_unless_it_is_the_last():
    acts = ("31: 8/5 6/5", "63:", "31: 8/5 6/5", "63:")
    assert kinds(only(game(1, *acts, winner=ONE, stated=1)).issues) == [
        doubts.ILLEGAL_PLAYS
    ]
    assert only(game(1, *acts[:2], winner=ONE, stated=1)).issues == ()


@pytest.mark.parametrize(
    "acts",
    [
        ("Takes", "31: 8/5 6/5"),
        ("Drops",),
        ("Doubles 2", "31: 8/5 6/5"),
        ("Doubles 2", "Takes", "31: 8/5 6/5", "", "Doubles 4", "Takes"),
        ("Doubles 8", "Takes"),
        ("Doubles 2", "", "Doubles 2", "Takes"),
        ("Beavers 4", "Takes"),
    ],
)
def test_a_cube_that_does_not_fit(acts):
    found = only(game(1, *acts, "63:", winner=ONE, stated=1), length=0)
    assert doubts.CUBE_COURSE in kinds(found.issues)
    assert found.result


def test_a_cube_no_record_can_hold():
    doubles = ["Doubles", "Takes", "", "Doubles", "Takes", ""] * 20
    found = only(game(1, *doubles, winner=ONE, stated=1), length=0)
    assert found.result
    assert found.result.cube == LARGEST_CUBE
    named = only(game(1, f"Doubles {2**40}", "Takes", winner=ONE, stated=2), length=0)
    assert named.result == GameResult(ONE, cube=2, ending=Ending.RESIGNED)
    assert kinds(named.issues) == [doubts.CUBE_COURSE]


def test_beavers_beyond_the_largest_cube_are_not_counted():
    acts = [setup(ONE, START, value=LARGEST_CUBE // 2), *cells("Doubles", "Doubles")]
    acts += cells(*["", "Doubles", "Doubles", ""] * 5)
    found = only(game(1, acts=tuple(acts), winner=ONE, stated=1), length=0)
    assert found.result
    assert (found.result.cube, found.result.beavers) == (LARGEST_CUBE, 0)


# The match as a whole


def test_a_finished_match():
    games = [
        won(1, ONE, 2, before=(0, 0)),
        won(2, TWO, 1, before=(2, 0)),
        won(3, ONE, 1, before=(2, 1), ends_match=True),
    ]
    found = judge(match(3, *games))
    assert (found.final, found.shown, found.winner) == (Score(3, 1), Score(3, 1), ONE)
    assert found.says_over
    assert found.doubts == ()
    ledger = rescore(MatchRules(3), found.results)
    assert (ledger.score, ledger.winner) == (found.final, found.winner)


def test_a_score_beyond_the_length_is_shown_capped():
    found = judge(match(2, won(1, ONE, 3, before=(0, 0))))
    assert (found.final, found.shown, found.winner) == (Score(3, 0), Score(2, 0), ONE)


def test_money_has_no_winner():
    found = judge(match(0, won(1, ONE, 3, before=(0, 0))))
    assert (found.shown, found.winner, found.doubts) == (Score(3, 0), None, ())


def test_the_file_says_that_it_is_over_and_it_is_not():
    found = judge(match(3, won(1, ONE, 1, before=(0, 0), ends_match=True)))
    assert kinds(found.doubts) == [doubts.ENDS_EARLY]


def test_games_after_the_end():
    games = (won(1, ONE, 3, before=(0, 0)), won(2, ONE, 1, before=(3, 0)))
    assert kinds(judge(match(3, *games)).doubts) == [doubts.PLAYS_ON]


def test_nobody_has_a_name():
    found = judge(match(1, won(1, ONE, 1, before=(0, 0)), names=("Ada", " ")))
    assert kinds(found.doubts) == [doubts.NO_PLAYER_NAME]
    assert found.doubts[0].params["place"] == 2


def test_a_name_that_changes():
    later = won(2, ONE, 1, before=(1, 0), names=("Ada", "Cy"))
    games = (won(1, ONE, 1, before=(0, 0)), later)
    assert kinds(judge(match(2, *games)).doubts) == [doubts.NAMES_CHANGE]
    noted = judge(
        match(
            2,
            *games,
            notes=(doubts.OTHER_NAMES(line=1, number=2, one="Ane", two="Bo"),),
        )
    )
    assert kinds(noted.doubts) == [doubts.OTHER_NAMES]


def test_numbers_that_leap_are_said_once():
    games = (won(1, ONE, 1, before=(0, 0)), won(3, ONE, 1, before=(1, 0)))
    noted = judge(
        match(2, *games, notes=(doubts.GAME_ORDER(line=1, number=4, last=1),))
    )
    assert kinds(noted.doubts) == [doubts.GAME_ORDER]


def test_a_file_without_games():
    found = judge(match(5))
    assert (found.games, found.final, found.crawford_game) == ((), Score(0, 0), None)


def test_a_readable_sentence_for_every_doubt():
    games = (won(3, ONE, 1, before=(1, 0)), won(4, ONE, 5, before=(4, 0)))
    said = [str(doubt) for doubt in judge(match(9, *games)).doubts]
    assert said[0] == doubts.STARTS_LATER.english % {"number": 3, "one": 1, "two": 0}
    assert all("%" not in sentence for sentence in said)


def test_the_reader_of_sgf_is_judged_the_same():
    written = match(1, won(1, ONE, 1, before=(0, 0)), format=FileFormat.SGF)
    assert judge(written).winner is ONE
    assert judge(written).games[0].opening.position == START


ALL = [*table(doubts).values()]
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def filled(kind):
    return kind(**dict.fromkeys(PLACEHOLDER.findall(kind.english), 3))


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.code)
def test_every_doubt_is_a_whole_sentence(kind):
    sentence = str(filled(kind))
    assert sentence.endswith((".", "”."))
    assert "%" not in sentence


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.code)
def test_every_doubt_survives_pickling(kind):
    doubt = filled(kind)
    assert pickle.loads(pickle.dumps(doubt)) == doubt  # noqa: S301


@pytest.mark.parametrize(
    "kind",
    [each for each in ALL if issubclass(each.kind, GameDoubtError)],
    ids=lambda kind: kind.code,
)
def test_a_doubt_about_a_game_knows_its_number(kind):
    assert "number" in PLACEHOLDER.findall(kind.english)
    assert filled(kind).number == 3


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.code)
def test_no_doubt_sends_a_director_to_the_director(kind):
    assert "director" not in kind.english


def test_remarks_ask_nothing():
    silent = {
        name
        for name, entry in table(doubts).items()
        if issubclass(entry.kind, doubts.DoubtError) and not entry.kind.needs_answer
    }
    assert silent == {
        "CRAWFORD_BEHIND",
        "ILLEGAL_PLAYS",
        "MATCH_UNFINISHED",
        "STARTS_LATER",
        "UNREADABLE_PLAYS",
    }
