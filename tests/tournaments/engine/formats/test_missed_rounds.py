"""Rounds that are sat out or missed, and accelerated first rounds."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest

from tests.refusals import raises
from tests.simulate import NONE, field, played_on
from tests.tournaments.engine.record.documents import document
from tournaments.engine import (
    DrawnPairing,
    DrawnRound,
    Entrant,
    Options,
    Outcome,
    StageState,
    audit,
    draw,
    explain,
    format_named,
    from_record,
    is_finished,
    missed_rounds,
    standings,
    to_record,
)
from tournaments.engine.audit import rounds as rest_audit
from tournaments.engine.audit.rounds import NOT_DUE
from tournaments.engine.errors import TOO_FEW_ENTRANTS
from tournaments.engine.format import NO_WINS_YET, WINS_MISSED
from tournaments.engine.formats.swiss import ACCELERATED_MET, LOWER, UPPER
from tournaments.engine.pairing.acceleration import upper_half, virtual_wins
from tournaments.engine.record.checking import check_document
from tournaments.engine.record.reading import RECORD_CONTRADICTS, read
from tournaments.engine.state import ABSENT, BAKU, HALF_BYE, Rest
from tournaments.engine.why import groups, history

HALF = Fraction(1, 2)
ASKING = Options(half_byes=1)


def swiss(size: int = 6, *, rounds: int = 5, **more: object) -> StageState:
    return StageState("swiss", rounds, 7, field(size), **more)


def wins(state: StageState) -> dict[int, object]:
    return {row.entrant: row.wins for row in standings(state).rows}


def seated(drawn: DrawnRound) -> set[int | None]:
    return {n for one in drawn.pairings for n in (one.one, one.two)} - {None}


def faults(state: StageState, drawn: DrawnRound) -> set[object]:
    return {note.message for note in audit(state, drawn)}


@pytest.mark.parametrize("key", ["swiss", "monrad", "danish", "lives", "round_robin"])
def test_who_sits_out_is_not_paired_and_has_no_bye_of_the_draw(key):
    people = tuple(replace(one, present=one.number != 4) for one in field(7))
    state = StageState(key, 5, 7, people, rests=(Rest(1, 4, ABSENT),))
    drawn = draw(state, "seed")
    assert seated(drawn) == {1, 2, 3, 5, 6, 7}
    assert audit(state, drawn) == ()
    assert (4 in drawn.lots) == (key == "round_robin"), "a place in the schedule"
    after = played_on(state, drawn, Random(1), mishaps=NONE)
    assert next(row for row in standings(after).rows if row.entrant == 4).byes == 0
    came = tuple(replace(one, present=True) for one in after.entrants)
    assert 4 in seated(draw(replace(after, entrants=came), "seed"))


@pytest.mark.parametrize(
    ("kind", "worth", "legs", "won"),
    [
        (HALF_BYE, "0", 1, HALF),
        (HALF_BYE, "0", 2, 1),
        (ABSENT, "0", 1, 0),
        (ABSENT, "1/2", 1, HALF),
        (ABSENT, "1/2", 2, 1),
    ],
)
def test_a_round_sat_out_counts_as_said(kind, worth, legs, won):
    options = Options(half_byes=1, absent_worth=worth, legs=legs)
    state = swiss(options=options, rests=(Rest(1, 4, kind),))
    assert wins(state)[4] == 0, "it counts once the round is drawn"
    state = played_on(state, draw(state, "seed"), Random(1), mishaps=NONE)
    assert wins(state)[4] == won


def test_a_latecomer_has_what_the_stage_says_of_missed_rounds():
    late = Entrant(7, joined=3)
    options = Options(late_worth="1/2")
    state = swiss(options=options)
    for _ in range(2):
        state = played_on(state, draw(state, "seed"), Random(1), mishaps=NONE)
    joins = format_named("swiss").late.next_round
    assert [note.message for note in joins(state, 7).effects] == [WINS_MISSED]
    assert joins(replace(state, options=Options()), 7).effects[0].message is NO_WINS_YET
    state = replace(state, entrants=(*state.entrants, late))
    assert wins(state)[7] == 1
    gone = replace(late, present=False)
    never = replace(state, entrants=(*state.entrants[:-1], gone))
    assert wins(never)[7] == 0, "never drawn, never here"


def test_an_absence_costs_a_life_and_does_not_end_the_event():
    options = Options(lives=2)
    rests = (Rest(1, 3, ABSENT), Rest(2, 1, ABSENT))
    state = StageState("lives", 1, 7, field(3), options=options, rests=rests)
    drawn = draw(state, "seed")
    assert seated(drawn) == {1, 2}
    won = Outcome(1, 1, 2, winner=1)
    state = replace(state, outcomes=(won, replace(won, round=2, one=2, two=3)))
    state = replace(state, outcomes=state.outcomes[:1])
    assert not is_finished(state)
    assert seated(draw(state, "seed")) == {2, 3}
    with raises(TOO_FEW_ENTRANTS):
        draw(replace(state, rests=(*rests, Rest(2, 2, ABSENT))), "seed")
    later = replace(state, outcomes=(won, Outcome(2, 2, 3, winner=2)))
    assert {row.entrant: row.values[1] for row in standings(later).rows} == {
        **{1: 1, 2: 1},
        3: 0,
    }


def broken(state: StageState, drawn: DrawnRound, *rests: Rest) -> set[object]:
    return faults(replace(state, rests=rests), drawn)


def test_the_audit_counts_rests_by_itself():
    state = swiss(8, options=ASKING)
    state = played_on(state, draw(state, "seed"), Random(1), mishaps=NONE)
    asked = Rest(2, 4, HALF_BYE)
    sound = replace(state, rests=(asked, Rest(2, 8, ABSENT)))
    drawn = draw(sound, "seed")
    assert faults(sound, drawn) == set()
    assert NOT_DUE in broken(state, drawn, Rest(2, 1, ABSENT))
    twice = replace(sound, options=Options(half_byes=0))
    assert rest_audit.BYES_ASKED in faults(twice, drawn)
    last = replace(sound, rounds=2)
    assert rest_audit.BYE_TOO_LATE in faults(last, drawn)
    assert rest_audit.RESTS_AND_PLAYS in broken(state, drawn, Rest(1, 4, ABSENT))


def test_a_record_holds_who_sat_out():
    rests = (Rest(1, 2, HALF_BYE), Rest(1, 5, ABSENT))
    state = swiss(8, options=Options(half_byes=1, absent_worth="1/2"), rests=rests)
    assert from_record(to_record(state)) == state
    record = document(state)
    assert check_document(record).is_same
    told = record["state"]["rests"]
    for wrong in ([*told, told[0]], [[1, 9, "absent"]], [[2, 2, "absent"]]):
        with raises(RECORD_CONTRADICTS):
            read({**record, "state": {**record["state"], "rests": wrong}})
    changed = {**record, "state": {**record["state"], "rests": told[:1]}}
    assert check_document(changed).outcome == "different"


def test_why_names_who_sat_out():
    state = swiss(6, options=ASKING)
    first = DrawnRound(1, tuple(DrawnPairing(*two) for two in ((1, 2), (3, 4), (5, 6))))
    won = tuple(Outcome(1, one.one, one.two, winner=one.one) for one in first.pairings)
    rests = (Rest(2, 1, HALF_BYE), Rest(2, 2, ABSENT), Rest(2, 6, ABSENT))
    state = replace(state, outcomes=won, rests=rests)
    drawn = draw(state, "seed")
    pair, bye = drawn.pairings
    said = {note.message for note in explain(state, drawn, pair).unavailable}
    assert history.SITS_OUT[HALF_BYE] in said
    facts = {note.message for note in explain(state, drawn, bye).facts}
    assert facts >= set(groups.SITS_OUT.values())


# Baku acceleration: FIDE Handbook C.04.5.1, with its own examples.


def test_virtual_wins_of_nine_rounds():
    state = swiss(rounds=9, options=Options(accelerated=BAKU))
    given = [virtual_wins(state, number) for number in range(1, 10)]
    assert given == [1, 1, 1, HALF, HALF, 0, 0, 0, 0]
    assert not virtual_wins(swiss(rounds=9), 1)


@pytest.mark.parametrize(("size", "upper"), [(161, 82), (8, 4), (9, 6), (2, 2)])
def test_the_upper_half_is_even(size, upper):
    places: dict[int, int | None] = {number: number for number in range(1, size + 1)}
    assert upper_half({**places, size + 1: None}) == set(range(1, upper + 1))


def rated(numbers: Iterable[int]) -> tuple[Entrant, ...]:
    return tuple(
        Entrant(number, rating=Decimal(3000 - number) if number % 5 else None)
        for number in numbers
    )


def test_an_accelerated_round_pairs_the_halves_apart():
    options = Options(accelerated=BAKU)
    state = StageState("swiss", 5, 7, rated(range(1, 17)), options=options)
    drawn = draw(state, "seed")
    upper = upper_half(drawn.lots)
    assert upper == {1, 2, 3, 4, 6, 7, 8, 9}
    assert all((one.one in upper) == (one.two in upper) for one in drawn.pairings)
    assert audit(state, drawn) == ()
    facts = {note.message for note in explain(state, drawn, drawn.pairings[0]).facts}
    assert facts & {UPPER, LOWER}
    assert groups.FIRST not in facts
    won = tuple(
        Outcome(1, one.one, one.two, winner=one.one, points_one=7)
        for one in drawn.pairings
    )
    lots = tuple(replace(one, lot=drawn.lots[one.number]) for one in state.entrants)
    after = replace(state, entrants=lots, outcomes=won)
    second = draw(after, "seed")
    assert not second.lots
    assert audit(after, second) == ()
    score = {n: (n in upper) + (n in {one.winner for one in won}) for n in range(1, 17)}
    assert all(score[one.one] == score[one.two] for one in second.pairings if one.two)
    assert set(wins(after).values()) == {0, 1}, "nobody keeps what is lent"
    record = document(state)
    assert check_document(record).is_same


def test_a_pair_across_the_halves_of_an_accelerated_round_says_why():
    """The two of the lower half are not to meet."""
    options = Options(accelerated=BAKU, forbidden=((5, 6),))
    state = StageState("swiss", 5, 7, rated(range(1, 7)), options=options)
    drawn = draw(state, "seed")
    told = [note for pair in drawn.pairings for note in pair.notes]
    assert {note.message for note in told} == {ACCELERATED_MET}
    assert [(note.params["high"], note.params["low"]) for note in told] == [(1, 0)] * 2
    assert {note.params["entrant"] for note in told} < upper_half(drawn.lots)


def test_the_audit_knows_the_list_of_an_accelerated_stage():
    state = StageState(
        *("swiss", 5, 7, rated(range(1, 9))), options=Options(accelerated=BAKU)
    )
    drawn = draw(state, "seed")
    lots = dict(drawn.lots)
    lots[1], lots[8] = lots[8], lots[1]
    assert rest_audit.WRONG_STRENGTH in faults(state, replace(drawn, lots=lots))
    del lots[4]
    assert rest_audit.NO_STRENGTH in faults(state, replace(drawn, lots=lots))


def test_a_half_of_an_accelerated_round_is_told_to_both():
    """Of 9 the lowest has the bye, and nobody else to be told of."""
    state = StageState(
        *("swiss", 5, 7, rated(range(1, 10))), options=Options(accelerated=BAKU)
    )
    drawn = draw(state, "seed")
    told = {
        note.params["entrant"]: note.message
        for pairing in drawn.pairings
        for note in explain(state, drawn, pairing).facts
        if note.message in {UPPER, LOWER}
    }
    upper = upper_half(drawn.lots)
    assert told == {
        one.number: UPPER if one.number in upper else LOWER for one in state.entrants
    }


def test_strength_is_the_place_of_the_source_stage_then_the_rating():
    state = StageState(*("swiss", 5, 7, field(8)), options=Options(accelerated=BAKU))
    seeds = (2, 1, None, 3, None, None, None, None)
    people = tuple(
        replace(one, seed=seed, rating=Decimal(1500))
        for one, seed in zip(state.entrants, seeds, strict=True)
    )
    state = replace(state, entrants=people)
    drawn = draw(state, "seed")
    assert audit(state, drawn) == ()
    lots = dict(drawn.lots)
    lots[3], lots[4] = lots[4], lots[3]
    assert rest_audit.WRONG_STRENGTH in faults(state, replace(drawn, lots=lots))


def test_what_a_stage_says_of_missed_rounds():
    everything = Options(
        half_byes=2,
        bye_free=1,
        absent_worth="1/2",
        late_worth="1/4",
        legs=2,
        accelerated=BAKU,
    )
    state = swiss(rounds=5, options=everything)
    known = format_named("swiss")
    told = {
        note.message.code.removeprefix("missed."): note.params
        for note in missed_rounds.rules(known, state)
    }
    assert told == {
        "asked_byes": {"count": 2, "last": 1, "wins": 1},
        "absence": {"wins": 1},
        "late": {"wins": "½"},
        "accelerated": {"count": 3},
    }
    assert tuple(missed_rounds.rules(known, swiss())) == ()


@pytest.mark.parametrize(
    ("number", "legs", "told"), [(1, 1, 1), (2, 1, 1), (3, 1, "½"), (3, 2, 1)]
)
def test_what_is_told_of_an_accelerated_round(number, legs, told):
    """Of five rounds three are accelerated, two of them with a whole win."""
    state = swiss(rounds=5, options=Options(legs=legs, accelerated=BAKU))
    note = missed_rounds.accelerated(format_named("swiss"), state, number)
    assert note.message is missed_rounds.ACCELERATED_ROUND
    assert note.params == {"round": number, "wins": told}


def test_nothing_is_told_of_a_round_that_is_not_accelerated():
    swiss_system, monrad = format_named("swiss"), format_named("monrad")
    baku = swiss(rounds=5, options=Options(accelerated=BAKU))
    assert missed_rounds.accelerated(swiss_system, baku, 4) is None
    assert missed_rounds.accelerated(swiss_system, swiss(rounds=5), 1) is None
    # What another format does not heed is not told either.
    assert missed_rounds.accelerated(monrad, replace(baku, format="monrad"), 1) is None


def test_a_life_is_what_an_absence_costs_where_lives_count():
    known = format_named("lives")
    state = StageState("lives", 1, 7, field(4), rests=(Rest(1, 3, ABSENT),))
    (note,) = missed_rounds.rules(known, state)
    assert note.message is missed_rounds.LIFE
    assert missed_rounds.worth_of(known, state, ABSENT) is None
