"""Swiss rounds: as good as any exact solver's, and explained."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.simulate import MANY, MOST, field, history, play
from tests.tournaments.engine.test_optimum import criteria, networkx_round
from tournaments.engine import (
    Entrant,
    Note,
    Outcome,
    Pairing,
    StageState,
    audit,
    draw,
)
from tournaments.engine import tally as tallies
from tournaments.engine.formats.base import BYE_LOWEST
from tournaments.engine.formats.swiss import FLOAT_MET, FLOAT_ODD
from tournaments.engine.lots import pair_factors
from tournaments.engine.optimum import DrawnPairs, best_round
from tournaments.engine.state import BYE_HIGHER, REMATCH, SECOND_BYE, DrawnRound


def drawn_pairs(drawn: DrawnRound) -> DrawnPairs:
    byes = [one.one for one in drawn.pairings if one.two is None]
    return DrawnPairs(
        [(one.one, one.two) for one in drawn.pairings if one.two is not None],
        byes[0] if byes else None,
    )


def present_wins(state: StageState) -> dict[int, int]:
    wins = tallies.count(state).wins
    return {one.number: wins[one.number] for one in state.entrants if one.present}


def pairs(drawn: DrawnRound) -> list[tuple[int, int | None]]:
    return [(one.one, one.two) for one in drawn.pairings]


@pytest.mark.parametrize("size", range(2, 65))
def test_as_good_as_networkx_in_tournaments(size):
    """Every round of a whole tournament, with latecomers, withdrawals, walk-overs."""
    rounds = 9 if size < 24 else 4
    for state, drawn in play("swiss", size, rounds, seed=size, mishaps=MANY).rounds:
        wins, tally = present_wins(state), tallies.count(state)
        if len(wins) > 40:
            expected = best_round(wins, tally, pair_factors("s", "p", wins))
        else:
            expected = networkx_round(wins, tally, "s", lots=False)
        assert criteria(drawn_pairs(drawn), wins, tally) == criteria(
            expected, wins, tally
        )


@pytest.mark.parametrize("bye", [Fraction(1, 2), Fraction(0)])
@pytest.mark.parametrize("size", range(3, 26, 2))
def test_as_good_as_networkx_where_a_bye_is_no_win(size, bye):
    event = play("swiss", size, 9, seed=size, mishaps=MOST, bye=bye)
    for state, drawn in event.rounds:
        tally = tallies.count(state)
        heights = {one: int(2 * wins) for one, wins in present_wins(state).items()}
        expected = networkx_round(heights, tally, "s", lots=False)
        assert criteria(drawn_pairs(drawn), heights, tally) == criteria(
            expected, heights, tally
        )


def test_half_wins_in_notes():
    """Of 1 with two wins and 2 with one, who have met, 5 with a bye takes the best."""
    outcomes = (won(1, 1, 2), won(1, 3, 4), won(1, 5, None), won(2, 1, 3))
    outcomes += (won(2, 2, 4),)
    entrants = (*field(2), Entrant(5), Entrant(6))
    state = StageState("swiss", 3, 7, (*entrants, *absent(3, 4)), outcomes)
    drawn = draw(replace(state, bye=Fraction(1, 2)), "s")
    assert drawn.pairings == (
        Pairing(1, 5, (Note(FLOAT_ODD, {"entrant": 1, "high": 2, "low": "½"}),)),
        Pairing(2, 6, (Note(FLOAT_MET, {"entrant": 2, "high": 1, "low": 0}),)),
    )
    assert audit(state, drawn) == ()


def absent(*numbers: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(number, present=False) for number in numbers)


def test_half_wins_of_who_has_a_further_bye():
    outcomes = (won(1, 1, None), won(2, 2, None), won(3, 3, None), won(3, 1, 2))
    outcomes += (won(4, 2, 3), won(5, 3, 2))
    state = StageState("swiss", 9, 7, field(3), outcomes, bye=Fraction(1, 2))
    note = Note(BYE_LOWEST, {"wins": "1½"})
    assert draw(state, "s").pairings[-1].notes == (note,)


def test_double_forfeit_may_be_met_again():
    nobody = Outcome(1, 1, 2, None, played=False, nobody=True)
    state = StageState("swiss", 3, 7, field(2), (nobody,))
    assert draw(state, "s").pairings[0].notes == ()


def test_as_good_as_the_optimum_on_fields_without_order():
    """The quick way must not claim what only the exact one can know."""
    random = Random(11)
    for number in range(300):
        state = history(random, random.randrange(2, 34), random.randrange(10))
        wins, tally = present_wins(state), tallies.count(state)
        drawn = draw(state, str(number))
        assert audit(state, drawn) == ()
        best = best_round(wins, tally, pair_factors("s", "p", wins))
        assert criteria(drawn_pairs(drawn), wins, tally) == criteria(best, wins, tally)


def test_quick_way_alone_draws_large_fields():
    """A field of 1,024 never needs the matching, which would take seconds."""
    event = play("swiss", 1024, 9, seed=1)
    for state, drawn in event.rounds:
        wins, tally = present_wins(state), tallies.count(state)
        heights = sorted(wins.values())
        assert criteria(drawn_pairs(drawn), wins, tally) == (
            0,
            0,
            0,
            sum(
                (one - two) ** 2
                for one, two in zip(heights[::2], heights[1::2], strict=True)
            ),
        )


def won(round_number: int, winner: int, loser: int | None) -> Outcome:
    return Outcome(round_number, winner, loser, winner, 7, 3)


def test_bye_goes_to_the_lowest_without_one():
    """3 has fewest wins but had the bye: it goes to 1 or 2, who have one loss."""
    outcomes = (won(1, 4, 1), won(1, 5, 2), won(1, 3, None))
    state = StageState("swiss", 3, 7, field(5), outcomes)
    for seed in range(20):
        last = draw(state, str(seed)).pairings[-1]
        assert last.one in {1, 2}
        assert last == Pairing(last.one, None, (Note(BYE_LOWEST, {"wins": 0}),))


def test_walkover_may_be_met_again():
    """Two entrants: a walk-over was no match, a match makes the next a rematch."""
    walkover = Outcome(1, 1, 2, winner=1, played=False)
    state = StageState("swiss", 3, 7, field(2), (walkover,))
    note = Note(FLOAT_ODD, {"entrant": 1, "high": 1, "low": 0})
    assert draw(state, "s").pairings == (Pairing(1, 2, (note,)),)
    state = StageState("swiss", 3, 7, field(2), (won(1, 1, 2),))
    assert draw(state, "s").pairings == (Pairing(1, 2, (Note(REMATCH), note)),)


def test_float_because_the_group_is_odd():
    outcomes = (won(1, 1, 4), won(1, 2, 5), won(1, 3, 6))
    drawn = draw(StageState("swiss", 3, 7, field(6), outcomes), "s")
    floats = [one for one in drawn.pairings if one.notes]
    assert len(floats) == 1
    assert floats[0] == drawn.pairings[1]
    note = Note(FLOAT_ODD, {"entrant": floats[0].one, "high": 1, "low": 0})
    assert floats[0].notes == (note,)


def test_float_because_of_who_has_met():
    """Of 1 and 2, with a win each, neither may meet the other: both float."""
    outcomes = (won(1, 1, 2), Outcome(2, 2, 3, winner=2, played=False))
    drawn = draw(StageState("swiss", 3, 7, field(4), outcomes), "s")
    assert {one.one for one in drawn.pairings} == {1, 2}
    assert all(
        one.notes == (Note(FLOAT_MET, {"entrant": one.one, "high": 1, "low": 0}),)
        for one in drawn.pairings
    )


def test_second_bye_rather_than_a_rematch():
    """3 has met 1 and 2 and has had a bye; they have not met and had none."""
    outcomes = (won(1, 3, None), won(1, 1, 4), won(2, 1, 3), won(3, 2, 3))
    entrants = (*field(3), Entrant(4, present=False))
    drawn = draw(StageState("swiss", 4, 7, entrants, outcomes), "s")
    assert pairs(drawn) == [(1, 2), (3, None)]
    assert drawn.pairings[-1].notes == (Note(SECOND_BYE),)


def test_bye_above_the_lowest_score():
    """1 has met 2 and 3: only 1 can sit out, although 3 has fewer wins."""
    outcomes = (won(1, 1, 2), won(2, 1, 3), Outcome(3, 2, 3, 2, played=False))
    drawn = draw(StageState("swiss", 4, 7, field(3), outcomes), "s")
    assert pairs(drawn) == [(2, 3), (1, None)]
    assert drawn.pairings[-1].notes == (Note(BYE_HIGHER),)


def test_tables_run_from_the_top():
    event = play("swiss", 33, 6, seed=4)
    for state, drawn in event.rounds:
        wins = present_wins(state)
        tables = [(wins[one], wins[two]) for one, two in pairs(drawn) if two]
        assert tables == sorted(tables, reverse=True)
        assert all(high >= low for high, low in tables)
