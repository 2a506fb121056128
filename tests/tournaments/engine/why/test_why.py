"""Why this pair: every pairing has reasons, and the next best round is the best."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from matches.rules.refusals import Message
from tests.simulate import (
    LENGTH,
    MANY,
    MOST,
    Mishaps,
    disturbed,
    history,
    play,
    played_on,
)
from tests.tournaments.engine.evening import evening
from tournaments.engine import (
    DrawnPairing,
    Entrant,
    Note,
    Options,
    Outcome,
    StageState,
    draw,
    is_finished,
)
from tournaments.engine import explain as why
from tournaments.engine.errors import TooFewEntrantsError
from tournaments.engine.formats import monrad as lists
from tournaments.engine.formats.monrad import NEXT_MET, NEXT_NEEDED
from tournaments.engine.formats.round_robin import AGAIN
from tournaments.engine.formats.swiss import FLOAT_MET, FLOAT_ODD
from tournaments.engine.pairing.wishes import BYE_WANTED
from tournaments.engine.state import ABSENT, CHANGED, REMATCH, DrawnRound, Rest, swapped
from tournaments.engine.why import PairReasons, groups, next_best
from tournaments.engine.why import history as whys
from tournaments.engine.why.groups import PLACE
from tournaments.engine.why.history import history_before
from tournaments.engine.why.next_best import Criterion, Seats, totals, without

FORMATS = ("swiss", "monrad", "danish", "lives", "round_robin", "night")
COMPARED = ("swiss", "danish", "lives", "night")
"""Formats in which the draw is the best round by criteria that are compared."""


def notes_of(found: PairReasons) -> tuple[Note, ...]:
    return (*found.facts, *found.unavailable, *found.next_best)


def messages(notes: tuple[Note, ...]) -> list[Message]:
    return [note.message for note in notes]


def every_round(people: list[int]) -> Iterator[list[Seats]]:
    """Yield every possible round; an odd field has one bye in each."""
    if not people:
        yield []
        return
    first, *others = people
    for second in others:
        for rest in every_round([one for one in others if one != second]):
            yield [(first, second), *rest]
    if len(people) % 2:
        for rest in every_round(others):
            yield [(first, None), *rest]


def explained(
    state: StageState, drawn: DrawnRound
) -> Iterator[tuple[DrawnPairing, PairReasons]]:
    for pairing in drawn.pairings:
        yield pairing, why(state, drawn, pairing)


def evenings(
    format_key: str, size: int, *, seed: int = 1, mishaps: Mishaps = MOST
) -> Iterator[tuple[StageState, DrawnRound]]:
    """Yield the first rounds of a tournament that nobody enters late."""
    random = Random(f"{format_key} {size} {seed}")
    options = Options(groups=2 if size > 5 else 1)
    entrants = tuple(
        Entrant(number, rating=Decimal(random.randrange(1400, 1900)))
        for number in range(1, size + 1)
    )
    state = StageState(format_key, 9, LENGTH, entrants, options=options)
    for number in range(1, 7):
        if is_finished(state):
            return
        try:
            drawn = draw(state, f"{seed}-{number}")
        except TooFewEntrantsError:
            return
        yield state, drawn
        state = played_on(state, drawn, random, mishaps=mishaps)
        state = disturbed(state, random, replace(mishaps, late_entry=0))


@pytest.mark.parametrize("format_key", FORMATS)
def test_every_pairing_has_reasons(format_key):
    """No sentence lacks a parameter, and nobody is named who is not in the stage."""
    for size in (2, 3, 7, 8, 13, 24):
        for state, drawn in evenings(format_key, size):
            numbers = {entrant.number for entrant in state.entrants}
            for pairing, found in explained(state, drawn):
                assert found.facts
                assert found.next_best
                for note in notes_of(found):
                    assert "%(" not in str(note)
                    named = {note.params.get(key) for key in ("entrant", "other")}
                    assert named <= numbers | {None}, (pairing, note)


@pytest.mark.parametrize("format_key", FORMATS)
def test_no_sentence_is_said_twice(format_key):
    for state, drawn in evenings(format_key, 11, seed=5):
        for _, found in explained(state, drawn):
            said = [str(note) for note in notes_of(found)]
            assert len(said) == len(set(said))


@pytest.mark.parametrize("format_key", COMPARED)
def test_criteria_are_those_of_the_draw(format_key):
    """The round drawn is never worse than one the reasons would prefer."""
    for seed in range(4):
        for size in (5, 12, 21):
            for state, drawn in evenings(format_key, size, seed=seed):
                for _, found in explained(state, drawn):
                    assert next_best.BETTER not in messages(found.next_best)


def test_wishes_are_compared_as_the_draw_does():
    """Clubs, forbidden pairs and floats, in the order of the draw."""
    random = Random(4)
    for _ in range(12):
        state = history(random, random.randrange(4, 13), random.randrange(5))
        field = tuple(
            replace(
                one,
                club=random.choice(("", "North", "South")),
                wants_bye=one.number == 2,
            )
            for one in state.entrants
        )
        options = Options(apart=("club",), apart_rounds=0, forbidden=((1, 2), (1, 3)))
        state = replace(state, entrants=field, options=options)
        drawn = draw(state, "s")
        for _, found in explained(state, drawn):
            assert next_best.BETTER not in messages(found.next_best)


def test_round_drawn_ahead_counts_an_open_match_as_half():
    field = tuple(Entrant(number) for number in range(1, 7))
    outcomes = (
        Outcome(1, 1, 2, winner=None),
        Outcome(1, 3, 4, winner=3, points_one=7),
        Outcome(1, 5, 6, winner=5, points_one=7),
    )
    state = StageState("swiss", 3, 7, field, outcomes, ahead=True)
    drawn = draw(state, "s")
    for pairing, found in explained(state, drawn):
        assert next_best.BETTER not in messages(found.next_best)
        if pairing.one in {1, 2}:
            met = {"entrant": pairing.one, "other": 3 - pairing.one, "round": 1}
            assert Note(whys.MET, met) in found.unavailable
    assert history_before(state, drawn).wins[1] == Fraction(1, 2)


def test_next_best_of_all_possible_rounds():
    """Against brute force, with rematches and byes that cannot be avoided."""
    random = Random(7)
    for _ in range(40):
        state = history(random, random.randrange(3, 8), random.randrange(8))
        drawn = draw(state, "s")
        past = history_before(state, drawn)
        criteria = (*next_best.by_score(past), *next_best.by_wishes(past))
        seats = [(pairing.one, pairing.two) for pairing in drawn.pairings]
        people = [one for pair in seats for one in pair if one is not None]
        for pair in seats:
            best = min(
                totals(found, criteria)
                for found in every_round(people)
                if set(pair) not in [set(each) for each in found]
            )
            found = without(pair, seats, criteria)
            assert found.before <= best, "the draw is the best of all"
            assert (found.after, found.is_best) == (best, True)


def test_next_monrad_round_is_the_first_in_order():
    """Against all rounds: lists are compared from the top, without a rematch."""
    random, compared = Random(11), 0
    for _ in range(60):
        state = history(
            random,
            random.choice((4, 6, 8)),
            random.randrange(1, 4),
            format_key="monrad",
        )
        drawn = draw(state, "s")
        past = history_before(state, drawn)
        listed = lists.by_wins(past, drawn)
        place = listed.places
        for pairing in drawn.pairings:
            keys = [
                sorted(sorted((place[one], place[two])) for one, two in found)
                for found in every_round(list(listed.order))
                if not any(past.have_met(*pair) for pair in found)
                and not any(set(pair) == {pairing.one, pairing.two} for pair in found)
            ]
            (note,) = lists.next_round(past, drawn, pairing)[:1]
            assert bool(keys) == (note.message == lists.INSTEAD)
            if keys:
                compared += 1
                pair = sorted(
                    (place[note.params["entrant"]], place[note.params["other"]])
                )
                assert pair in min(keys)
                assert {*map(listed.order.__getitem__, (one - 1 for one in pair))} != {
                    pairing.one,
                    pairing.two,
                }
    assert compared > 50


def test_first_round_is_of_lots_alone():
    field = tuple(Entrant(number) for number in range(1, 6))
    state = StageState("swiss", 3, 7, field)
    drawn = draw(state, "s")
    for pairing, found in explained(state, drawn):
        assert groups.FIRST in messages(found.facts)
        assert messages(found.next_best) == [next_best.EQUAL]
        assert (groups.ODD in messages(found.facts)) == (pairing.two is None)
        assert not found.unavailable


def test_an_only_pair_has_no_other():
    state = StageState("swiss", 3, 7, (Entrant(1), Entrant(2)))
    drawn = draw(state, "s")
    found = why(state, drawn, drawn.pairings[0])
    assert messages(found.next_best) == [next_best.NO_OTHER]


def five_after_two() -> StageState:
    """One has beaten two, three has beaten four; one has beaten three; five had none.

    Wins: 1 two, 3 and 4 one, 5 one by a bye, 2 one by a bye.
    """
    field = tuple(Entrant(number) for number in range(1, 6))
    outcomes = (
        Outcome(1, 1, 2, winner=1, points_one=7),
        Outcome(1, 3, 4, winner=3, points_one=7),
        Outcome(1, 5, None, winner=5),
        Outcome(2, 1, 3, winner=1, points_one=7),
        Outcome(2, 4, 5, winner=4, points_one=7),
        Outcome(2, 2, None, winner=2),
    )
    return StageState("swiss", 4, 7, field, outcomes)


def test_float_and_who_was_not_available():
    state = five_after_two()
    drawn = draw(state, "s")
    pairing = drawn.pairings[0]
    found = why(state, drawn, pairing)
    assert pairing.one == 1
    assert messages(found.facts)[0] in {FLOAT_ODD, FLOAT_MET}
    assert groups.WINS.alone in messages(found.facts)
    met = {
        (note.params["entrant"], note.params["other"], note.params["round"])
        for note in found.unavailable
        if note.message == whys.MET
    }
    assert {(1, 2, 1), (1, 3, 2)} <= met


def test_bye_says_who_had_one_before():
    state = replace(five_after_two(), bye=Fraction(0))
    drawn = draw(state, "s")
    bye = drawn.pairings[-1]
    found = why(state, drawn, bye)
    lower = {
        note.params["other"]
        for note in found.facts
        if note.message == groups.WINS.lower
    }
    assert bye.two is None
    assert bye.one in {3, 4}
    assert lower == {2, 5}
    assert groups.ODD in messages(found.facts)


def test_wish_for_the_bye_is_told():
    field = tuple(Entrant(number, wants_bye=number == 3) for number in range(1, 4))
    state = StageState("swiss", 3, 7, field)
    drawn = draw(state, "s")
    bye = drawn.pairings[-1]
    found = why(state, drawn, bye)
    assert Note(BYE_WANTED, {"entrant": 3}) in found.facts
    assert Note(next_best.UNASKED, {"before": 0, "after": 1}) in found.next_best


def test_rematch_is_dated_and_costs_nothing_less():
    field = tuple(Entrant(number) for number in (1, 2))
    state = StageState("swiss", 3, 7, field, (Outcome(1, 1, 2, 1, 7, 3),))
    drawn = draw(state, "s")
    found = why(state, drawn, drawn.pairings[0])
    assert found.facts[0].message == REMATCH
    assert Note(whys.MET, {"entrant": 1, "other": 2, "round": 1}) in found.facts


def test_a_match_not_played_is_no_meeting():
    field = tuple(Entrant(number) for number in (1, 2))
    walkover = Outcome(1, 1, 2, winner=1, played=False)
    state = StageState("swiss", 3, 7, field, (walkover,))
    drawn = draw(state, "s")
    found = why(state, drawn, drawn.pairings[0])
    assert whys.SKIPPED in messages(found.facts)
    assert whys.MET not in messages(notes_of(found))


def test_absent_and_forbidden():
    field = (*(Entrant(number) for number in range(1, 5)), Entrant(5, present=False))
    outcomes = (
        Outcome(1, 1, 2, winner=1, points_one=7),
        Outcome(1, 5, 4, winner=5, points_one=7),
        Outcome(1, 3, None, winner=3),
    )
    state = StageState("swiss", 3, 7, field, outcomes)
    options = replace(state.options, forbidden=((2, 3),))
    drawn = DrawnRound(2, (DrawnPairing(1, 3), DrawnPairing(2, 4)))
    found = why(replace(state, options=options), drawn, drawn.pairings[0])
    assert [(note.message, note.params["other"]) for note in found.unavailable] == [
        (whys.MET, 2),
        (whys.ABSENT, 5),
        (whys.FORBIDDEN, 2),
        (whys.ABSENT, 5),
    ]


def test_clubs_are_kept_apart_in_the_rounds_that_are_asked_for():
    field = tuple(
        Entrant(number, club="North" if number < 3 else "") for number in range(1, 5)
    )
    drawn = DrawnRound(1, (DrawnPairing(1, 3), DrawnPairing(2, 4)))
    state = StageState("swiss", 3, 7, field, options=Options(apart=("club",)))
    found = why(state, drawn, drawn.pairings[0])
    assert found.unavailable == (Note(whys.APART["club"], {"entrant": 1, "other": 2}),)
    later = replace(state, outcomes=(Outcome(1, 1, 4, winner=1),))
    assert whys.APART["club"] not in messages(
        why(later, DrawnRound(2, drawn.pairings), drawn.pairings[0]).unavailable
    )


def test_changed_pairings_are_not_said_to_be_drawn():
    state = five_after_two()
    drawn = draw(state, "s")
    pairs = list(drawn.pairings)
    one, two, bye = pairs
    changed = (Note(CHANGED),)
    pairs = [
        DrawnPairing(one.one, two.two, changed),
        DrawnPairing(two.one, one.two, changed),
        bye,
    ]
    swapped = DrawnRound(drawn.round, tuple(pairs))
    for pairing in pairs[:2]:
        found = why(state, swapped, pairing)
        assert found.facts[0].message == CHANGED
        assert next_best.EQUAL not in messages(found.next_best)


def test_large_fields_are_compared_with_their_neighbours():
    size = next_best.COMPLETE + 2
    field = tuple(Entrant(number) for number in range(1, size + 1))
    outcomes = tuple(
        Outcome(1, one, one + 1, winner=one, points_one=7) for one in range(1, size, 2)
    )
    state = StageState("swiss", 9, 7, field, outcomes)
    drawn = draw(state, "s")
    special = next(
        pairing
        for pairing in drawn.pairings
        if any(note.message == FLOAT_ODD for note in pairing.notes)
    )
    found = why(state, drawn, special)
    assert found.next_best


def test_of_a_large_field_only_the_neighbours_are_compared():
    """1 and 3 alone have won twice: apart they cost more, in any round."""
    size = next_best.COMPLETE + 2
    field = tuple(Entrant(number) for number in range(1, size + 1))
    outcomes = (
        *(Outcome(1, one, one + 1, winner=one) for one in range(1, size, 2)),
        *(Outcome(2, 1, 5, winner=1), Outcome(2, 3, 7, winner=3)),
    )
    state = StageState("swiss", 9, 7, field, outcomes)
    drawn = draw(state, "s")
    assert {drawn.pairings[0].one, drawn.pairings[0].two} == {1, 3}
    found = why(state, drawn, drawn.pairings[0])
    assert messages(found.next_best) == [next_best.SQUARES, next_best.NEAR]


def test_costs_beyond_the_digits_of_the_matching_are_compared_nearby():
    dear = Criterion("", lambda one, two: (one + (two or 0)) ** 2 * 10**40)
    drawn: list[Seats] = [(1, 2), (3, 4), (5, 6)]
    found = without((1, 2), drawn, (dear,))
    assert not found.is_best
    assert found == without((1, 2), drawn, (dear,), complete=0)


def test_five_are_named_who_are_lower_and_had_byes():
    """1 has beaten 2; six of the others had a bye each, worth nothing."""
    byes = tuple(Outcome(number - 1, number, None, number) for number in range(3, 9))
    state = StageState(
        *("swiss", 9, 7),
        tuple(Entrant(number) for number in range(1, 10)),
        (Outcome(1, 1, 2, winner=1), *byes),
        bye=Fraction(0),
    )
    bye = DrawnPairing(1, None)
    pairs = (DrawnPairing(number, number + 1) for number in range(2, 9, 2))
    found = why(state, DrawnRound(8, (*pairs, bye)), bye)
    lower = [note for note in found.facts if note.message == groups.WINS.lower]
    assert [note.params["other"] for note in lower] == [3, 4, 5, 6, 7]
    assert Note(groups.LOWER_MORE, {"count": 1}) in found.facts


def test_a_second_time_round_the_table_is_said():
    """Four players meet twice in six rounds."""
    (state, drawn, _) = evening("round_robin", 4, seed=1, times=2)[3]
    for pairing in drawn.pairings:
        found = why(state, drawn, pairing)
        assert found.facts[0].params["round"] == 1
        assert Note(AGAIN, {"time": 2}) in found.facts
        assert whys.MET in messages(found.facts)


def test_nearest_round_is_a_round_and_no_better_than_the_best():
    """The neighbourhood of large fields never promises what is not there."""
    random = Random(3)
    for _ in range(30):
        state = history(random, random.randrange(3, 10), 4)
        drawn = draw(state, "s")
        past = history_before(state, drawn)
        criteria = (*next_best.by_score(past), *next_best.by_wishes(past))
        seats = [(pairing.one, pairing.two) for pairing in drawn.pairings]
        for pair in seats:
            best = without(pair, seats, criteria)
            near = without(pair, seats, criteria, complete=0)
            assert near.after is not None
            assert best.after is not None
            assert near.after >= best.after
            assert near.is_best or near.after > near.before


def test_monrad_says_who_was_passed():
    """What the draw only hints at is told with names."""
    found_notes: list[Note] = []
    for seed in range(8):
        for state, drawn in play("monrad", 9, 7, seed=seed, mishaps=MANY).rounds:
            for pairing, found in explained(state, drawn):
                said = messages(found.facts)
                assert NEXT_MET not in said
                assert NEXT_NEEDED not in said
                if any(note.message == NEXT_MET for note in pairing.notes):
                    assert lists.PASSED_MET in said
                if pairing.two is not None and not pairing.notes:
                    assert lists.NEXT in said
                found_notes += found.facts
    assert lists.PASSED_NEEDED in messages(tuple(found_notes))


def test_monrad_does_not_speak_of_the_next_where_a_correction_changed_a_pairing():
    """Players 1 and 2 have won, 3 and 4 lost; a correction has swapped 2 and 3."""
    state = StageState(
        *("monrad", 3, 7),
        tuple(Entrant(number, lot=number) for number in range(1, 5)),
        (Outcome(1, 1, 3, winner=1), Outcome(1, 2, 4, winner=2)),
    )
    drawn = draw(state, "s")
    assert [(each.one, each.two) for each in drawn.pairings] == [(1, 2), (3, 4)]
    assert lists.NEXT in messages(why(state, drawn, drawn.pairings[0]).facts)
    changed = swapped(drawn, 2, 3)
    assert changed is not None
    pairing = changed.pairings[0]._replace(notes=(Note(CHANGED),))
    changed = replace(changed, pairings=(pairing, *changed.pairings[1:]))
    said = messages(why(state, changed, pairing).facts)
    assert said == [CHANGED, whys.MET, PLACE, PLACE]


def test_half_byes_are_shown_in_quarters():
    shown = [next_best.mixed(*parts) for parts in ((3, 2), (4, 4), (5, 4), (1, 4))]
    assert shown == ["1½", 1, "1¼", "¼"]


def test_criteria_outweigh_each_other_in_order():
    """One step of an earlier criterion is worse than any number of later ones."""
    first = Criterion("", lambda one, two: int((one, two) == (1, 3)))
    later = Criterion("", lambda one, two: 50 * abs(one - (two or 0)))
    drawn: list[Seats] = [(1, 2), (3, 4), (5, 6)]
    found = without((1, 2), drawn, (first, later))
    assert found.after is not None
    assert found.after[0] == 0
    assert all(
        without((1, 2), drawn, (one,)).after is not None for one in (first, later)
    )
    assert [*pairwise(found.before)]


def test_one_person_and_those_not_to_meet_are_named():
    field = tuple(Entrant(number, lot=number) for number in range(1, 5))
    state = StageState(
        *("swiss", 3, 7, field),
        options=Options(forbidden=((1, 3),)),
        same_person=((1, 2),),
    )
    drawn = DrawnRound(1, (DrawnPairing(1, 4), DrawnPairing(2, 3)))
    found = why(state, drawn, drawn.pairings[0])
    assert [(note.message, note.params["other"]) for note in found.unavailable] == [
        (whys.ONE_PERSON, 2),
        (whys.FORBIDDEN, 3),
    ]


def test_monrad_passes_those_who_are_not_to_meet():
    field = tuple(Entrant(number, lot=number) for number in range(1, 5))
    options = Options(forbidden=((1, 2),))
    state = StageState(
        *("monrad", 3, 7, field),
        (Outcome(1, 1, 3, winner=1), Outcome(1, 2, 4, winner=2)),
        options=options,
    )
    drawn = draw(state, "s")
    pairing = next(each for each in drawn.pairings if 1 in {each.one, each.two})
    assert 2 not in {pairing.one, pairing.two}
    assert lists.PASSED_BARRED in messages(why(state, drawn, pairing).facts)


def test_groups_by_points_say_points():
    options = Options(scoring="two_one:1")
    state = StageState(
        *("danish", 3, 7, tuple(Entrant(number, lot=number) for number in range(1, 6))),
        (Outcome(1, 1, 2, 1, 7, 3), Outcome(1, 3, 4, 3, 7, 5), Outcome(1, 5, None, 5)),
        options=options,
    )
    drawn = draw(state, "s")
    last = drawn.pairings[-1]
    (note,) = (
        note
        for note in why(state, drawn, last).facts
        if note.message is groups.PLACED_BY_POINTS.holder
    )
    assert note.params == {"entrant": last.one, "score": 1, "byes": 0}


def test_of_many_who_sit_out_five_are_named():
    field = tuple(
        Entrant(number, lot=number, present=number < 4) for number in range(1, 11)
    )
    rests = tuple(Rest(1, number, ABSENT) for number in range(4, 11))
    state = StageState("swiss", 3, 7, field, rests=rests)
    drawn = draw(state, "s")
    facts = why(state, drawn, drawn.pairings[-1]).facts
    named = [note for note in facts if note.message is groups.SITS_OUT[ABSENT]]
    assert len(named) == 5
    assert Note(groups.LOWER_MORE, {"count": 2}) in facts
