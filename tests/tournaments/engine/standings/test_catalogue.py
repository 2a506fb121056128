"""All tie-breaks of the catalogue against a second implementation, and by hand."""

from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.examples import NIGHTLY
from tests.simulate import MOST, field, history, play
from tests.tournaments.engine.standings.naive import Naive
from tests.tournaments.engine.standings.test_standings import bye, match
from tournaments.engine import Options, Outcome, StageState, standings
from tournaments.engine.standings import PLAY_OFF_DUE
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.event import UNPLAYED_RULES, Event
from tournaments.engine.standings.tiebreaks import (
    DIRECT_ENCOUNTER,
    LOTS,
    PLAY_OFF,
    TIEBREAKS,
    TieBreak,
    lot_of,
    offered,
)
from tournaments.engine.state import ABSENT, HALF_BYE, Rest

OTHERS = [one for one in TIEBREAKS if one.group is None]
EVENTS = 3000 if NIGHTLY else 250


def befallen(random: Random, one: Outcome, *, is_last: bool) -> Outcome | None:
    """Return an outcome as it might be as well, None for one that was not drawn."""
    chance = random.random()
    if chance < 0.06:
        return None
    if one.two is None:
        return one
    if chance < 0.10:
        return replace(one, winner=None, nobody=True, played=False)
    if chance < 0.13 and is_last:
        return replace(one, winner=None)
    return replace(one, length=5) if chance < 0.2 else one


def random_event(random: Random) -> StageState:
    """Return a small event with everything that can befall one."""
    legs = 1 + (random.random() < 0.2)
    size, rounds = random.randrange(2, 12), random.randrange(1, 7)
    state = history(random, size, rounds)
    outcomes: list[Outcome] = []
    for one in state.outcomes:
        changed = befallen(random, one, is_last=one.round == rounds)
        if changed is None:
            continue
        outcomes.append(changed)
        if legs == 2 and changed.two is not None:
            outcomes.append(replace(changed, winner=changed.winner and changed.two))
    entrants = [
        replace(
            one,
            rating=Decimal(random.randrange(1400, 1900)),
            pr=Decimal(random.randrange(150, 1200)) / 100,
        )
        if random.random() < 0.7
        else one
        for one in state.entrants
    ]
    drawn = {(one.round, who) for one in outcomes for who in (one.one, one.two)}
    free = [
        (number, one.number)
        for number in range(1, 1 + max([one.round for one in outcomes], default=0))
        for one in entrants
        if (number, one.number) not in drawn
    ]
    rests = [
        Rest(number, who, random.choice((HALF_BYE, ABSENT)))
        for number, who in free
        if random.random() < 0.5
    ]
    sat_out = {(rest.round, rest.entrant) for rest in rests}
    late = {who for number, who in free if number == 1} - {who for _, who in sat_out}
    entrants = [
        replace(one, joined=2) if one.number in late else one for one in entrants
    ]
    random.shuffle(entrants)
    random.shuffle(outcomes)
    return replace(
        state,
        entrants=tuple(entrants),
        outcomes=tuple(outcomes),
        bye=Fraction(random.randrange(3), 2),
        walkover=random.choice(("none", "full", "half")),
        options=Options(
            legs=legs,
            unplayed=random.choice(UNPLAYED_RULES),
            asked_worth=random.choice(("1/2", "1")),
            absent_worth=random.choice(("0", "1/2")),
            late_worth=random.choice(("0", "1/2")),
        ),
        rests=tuple(rests),
        lots_seed=random.choice(("", "3 1 6 4")),
    )


def values_of(state: StageState, tiebreak: TieBreak) -> dict[int, object]:
    event = Event(state, tallies.count(state))
    return {
        number: Fraction(value)
        for number, value in zip(event.numbers, tiebreak.of(event), strict=True)
    }


def test_a_second_implementation_agrees_on_every_tie_break():
    random = Random(1511)
    for count in range(EVENTS):
        state = random_event(random)
        naive = Naive(state)
        for tiebreak in OTHERS:
            expected = {
                number: naive.value(tiebreak.key, number)
                for number in sorted(naive.numbers)
            }
            assert values_of(state, tiebreak) == expected, (count, tiebreak.key)


def read_otherwise(state: StageState, random: Random) -> dict[str, StageState]:
    """Return the event with one thing changed that a flag speaks of, by flag."""
    entrants = tuple(
        replace(
            one,
            rating=Decimal(random.randrange(1400, 1900)),
            pr=Decimal(random.randrange(150, 1200)) / 100,
        )
        for one in state.entrants
    )
    unplayed = [rule for rule in UNPLAYED_RULES if rule != state.options.unplayed]
    walkovers = [rule for rule in ("none", "full", "half") if rule != state.walkover]
    return {
        "by_ratings": replace(state, entrants=entrants),
        "by_lots": replace(state, lots_seed=f"{state.lots_seed} 5 2"),
        "counts_unplayed": replace(
            state, options=replace(state.options, unplayed=random.choice(unplayed))
        ),
        "walkover_explanation": replace(state, walkover=random.choice(walkovers)),
    }


def test_a_tie_break_says_what_it_reads_besides_results():
    """What is not said is not kept as of the first draw, or not told to readers."""
    random = Random(1513)
    read = {one.key: set[str]() for one in OTHERS}
    for _ in range(EVENTS // 5):
        state = random_event(random)
        for flag, changed in read_otherwise(state, random).items():
            for one in OTHERS:
                if values_of(changed, one) != values_of(state, one):
                    read[one.key].add(flag)
    flags = ("by_ratings", "by_lots", "counts_unplayed", "walkover_explanation")
    said = {one.key: {flag for flag in flags if getattr(one, flag)} for one in OTHERS}
    assert read == said


def test_a_second_implementation_agrees_on_direct_encounter():
    """Groups of equals as the wins make them, and any others."""
    random, decided = Random(1512), 0
    for count in range(2 * EVENTS):
        state = random_event(random)
        event, naive = Event(state, tallies.count(state)), Naive(state)
        groups: dict[object, list[int]] = defaultdict(list)
        for number in event.numbers:
            groups[event.wins[number]].append(number)
        chosen = random.sample(event.numbers, random.randrange(1, len(event.numbers)))
        for group in (*groups.values(), chosen):
            assert DIRECT_ENCOUNTER.group is not None
            values = DIRECT_ENCOUNTER.group(event, group)
            assert values == naive.direct(group), (count, group)
            decided += any(values.values())
    assert decided > EVENTS // 2


def ordered(state: StageState, *codes: str, **options: object) -> StageState:
    return replace(state, options=replace(state.options, tiebreaks=codes, **options))


def test_a_stage_that_nobody_has_entered_has_no_rows():
    for tiebreak in TIEBREAKS:
        assert standings(ordered(stage(0), tiebreak.code)).rows == ()
    for tiebreak in OTHERS:
        assert values_of(stage(0), tiebreak) == {}


@pytest.mark.parametrize("seed", range(12))
def test_order_of_entry_and_of_results_changes_nothing(seed):
    random = Random(seed)
    codes = random.sample([one.code for one in TIEBREAKS], 6)
    played = play("swiss", 15, 5, seed=seed, mishaps=MOST).final
    state = ordered(played, *codes, unplayed=random.choice(UNPLAYED_RULES))
    table = standings(state)
    assert [one.code for one in table.columns] == codes
    for _ in range(3):
        shuffled = replace(
            state,
            entrants=tuple(random.sample(state.entrants, len(state.entrants))),
            outcomes=tuple(random.sample(state.outcomes, len(state.outcomes))),
        )
        assert standings(shuffled) == table


def test_places_follow_wins_and_then_the_list():
    for seed in range(40):
        random = Random(seed)
        codes = random.sample([one.code for one in TIEBREAKS], 5)
        state = ordered(random_event(random), *codes)
        rows = standings(state).rows
        keys = [(row.wins, *row.values) for row in rows]
        for upper, lower, above, below in zip(
            keys, keys[1:], rows, rows[1:], strict=False
        ):
            assert (upper == lower) == (above.place == below.place)
            assert upper >= lower
            if upper != lower:
                assert above.why is not None
                assert above.why.params["other"] == below.entrant
        notes = [row.why for row in rows if row.why is not None]
        shared = sum(note.params.get("count", 0) for note in notes)
        assert shared == sum(row.shared for row in rows)


def stage(size: int, *outcomes: Outcome, **options: object) -> StageState:
    state = StageState("swiss", 9, 7, field(size), outcomes)
    return replace(state, options=Options(**options))


def test_virtual_opponents_by_the_published_examples():
    """Vega manual on tie-breaks, page 69, after FIDE 2009: the two worked examples.

    Entrant 1 has 6 points of 9: a walk-over won in round 3, with 2 points before it, is
    an opponent of 5 in the own Buchholz, and the 6 points count 5½ for others. Absent
    in round 7 with 4 points before it, of 6 points: 6 in the own, and 6½ for others.
    """
    won = {1, 2, 4, 5, 6}
    outcomes = [
        match(number, f"{1 if number in won else 2}-{2 if number in won else 1} 7:3")
        for number in (1, 2, 4, 5, 6, 7, 8, 9)
    ]
    state = stage(2, *outcomes, match(3, "1-2 7:0", played=False), unplayed="virtual")
    event = Event(state, tallies.count(state))
    (missed,) = event.unplayed[1]
    assert event.wins[1] == 2 * 6
    assert event.stand_in(1, missed) == 2 * 5
    assert event.as_opponent[1] == 2 * Fraction(11, 2)

    won = {1, 2, 3, 4, 8, 9}
    outcomes = [
        match(number, f"{1 if number in won else 2}-{2 if number in won else 1} 7:3")
        for number in (1, 2, 3, 4, 5, 6, 8, 9)
    ]
    state = stage(3, *outcomes, bye(7, 3), unplayed="virtual")
    event = Event(state, tallies.count(state))
    (missed,) = event.unplayed[1]
    assert event.wins[1] == 2 * 6
    assert event.stand_in(1, missed) == 2 * 6
    assert event.as_opponent[1] == 2 * Fraction(13, 2)


@pytest.mark.parametrize("rule", UNPLAYED_RULES)
def test_a_bye_changes_only_what_the_rule_says(rule):
    """A bye in place of a match that was won changes nothing for those elsewhere."""
    outcomes = (match(1, "1-2 7:3"), match(1, "3-4 7:3"), match(2, "1-3 7:3"))
    with_bye = stage(5, *outcomes, bye(2, 2), bye(1, 5), unplayed=rule)
    values = values_of(with_bye, next(t for t in TIEBREAKS if t.key == "buchholz"))
    elsewhere = {"nothing": 1, "own_score": 1, "virtual": Fraction(1, 2)}[rule]
    own = {"nothing": 0, "own_score": 1, "virtual": 0}[rule]
    # 1 met 2 (a bye counts as its worth, or as half a win) and 3 (beat 4).
    assert values[1] == elsewhere + 1
    # 2 met 1 with two wins, and has a stand-in in round 2: no win before, and lost.
    assert values[2] == 2 + own


def test_holders_of_a_bye_do_not_lose_ties_because_of_it():
    """Under the old rule nine of ten decided ties went against the bye."""

    def lost_and_won(**options: object) -> tuple[int, int]:
        lost = won = 0
        for seed in range(40):
            played = play("swiss", 13, 5, seed=seed).final
            state = ordered(played, "buchholz:1", **options)
            rows = standings(state).rows
            for upper in rows:
                for lower in rows:
                    if upper.wins == lower.wins and upper.place < lower.place:
                        lost += lower.byes > upper.byes
                        won += lower.byes < upper.byes
        return lost, won

    lost, won = lost_and_won(unplayed="nothing")
    assert lost > 5 * won
    lost, won = lost_and_won(unplayed="virtual")
    assert lost < 2 * won
    assert won < 2 * lost


def test_direct_encounter_goes_on_among_those_still_equal():
    """1 beats all; 2, 3 and 4 in a circle stay equal. Then without the circle."""
    circle = (match(2, "2-3 7:3"), match(3, "3-4 7:3"), match(4, "4-2 7:3"))
    first = (match(1, "1-2 7:3"), match(2, "1-4 7:3"), match(3, "1-3 7:3"))
    event_state = stage(4, *first, *circle)
    event = Event(event_state, tallies.count(event_state))
    assert DIRECT_ENCOUNTER.group is not None
    assert DIRECT_ENCOUNTER.group(event, [1, 2, 3, 4]) == {1: 3, 2: 0, 3: 0, 4: 0}
    # 1 and 2 have two wins among the four, 3 and 4 one: then 1 beat 2, and 4 beat 3.
    table = (
        *(match(1, "1-2 7:3"), match(1, "4-3 7:3"), match(2, "1-3 7:3")),
        *(match(2, "2-4 7:3"), match(3, "4-1 7:3"), match(3, "2-3 7:3")),
    )
    state = stage(4, *table)
    event = Event(state, tallies.count(state))
    # wins: 1 two, 2 two, 4 two, 3 none; 1 beat 2, 2 beat 4, 4 beat 1: a circle again.
    assert DIRECT_ENCOUNTER.group(event, [1, 2, 3, 4]) == {1: 1, 2: 1, 4: 1, 3: 0}


def test_direct_encounter_where_a_match_is_missing():
    """1 beat 2 and 3, who have not met: nothing that they do could overtake 1."""
    state = stage(3, match(1, "1-2 7:3"), match(2, "1-3 7:3"))
    event = Event(state, tallies.count(state))
    assert DIRECT_ENCOUNTER.group is not None
    assert DIRECT_ENCOUNTER.group(event, [1, 2, 3]) == {1: 2, 2: 0, 3: 0}
    state = stage(3, match(1, "1-2 7:3"))
    event = Event(state, tallies.count(state))
    assert DIRECT_ENCOUNTER.group(event, [1, 2, 3]) == {1: 0, 2: 0, 3: 0}


def test_lots_decide_only_after_the_first_draw_and_can_be_drawn_again():
    state = ordered(stage(4), LOTS.code)
    assert [row.place for row in standings(state).rows] == [1, 1, 1, 1]
    drawn = replace(state, lots_seed="3 1 6 4")
    rows = standings(drawn).rows
    assert [row.entrant for row in rows] == sorted(
        range(1, 5), key=lambda number: lot_of("3 1 6 4", number)
    )
    assert [row.place for row in rows] == [1, 2, 3, 4]


def test_equals_who_play_off_are_told_so():
    state = ordered(stage(2, match(1, "1-2 7:3"), match(2, "2-1 7:3")), PLAY_OFF)
    row = standings(state).rows[0]
    assert row.why is not None
    assert (row.why.message, row.why.params) == (PLAY_OFF_DUE, {"count": 2})
    assert standings(state).columns == ()


def groups_of_five_and_four(**options: object) -> StageState:
    """A: 5 entrants, 1 before 2; B: 4 entrants, 6 before 7; all in order of number."""
    a, b = range(1, 6), range(6, 10)
    outcomes = [
        match(1 + (one + two) % size, f"{one}-{two} 7:3")
        for group, size in ((a, 5), (b, 4))
        for one, two in combinations(group, 2)
    ]
    byes = [bye(1 + 2 * number % 5, number) for number in a]
    entrants = tuple(
        replace(one, lot=(1 if one.number < 6 else 2) * 10_000 + 1 + one.number % 6)
        for one in field(9)
    )
    return StageState(
        *("round_robin", 5, 7, entrants, (*outcomes, *byes)),
        options=Options(groups=2, **options),
    )


def test_groups_of_unequal_size_are_compared_by_what_was_played():
    """The seconds: 3 of 4 in the group of five, with a bye; 2 of 3 in that of four."""
    before = standings(groups_of_five_and_four()).rows
    assert [row.entrant for row in before[:4]] == [1, 6, 2, 7]
    assert [row.place for row in before[:4]] == [1, 2, 3, 4]
    now = standings(groups_of_five_and_four(tiebreaks=("direct:2",))).rows
    assert [(row.entrant, row.place) for row in now[:2]] == [(1, 1), (6, 1)]
    assert [(row.entrant, row.place) for row in now[2:4]] == [(2, 3), (7, 4)]
    assert now[0].shared
    assert now[1].shared


def test_equal_ones_who_have_not_all_met_are_parted_while_nobody_can_catch_up():
    """1 beat 3 three times, 2 beat 3 once, and 1 and 2 have not met."""
    lost = (match(1, "1-3 7:2"), match(2, "1-3 7:2"), match(3, "1-3 7:2"))
    once = (match(4, "2-3 7:2"), bye(5, 2), bye(6, 2))
    byes = (bye(7, 3), bye(8, 3), bye(9, 3))
    state = stage(3, *lost, *once, *byes, tiebreaks=(DIRECT_ENCOUNTER.code,))
    rows = standings(state).rows
    assert [(row.place, row.entrant, row.wins) for row in rows] == [
        (1, 1, 3),
        (2, 2, 3),
        (3, 3, 3),
    ]


def test_where_all_meet_nothing_is_offered_that_tells_opponents_apart():
    everything, among_all = offered(all_meet=False), offered(all_meet=True)
    assert everything == tuple(TIEBREAKS)
    assert among_all == tuple(one for one in TIEBREAKS if not one.by_opponents)
    assert DIRECT_ENCOUNTER in among_all
