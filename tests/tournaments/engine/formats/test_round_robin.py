"""Round robin: groups and their numbers, the schedule, who comes late or leaves."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pytest

from tests.refusals import raises
from tests.simulate import MOST, NONE
from tests.tournaments.engine.evening import Round, check_same_draw, evening
from tournaments.engine import (
    Entrant,
    Note,
    Options,
    Outcome,
    StageState,
    audit,
    check,
    draw,
    foresee,
    is_finished,
    standings,
)
from tournaments.engine.errors import SAME_PERSON, TOO_FEW_ENTRANTS
from tournaments.engine.formats import ROUND_ROBIN
from tournaments.engine.formats.round_robin.pairing import (
    BYE_ABSENT,
    BYE_SCHEDULE,
    WITHOUT_SEAT,
    due,
    full_rounds,
    group_of,
    number_in_group,
    round_limit,
)
from tournaments.engine.formats.round_robin.standings import (
    BETTER_DIFFERENCE,
    BETTER_RESULTS,
    HIGHER_IN_GROUP,
    IN_NO_GROUP,
    group_standings,
)
from tournaments.engine.standings import SHARED


def groups_of(played: list[Round]) -> dict[int, list[int]]:
    """Who is in which group, by number in the group."""
    groups: dict[int, list[int]] = {}
    drawn = played[0][1]
    for number, lot in sorted(drawn.lots.items(), key=lambda each: each[1]):
        groups.setdefault(group_of(lot), []).append(number)
        assert number_in_group(lot) == len(groups[group_of(lot)])
    return groups


def meetings(played: list[Round]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset((pairing.one, pairing.two))
        for _, drawn, _ in played
        for pairing in drawn.pairings
        if pairing.two
    )


def dealt(entrants: tuple[Entrant, ...], options: Options) -> dict[int, int]:
    """Return the group of each."""
    drawn = draw(StageState("round_robin", 9, 7, entrants, options=options), "seed")
    return {number: group_of(lot) for number, lot in drawn.lots.items()}


@pytest.mark.parametrize("times", [1, 2, 3])
def test_everybody_meets_everybody(times):
    for size in range(2, 34 if times == 1 else 12):
        played = evening("round_robin", size, seed=size, times=times)
        assert len(played) == full_rounds(size, Options(times=times))
        met = meetings(played)
        assert set(met.values()) == {times}
        assert len(met) == size * (size - 1) // 2
        byes = Counter(
            pairing.one
            for _, drawn, _ in played
            for pairing in drawn.pairings
            if pairing.two is None
        )
        expected = dict.fromkeys(range(1, size + 1), times) if size % 2 else {}
        assert byes == expected
        assert is_finished(played[-1][2])


def test_second_half_exchanges_sides():
    played = evening("round_robin", 6, seed=1, times=2)
    sides = [[(one.one, one.two) for one in drawn.pairings] for _, drawn, _ in played]
    assert sides[5:] == [[(two, one) for one, two in side] for side in sides[:5]]


@pytest.mark.parametrize("groups", [2, 3, 4, 7])
def test_groups(groups):
    for size in range(2, 40, 3):
        times = 1 + size % 2
        played = evening("round_robin", size, seed=size, groups=groups, times=times)
        found = groups_of(played)
        sizes = [len(members) for members in found.values()]
        assert len(found) == min(groups, size // 2)
        assert max(sizes) - min(sizes) <= 1
        assert sum(sizes) == size
        met = meetings(played)
        assert set(met.values()) == {times}
        pairs = sum(count * (count - 1) // 2 for count in sizes)
        assert len(met) == pairs
        assert len(played) == full_rounds(size, Options(groups=groups, times=times))
        assert round_limit(played[-1][2]) == len(played)


def test_truncated():
    played = evening("round_robin", 8, seed=4, rounds=3)
    whole = evening("round_robin", 8, seed=4)
    assert len(played) == 3
    assert is_finished(played[-1][2])
    assert [drawn.pairings for _, drawn, _ in played] == [
        drawn.pairings for _, drawn, _ in whole[:3]
    ]


@pytest.mark.parametrize(
    ("entrants", "asked", "rounds"),
    [(8, 0, 7), (7, 0, 7), (8, 3, 3), (8, 99, 7), (0, 0, 0), (1, 5, 0)],
)
def test_rounds(entrants, asked, rounds):
    assert ROUND_ROBIN.rounds(entrants, asked, Options()) == rounds


def test_seeds_are_dealt_there_and_back():
    entrants = tuple(
        Entrant(number, rating=Decimal(2000 - number) if number != 3 else None)
        for number in range(1, 13)
    )
    groups = dealt(entrants, Options(groups=3, seeded=6))
    assert [groups[number] for number in (1, 2, 4, 5, 6, 7)] == [1, 2, 3, 3, 2, 1]
    assert Counter(groups.values()) == {1: 4, 2: 4, 3: 4}


def test_places_of_the_stage_before_come_before_ratings():
    entrants = tuple(
        Entrant(number, rating=Decimal(1500 + number), seed=number)
        for number in range(1, 7)
    )
    groups = dealt(entrants, Options(groups=2, seeded=6))
    assert groups == {1: 1, 2: 2, 3: 2, 4: 1, 5: 1, 6: 2}


def test_clubs_are_spread_over_groups():
    clubs = ["Ribe"] * 5 + ["Odense"] * 4 + ["Køge"] * 3 + [""] * 8
    for turn in range(20):
        order = clubs[turn:] + clubs[:turn]
        entrants = tuple(
            Entrant(number, club=club) for number, club in enumerate(order, start=1)
        )
        groups = dealt(entrants, Options(groups=4, apart=("club",)))
        assert set(Counter(groups.values()).values()) == {5}
        where = Counter((groups[one.number], one.club) for one in entrants)
        for club, most in (("Ribe", 2), ("Odense", 1), ("Køge", 1)):
            assert max(where[group, club] for group in range(1, 5)) == most


def test_seeds_count_when_clubs_are_spread():
    entrants = (
        Entrant(1, rating=Decimal(1900), club="Ribe", country="DK"),
        Entrant(2, rating=Decimal(1800), country="NO"),
        Entrant(3, club="Ribe", country="DK"),
        Entrant(4, country="NO"),
    )
    for seeded, apart in ((1, ("club",)), (2, ("club", "country"))):
        options = Options(groups=2, seeded=seeded, apart=apart)
        groups = dealt(entrants, options)
        assert groups[1] == 1
        assert groups[3] == 2
    assert groups[4] == 1


def test_latecomer_takes_the_place_of_the_bye():
    state = evening("round_robin", 5, seed=2)[0][2]
    late = replace(state, entrants=(*state.entrants, Entrant(6, joined=2)))
    drawn = draw(late, "seed")
    assert number_in_group(drawn.lots[6]) == 6
    assert [*drawn.lots] == [6]
    assert all(pairing.two for pairing in drawn.pairings)


def test_latecomers_fill_the_smallest_group_first():
    _, _, state = evening("round_robin", 8, seed=2, groups=2)[0]
    assert raises_no_seat(state, Entrant(9, joined=2))
    _, _, state = evening("round_robin", 6, seed=2, groups=2)[0]
    late = (Entrant(7, joined=2), Entrant(8, joined=2))
    lots = draw(replace(state, entrants=state.entrants + late), "s").lots
    assert sorted(map(group_of, lots.values())) == [1, 2]
    assert raises_no_seat(state, *late, Entrant(9, joined=2))


def raises_no_seat(state: StageState, *late: Entrant) -> bool:
    """Return True if the last to come is left out, named, and all others play."""
    full = replace(state, entrants=state.entrants + late)
    last = late[-1].number
    drawn = draw(full, "s")
    assert last not in {one for pair in drawn.pairings for one in (pair.one, pair.two)}
    assert audit(full, drawn) == ()
    assert foresee(full) == (Note(WITHOUT_SEAT, {"entrant": last}),)
    check(full)
    return True


def test_one_person_is_in_two_groups_and_never_in_one():
    same = ((1, 2), (3, 4))
    entrants = tuple(map(Entrant, range(1, 9)))
    for seed in range(10):
        state = StageState(
            *("round_robin", 99, 7, entrants),
            options=Options(groups=2, forbidden=((5, 6),)),
            same_person=same,
        )
        lots = draw(state, str(seed)).lots
        assert all(
            group_of(lots[one]) != group_of(lots[two]) for one, two in (*same, (5, 6))
        )
    with raises(SAME_PERSON, entrant=1, other=2):
        check(replace(state, options=Options()))


def test_a_latecomer_gets_no_seat_beside_their_own_first_entry():
    _, _, state = evening("round_robin", 3, seed=2)[0]
    late = replace(
        state, entrants=(*state.entrants, Entrant(4, joined=2)), same_person=((1, 4),)
    )
    assert foresee(late) == (Note(WITHOUT_SEAT, {"entrant": 4}),)
    assert foresee(replace(late, same_person=())) == ()
    assert draw(late, "s").lots == {}


def test_opponents_of_who_is_gone_have_a_bye():
    state = evening("round_robin", 5, seed=3)[0][2]
    gone = 4
    entrants = [replace(one, present=one.number != gone) for one in state.entrants]
    notes = []
    for _ in range(4):
        state = replace(state, entrants=tuple(entrants))
        drawn = draw(state, "seed")
        assert gone not in [
            one for pair in drawn.pairings for one in (pair.one, pair.two)
        ]
        notes += [note for pairing in drawn.pairings for note in pairing.notes]
        outcomes = [
            Outcome(drawn.round, pair.one, pair.two, pair.one)
            for pair in drawn.pairings
        ]
        state = replace(state, outcomes=(*state.outcomes, *outcomes))
    assert is_finished(state)
    assert set(map(str, notes)) == {
        str(Note(BYE_SCHEDULE)),
        str(Note(BYE_ABSENT, {"entrant": 4})),
    }


def test_smaller_groups_rest():
    """Groups of 5 and 4: in the last two rounds only the larger one plays."""
    played = evening("round_robin", 9, seed=5, groups=2)
    sizes = [len(drawn.pairings) for _, drawn, _ in played]
    assert sizes == [5, 5, 5, 3, 3]
    assert len(due(played[-1][0])) == 5


def test_nobody_left_in_the_group_that_still_plays():
    state = evening("round_robin", 9, seed=5, groups=2)[3][0]
    large = set(due(state))
    entrants = [replace(one, present=one.number not in large) for one in state.entrants]
    with raises(TOO_FEW_ENTRANTS):
        draw(replace(state, entrants=tuple(entrants)), "seed")


def test_rounds_are_known_ahead():
    """What is still open changes nothing in the rounds that follow."""
    ahead = evening("round_robin", 9, seed=6, ahead=40)
    assert any(one.is_open for state, _, _ in ahead for one in state.outcomes)
    whole = evening("round_robin", 9, seed=6)
    assert [drawn for _, drawn, _ in ahead] == [drawn for _, drawn, _ in whole]


def test_standings_by_group():
    state = evening("round_robin", 11, seed=7, groups=3)[-1][2]
    tables = group_standings(state)
    table = standings(state)
    assert [*tables] == [1, 2, 3]
    assert [len(table.rows) for table in tables.values()] == [3, 4, 4]
    keys = [column.key for column in table.columns]
    assert keys[:3] == ["direct", "sonneborn", "difference"]
    within = {row.entrant: row.place for each in tables.values() for row in each.rows}
    order = [within[row.entrant] for row in table.rows]
    assert order == sorted(order)
    winners = [row for row in table.rows if within[row.entrant] == 1]
    ranks = [(row.wins, row.values[-1]) for row in winners]
    assert ranks == sorted(ranks, reverse=True)
    assert not table.provisional


def test_equal_winners_of_groups_share_the_place():
    entrants = tuple(
        Entrant(number, lot=lot)
        for number, lot in enumerate((10_001, 10_002, 20_001, 20_002), start=1)
    )
    outcomes = (Outcome(1, 1, 2, 1, 7, 3), Outcome(1, 3, 4, 3, 7, 3))
    options = Options(groups=2)
    late = (*entrants, Entrant(5, joined=2))
    state = StageState("round_robin", 1, 7, late, outcomes, options=options)
    rows = standings(state).rows
    assert [(row.place, row.entrant, row.shared) for row in rows] == [
        (1, 1, True),
        (1, 3, True),
        (3, 2, True),
        (3, 4, True),
        (5, 5, False),
    ]
    assert [row.why and row.why.message for row in rows] == [
        *(SHARED, HIGHER_IN_GROUP, SHARED, IN_NO_GROUP, None)
    ]
    capped = replace(state, outcomes=(outcomes[0], Outcome(1, 3, 4, 3, 7, 0)))
    rows = standings(capped).rows
    assert [row.entrant for row in rows] == [3, 1, 2, 4, 5]
    assert all(one.why.message is BETTER_DIFFERENCE for one in (rows[0], rows[2]))
    fewer = replace(state, outcomes=outcomes[:1])
    rows = standings(fewer).rows
    assert [row.entrant for row in rows] == [1, 3, 4, 2, 5]
    assert rows[0].why and rows[0].why.message is BETTER_RESULTS
    assert is_finished(state)


@pytest.mark.parametrize("size", [*range(17), 23, 32, 40, 64])
@pytest.mark.parametrize("mishaps", [NONE, MOST], ids=["smooth", "mishaps"])
def test_evenings(size, mishaps):
    chosen = {
        "groups": 1 + size % 4 if size < 32 else 4,
        "times": 1 + size % 2,
        "legs": 1 + size % 3 % 2,
        "seeded": size % 5,
    }
    played = evening("round_robin", size, seed=size, mishaps=mishaps, **chosen)
    options = Options(**chosen)
    check_same_draw(played, size)
    assert max(meetings(played).values(), default=0) <= options.times
    for state, drawn, after in played:
        people = Counter(
            one for pair in drawn.pairings for one in (pair.one, pair.two) if one
        )
        assert set(people.values()) <= {1}
        here = {one.number for one in state.entrants if one.present}
        assert set(people) <= here
        assert set(people) <= set(due(state))
        lots = [one.lot for one in after.entrants if one.lot]
        assert len(set(lots)) == len(lots)
        places = {one.number: one.lot for one in after.entrants}
        for pairing in drawn.pairings:
            if pairing.two:
                one, two = places[pairing.one], places[pairing.two]
                assert one
                assert two
                assert group_of(one) == group_of(two)
        rows = standings(after).rows
        assert sorted(row.entrant for row in rows) == sorted(places)
    assert bool(played) == (size > 1)
    if played and mishaps is NONE:
        assert is_finished(played[-1][2])
        assert len(played) == full_rounds(size, options)
