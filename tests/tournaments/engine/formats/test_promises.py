"""What every format of rounds promises: nobody meets themselves, forbidden pairs last.

An independent model counts all rounds that there are; fields are small.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.refusals import raises
from tests.simulate import NONE, field, played_on
from tournaments.engine import (
    Entrant,
    Options,
    Outcome,
    StageState,
    audit,
    check,
    draw,
    explain,
    foresee,
    is_finished,
    remarks,
)
from tournaments.engine.errors import SAME_PERSON
from tournaments.engine.format import BYE_LOT
from tournaments.engine.state import LIST_LEFT, NOT_TO_MEET

ROUNDS = ("swiss", "monrad", "danish", "lives")
Pair = tuple[int, int]


def pairs(state: StageState, seed: str) -> set[frozenset[int]]:
    drawn = draw(state, seed).pairings
    return {frozenset((one.one, one.two)) for one in drawn if one.two is not None}


def every_round(numbers: list[int]) -> Iterator[list[Pair]]:
    """Yield the pairs of every possible round; in an odd field one has a bye."""
    if len(numbers) < 2:
        yield []
        return
    if len(numbers) % 2:
        for bye in numbers:
            yield from every_round([one for one in numbers if one != bye])
        return
    first, *others = numbers
    for second in others:
        for rest in every_round([one for one in others if one != second]):
            yield [(first, second), *rest]


def meetings(state: StageState) -> list[set[int | None]]:
    return [{one.one, one.two} for one in state.outcomes if one.two is not None]


def least(state: StageState, numbers: list[int]) -> tuple[int, int, int]:
    """Return the fewest persons against themselves, rematches and forbidden pairs."""
    met = meetings(state) if state.format != "danish" else []
    return min(
        (
            sum(pair in state.same_person for pair in one),
            sum(met.count(set(pair)) for pair in one),
            sum(pair in state.options.forbidden for pair in one),
        )
        for one in every_round(numbers)
    )


@pytest.mark.parametrize("key", ROUNDS)
@pytest.mark.parametrize("number", range(25))
def test_never_oneself_and_forbidden_only_for_fewer_rematches(key, number):
    random = Random(f"{key} {number}")
    size = random.randrange(4, 9)

    def some(most: int) -> tuple[Pair, ...]:
        chosen = {
            (min(two), max(two))
            for two in (
                random.sample(range(1, size + 1), 2)
                for _ in range(random.randrange(most))
            )
        }
        return tuple(sorted(chosen))

    options = Options(lives=9, forbidden=some(5))
    state = StageState(key, 9, 7, field(size), options=options, same_person=some(3))
    for _ in range(4):
        numbers = [one.number for one in state.entrants]
        same, again, never = least(state, numbers)
        assert not same  # at most two such pairs in a field of four
        ahead = {note.message.code: note.params["count"] for note in foresee(state)}
        assert ahead.get("foresight.rematches", 0) == again
        assert ahead.get("foresight.forbidden", 0) == never
        drawn = draw(state, f"{number}")
        found = [
            (min(one.one, one.two), max(one.one, one.two))
            for one in drawn.pairings
            if one.two is not None
        ]
        assert not set(found) & set(state.same_person)
        met = meetings(state) if key != "danish" else []
        assert sum(met.count(set(pair)) for pair in found) == again
        assert len(set(found) & set(options.forbidden)) == never
        stated = [
            one
            for one in drawn.pairings
            for note in one.notes
            if note.message is NOT_TO_MEET
        ]
        assert len(stated) == never
        assert audit(state, drawn) == ()
        state = played_on(state, drawn, random, mishaps=NONE)


@pytest.mark.parametrize("key", ROUNDS)
def test_a_round_against_oneself_is_refused_before_it_is_drawn(key):
    state = StageState(key, 5, 7, field(2), same_person=((1, 2),))
    with raises(SAME_PERSON, entrant=1, other=2):
        check(state)
    three = StageState(key, 5, 7, field(3), same_person=((1, 2), (1, 3), (2, 3)))
    with raises(SAME_PERSON):
        check(three)
    check(StageState(key, 5, 7, field(3), same_person=((1, 2),)))
    absent = (Entrant(1), Entrant(2), Entrant(3), Entrant(4, present=False))
    with raises(SAME_PERSON):
        check(StageState(key, 5, 7, absent, same_person=((1, 2), (1, 3), (2, 3))))


def test_pairs_with_one_player_in_common_in_a_consultation():
    """Two pairs of Ane's win round 1 of a Swiss with two matches a pairing."""
    won = [
        Outcome(1, one, two, one, 7, 3) for one, two in ((1, 3), (2, 4)) for _ in "ab"
    ]
    state = StageState(
        *("swiss", 3, 7, field(4), tuple(won)),
        options=Options(legs=2),
        same_person=((1, 2),),
    )
    for seed in range(12):
        assert frozenset((1, 2)) not in pairs(state, str(seed))


def test_the_danish_list_says_where_it_was_left():
    state = StageState("danish", 5, 7, field(4), options=Options(forbidden=((1, 2),)))
    seeds = [str(seed) for seed in range(12)]
    assert all(frozenset((1, 2)) not in pairs(state, seed) for seed in seeds)
    left = [
        any(note.message is LIST_LEFT for one in drawn.pairings for note in one.notes)
        for drawn in (draw(state, seed) for seed in seeds)
    ]
    assert True in left
    assert False in left


@pytest.mark.parametrize("key", ["swiss", "monrad", "danish"])
def test_the_only_two_on_two_wins_do_not_meet_if_they_are_not_to(key):
    rounds = ([(1, 2), (3, 4), (5, 6), (7, 8)], [(1, 5), (3, 7), (2, 6), (4, 8)])
    outcomes = tuple(
        Outcome(number, one, two, one, 7, 3)
        for number, pairs_of in enumerate(rounds, start=1)
        for one, two in pairs_of
    )
    eight = StageState(
        *(key, 5, 7, field(8), outcomes), options=Options(forbidden=((1, 3),))
    )
    free = replace(eight, options=Options())
    seeds = [str(number) for number in range(20)]
    assert any({1, 3} in pairs(free, seed) for seed in seeds)
    for seed in seeds:
        assert {1, 3} not in pairs(eight, seed)
        assert audit(eight, draw(eight, seed)) == ()


def test_the_audit_objects_to_a_pair_that_needs_not_meet():
    state = StageState("swiss", 5, 7, field(4), options=Options(forbidden=((1, 2),)))
    other = StageState("swiss", 5, 7, field(4))
    seed = next(str(n) for n in range(99) if frozenset((1, 2)) in pairs(other, str(n)))
    assert [note.params for note in audit(state, draw(other, seed))]
    person = StageState("swiss", 5, 7, field(4), same_person=((1, 2),))
    assert [note.message.code for note in audit(person, draw(other, seed))] == [
        "audit.one_person"
    ]


@pytest.mark.parametrize("key", ROUNDS)
def test_a_bye_by_lot_can_go_to_everybody_with_the_fewest(key):
    """Five after a round: the one with the bye is out of it, winners are not."""
    options = Options(lives=3, bye_to="lots")
    state = StageState(key, 9, 7, field(5), options=options)
    first = draw(state, "s")
    had = first.pairings[-1].one
    state = played_on(state, first, Random(1), mishaps=NONE)
    holders = set()
    for seed in range(40):
        drawn = draw(state, str(seed))
        last = drawn.pairings[-1]
        assert last.two is None
        assert audit(state, drawn) == ()
        if key != "danish":
            assert not any(
                {one.one, one.two} in meetings(state) for one in drawn.pairings
            )
        holders.add(last.one)
        reasons = explain(state, drawn, last)
        assert BYE_LOT in {note.message for note in reasons.facts}
    assert holders == {1, 2, 3, 4, 5} - {had}
    wanted = replace(
        state,
        entrants=tuple(
            replace(one, wants_bye=one.number == min(holders)) for one in state.entrants
        ),
    )
    found = {draw(wanted, str(seed)).pairings[-1].one for seed in range(9)}
    assert found == {min(holders)}


@pytest.mark.parametrize("key", ROUNDS)
def test_byes_by_lot_for_a_whole_evening(key):
    options = Options(lives=4, bye_to="lots", forbidden=((1, 2),))
    state = StageState(key, 7, 7, field(7), options=options)
    random = Random(key)
    for number in range(6):
        drawn = draw(state, str(number))
        assert audit(state, drawn) == ()
        for pairing in drawn.pairings:
            explain(state, drawn, pairing)
        state = played_on(state, drawn, random, mishaps=NONE)
        if is_finished(state):
            break


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
def test_a_bracket_says_for_which_rounds_it_keeps_pairs_apart(key):
    wanted = Options(forbidden=((1, 2), (3, 99)))
    state = StageState(key, 1, 7, field(8), options=wanted)
    assert [note.params for note in foresee(state)] == [{"count": 1}]
    assert foresee(replace(state, options=Options())) == ()
    drawn = draw(state, "seed")
    (ahead,) = remarks(state, drawn)
    lots = sorted(drawn.lots[one] - 1 for one in (1, 2))
    assert lots[0] < 4 <= lots[1], "both in one half"
    assert ahead.params == {"entrant": 1, "other": 2, "round": 3, "rounds": 3}


def test_a_round_robin_says_that_all_of_a_group_meet():
    wanted = Options(forbidden=((1, 2), (3, 99)))
    state = StageState("round_robin", 99, 7, field(5), options=wanted)
    assert [note.params for note in foresee(state)] == [{"count": 1}]
    assert foresee(replace(state, options=Options())) == ()
    assert remarks(state, draw(state, "seed")) == ()
