"""Single elimination: lines, byes, the way to the final, shared places."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.simulate import Mishaps, field, play
from tournaments.engine import (
    Entrant,
    Outcome,
    StageState,
    audit,
    draw,
    is_finished,
    standings,
)
from tournaments.engine.errors import (
    NoFreePlaceError,
    StageFinishedError,
    TooFewEntrantsError,
)
from tournaments.engine.formats.knockout import BYE_DRAWN, BYE_GONE
from tournaments.engine.standings import SHARED


def cup(size: int, *outcomes: Outcome) -> StageState:
    """A cup in which everybody's line is their number."""
    entrants = [replace(one, lot=one.number) for one in field(size)]
    return StageState("knockout", 3, 7, tuple(entrants), outcomes)


def without(state: StageState, *gone: int) -> StageState:
    return replace(
        state,
        entrants=tuple(
            replace(one, present=one.number not in gone) for one in state.entrants
        ),
    )


def won(round_number: int, winner: int, loser: int | None) -> Outcome:
    return Outcome(round_number, winner, loser, winner, 7, 2)


def nobody(round_number: int, one: int, two: int) -> Outcome:
    return Outcome(round_number, one, two, None, played=False, nobody=True)


def pairs(state: StageState) -> list[tuple[int, int | None]]:
    drawn = draw(state, "seed")
    assert audit(state, drawn) == ()
    return [(one.one, one.two) for one in drawn.pairings]


@pytest.mark.parametrize("size", [*range(2, 65), 511, 512])
def test_lines_and_byes(size):
    drawn = draw(StageState("knockout", 9, 7, field(size)), "seed")
    lines = 2 ** (size - 1).bit_length()
    assert set(drawn.lots) == {*range(1, size + 1)}
    assert len(set(drawn.lots.values())) == size
    assert max(drawn.lots.values()) <= lines
    byes = [one for one in drawn.pairings if one.two is None]
    assert len(byes) == lines - size
    assert len(drawn.pairings) == lines // 2
    assert all(one.notes[0].message == BYE_DRAWN for one in byes)
    for pairing in drawn.pairings:
        if pairing.two is not None:
            assert drawn.lots[pairing.one] % 2 == 1
            assert drawn.lots[pairing.two] == drawn.lots[pairing.one] + 1


@pytest.mark.parametrize("size", [5, 6, 9, 11, 20, 33])
def test_byes_are_spread_evenly(size):
    """Each half has as many byes as the other, give or take one; and each quarter."""
    drawn = draw(StageState("knockout", 9, 7, field(size)), "seed")
    lines = 2 ** (size - 1).bit_length()
    free = {*range(1, lines + 1)} - {*drawn.lots.values()}
    for parts in (2, 4):
        share = Counter((line - 1) * parts // lines for line in free)
        counts = [share[part] for part in range(parts)]
        assert max(counts) - min(counts) <= 1


def test_winners_of_neighbours_meet():
    first = (won(1, 2, 1), won(1, 3, 4), won(1, 5, 6), won(1, 8, 7))
    assert pairs(cup(8, *first)) == [(2, 3), (5, 8)]
    assert pairs(cup(8, *first, won(2, 3, 2), won(2, 8, 5))) == [(3, 8)]


def test_withdrawn_winner_leaves_a_bye():
    first = (won(1, 2, 1), won(1, 3, 4), won(1, 5, 6), won(1, 8, 7))
    state = without(cup(8, *first), 2)
    assert pairs(state) == [(5, 8), (3, None)]
    assert draw(state, "seed").pairings[-1].notes[0].message == BYE_GONE


def test_who_withdrew_and_came_back_stays_out():
    first = (won(1, 2, 1), won(1, 3, 4), won(1, 5, 6), won(1, 8, 7))
    second = (won(2, 5, 8), won(2, 3, None))
    assert pairs(cup(8, *first, *second)) == [(3, 5)]


def test_two_withdrawn_winners_leave_the_next_one_alone():
    first = (won(1, 2, 1), won(1, 3, 4), won(1, 5, 6), won(1, 8, 7))
    assert pairs(without(cup(8, *first), 2, 3)) == [(5, 8)]
    assert is_finished(cup(8, *first, won(2, 5, 8)))


def test_last_one_left_wins_by_a_bye():
    state = without(cup(4, won(1, 1, 2), won(1, 4, 3)), 4)
    assert pairs(state) == [(1, None)]
    with pytest.raises(TooFewEntrantsError):
        draw(without(state, 1, 4), "seed")


def test_nobody_joins_later():
    state = cup(4, won(1, 1, 2), won(1, 4, 3))
    state = replace(state, entrants=(*state.entrants, Entrant(5, joined=2)))
    with pytest.raises(NoFreePlaceError) as caught:
        draw(state, "seed")
    assert caught.value.params == {"number": 5}


def places(state: StageState) -> list[tuple[int, int, bool]]:
    return [(row.entrant, row.place, row.shared) for row in standings(state).rows]


def test_places_are_shared_by_round():
    first = (won(1, 2, 1), won(1, 3, 4), won(1, 5, 6), won(1, 8, 7))
    second = (won(2, 3, 2), won(2, 8, 5))
    state = cup(8, *first, *second, won(3, 8, 3))
    assert places(state) == [
        *((8, 1, False), (3, 2, False), (2, 3, True), (5, 3, True)),
        *((1, 5, True), (4, 5, True), (6, 5, True), (7, 5, True)),
    ]
    rows = standings(state).rows
    assert [row.why and row.why.message for row in rows] == [
        *(None, None, SHARED, None),
        *(SHARED, SHARED, SHARED, None),
    ]


def test_places_while_a_round_is_under_way():
    """Who still plays stands above who went out in the same round."""
    first = (won(1, 2, 1), won(1, 3, 4), won(1, 5, 6), won(1, 8, 7))
    state = cup(8, *first, won(2, 3, 2), Outcome(2, 5, 8, None))
    assert places(state)[:4] == [
        (3, 1, False),
        (5, 2, True),
        (8, 2, True),
        (2, 4, False),
    ]
    assert standings(state).provisional


def test_who_never_started_is_last():
    state = cup(4, won(1, 1, 2), won(1, 4, 3))
    state = replace(state, entrants=(*state.entrants, Entrant(5, present=False)))
    assert places(state)[-3:] == [(2, 3, True), (3, 3, True), (5, 5, False)]


@pytest.mark.parametrize("size", range(2, 34))
def test_one_winner_after_every_round(size):
    final = play("knockout", size, 0, seed=size).final
    table = standings(final)
    assert [row.place for row in table.rows[:2]] == [1, 2]
    assert table.rows[0].losses == 0
    assert all(row.losses == 1 for row in table.rows[1:])


def test_double_forfeit_leaves_a_bye():
    first = (nobody(1, 1, 2), won(1, 3, 4), won(1, 5, 6), won(1, 8, 7))
    state = cup(8, *first)
    assert pairs(state) == [(5, 8), (3, None)]
    assert draw(state, "seed").pairings[-1].notes[0].message == BYE_GONE
    assert pairs(cup(8, *first, won(2, 5, 8), won(2, 3, None))) == [(3, 5)]


def test_two_double_forfeits_side_by_side_leave_an_empty_place_again():
    first = (*(nobody(1, one, one + 1) for one in (1, 3)), won(1, 5, 6), won(1, 9, 10))
    first += (won(1, 11, 12), won(1, 13, 14), won(1, 15, 16), won(1, 7, 8))
    second = (won(2, 5, 7), won(2, 9, 11), won(2, 13, 15))
    assert pairs(cup(16, *first)) == [(5, 7), (9, 11), (13, 15)]
    assert pairs(cup(16, *first, *second)) == [(9, 13), (5, None)]


def test_double_forfeit_in_one_semifinal():
    """The other one's winner has the final to himself or herself."""
    state = cup(4, won(1, 1, 2), nobody(1, 3, 4))
    assert not is_finished(state)
    assert pairs(state) == [(1, None)]
    final = cup(4, won(1, 1, 2), nobody(1, 3, 4), won(2, 1, None))
    assert is_finished(final)
    assert places(final) == [(1, 1, False), (2, 2, True), (3, 2, True), (4, 2, True)]


def test_final_without_a_winner_shares_the_first_place():
    first = (won(1, 2, 1), won(1, 3, 4), won(1, 5, 6), won(1, 8, 7))
    state = cup(8, *first, won(2, 3, 2), won(2, 8, 5), nobody(3, 3, 8))
    assert is_finished(state)
    assert not standings(state).provisional
    assert places(state)[:4] == [
        *((3, 1, True), (8, 1, True), (2, 3, True), (5, 3, True)),
    ]
    why = standings(state).rows[0].why
    assert why is not None
    assert why.message == SHARED


def test_last_round_without_any_winner_ends_the_cup():
    """Both semi-finals are double forfeits: all four share the first place."""
    first = (won(1, 2, 1), won(1, 3, 4), won(1, 5, 6), won(1, 8, 7))
    state = cup(8, *first, nobody(2, 2, 3), nobody(2, 5, 8))
    assert is_finished(state)
    with pytest.raises(StageFinishedError) as caught:
        draw(state, "seed")
    assert caught.value.params == {"rounds": 2}
    assert {place for _, place, _ in places(state)[:4]} == {1}
    assert {place for _, place, _ in places(state)[4:]} == {5}


def test_not_finished_while_the_other_match_is_open():
    state = cup(4, nobody(1, 1, 2), Outcome(1, 3, 4, None))
    assert not is_finished(state)
    assert places(state)[:2] == [(3, 1, True), (4, 1, True)]


def test_a_bye_counts_as_a_round_survived_whatever_it_is_worth():
    outcomes = (won(1, 1, None), won(1, 2, 3), won(2, 1, 2))
    for bye in (Fraction(1), Fraction(1, 2), Fraction(0)):
        state = replace(cup(3, *outcomes), bye=bye)
        assert places(state) == [(1, 1, False), (2, 2, False), (3, 3, False)]
        assert [row.wins for row in standings(state).rows] == [1, 1, 0]


@pytest.mark.parametrize("size", range(2, 34))
def test_double_forfeits_of_every_kind(size):
    """Places from the rounds survived, counted by hand; lone winners have byes."""
    mishaps = Mishaps(walkover=10, double_forfeit=35)
    for seed in range(5):
        event = play("knockout", size, 0, seed=seed, mishaps=mishaps)
        assert is_finished(event.final)
        assert len(event.rounds) <= event.final.rounds
        survived = Counter(one.winner for one in event.final.outcomes)
        for row in standings(event.final).rows:
            above = [
                number
                for number in range(1, size + 1)
                if survived[number] > survived[row.entrant]
            ]
            assert row.place == len(above) + 1
        for state, drawn in event.rounds[1:]:
            through = {one.winner for one in state.outcomes if _newest(state, one)}
            people = {one for pair in drawn.pairings for one in (pair.one, pair.two)}
            assert people - {None} == through - {None}


def _newest(state: StageState, outcome: Outcome) -> bool:
    return outcome.round == state.next_round - 1
