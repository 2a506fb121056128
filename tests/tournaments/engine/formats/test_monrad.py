"""Monrad rounds: the published example, and the first pairing in list order."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import networkx as nx
import pytest

from tests.simulate import field, history, play
from tournaments.engine import (
    DrawnPairing,
    Entrant,
    Note,
    Options,
    Outcome,
    StageState,
    draw,
)
from tournaments.engine.formats.monrad import NEXT_MET, NEXT_NEEDED
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.pairing.neighbours import first_in_list
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import REMATCH, DrawnRound

HaveMet = Callable[[int, int], bool]
LISTS = ("monrad", "danish")


def pairs(drawn: DrawnRound) -> list[tuple[int, int | None]]:
    return [(one.one, one.two) for one in drawn.pairings]


def numbered(size: int) -> tuple[Entrant, ...]:
    """Entrants whose player number is their number."""
    return tuple(replace(one, lot=one.number) for one in field(size))


def round_one(winners: set[int], size: int) -> tuple[Outcome, ...]:
    """The first round of neighbours on the list."""
    return tuple(
        Outcome(1, one, one + 1, one if one in winners else one + 1, 7, 7)
        for one in range(1, size, 2)
    )


def test_published_example():
    """Source: D. Murphy, "Monrad cards", bgonline.org read=51700 (2009)."""
    outcomes = round_one({1, 4, 5, 7, 9, 12}, 12)
    state = StageState("monrad", 5, 7, numbered(12), outcomes)
    assert pairs(draw(state, "any")) == [
        *((1, 4), (5, 7), (9, 12)),
        *((2, 3), (6, 8), (10, 11)),
    ]


def test_first_round_follows_the_player_numbers():
    state = StageState("monrad", 5, 7, field(13))
    drawn = draw(state, "seed")
    assert sorted(drawn.lots.values()) == [*range(1, 14)]
    lots = [drawn.lots[one] for pair in pairs(drawn) for one in pair if one]
    assert lots == [*range(1, 14)]
    assert pairs(drawn)[-1][1] is None


def test_player_numbers_are_drawn_once():
    for state, drawn in play("monrad", 13, 5, seed=2).rounds[1:]:
        assert drawn.lots == {}
        assert all(entrant.lot for entrant in state.entrants)


@pytest.mark.parametrize("key", LISTS)
def test_latecomers_get_the_next_free_numbers(key):
    state, _ = play(key, 4, 3, seed=2).rounds[1]
    late = (Entrant(5, joined=2), Entrant(6, joined=2), Entrant(7, joined=3))
    drawn = draw(replace(state, entrants=state.entrants + late), "seed")
    assert drawn.lots == dict(
        zip(by_lot("seed", f"{key}:2", (5, 6)), (5, 6), strict=True)
    )


def test_absent_latecomers_get_no_number_yet():
    entrants = (*field(4), Entrant(5, present=False))
    assert sorted(draw(StageState("monrad", 3, 7, entrants), "s").lots) == [1, 2, 3, 4]


@pytest.mark.parametrize("key", LISTS)
@pytest.mark.parametrize(
    ("bye", "order"),
    [
        (Fraction(1), [(1, 3), (5, 2), (4, None)]),
        (Fraction(1, 2), [(1, 3), (5, 2), (4, None)]),
        (Fraction(0), [(1, 3), (2, 5), (4, None)]),
    ],
)
def test_place_on_the_list_by_what_the_bye_was_worth(bye, order, key):
    outcomes = (*round_one({1, 3}, 4), Outcome(1, 5, None, 5))
    state = StageState(key, 3, 7, numbered(5), outcomes, bye=bye)
    assert pairs(draw(state, "s")) == order


@pytest.mark.parametrize("key", LISTS)
def test_double_forfeit_may_be_met_again(key):
    nobody = Outcome(1, 1, 2, None, played=False, nobody=True)
    state = StageState(key, 3, 7, numbered(2), (nobody,))
    assert draw(state, "s").pairings == (DrawnPairing(1, 2),)


def test_next_already_met():
    """1 beat 2 by the list; both won on: 1 takes the one after 2."""
    outcomes = round_one({1, 3}, 4) + tuple(
        Outcome(2, *pair, pair[0], 7, 3) for pair in ((2, 4), (1, 3))
    )
    drawn = draw(StageState("monrad", 4, 7, numbered(4), outcomes), "s")
    assert drawn.pairings == (DrawnPairing(1, 4, (Note(NEXT_MET),)), DrawnPairing(2, 3))


def test_next_passed_over_for_those_below():
    """3 and 4 have met: 1 leaves 2 to one of them."""
    outcomes = (Outcome(1, 1, None, 1), Outcome(1, 2, None, 2))
    outcomes += (Outcome(1, 3, 4, 3, 7, 3),)
    drawn = draw(StageState("monrad", 4, 7, numbered(4), outcomes), "s")
    assert drawn.pairings == (
        DrawnPairing(1, 3, (Note(NEXT_NEEDED),)),
        DrawnPairing(2, 4),
    )


def test_rematch_when_all_have_met():
    event = play("monrad", 4, 5, seed=1)
    for state, drawn in event.rounds:
        again = state.next_round > 3
        for pairing in drawn.pairings:
            assert (Note(REMATCH) in pairing.notes) == again


def backtracked(order: list[int], have_met: HaveMet) -> list[tuple[int, int]] | None:
    """The rule as written: take the next, and take back from the bottom."""
    if not order:
        return []
    first, *others = order
    for second in others:
        if not have_met(first, second):
            rest = [one for one in others if one != second]
            found = backtracked(rest, have_met)
            if found is not None:
                return [(first, second), *found]
    return None


def test_first_in_list_is_what_backtracking_finds():
    random, unpaired, hard = Random(4), 0, 0
    for _ in range(400):
        size = random.randrange(2, 15, 2)
        tally = tallies.count(history(random, size, random.randrange(size)))
        order = [*tally.wins]
        expected = backtracked(order, tally.have_met)
        assert first_in_list(order, tally.have_met) == expected
        unpaired += expected is None
        hard += expected is not None and size > 8
    assert unpaired > 20
    assert hard > 50


@pytest.mark.parametrize("size", [64, 80])
def test_first_in_list_does_not_explode(size):
    """The lower half have all met each other: every upper one must take a lower."""
    order, half = [*range(size)], size // 2

    def have_met(one: int, two: int) -> bool:
        return one >= half and two >= half

    assert first_in_list(order, have_met) == [(one, one + half) for one in range(half)]
    assert first_in_list(order, lambda one, two: min(one, two) >= half - 1) is None


def test_many_rounds_of_64_are_possible():
    """As long as networkx sees a round without rematches, so does the draw."""
    event = play("monrad", 64, 40, seed=3)
    for state, drawn in event.rounds:
        met = {frozenset((one.one, one.two)) for one in state.outcomes}
        if any(frozenset(pair) in met for pair in pairs(drawn)):
            graph = nx.Graph(
                (one, two)
                for one in range(1, 65)
                for two in range(1, one)
                if frozenset((one, two)) not in met
            )
            assert len(nx.max_weight_matching(graph, maxcardinality=True)) < 32


def test_drawn_ahead_of_the_last_result():
    """3 and 4 still play: they stand between 1, who won, and 2, and have met."""
    outcomes = (Outcome(1, 1, 2, 1, 7, 3), Outcome(1, 3, 4, None))
    state = StageState("monrad", 3, 7, numbered(4), outcomes, ahead=True)
    assert pairs(draw(state, "s")) == [(1, 3), (4, 2)]


def test_two_legs_are_one_meeting():
    legs = tuple(
        Outcome(1, one, two, winner, 7, 3)
        for one, two, winner in ((1, 2, 1), (1, 2, 2), (3, 4, 4), (3, 4, 4))
    )
    options = Options(legs=2)
    state = StageState("monrad", 3, 7, numbered(4), legs, options=options)
    assert pairs(draw(state, "s")) == [(4, 1), (2, 3)]
