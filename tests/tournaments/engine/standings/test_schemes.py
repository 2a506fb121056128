"""Scoring schemes: published examples, a second implementation, and what always holds.

Sources of the examples: sydneybackgammoners.blogspot.com (100 and the margin), the
leagues of the Midlands (2 and 1), Bognor (3 and 1) and Cambridge (3, 2 and 1).
"""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import NIGHTLY
from tests.tournaments.engine.standings import test_standings
from tests.tournaments.engine.standings.naive import Naive
from tests.tournaments.engine.standings.test_catalogue import (
    groups_of_five_and_four,
    random_event,
)
from tests.tournaments.engine.standings.test_standings import bye, match
from tournaments import engine
from tournaments.engine.audit.counting import points_of_outcomes
from tournaments.engine.formats.round_robin import ROUND_ROBIN
from tournaments.engine.standings import schemes
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import Rest

POINTS = [one for one in engine.SCHEMES if one is not schemes.WINS]
EVENTS = 300 if NIGHTLY else 40
WORTH = {"two_one": 2, "three_one": 3, "three_two_one": Fraction(3, 2), "hundred": 100}


def stage(
    size: int, *outcomes: engine.Outcome, legs: int = 1, length: int = 7, **more: Any
) -> engine.StageState:
    tiebreaks = more.pop("tiebreaks", ("shared:1",))
    options = engine.Options(legs=legs, tiebreaks=tiebreaks)
    made = test_standings.stage(size, *outcomes, length=length)
    return replace(made, options=options, **more)


def with_scheme(state: engine.StageState, key: str) -> engine.StageState:
    options = replace(state.options, scoring=f"{key}:1")
    return replace(state, options=options)


def points(state: engine.StageState, key: str) -> dict[int, object]:
    table = engine.standings(with_scheme(state, key))
    assert table.columns[0].key == key
    return {row.entrant: row.values[0] for row in table.rows}


def test_100_and_margin_as_published():
    """“5–2 = 103 and −3”; the bye is worth 100 and no margin."""
    state = stage(3, match(1, "1-2 5:2"), bye(1, 3), length=5)
    assert points(state, "hundred") == {1: 103, 2: -3, 3: 100}


def test_an_aborted_match_keeps_its_score_and_the_other_gets_100():
    given_up = replace(match(1, "1-2 2:4", played=False), winner=1)
    state = stage(2, given_up, length=5)
    assert points(state, "hundred") == {1: 98, 2: 2}


def test_a_win_by_time_counts_the_rounds_less():
    """Sydney: “97 for 3 rounds”, and the margin; whoever wins to the end has 100."""
    stopped = replace(match(1, "1-2 4:2"), winner=1)
    state = replace(stage(4, stopped, match(1, "3-4 5:2"), length=5), rounds=3)
    assert points(state, "hundred") == {1: 99, 2: -2, 3: 103, 4: -3}
    assert points(state, "two_one") == {1: 2, 2: 1, 3: 2, 4: 1}


@pytest.mark.parametrize(
    ("walkover", "expected"),
    [("none", (100, 0)), ("full", (107, -7)), ("half", (104, -4))],
)
def test_a_walk_over_has_the_margin_that_the_stage_gives_it(walkover, expected):
    away = engine.Outcome(1, 1, 2, 1, 0, 0, played=False)
    state = stage(2, away, walkover=walkover)
    assert tuple(points(state, "hundred").values()) == expected
    assert points(state, "two_one") == {1: 2, 2: 0}
    assert points(state, "three_one") == {1: 3, 2: 0}
    assert points(state, "three_two_one") == {1: 2, 2: 0}


def test_points_beyond_the_length_do_not_count():
    assert points(stage(2, match(1, "1-2 9:4"), length=7), "hundred") == {1: 103, 2: -3}


@pytest.mark.parametrize(("key", "won"), [("two_one", 2), ("three_one", 3)])
def test_leagues_give_one_for_a_loss_at_the_table(key, won):
    state = stage(4, match(1, "1-2 7:3"), match(2, "2-1 7:3"), match(2, "3-1 7:5"))
    assert points(state, key) == {1: won + 2, 2: won + 1, 3: won, 4: 0}


def test_a_double_forfeit_is_no_match():
    neither = engine.Outcome(1, 1, 2, None, played=False, nobody=True)
    for scheme in POINTS:
        assert set(points(stage(2, neither), scheme.key).values()) == {0}


def test_cambridge_gives_3_2_and_1_for_both_one_and_none_of_a_pair():
    outcomes = (
        *(match(1, "1-2 7:3"), match(2, "2-1 5:7")),
        *(match(3, "3-4 7:3"), match(4, "3-4 3:7")),
    )
    expected = {1: 3, 2: 1, 3: 2, 4: 2}
    assert points(stage(4, *outcomes), "three_two_one") == expected
    in_one_round = tuple(replace(one, round=(one.round + 1) // 2) for one in outcomes)
    assert points(stage(4, *in_one_round, legs=2), "three_two_one") == expected
    half_way = {1: 2, 2: 1, 3: 0, 4: 0}
    assert points(stage(4, outcomes[0]), "three_two_one") == half_way
    third = (*outcomes, match(5, "1-2 7:0"))
    assert points(stage(4, *third), "three_two_one")[1] == 5


def test_half_a_bye_is_half_a_win_and_a_round_sat_out_too():
    state = stage(3, bye(1, 3), match(2, "1-2 7:3"), bye=Fraction(1, 2))
    state = replace(state, rests=(Rest(1, 1, "bye"),))
    assert points(state, "three_one") == {1: Fraction(9, 2), 2: 1, 3: Fraction(3, 2)}
    assert points(state, "three_two_one")[3] == Fraction(3, 4)


def test_points_come_before_wins_and_tie_breaks_after_them():
    """3 has fewer wins than 1, but has lost at the table twice."""
    outcomes = (
        *(match(1, "1-2 7:3"), match(1, "3-4 7:3")),
        *(match(2, "3-2 3:7"), match(3, "3-4 3:7"), match(4, "3-2 7:6")),
    )
    tiebreaks = ("difference:1",)
    state = with_scheme(stage(4, *outcomes, tiebreaks=tiebreaks), "two_one")
    table = engine.standings(state)
    assert [(row.entrant, row.values) for row in table.rows] == [
        *((3, (6, -3)), (2, (4, -1)), (4, (3, 0)), (1, (2, 4)))
    ]
    assert str(table.rows[0].why) == "Ahead of 2 by points: 6 against 4."
    level = with_scheme(stage(4, *outcomes[:2], tiebreaks=tiebreaks), "three_one")
    assert [row.place for row in engine.standings(level).rows] == [1, 1, 3, 3]


def test_groups_of_unequal_size_compare_points_of_a_match():
    """1 has 10 points with a bye and 6 has 6, both 2 a match; 2 has 1¾ and 7 1⅔."""
    state = groups_of_five_and_four(tiebreaks=("sonneborn:1",))
    table = ROUND_ROBIN.standings(with_scheme(state, "two_one"))
    assert table.columns[0].key == "two_one"
    assert [(row.entrant, row.place, row.values[0]) for row in table.rows[:4]] == [
        *((1, 1, 10), (6, 1, 6), (2, 3, 9), (7, 4, 5))
    ]


def second_count(state: engine.StageState, key: str, number: int) -> Fraction:
    """Return the points of an entrant, written from the rules alone."""
    total = sum(
        (g.worth for g in Naive(state).games[number] if g.opponent is None), Fraction(0)
    )
    total *= WORTH[key]
    pairs: dict[object, list[engine.Outcome]] = defaultdict(list)
    own = [one for one in state.outcomes if number in (one.one, one.two) and one.two]
    for one in sorted(own, key=lambda one: one.round):
        other = one.two if one.one == number else one.one
        met = sum(len(rows) for (who, _), rows in pairs.items() if who == other)
        block = one.round if state.options.legs == 2 else met // 2
        pairs[other, block].append(one)
    for rows in pairs.values():
        played = [one for one in rows if one.played and one.winner]
        won = [one for one in rows if one.winner == number]
        lost = [one for one in played if one.winner != number]
        if key == "three_two_one":
            total += len(won) + bool(won or lost)
        elif key == "hundred":
            total += 100 * len(won)
            total -= state.rounds * sum(map(partial(out_of_time, state), won))
            total += sum(margin(state, one, number) for one in rows if one.winner)
        else:
            total += WORTH[key] * len(won) + len(lost)
    return total


def out_of_time(state: engine.StageState, one: engine.Outcome) -> bool:
    most = max(one.points_one, one.points_two)
    return one.played and most < (one.length or state.length)


def stopped_here_and_there(
    state: engine.StageState, random: Random
) -> engine.StageState:
    """Return the event with some of its matches stopped before their end."""
    return replace(
        state,
        outcomes=tuple(
            replace(one, points_one=random.randrange(3), points_two=random.randrange(3))
            if one.two and random.random() < 0.4
            else one
            for one in state.outcomes
        ),
    )


def margin(state: engine.StageState, one: engine.Outcome, number: int) -> int:
    length = one.length or state.length
    points = {one.one: one.points_one, one.two: one.points_two}
    if not one.played and not any(points.values()):
        low = {"none": length, "full": 0, "half": length // 2}[state.walkover]
        points = {who: length if who == one.winner else low for who in points}
    other = one.two if one.one == number else one.one
    return min(points[number], length) - min(points[other], length)


@pytest.mark.parametrize("scheme", POINTS, ids=lambda scheme: scheme.key)
def test_a_second_count_agrees_on_random_events(scheme):
    for seed in range(EVENTS):
        state = with_scheme(random_event(Random(seed)), scheme.key)
        if seed % 2:
            state = stopped_here_and_there(state, Random(seed))
        for number, found in points(state, scheme.key).items():
            assert found == second_count(state, scheme.key, number), seed
        # The audit counts an open match as half a win, for draws, and leaves out
        # what rounds without a match bring.
        decided = tuple(one for one in state.outcomes if not one.is_open)
        alone = replace(with_scheme(state, scheme.key), outcomes=decided, rests=())
        if not any(one.joined > 1 for one in state.entrants):
            audited = points_of_outcomes(alone)
            for number, found in points(alone, scheme.key).items():
                assert found == Fraction(audited[number], 4), seed


@pytest.mark.parametrize("scheme", POINTS, ids=lambda scheme: scheme.key)
def test_every_number_opens_into_the_sum_that_made_it(scheme):
    for seed in range(10):
        state = with_scheme(random_event(Random(seed)), scheme.key)
        for row in engine.standings(state).rows:
            told = engine.explain_place(state, row.entrant)
            assert told is not None
            score = told.workings[0]
            assert sum(term.value for term in score.terms) == score.total == score.value


@given(st.integers(0, 999), st.sampled_from(POINTS), st.randoms())
def test_the_order_of_what_is_told_does_not_matter(seed, scheme, random):
    state = with_scheme(random_event(Random(seed)), scheme.key)
    outcomes, entrants = list(state.outcomes), list(state.entrants)
    random.shuffle(outcomes)
    random.shuffle(entrants)
    told = replace(state, outcomes=tuple(outcomes), entrants=tuple(entrants))
    assert points(told, scheme.key) == points(state, scheme.key)


@given(st.integers(0, 999))
def test_what_two_share_in_a_match_is_always_the_same(seed):
    """Without byes: 3, 4 or 100 points a match at the table, margins cancel out."""
    state = random_event(Random(seed))
    played = tuple(one for one in state.outcomes if one.two and one.played)
    state = replace(state, outcomes=played, rests=())
    decided = sum(one.winner is not None for one in played)
    for key, each in (("two_one", 3), ("three_one", 4), ("hundred", 100)):
        scheme = engine.SCHEMES.get(key)
        assert scheme is not None
        found = schemes.match_points(with_scheme(state, key), scheme)
        assert sum(found.values()) == schemes.QUARTERS * each * decided


def test_unknown_codes_name_no_scheme():
    assert schemes.scheme_named("two_one:9") is None
    assert schemes.scheme_named("martian:1") is None
    assert schemes.scheme_named("wins:1") is schemes.WINS
    everywhere = {one.key for one in schemes.offered(all_meet=True)}
    assert everywhere == {"wins", "two_one", "three_one", "three_two_one"}


def test_a_win_counts_one_where_wins_count():
    state = stage(4, match(1, "1-2 7:3"), match(1, "3-4 2:7"))
    assert schemes.scores(state, schemes.WINS) == {1: 4, 2: 0, 3: 0, 4: 4}
    assert schemes.bye_shown(state, schemes.WINS) == "1"
    assert schemes.bye_shown(replace(state, bye=Fraction(1, 2)), schemes.WINS) == "½"


def test_an_open_match_is_half_a_win_for_the_draw_alone():
    state = stage(3, engine.Outcome(1, 1, 2, None), engine.Outcome(1, 3, 99, None))
    two_one = schemes.TWO_ONE
    assert schemes.scores(state, two_one) == {1: 0, 2: 0, 3: 0}
    assert schemes.scores(state, two_one, for_draw=True) == {1: 4, 2: 4, 3: 4}


def test_who_is_not_of_the_stage_has_no_score():
    state = stage(2, match(1, "1-99 7:3"), match(2, "98-2 7:3"))
    state = replace(state, rests=(Rest(1, 97, "bye"),))
    stage_of_two = stage(2, match(1, "1-2 7:3"), rests=(Rest(1, 97, "bye"),))
    for scheme in engine.SCHEMES:
        assert set(schemes.scores(state, scheme)) == {1, 2}
    assert set(tallies.count(stage_of_two).wins) == {1, 2}


def test_the_audit_counts_an_open_match_as_half_a_win():
    state = with_scheme(stage(2, engine.Outcome(1, 1, 2, None)), "two_one")
    assert points_of_outcomes(state) == {1: 4, 2: 4}
    assert schemes.scores(state, schemes.TWO_ONE, for_draw=True) == {1: 4, 2: 4}


def test_an_open_match_is_no_part_of_the_sum():
    state = with_scheme(
        stage(2, match(1, "1-2 7:3"), engine.Outcome(2, 1, 2, None)), "two_one"
    )
    found = engine.explain_place(state, 1)
    assert found is not None
    assert [term.value for term in found.workings[0].terms] == [2]
