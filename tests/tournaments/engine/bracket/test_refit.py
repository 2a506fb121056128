"""Which matches of a bracket still fit, as pure values."""

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine import (
    Branch,
    Entrant,
    Options,
    Outcome,
    Pin,
    StageState,
    format_named,
)
from tournaments.engine.bracket import refit

FIRST_LOSS = (Branch(pattern="first_loss"),)


def bracket(
    who: int, key: str = "elimination", *, branches: tuple[Branch, ...] = FIRST_LOSS
) -> refit.DrawnBracket:
    """A drawn bracket: entrant n on line n."""
    branches = branches if key == "elimination" else ()
    entrants = tuple(Entrant(number, lot=number) for number in range(1, who + 1))
    state = StageState(key, 9, 5, entrants, options=Options(branches=branches))
    plan_of = format_named(key).plan
    assert plan_of is not None
    lines = {number: number for number in range(1, who + 1)}
    return refit.DrawnBracket(plan=plan_of(state), lines=lines, outcomes=())


def played(drawn: refit.DrawnBracket, winners: Iterable[bool]) -> refit.DrawnBracket:
    """Play matches as they come due; True: the upper one wins."""
    for is_top in winners:
        due = drawn.course().due()
        if not due:
            break
        slot = due[0]
        one, two = slot.top or 0, slot.bottom or 0
        outcome = Outcome(
            slot.node.round, one, two, one if is_top else two, slot=slot.node.number
        )
        drawn = replace(drawn, outcomes=(*drawn.outcomes, outcome))
    return drawn


def turned(drawn: refit.DrawnBracket, place: int) -> tuple[refit.DrawnBracket, int]:
    """Let the other side win one of the matches."""
    changed = drawn.outcomes[place % len(drawn.outcomes)]
    loser = changed.two if changed.winner == changed.one else changed.one
    outcomes = tuple(
        replace(each, winner=loser) if each is changed else each
        for each in drawn.outcomes
    )
    return replace(drawn, outcomes=outcomes), changed.slot or 0


brackets = st.builds(
    played,
    st.builds(
        bracket,
        st.integers(2, 9),
        st.sampled_from(["elimination", "double_elimination"]),
    ),
    st.lists(st.booleans(), min_size=1, max_size=24),
)


@given(brackets)
def test_what_was_played_in_order_fits(drawn: refit.DrawnBracket) -> None:
    assert refit.misfits(drawn, [node.number for node in drawn.plan.nodes]) == ()
    assert refit.is_sound(drawn)


@given(brackets, st.integers(0, 99))
def test_held_everybody_stands_where_he_stood(
    drawn: refit.DrawnBracket, place: int
) -> None:
    after, changed = turned(drawn, place)
    kept = refit.kept_winners(drawn, after, changed)
    resets = {node.number for node in drawn.plan.nodes if node.is_reset}
    assert refit.moved(drawn.course(), kept.course()) <= {changed} | resets
    pinned = {(pin.slot, pin.side) for pin in kept.pins}
    assert drawn.course().depends_on(changed, pinned=pinned) == ()


@given(brackets, st.integers(0, 99))
def test_replayed_everything_follows_from_the_results(
    drawn: refit.DrawnBracket, place: int
) -> None:
    after, changed = turned(drawn, place)
    for before in (after, refit.kept_winners(drawn, after, changed)):
        now, aside = refit.replayed(before, changed)
        assert changed not in aside
        assert now.pins == ()
        assert refit.is_sound(now)
        assert refit.misfits(now, [node.number for node in now.plan.nodes]) == ()


@given(brackets, st.integers(0, 99))
def test_turned_twice_nothing_has_to_go(drawn: refit.DrawnBracket, place: int) -> None:
    after, changed = turned(drawn, place)
    back, same = turned(after, place)
    assert (back, same) == (drawn, changed)
    assert refit.replayed(back, changed) == (drawn, ())


def test_somebody_in_two_places_is_no_sound_bracket() -> None:
    drawn = played(bracket(8), [True])
    target = drawn.course().winner_to[1]
    assert refit.is_sound(drawn)
    twice = refit.exchanged(drawn, {target: 3})
    assert twice.pins == (Pin(*target, 3),)
    assert not refit.is_sound(twice)


def test_who_withdrew_after_a_match_has_played_it_all_the_same() -> None:
    drawn = played(bracket(4), [True, True, True])
    gone = replace(drawn, gone=frozenset({drawn.outcomes[-1].one}))
    assert refit.misfits(gone, [node.number for node in drawn.plan.nodes]) == ()


def won(slot: int, winner: int, loser: int, *, is_played: bool = True) -> Outcome:
    return Outcome(1, winner, loser, winner, played=is_played, slot=slot)


def test_a_match_without_its_two_falls_and_takes_with_it_what_rests_on_it() -> None:
    """3 has won slots 2 and 5 and the final; then 4 is said to have won slot 2."""
    drawn = replace(
        bracket(8),
        outcomes=(
            *(won(1, 1, 2), won(2, 4, 3), won(3, 5, 6), won(4, 7, 8)),
            *(won(5, 3, 1), won(6, 5, 7), won(7, 3, 5)),
        ),
    )
    every = [node.number for node in drawn.plan.nodes]
    assert refit.misfits(drawn, every) == (5, 7)
    assert refit.misfits(drawn, reversed(every)) == (5, 7)
    assert refit.misfits(drawn, [6, 7]) == ()
    now, aside = refit.replayed(drawn, 2)
    assert aside == (5, 7)
    assert [each.slot for each in now.outcomes] == [1, 2, 3, 4, 6]


def test_a_match_that_no_longer_fits_is_found_behind_some_not_played() -> None:
    """Slot 8 was played by 2 and 4; then 4 is said to have won slot 2."""
    outcomes = (won(1, 1, 2), won(2, 4, 3), won(8, 2, 4))
    drawn = replace(bracket(8), outcomes=outcomes)
    assert refit.misfits(drawn, [node.number for node in drawn.plan.nodes]) == (8,)


def test_pins_are_freed_on_all_that_follows_and_nowhere_else() -> None:
    """Lines are no matches: the pin on line 1 does not depend on match 1."""
    pins = (Pin(1, 1, 5), Pin(5, 1, 2), Pin(7, 1, 2), Pin(7, 2, 6), Pin(8, 2, 3))
    drawn = replace(bracket(8), pins=pins)
    assert refit.freed(drawn, 1).pins == (Pin(1, 1, 5), Pin(7, 2, 6), Pin(8, 2, 3))
    assert refit.freed(drawn, 2).pins == (Pin(1, 1, 5), Pin(5, 1, 2), Pin(7, 2, 6))


def test_pins_elsewhere_stay_unless_somebody_would_play_twice() -> None:
    """6 plays on in place of 5, who won slot 3; a pin of 1 there cannot stay."""
    outcomes = (won(1, 1, 2), won(3, 5, 6))
    drawn = replace(bracket(8, branches=()), outcomes=outcomes)
    pinned = replace(drawn, pins=(Pin(5, 1, 2), Pin(6, 1, 6)))
    assert refit.replayed(pinned, 1) == (replace(drawn, pins=(Pin(6, 1, 6),)), ())
    twice = replace(drawn, pins=(Pin(6, 1, 1),))
    assert refit.replayed(twice, 1) == (drawn, ())


def test_what_pins_change_further_on_is_pinned_too() -> None:
    """1 had a walk-over, then lost to 3, and went on as a loser of a first match.

    When 2 has won the walk-over, 1 has lost before, and slot 11 would be empty.
    """
    later = (won(2, 3, 4), won(5, 3, 1))
    before = replace(bracket(8), outcomes=(won(1, 1, 2, is_played=False), *later))
    after = replace(before, outcomes=(won(1, 2, 1, is_played=False), *later))
    kept = refit.kept_winners(before, after, 1)
    assert kept.pins == (Pin(5, 1, 1), Pin(8, 1, 2), Pin(11, 2, 1))
    assert refit.moved(before.course(), kept.course()) == set()


def test_a_bye_after_a_pin_needs_no_pin() -> None:
    """3 and 4 have left, so 1 goes on to slot 7 from the place that is kept."""
    before = replace(bracket(8), gone=frozenset({3, 4}), outcomes=(won(1, 1, 2),))
    after = replace(before, outcomes=(won(1, 2, 1),))
    assert before.course().slots[7].top == 1
    assert refit.kept_winners(before, after, 1).pins == (Pin(5, 1, 1), Pin(8, 1, 2))


def test_a_place_is_kept_while_the_other_side_is_not_known() -> None:
    """As before, on the other half: 5 goes on to slot 12 by a bye and waits there."""
    later = (won(4, 7, 8), won(6, 7, 5))
    gone = frozenset({1, 2, 3, 4})
    before = replace(
        bracket(8), gone=gone, outcomes=(won(3, 5, 6, is_played=False), *later)
    )
    after = replace(before, outcomes=(won(3, 6, 5, is_played=False), *later))
    last = before.course().slots[12]
    assert (last.top, last.bottom) == (5, None)
    assert refit.kept_winners(before, after, 3).pins == (
        *(Pin(6, 1, 5), Pin(9, 1, 6), Pin(10, 2, 5), Pin(12, 1, 5)),
    )


def test_nothing_is_kept_where_nobody_had_come_yet() -> None:
    before = bracket(8)
    after = replace(before, outcomes=(won(1, 1, 2),))
    assert refit.kept_winners(before, after, 1) == after
    assert refit.moved(before.course(), after.course()) == {1, 5, 8}


def test_a_vacant_place_is_kept_vacant() -> None:
    """2 did not come against 1, and so no loser came to slot 8."""
    before = replace(bracket(8), gone=frozenset({2}))
    after = replace(before, gone=frozenset())
    assert refit.kept_winners(before, after, 1).pins == (Pin(5, 1, 1), Pin(8, 1, None))


def test_an_exchange_adds_pins_and_replaces_those_of_its_places() -> None:
    drawn = replace(bracket(8), pins=(Pin(7, 2, 8), Pin(5, 1, 2)))
    found = refit.exchanged(drawn, {(5, 1): 1, (5, 2): 4})
    assert found == replace(drawn, pins=(Pin(5, 1, 1), Pin(5, 2, 4), Pin(7, 2, 8)))


def test_the_place_of_an_entrant() -> None:
    slot = played(bracket(4), [True]).course().slots[1]
    assert refit.place_of(slot, slot.top or 0) == (1, refit.TOP)
    assert refit.place_of(slot, slot.bottom or 0) == (1, refit.BOTTOM)


def test_what_rests_on_a_match_ends_at_a_pin() -> None:
    depends_on = bracket(8).course().depends_on
    assert depends_on(1) == (5, 7, 8, 10, 11, 12)
    assert depends_on(1, pinned={(5, 1)}) == (8, 10, 12)
    assert depends_on(1, pinned={(5, 2), (8, 1)}) == (5, 7, 11, 12)
    assert depends_on(1, pinned={(5, 1), (8, 1)}) == ()


def test_open_and_decided_matches_stand_alike() -> None:
    drawn = bracket(4)
    is_open = replace(drawn, outcomes=(replace(won(1, 1, 2), winner=None),))
    assert refit.moved(drawn.course(), is_open.course()) == {1}
    decided = replace(drawn, outcomes=(won(1, 1, 2),))
    assert 1 not in refit.moved(is_open.course(), decided.course())
