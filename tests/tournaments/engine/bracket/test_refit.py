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
from tournaments.engine.bracket.refit import (
    DrawnBracket,
    exchanged,
    is_sound,
    kept_winners,
    misfits,
    moved,
    replayed,
    resting_on,
)


def bracket(who: int, key: str = "elimination") -> DrawnBracket:
    """A drawn bracket: entrant n on line n."""
    branches = (Branch(pattern="first_loss"),) if key == "elimination" else ()
    entrants = tuple(Entrant(number, lot=number) for number in range(1, who + 1))
    state = StageState(key, 9, 5, entrants, options=Options(branches=branches))
    plan_of = format_named(key).plan
    assert plan_of is not None
    lines = {number: number for number in range(1, who + 1)}
    return DrawnBracket(plan=plan_of(state), lines=lines, outcomes=())


def played(drawn: DrawnBracket, winners: Iterable[bool]) -> DrawnBracket:
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


def turned(drawn: DrawnBracket, place: int) -> tuple[DrawnBracket, int]:
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
def test_what_was_played_in_order_fits(drawn: DrawnBracket) -> None:
    assert misfits(drawn, [node.number for node in drawn.plan.nodes]) == ()
    assert is_sound(drawn)


@given(brackets, st.integers(0, 99))
def test_held_everybody_stands_where_he_stood(drawn: DrawnBracket, place: int) -> None:
    after, changed = turned(drawn, place)
    kept = kept_winners(drawn, after, changed)
    resets = {node.number for node in drawn.plan.nodes if node.is_reset}
    assert moved(drawn.course(), kept.course()) <= {changed} | resets
    assert resting_on(drawn.course(), changed, kept.pins) == frozenset()


@given(brackets, st.integers(0, 99))
def test_replayed_everything_follows_from_the_results(
    drawn: DrawnBracket, place: int
) -> None:
    after, changed = turned(drawn, place)
    for before in (after, kept_winners(drawn, after, changed)):
        now, aside = replayed(before, changed)
        assert changed not in aside
        assert now.pins == ()
        assert is_sound(now)
        assert misfits(now, [node.number for node in now.plan.nodes]) == ()


@given(brackets, st.integers(0, 99))
def test_turned_twice_nothing_has_to_go(drawn: DrawnBracket, place: int) -> None:
    after, changed = turned(drawn, place)
    back, same = turned(after, place)
    assert (back, same) == (drawn, changed)
    assert replayed(back, changed) == (drawn, ())


def test_somebody_in_two_places_is_no_sound_bracket() -> None:
    drawn = played(bracket(8), [True])
    target = drawn.course().winner_to[1]
    assert is_sound(drawn)
    twice = exchanged(drawn, {target: 3})
    assert twice.pins == (Pin(*target, 3),)
    assert not is_sound(twice)


def test_who_withdrew_after_a_match_has_played_it_all_the_same() -> None:
    drawn = played(bracket(4), [True, True, True])
    gone = replace(drawn, gone=frozenset({drawn.outcomes[-1].one}))
    assert misfits(gone, [node.number for node in drawn.plan.nodes]) == ()
