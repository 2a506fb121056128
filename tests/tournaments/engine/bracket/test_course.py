"""Who stands where in a bracket, whatever happened on the way."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.engine.bracket.walking import Event, by_lot, full, stronger, won
from tournaments.engine import VACANT, BracketPlan, Node, Outcome, Pin, Slot, course
from tournaments.engine.bracket.course import BOTTOM, TOP
from tournaments.engine.bracket.shapes import double_elimination, single_elimination

EIGHT = single_elimination(8)
BOTH = double_elimination(8, reset=True)
FIRST_LOSS = BracketPlan(
    8,
    (
        *EIGHT.nodes,
        Node(8, "consolation", 1, 0, "loser", 1, "loser", 2),
        Node(9, "consolation", 1, 1, "loser", 3, "loser", 4),
        Node(10, "consolation", 2, 0, "winner", 8, "first_loser", 6),
        Node(11, "consolation", 2, 1, "winner", 9, "first_loser", 5),
        Node(12, "consolation", 3, 0, "winner", 10, "winner", 11),
    ),
)


def states(event: Event) -> str:
    """Return the first letter of every slot's state, x for empty, n for needless."""
    letters = {"empty": "x"}
    slots = event.course().slots.values()
    return "".join(letters.get(slot.state, slot.state[0]) for slot in slots)


def sides(event: Event, number: int) -> tuple[int | None, int | None]:
    slot = event.course().slots[number]
    return slot.top, slot.bottom


def win(event: Event, number: int, winner: int | None, *, played: bool = True) -> None:
    slot = event.course().slots[number]
    event.outcomes = [one for one in event.outcomes if one.slot != number]
    event.outcomes.append(won(slot, winner, played=played))


def test_a_full_field_is_due_at_once():
    event = full(EIGHT)
    assert states(event) == "ddddwww"
    assert [slot.node.number for slot in event.course().due()] == [1, 2, 3, 4]


def test_a_match_opens_the_next_one():
    event = full(EIGHT)
    win(event, 1, 2)
    assert sides(event, 5) == (2, None)
    win(event, 2, 3)
    assert sides(event, 5) == (2, 3)
    assert event.course().slots[5].state == "due"
    event.outcomes.append(Outcome(2, 2, 3, None, slot=5))
    assert event.course().slots[5].state == "open"
    assert event.course().slots[5].outcome is event.outcomes[-1]
    assert [slot.node.number for slot in event.course().due()] == [3, 4]


def test_winners_and_losers():
    event = full(EIGHT)
    win(event, 1, 2)
    slot = event.course().slots[1]
    assert (slot.state, slot.winner, slot.loser) == ("decided", 2, 1)


def test_an_empty_bracket_is_empty():
    event = Event(BOTH, {})
    assert set(states(event)) == {"x", "n"}


def test_byes_lead_on():
    """Lines 2 to 4 are vacant: 1 stands in the semi-final and waits for nobody."""
    event = Event(EIGHT, {1: 1, 5: 5, 6: 6, 7: 7, 8: 8})
    assert states(event) == "bxddbww"
    assert sides(event, 7) == (1, None)
    slot = event.course().slots[5]
    assert (slot.winner, slot.loser) == (1, VACANT)


def test_byes_of_losers_follow_at_once():
    """Nobody loses to a bye, so that the lower bracket has byes before it is played."""
    event = Event(BOTH, {1: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8})
    slot = event.course().slots[8]
    assert (slot.top, slot.bottom, slot.state) == (VACANT, None, "waiting")
    assert slot.loser == VACANT
    win(event, 2, 4)
    assert event.course().slots[8].state == "bye"
    assert sides(event, 10) == (3, None)


def test_a_double_forfeit_has_neither_winner_nor_loser():
    event = full(BOTH)
    win(event, 1, None)
    slot = event.course().slots[1]
    assert (slot.winner, slot.loser) == (VACANT, VACANT)
    assert sides(event, 5) == (VACANT, None)
    win(event, 2, 3)
    assert event.course().slots[5].state == "bye"
    assert sides(event, 7) == (3, None)
    assert event.course().slots[8].state == "bye"


def test_whoever_has_gone_leaves_a_vacant_side():
    event = full(BOTH)
    win(event, 1, 1)
    event.gone.add(1)
    assert sides(event, 5) == (VACANT, None)
    event.gone.add(2)
    assert sides(event, 8) == (VACANT, None)
    event.gone.add(8)
    assert event.course().slots[4].state == "bye"
    assert sides(event, 4) == (7, VACANT)


def test_an_open_match_of_one_who_has_gone_stays_open():
    event = full(EIGHT)
    event.outcomes.append(Outcome(1, 1, 2, None, slot=1))
    event.gone.add(1)
    assert event.course().slots[1].state == "open"
    win(event, 1, 1, played=False)
    assert sides(event, 5) == (VACANT, None)


def test_who_comes_back_stands_again():
    event = full(EIGHT)
    win(event, 1, 1)
    event.gone.add(1)
    event.gone.clear()
    assert sides(event, 5) == (1, None)


def test_a_late_entrant_takes_the_place_of_a_bye():
    event = Event(EIGHT, {1: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8})
    event.outcomes.append(Outcome(1, 1, None, 1, played=False, slot=1))
    assert event.course().slots[1].state == "bye"
    event.lines[9] = 2
    assert event.course().slots[1].state == "due"
    assert sides(event, 1) == (1, 9)
    assert sides(event, 5) == (None, None)


def test_a_match_stands_for_those_whom_it_names():
    """A result is corrected, but what was played on the strength of it stays."""
    event = full(EIGHT)
    for number, winner in ((1, 1), (2, 3), (5, 1)):
        win(event, number, winner)
    event.outcomes[0] = replace(event.outcomes[0], winner=2)
    slot = event.course().slots[5]
    assert (slot.top, slot.bottom, slot.winner, slot.loser) == (1, 3, 1, 3)
    assert event.course().slots[1].winner == 2
    assert sides(event, 7) == (1, None)


def test_a_match_not_yet_drawn_follows_the_correction():
    event = full(EIGHT)
    win(event, 1, 1)
    win(event, 2, 3)
    event.outcomes[0] = replace(event.outcomes[0], winner=2)
    assert sides(event, 5) == (2, 3)


@pytest.mark.parametrize("named", [(1, 3), (3, 1)])
def test_sides_of_a_match_are_those_of_the_plan(named):
    event = full(EIGHT)
    win(event, 1, 1)
    win(event, 2, 3)
    event.outcomes.append(Outcome(2, *named, 3, slot=5))
    slot = event.course().slots[5]
    assert (slot.top, slot.bottom, slot.winner, slot.loser) == (1, 3, 3, 1)


def test_a_pin_beats_the_results():
    event = full(EIGHT)
    win(event, 1, 1)
    pins = (Pin(5, 1, 2), Pin(6, 2, None))
    walked = course(EIGHT, lines=event.lines, outcomes=event.outcomes, pins=pins)
    assert walked.slots[5].top == 2
    assert walked.slots[6].bottom == VACANT
    assert walked.slots[6].state == "waiting"


def test_a_match_beats_a_pin_and_who_has_gone_is_not_pinned():
    event = full(EIGHT)
    for number, winner in ((1, 1), (2, 3), (5, 1)):
        win(event, number, winner)
    pins = (Pin(5, 1, 2), Pin(6, 1, 8))
    walked = course(
        EIGHT, lines=event.lines, outcomes=event.outcomes, pins=pins, gone={8}
    )
    assert (walked.slots[5].top, walked.slots[5].bottom) == (1, 3)
    assert walked.slots[6].top == VACANT


def test_no_reset_if_the_unbeaten_one_wins():
    event = full(BOTH)
    walked = event.play(stronger)
    final, again = walked.slots[14], walked.slots[15]
    assert (final.top, final.bottom, final.winner) == (1, 2, 1)
    assert (again.state, again.top, again.winner) == ("needless", VACANT, VACANT)


def test_a_reset_if_the_unbeaten_one_loses():
    event = full(BOTH)
    while event.course().slots[14].state != "due":
        event.outcomes.append(stronger(event.course().due()[0]))
    assert event.course().slots[15].state == "waiting"
    assert event.course().possible(15, TOP) == {1}
    assert event.course().possible(15, BOTTOM) == {2}
    win(event, 14, 2)
    slot = event.course().slots[15]
    assert (slot.top, slot.bottom, slot.state) == (1, 2, "due")
    win(event, 15, 1)
    assert event.course().slots[15].winner == 1


@pytest.mark.parametrize("gone", [1, 2])
def test_no_reset_if_there_is_no_final(gone):
    event = full(BOTH)
    while event.course().slots[14].state != "due":
        event.outcomes.append(stronger(event.course().due()[0]))
    event.gone.add(gone)
    walked = event.course()
    assert walked.slots[14].state == "bye"
    assert walked.slots[14].winner == 3 - gone
    assert walked.slots[15].state == "needless"


def test_no_reset_after_a_double_forfeit():
    event = full(BOTH)
    while event.course().slots[14].state != "due":
        event.outcomes.append(stronger(event.course().due()[0]))
    win(event, 14, None)
    assert event.course().slots[15].state == "needless"


def test_a_first_loss_after_a_bye():
    """1 has a bye and loses in the semi-final: it was his first match."""
    event = Event(FIRST_LOSS, {1: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8})
    win(event, 2, 3)
    assert event.course().slots[11].bottom is None
    assert event.course().possible(11, BOTTOM) == {1}
    win(event, 5, 3)
    assert sides(event, 11) == (None, 1)


def test_a_second_match_lost_is_no_first_loss():
    event = Event(FIRST_LOSS, {1: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8})
    win(event, 2, 3)
    win(event, 5, 1)
    assert sides(event, 11) == (None, VACANT)


def test_two_who_have_played_decide_nothing_for_the_losers():
    event = full(FIRST_LOSS)
    win(event, 3, 5)
    win(event, 4, 8)
    assert sides(event, 10) == (None, VACANT)
    event.outcomes.append(Outcome(2, 5, 8, None, slot=6))
    assert sides(event, 10) == (None, VACANT)
    assert event.course().possible(10, BOTTOM) == set()


def test_a_walkover_won_is_not_a_match_played():
    event = full(FIRST_LOSS)
    win(event, 3, 5, played=False)
    win(event, 4, 8)
    assert event.course().possible(10, BOTTOM) == {5}
    win(event, 6, 8)
    assert sides(event, 10) == (None, 5)
    assert sides(event, 9) == (6, 7)


def test_where_results_lead():
    walked = full(BOTH).course()
    winners, losers = walked.after(1)
    assert winners is not None
    assert losers is not None
    assert (winners.number, losers.number) == (5, 8)
    assert walked.after(15) == (None, None)
    assert walked.depends_on(15) == ()
    assert walked.depends_on(12) == (13, 14, 15)
    assert walked.depends_on(1) == (5, 7, 8, 10, 11, 12, 13, 14, 15)


def test_who_can_still_come():
    event = full(BOTH)
    assert event.course().possible(1, TOP) == {1}
    assert event.course().possible(5, TOP) == {1, 2}
    assert event.course().possible(14, BOTTOM) == set(range(1, 9))
    win(event, 1, 2)
    assert event.course().possible(7, TOP) == {2, 3, 4}
    assert event.course().possible(8, TOP) == {1}
    event.gone.add(3)
    assert event.course().possible(7, TOP) == {2, 4}
    event.lines.pop(3)
    assert event.course().possible(2, TOP) == set()


def test_the_path_of_an_entrant():
    event = full(BOTH)
    win(event, 1, 2)
    walked = event.course()
    assert [slot.node.number for slot in walked.path(2)] == [
        *(1, 5, 7, 11, 12, 13, 14, 15)
    ]
    assert [slot.node.number for slot in walked.path(1)] == [
        *(1, 8, 10, 12, 13, 14, 15)
    ]
    now = walked.where_now(2)
    assert now is not None
    assert now.node.number == 5
    assert walked.everywhere()[1].node.number == 8
    assert walked.where_now(99) is None


def test_the_path_ends_with_the_last_loss():
    event = full(BOTH)
    event.play(stronger)
    walked = event.course()
    assert [slot.node.number for slot in walked.path(8)] == [4, 9]
    assert walked.where_now(8) is None
    assert walked.everywhere() == {}


def test_the_path_knows_that_a_first_loss_is_over():
    event = Event(FIRST_LOSS, {1: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8})
    win(event, 2, 3)
    walked = event.course()
    assert [slot.node.number for slot in walked.path(3)] == [2, 5, 7]
    assert [slot.node.number for slot in walked.path(1)] == [1, 5, 7, 11, 12]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_known_of_the_future_comes_true(seed):
    """Possible sides and paths never lose what happens later."""
    random = Random(seed)
    entrants = random.randrange(5, 17)
    plan = double_elimination(16 if entrants > 8 else 8, reset=True)
    taken = sorted(random.sample(range(1, plan.lines + 1), entrants))
    event = Event(plan, dict(enumerate(taken, start=1)))
    results = by_lot(random, walkovers=10, forfeits=5)
    seen = [event.course()]
    while seen[-1].due():
        event.outcomes.append(results(random.choice(seen[-1].due())))
        seen.append(event.course())
    end = seen[-1]
    for walked in seen:
        for number, slot in end.slots.items():
            if slot.state == "needless":
                continue
            for side, stands in ((TOP, slot.top), (BOTTOM, slot.bottom)):
                assert {stands} - {VACANT} <= walked.possible(number, side)
        for entrant in event.lines:
            ahead = {slot.node.number for slot in walked.path(entrant)}
            assert {slot.node.number for slot in end.path(entrant)} <= ahead


def test_a_plan_survives_json():
    assert BracketPlan.from_rows(8, BOTH.to_rows()) == BOTH


def ties(*winners: int | None, legs: int = 3, **changes: object) -> Slot:
    """Return the only slot of two entrants after matches won so."""
    (node,) = single_elimination(2).nodes
    gone = changes.pop("gone", ())
    matches = [
        Outcome(1, 1, 2, winner, nobody=winner is None, slot=1) for winner in winners
    ]
    if changes:
        matches[-1] = replace(matches[-1], **changes)
    walked = course(
        single_elimination(2),
        lines={1: 1, 2: 2},
        outcomes=matches,
        gone=gone,
        legs=legs,
    )
    return walked.slots[node.number]


@pytest.mark.parametrize(
    ("slot", "state", "winner", "played"),
    [
        (ties(1), "due", None, 1),
        (ties(1, 2), "due", None, 2),
        (ties(1, 1), "decided", 1, 2),
        (ties(1, 2, 2), "decided", 2, 3),
        # One more after a correction changes nothing, nor does one that was undecided.
        (ties(1, 1, 2), "decided", 1, 3),
        (ties(2, 1, 2, 1, legs=5), "due", None, 4),
        (ties(1, 2, played=False), "decided", 2, 2),
        (ties(1, None), "decided", 0, 2),
        (ties(1, 2, disputed=True), "open", None, 2),
        (ties(1, 2, gone=[1]), "decided", 2, 2),
        (ties(1, 2, gone=[1, 2]), "decided", 0, 2),
    ],
)
def test_the_best_of_several_matches_goes_on(slot, state, winner, played):
    assert (slot.state, slot.winner, slot.played) == (state, winner, played)
    assert slot.is_undecided == (state != "decided")
