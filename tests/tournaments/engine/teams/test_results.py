"""Matches of boards, and the outcomes that draws and standings are given."""

from dataclasses import replace
from random import Random

import pytest

from tests.simulate import with_lots
from tests.tournaments.engine.teams.tournament import (
    any_match,
    play,
    teams_of,
    with_shared_player,
)
from tournaments.engine import (
    FORMATS,
    StageState,
    audit,
    draw,
    format_named,
    from_record,
    is_finished,
    standings,
    to_record,
)
from tournaments.engine.bracket.course import course
from tournaments.engine.teams import (
    Board,
    Boards,
    LineUp,
    Single,
    TeamMatch,
    TeamRules,
    boards_of,
    boards_won,
    bracket_of,
    bracket_outcome,
    outcomes,
    table,
)

RULES = TeamRules(boards=3, length=7)
ONE, TWO = LineUp(1, (11, 12, 13)), LineUp(2, (21, 22))
HOME, AWAY = Single(1, 7, 3), Single(2, 5, 7)
ROUNDS = [known.key for known in FORMATS if known.plan is None and not known.is_endless]


def won_by(match):
    return [
        (one.winner, one.points_one, one.points_two) for one in outcomes(match, RULES)
    ]


def test_first_plays_first_and_a_board_without_opponent_is_won():
    match = TeamMatch(1, ONE, TWO, (HOME, AWAY))
    assert boards_of(match, RULES) == (
        Board(1, 11, 21),
        Board(2, 12, 22),
        Board(3, 13, None),
    )
    assert boards_won(match, RULES) == Boards(2, 1)
    assert won_by(match) == [(1, 2, 1), (1, 0, 0)]


def test_as_many_boards_each_are_a_draw():
    match = TeamMatch(1, LineUp(1, (11, 12)), TWO, (HOME, AWAY))
    assert boards_won(match, RULES) == Boards(1, 1)
    assert won_by(match) == [(1, 1, 1), (2, 0, 0)]


@pytest.mark.parametrize("singles", [(), (HOME,), (HOME, Single())])
def test_open_until_the_last_board(singles):
    match = TeamMatch(1, ONE, TWO, singles)
    assert all(one.is_open for one in outcomes(match, RULES))
    assert bracket_outcome(match, RULES).is_open


def test_a_bye_is_one_outcome():
    (bye,) = outcomes(TeamMatch(1, ONE, None), RULES)
    assert (bye.one, bye.two, bye.winner) == (1, None, 1)
    assert bracket_outcome(TeamMatch(1, ONE, None, slot=4), RULES) == replace(
        bye, slot=4
    )


def test_teams_that_have_met_on_no_board_have_not_met():
    given = Single(2, played=False)
    both = outcomes(TeamMatch(1, LineUp(1, (11, 12)), TWO, (given, given)), RULES)
    assert [(one.winner, one.played) for one in both] == [(2, False)] * 2


def test_a_match_that_nobody_won():
    nobody = Single(nobody=True, played=False)
    match = TeamMatch(1, LineUp(1, (11, 12)), TWO, (nobody, nobody))
    assert all(one.nobody and not one.is_open for one in outcomes(match, RULES))
    assert bracket_outcome(match, RULES).nobody


def test_a_draw_in_a_bracket_waits_for_who_goes_on():
    drawn = TeamMatch(1, LineUp(1, (11, 12)), TWO, (HOME, AWAY), slot=5)
    assert bracket_outcome(drawn, RULES).is_open
    for side in (1, 2):
        decided = bracket_outcome(replace(drawn, decider=side), RULES)
        assert (decided.winner, decided.slot) == (side, 5)
    # Where boards decide, the decider does not matter.
    won = TeamMatch(1, ONE, TWO, (HOME, AWAY), slot=5, decider=2)
    assert bracket_outcome(won, RULES).winner == 1


def test_the_other_way_round_everything_is_exchanged():
    random = Random(4)
    sides = {None: None, 1: 2, 2: 1}
    for _ in range(200):
        rules = TeamRules(boards=random.randrange(1, 6), length=7)
        one, two = teams_of(random, 2, rules)
        match = any_match(random, 1, sides=(one, two), rules=rules)
        turned = TeamMatch(
            *(1, match.two, match.one),
            tuple(
                replace(
                    single,
                    winner=sides[single.winner],
                    points_one=single.points_two,
                    points_two=single.points_one,
                )
                for single in match.singles
            ),
        )
        here, there = boards_won(match, rules), boards_won(turned, rules)
        assert (here.one, here.two) == (there.two, there.one)
        assert here.one + here.two <= rules.boards
        winners = [
            sorted(str(row.winner) for row in outcomes(each_way, rules))
            for each_way in (match, turned)
        ]
        assert winners[0] == winners[1]


@pytest.mark.parametrize("format_key", ROUNDS)
@pytest.mark.parametrize("boards", [3, 4])
def test_draws_take_teams_as_entrants(format_key, boards):
    """Drawn, audited, recorded and ranked as if they were players."""
    rules = TeamRules(boards=boards, length=9)
    for count, seed in ((7, 1), (8, 2)):
        teams = teams_of(Random(seed), count, rules)
        # All play all: whoever shares a player could not be kept apart.
        if "times" not in format_named(format_key).options:
            teams = with_shared_player(teams)
        played = play(format_key, teams, rules, seed=seed)
        assert played.objections == ()
        record = to_record(played.state)
        assert to_record(from_record(record)) == record
        shared = {frozenset(pair) for pair in played.state.same_person}
        for match in played.matches:
            assert match.two is None or {match.one.team, match.two.team} not in shared
        # Wins of the stage are team points, counted by code that shares nothing.
        rows = table(range(1, count + 1), played.matches, rules=rules)
        points = {row.team: row.points for row in rows}
        ranked = standings(played.state).rows
        assert {row.entrant: row.wins for row in ranked} == points


@pytest.mark.parametrize("format_key", ["elimination", "double_elimination"])
def test_a_bracket_takes_teams_as_entrants(format_key):
    """Played to the end; after a draw the second side goes on."""
    rules, random = TeamRules(boards=4, length=9), Random(6)
    teams = teams_of(random, 7, rules)
    known = {team.number: team for team in teams}
    state = bracket_of(StageState(format_key, 4, 1, ()), teams, rules=rules)
    drawn = draw(state, "teams")
    assert audit(state, drawn) == ()
    state = replace(state, entrants=with_lots(state, drawn))
    plan = format_named(format_key).plan(state)
    matches: list[TeamMatch] = []
    while due := course(plan, lines=drawn.lots, outcomes=state.outcomes).due():
        for slot in due:
            sides = known[slot.top], known[slot.bottom]
            match = any_match(random, slot.node.round, sides=sides, rules=rules)
            matches.append(replace(match, slot=slot.node.number, decider=2))
        state = bracket_of(state, teams, rules=rules, matches=matches)
    ranked = standings(state).rows
    assert is_finished(state)
    assert [row.place for row in ranked][:2] == [1, 2]
    won = boards_won(matches[-1], rules)
    assert ranked[0].entrant in {matches[-1].one.team, matches[-1].two.team}
    assert won.outstanding == 0


def test_a_bye_has_no_boards():
    assert boards_of(TeamMatch(1, ONE, None), RULES) == ()
