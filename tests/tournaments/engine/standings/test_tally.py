"""Counting for a draw: open matches, and two matches of one pairing."""

from dataclasses import replace
from fractions import Fraction

from tests.simulate import field
from tournaments.engine import Entrant, Options, Outcome, StageState
from tournaments.engine.standings.tally import count, count_for_draw, given_wins
from tournaments.engine.state import ABSENT, HALF_BYE, Rest


def stage(*outcomes: Outcome, legs: int = 1) -> StageState:
    return StageState("swiss", 9, 7, field(4), outcomes, options=Options(legs=legs))


def won(number: int, winner: int, loser: int) -> Outcome:
    return Outcome(number, winner, loser, winner, 7, 3)


def test_meetings_are_counted_from_both_sides():
    tally = count(stage(won(1, 1, 2), won(2, 2, 1), won(3, 3, 1)))
    assert [tally.meetings(1, other) for other in (2, 3, 4)] == [2, 1, 0]
    assert [tally.meetings(other, 1) for other in (2, 3, 4)] == [2, 1, 0]
    assert [tally.have_met(1, other) for other in (2, 3, 4)] == [True, True, False]
    assert [tally.have_met(other, 1) for other in (2, 3, 4)] == [True, True, False]


def test_what_is_open_is_outstanding_and_nothing_else():
    tally = count(stage(won(1, 1, 2), Outcome(1, 3, 4, None), Outcome(2, 1, 3, None)))
    assert tally.outstanding == 2
    assert tally.wins == {1: 1, 2: 0, 3: 0, 4: 0}
    assert tally.losses == {1: 0, 2: 1, 3: 0, 4: 0}
    assert not tally.have_met(3, 4)


def test_what_comes_after_an_open_match_is_counted():
    tally = count(stage(Outcome(1, 3, 4, None), won(1, 1, 2)))
    assert tally.wins[1] == 1


def test_an_open_match_is_half_a_win_for_a_draw_and_a_meeting():
    state = stage(won(1, 1, 2), Outcome(1, 3, 4, None), Outcome(2, 1, 3, None))
    tally = count_for_draw(state)
    assert tally.wins == {1: Fraction(3, 2), 2: 0, 3: 1, 4: Fraction(1, 2)}
    assert tally.lost_to == {1: [3], 2: [1], 3: [4, 1], 4: [3]}
    assert tally.beaten == {1: [2], 2: [], 3: [], 4: []}
    assert tally.outstanding == 2
    assert tally.losses == count(state).losses


def test_a_bye_without_a_result_is_no_half_win():
    tally = count_for_draw(stage(Outcome(1, 1, None, None), Outcome(1, 2, 3, None)))
    assert tally.wins == {1: 0, 2: Fraction(1, 2), 3: Fraction(1, 2), 4: 0}
    assert tally.lost_to == {1: [], 2: [3], 3: [2], 4: []}


def test_a_bye_of_somebody_who_did_not_come_is_a_loss():
    tally = count(stage(Outcome(1, 1, None, None, nobody=True), won(1, 2, 3)))
    assert tally.losses == {1: 1, 2: 0, 3: 1, 4: 0}
    assert tally.wins == {1: 0, 2: 1, 3: 0, 4: 0}
    assert tally.byes[1] == 0
    assert tally.outstanding == 0


def test_two_matches_of_a_round_are_one_meeting_for_a_draw():
    both = (won(1, 1, 2), replace(won(1, 1, 2), winner=2))
    tally = count_for_draw(stage(*both, legs=2))
    assert tally.meetings(1, 2) == 1
    assert tally.wins == {1: 1, 2: 1, 3: 0, 4: 0}
    assert count(stage(*both, legs=2)).meetings(1, 2) == 2
    assert count_for_draw(stage(*both)).meetings(1, 2) == 2


def test_of_two_matches_one_that_was_played_makes_the_meeting():
    """A walk-over or an open match beside it changes nothing, in either order."""
    walkover = Outcome(1, 1, 2, 1, played=False)
    is_open = Outcome(1, 1, 2, None)
    for other in (walkover, is_open):
        for both in ((won(1, 1, 2), other), (other, won(1, 1, 2))):
            tally = count_for_draw(stage(*both, legs=2))
            assert tally.meetings(1, 2) == 1
            assert tally.beaten[1] == [2]
    only = count_for_draw(stage(walkover, walkover, legs=2))
    assert only.meetings(1, 2) == 0
    assert only.wins[1] == 2


def test_two_open_matches_of_a_round_are_one_meeting():
    tally = count_for_draw(
        stage(Outcome(1, 1, 2, None), Outcome(1, 1, 2, None), legs=2)
    )
    assert tally.meetings(1, 2) == 1
    assert tally.wins == {1: 1, 2: 1, 3: 0, 4: 0}
    again = (Outcome(1, 1, 2, None), Outcome(2, 1, 2, None))
    assert count_for_draw(stage(*again, legs=2)).meetings(1, 2) == 2


def test_a_walkover_and_a_bye_are_no_meeting_for_a_draw():
    walkover = Outcome(1, 1, 2, 1, played=False)
    bye = Outcome(1, 3, None, 3)
    tally = count_for_draw(stage(walkover, bye))
    assert not tally.have_met(1, 2)
    assert tally.beaten == {1: [], 2: [], 3: [], 4: []}
    assert tally.wins == {1: 1, 2: 0, 3: 1, 4: 0}


def test_what_was_not_played_is_kept_when_open_matches_are_meetings():
    walkover, bye = Outcome(1, 1, 2, 1, played=False), Outcome(1, 3, None, 3)
    is_open = Outcome(2, 1, 3, None)
    tally = count_for_draw(stage(walkover, bye, is_open))
    assert tally.byes == {1: 0, 2: 0, 3: 1, 4: 0}
    assert list(tally.unplayed) == [walkover, bye, is_open]


def test_a_latecomer_keeps_the_wins_of_missed_rounds_once_drawn():
    """5 was drawn and has gone, 6 is here, 7 has gone without a draw."""
    late = [Entrant(5, joined=3, present=False), Entrant(6, joined=4)]
    late.append(Entrant(7, joined=3, present=False))
    state = stage(won(3, 5, 1), won(3, 2, 3))
    state = replace(
        state,
        entrants=(*state.entrants, *late),
        options=Options(late_worth="1/4", legs=2),
    )
    assert given_wins(state) == {5: 1, 6: Fraction(3, 2)}
    assert given_wins(state, before=2) == {5: Fraction(1, 2), 6: Fraction(1, 2)}


def test_a_latecomer_can_sit_out_a_round_too():
    rests = (Rest(1, 2, ABSENT), Rest(2, 4, HALF_BYE))
    four = replace(field(4)[3], joined=2)
    state = replace(stage(won(1, 1, 3), won(2, 1, 2)), rests=rests)
    state = replace(
        state,
        entrants=(*state.entrants[:3], four),
        options=Options(late_worth="1/4", absent_worth="1/4", half_byes=1),
    )
    assert given_wins(state) == {2: Fraction(1, 4), 4: Fraction(3, 4)}
    assert given_wins(state, before=2) == {2: Fraction(1, 4), 4: Fraction(1, 4)}
