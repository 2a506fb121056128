"""The free club night: who is paired, with whom, who waits, and that it never ends."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.refusals import raises
from tests.simulate import MANY, NONE, disturbed, field, happens
from tests.tournaments.engine.evening import (
    Round,
    check_same_draw,
    evening,
    with_results,
)
from tournaments import engine
from tournaments.engine.audit.rounds import barred_tonight
from tournaments.engine.errors import (
    ONLY_EACH_OTHER,
    RESULTS_OUTSTANDING,
    TOO_FEW_ENTRANTS,
    TooFewEntrantsError,
)
from tournaments.engine.formats import NIGHT
from tournaments.engine.formats.night import pairing as night
from tournaments.engine.formats.night.pairing import MET_TONIGHT, due
from tournaments.engine.state import DrawnRound


def won(number: int, winner: int, loser: int) -> engine.Outcome:
    return engine.Outcome(number, winner, loser, winner, 7, 3)


def club(
    size: int, *outcomes: engine.Outcome, ratings: bool = False
) -> engine.StageState:
    entrants = [
        replace(one, rating=Decimal(2000 - 10 * one.number) if ratings else None)
        for one in field(size)
    ]
    return engine.StageState("night", 99, 7, tuple(entrants), outcomes, ahead=True)


def pairs(drawn: DrawnRound) -> set[frozenset[int | None]]:
    return {frozenset((one.one, one.two)) for one in drawn.pairings}


def sets(*found: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in found}


def test_those_at_a_table_are_not_due():
    state = club(5, engine.Outcome(1, 1, 2, None))
    assert due(state) == [3, 4, 5]
    assert len(engine.draw(state, "s").pairings) == 1
    with raises(RESULTS_OUTSTANDING):
        engine.draw(replace(state, ahead=False), "s")


def test_nobody_free():
    with raises(TOO_FEW_ENTRANTS):
        engine.draw(club(3, engine.Outcome(1, 1, 2, None)), "s")


def test_near_in_rating():
    state = club(6, ratings=True)
    drawn = engine.draw(state, "s")
    assert pairs(drawn) == sets((1, 2), (3, 4), (5, 6))
    assert all(pairing.one < (pairing.two or 0) for pairing in drawn.pairings)


def test_no_rating_is_the_middle():
    entrants = [
        engine.Entrant(number, rating=rating and Decimal(rating))
        for number, rating in enumerate((1900, 1500, None, 1100, 700, None), start=1)
    ]
    state = replace(club(6), entrants=tuple(entrants))
    assert pairs(engine.draw(state, "s")) in (
        sets((1, 2), (3, 6), (4, 5)),
        sets((1, 2), (3, 4), (6, 5)),
    )


def test_not_met_recently_comes_before_rating():
    drawn = engine.draw(club(4, won(1, 1, 2), won(1, 3, 4), ratings=True), "s")
    assert pairs(drawn) == sets((1, 3), (2, 4))
    assert all(pairing.notes == () for pairing in drawn.pairings)


def test_longest_ago_is_repeated_first():
    rounds = [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    outcomes = [
        won(number, *pair)
        for number, found in enumerate(rounds, start=1)
        for pair in found
    ]
    drawn = engine.draw(club(4, *outcomes), "s")
    assert pairs(drawn) == sets((1, 2), (3, 4))
    assert [one.notes for one in drawn.pairings] == [
        (engine.Note(MET_TONIGHT, {"since": 2}),)
    ] * 2


def test_often_met_costs_more_than_once():
    """All long ago: 1 and 2, 3 and 4 have met twice, 1 and 3, 2 and 4 once."""
    outcomes = [won(1, 1, 2), won(1, 3, 4), won(2, 1, 2), won(2, 3, 4)]
    outcomes += [won(3, 1, 3), won(3, 2, 4), won(4, 1, 4), won(4, 2, 3)]
    outcomes += [won(5, 1, 4), won(5, 2, 3)]
    for number in range(6, 16):
        outcomes += [won(number, one, 10 * one + number) for one in range(1, 5)]
    entrants = [replace(one, present=one.number < 5) for one in field(60)]
    state = replace(club(60, *outcomes), entrants=tuple(entrants))
    drawn = engine.draw(state, "s")
    assert pairs(drawn) == sets((1, 3), (2, 4))
    assert drawn.pairings[0].notes == (engine.Note(MET_TONIGHT, {"since": 12}),)


def at_a_table(number: int, one: int, two: int) -> engine.Outcome:
    return engine.Outcome(number, one, two, None)


def test_waiting_is_better_than_to_play_again_at_once():
    """1 and 2 have just played; 3 has played once more, and waits no longer."""
    outcomes = (won(1, 3, 4), won(2, 3, 4), won(3, 1, 2))
    state = club(4, *outcomes)
    state = replace(
        state, entrants=tuple(replace(one, present=one.number < 4) for one in field(4))
    )
    for seed in range(10):
        drawn = engine.draw(state, str(seed))
        assert pairs(drawn) in (sets((1, 3)), sets((2, 3)))
        assert engine.audit(state, drawn) == ()


def test_two_who_just_played_wait_while_others_play():
    state = club(4, won(1, 1, 2), at_a_table(2, 3, 4))
    with raises(ONLY_EACH_OTHER, entrant=1, other=2):
        engine.check(state)
    again = replace(state, at_once=True)
    drawn = engine.draw(again, "s")
    assert pairs(drawn) == sets((1, 2))
    assert engine.audit(again, drawn) == ()
    alone = club(2, won(1, 1, 2))
    assert pairs(engine.draw(alone, "s")) == sets((1, 2))


def test_people_and_forbidden_pairs_wait_for_others():
    options = engine.Options(forbidden=((1, 2),))
    wish = replace(club(4, at_a_table(1, 3, 4)), options=options)
    person = replace(club(4, at_a_table(1, 3, 4)), same_person=((1, 2),))
    for state in (wish, person):
        with raises(ONLY_EACH_OTHER):
            engine.check(state)
    assert pairs(engine.draw(replace(wish, at_once=True), "s")) == sets((1, 2))
    with raises(ONLY_EACH_OTHER):
        engine.draw(replace(person, at_once=True), "s")
    four = replace(club(4), options=options, same_person=((1, 3),))
    for seed in range(10):
        assert pairs(engine.draw(four, str(seed))) == sets((1, 4), (2, 3))


def test_three_of_one_person_wait_together():
    """Nobody is drawn against themselves, so only one of them plays."""
    same = ((1, 2), (1, 3), (2, 3))
    state = replace(club(4), same_person=same)
    drawn = engine.draw(state, "s")
    assert len(drawn.pairings) == 1
    assert 4 in {drawn.pairings[0].one, drawn.pairings[0].two}
    assert engine.audit(state, drawn) == ()


def test_nobody_plays_the_same_again_on_busy_nights():
    """As matches last 15 to 45 minutes, and whoever is free is drawn."""
    for size in (4, 5, 8, 14):
        state, random, minute = club(size), Random(size), 0
        ends: dict[int, int] = {}
        while state.next_round < 60:
            minute += 1
            done = {number for number, end in ends.items() if end <= minute}
            outcomes = [
                replace(one, winner=one.one, points_one=7)
                if one.is_open and one.one in done
                else one
                for one in state.outcomes
            ]
            state = replace(state, outcomes=tuple(outcomes))
            try:
                drawn = engine.draw(state, f"{size}-{minute}")
            except TooFewEntrantsError:
                continue
            others = any(one.is_open for one in state.outcomes)
            for one in drawn.pairings:
                since = [note.params for note in one.notes]
                just = barred_tonight(state, one.one, one.two or 0)
                assert not (just and others), since
                ends[one.one] = minute + random.randrange(15, 46)
                ends[one.two or 0] = ends[one.one]
            assert engine.audit(state, drawn) == ()
            state = with_results(state, drawn, random, ahead=100)


def test_most_matches_wait():
    drawn = engine.draw(club(3, won(1, 1, 2), won(2, 1, 2), won(3, 1, 3)), "s")
    assert pairs(drawn) == sets((2, 3))
    assert drawn.lots == {}


def test_who_played_last_waits():
    """All have played twice, 1 not in the newest draw."""
    outcomes = (won(1, 1, 2), won(2, 1, 3), won(3, 2, 3))
    drawn = engine.draw(club(3, *outcomes), "s")
    assert pairs(drawn) == sets((1, 2))


def test_unplayed_matches_do_not_count():
    walkover = replace(won(1, 1, 2), played=False)
    nobody = engine.Outcome(2, 1, 2, None, played=False, nobody=True)
    drawn = engine.draw(club(2, walkover, nobody, ratings=True), "s")
    assert drawn.pairings == (engine.DrawnPairing(1, 2),)


def test_fewest_matches_get_the_first_table():
    """1 and 2 have met, and take 3 and 4, the nearest in rating: 5 and 6 are left."""
    drawn = engine.draw(club(6, won(1, 1, 2), ratings=True), "s")
    assert pairs(drawn) == sets((1, 3), (2, 4), (5, 6))
    assert {drawn.pairings[0].one, drawn.pairings[0].two} == {5, 6}


def test_two_legs_are_one_meeting():
    outcomes = (won(1, 1, 2), won(1, 2, 1))
    drawn = engine.draw(club(2, *outcomes), "s")
    assert drawn.pairings[0].notes == (engine.Note(MET_TONIGHT, {"since": 0}),)


def test_repeats_are_as_cheap_as_can_be():
    """Against every way to pair six who have met at random."""
    random = Random(5)
    for _ in range(60):
        outcomes = []
        for number in range(1, random.randrange(2, 14)):
            one, two = random.sample(range(1, 7), 2)
            outcomes.append(won(number, one, two))
        state = club(6, *outcomes)
        field_of_six = night.free_field(
            state, due(state), dict.fromkeys(range(1, 7), 0)
        )
        best = min(
            sum(field_of_six.repeats(*pair) for pair in found)
            for found in every_round([*range(1, 7)])
        )
        drawn = engine.draw(state, "s")
        assert best == sum(
            field_of_six.repeats(one.one, one.two or 0) for one in drawn.pairings
        )


def every_round(numbers: list[int]):
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        for rest in every_round([one for one in others if one != other]):
            yield [(first, other), *rest]


@pytest.mark.parametrize("size", [129, 150, 257])
def test_large_fields_are_cut_into_blocks(size):
    state = club(size, ratings=True)
    drawn = engine.draw(state, "s")
    assert len(drawn.pairings) == size // 2
    assert len({one for pair in pairs(drawn) for one in pair}) == size // 2 * 2
    assert all(abs(one.one - (one.two or 0)) < 3 for one in drawn.pairings)


def test_never_finished():
    assert not engine.is_finished(club(2))
    assert NIGHT.rounds(9, 0, engine.Options()) == 99
    assert NIGHT.rounds(9, 5, engine.Options()) == 5


def test_standings_by_wins_then_the_share_of_wins():
    outcomes = (won(1, 1, 2), won(1, 3, 4), won(2, 1, 3), won(3, 3, 2), won(4, 4, 2))
    table = engine.standings(club(5, *outcomes))
    assert [(row.place, row.entrant, row.values) for row in table.rows] == [
        (1, 1, (1,)),
        (2, 3, (Fraction(2, 3),)),
        (3, 4, (Fraction(1, 2),)),
        (4, 2, (0,)),
        (4, 5, (0,)),
    ]
    assert [column.key for column in table.columns] == ["win_share"]


@pytest.mark.parametrize("tiebreaks", [(), NIGHT.tiebreaks])
def test_shares_of_wins_that_differ_share_no_place(tiebreaks):
    """1 has won 2 of 31, 3 has won 2 of 33: both are six percent, rounded down."""
    outcomes = [won(number, one, 4) for number in (1, 2) for one in (1, 3)]
    outcomes += [won(3, 2, 1)] * 29 + [won(3, 2, 3)] * 31
    state = club(4, *outcomes)
    options = replace(state.options, tiebreaks=tiebreaks)
    table = engine.standings(replace(state, options=options))
    rows = {row.entrant: row for row in table.rows}
    assert rows[1].wins == rows[3].wins == 2
    assert (rows[1].place, rows[3].place) == (2, 3)
    assert not rows[1].shared


def stragglers(size: int, seed: int, draws: int = 25) -> list[Round]:
    """A night on which each match lasts for a while, and people come and go."""
    random = Random(f"{size} {seed}")
    state, played = club(size), []
    for _ in range(draws):
        state = disturbed(state, random, replace(MANY, late_entry=1))
        outcomes = [
            replace(one, winner=random.choice((one.one, one.two)), points_one=7)
            if one.is_open and happens(random, 60)
            else one
            for one in state.outcomes
        ]
        state = replace(state, outcomes=tuple(outcomes))
        try:
            drawn = engine.draw(state, f"{seed}-{state.next_round}")
        except TooFewEntrantsError:
            continue
        after = with_results(state, drawn, random, ahead=100)
        played.append((state, drawn, after))
        state = after
    return played


@pytest.mark.parametrize("size", [*range(17), 23, 40])
def test_nights(size):
    played = stragglers(size, seed=size)
    check_same_draw(played, size)
    for state, drawn, after in played:
        free = set(due(state))
        people = [one for pair in drawn.pairings for one in (pair.one, pair.two)]
        assert len(people) == len(set(people))
        waiting = free - set(people)
        assert len(waiting) < 2 or all(
            barred_tonight(state, *pair) for pair in combinations(waiting, 2)
        )
        assert set(people) <= free
        assert len(engine.standings(after).rows) == len(after.entrants)
    assert bool(played) == (size > 1)


def test_everybody_gets_as_many_matches():
    """With results at once, nobody is more than one match ahead of another."""
    for size in range(2, 20):
        played = evening("night", size, seed=size, mishaps=NONE, ahead=0)
        counts = Counter(dict.fromkeys(range(1, size + 1), 0))
        for _, drawn, _ in played[:20]:
            counts.update(one for pair in pairs(drawn) for one in pair)
            assert max(counts.values()) - min(counts.values()) <= 1


def test_nobody_of_eight_meets_again_within_four_draws():
    played = evening("night", 8, seed=1)
    met = Counter(pair for _, drawn, _ in played[:4] for pair in pairs(drawn))
    assert set(met.values()) == {1}


def test_nothing_is_foreseen_of_a_night():
    assert engine.foresee(engine.StageState("night", 99, 7, field(5))) == ()
