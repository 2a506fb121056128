"""What formats answer beside the draw: losses and wins so far, who is out, lots."""

from dataclasses import replace

import pytest

from tests.simulate import field
from tournaments.engine import Note, Options, Outcome, StageState, draw, format_named
from tournaments.engine.format import HAS_POINTS, HAS_WINS, LotPlace

BY_WINS = ("swiss", "monrad", "danish", "night")
WITHOUT_GROUPS = (*BY_WINS, "lives", "elimination", "double_elimination")


def stage(key: str, *outcomes: Outcome, size: int = 4, **options: int) -> StageState:
    return StageState(key, 3, 7, field(size), outcomes, options=Options(**options))


@pytest.mark.parametrize("key", BY_WINS)
def test_wins_so_far_count_half_for_an_open_match(key):
    state = stage(key, Outcome(1, 1, 2, 1, 7, 3), Outcome(1, 3, 4, None))
    assert format_named(key).has(state) == {
        number: Note(HAS_WINS, {"wins": wins})
        for number, wins in ((1, 1), (2, 0), (3, "½"), (4, "½"))
    }


@pytest.mark.parametrize("key", WITHOUT_GROUPS)
def test_without_groups_a_lot_is_a_number(key):
    known = format_named(key)
    assert known.lot_place(7) == LotPlace(group=0, number=7)
    assert known.groups(stage(key)) == {}


def test_a_lot_of_a_round_robin_has_a_group():
    known = format_named("round_robin")
    assert known.lot_place(20_003) == LotPlace(group=2, number=3)
    state = stage("round_robin", size=6, groups=2)
    first = draw(state, "s")
    lots = first.lots
    drawn = replace(
        state,
        entrants=tuple(replace(one, lot=lots[one.number]) for one in state.entrants),
        outcomes=tuple(
            Outcome(1, each.one, each.two, each.one) for each in first.pairings
        ),
    )
    groups = known.groups(drawn)
    assert sorted(groups) == [1, 2]
    assert {row.entrant for row in groups[1].rows} == {
        number for number, lot in lots.items() if known.lot_place(lot).group == 1
    }


@pytest.mark.parametrize(("lives", "gone"), [(1, {2, 4}), (2, {4}), (3, set())])
def test_who_has_lost_all_lives_is_out(lives, gone):
    outcomes = (
        *(Outcome(1, 1, 2, 1, 7, 3), Outcome(1, 3, 4, 3, 7, 3)),
        Outcome(2, 1, 4, 1, 7, 3),
    )
    known = format_named("lives")
    assert known.out is not None
    assert known.out(stage("lives", *outcomes, lives=lives)) == gone
    assert known.last_round(stage("lives", lives=lives)) is None


@pytest.mark.parametrize("key", ["monrad", "danish"])
def test_a_list_by_points_says_points(key):
    state = stage(key, Outcome(1, 1, 2, 1, 7, 3), scoring="two_one:1")
    points = {1: "2", 2: "1", 3: "0", 4: "0"}
    assert {
        number: (note.message, str(note.params["points"]))
        for number, note in format_named(key).has(state).items()
    } == {number: (HAS_POINTS, value) for number, value in points.items()}
