"""Late entries in brackets whose lines are all taken: nobody is lost."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.bracket.walking import by_lot, full, lost, stronger
from tournaments.engine import Branch, Entrant, Options, StageState, format_named
from tournaments.engine.bracket import preliminary
from tournaments.engine.bracket.places import single_standings
from tournaments.engine.bracket.shapes import double_elimination, single_elimination
from tournaments.engine.plan import BracketPlan

BOTH_BRANCHES = (
    Branch(section="consolation", pattern="unshifted"),
    Branch(section="last", of="consolation", pattern="unshifted"),
)
FIRST_LOSSES = (Branch(section="consolation", pattern="first_loss"),)


def plan(lines: int, branches: tuple[Branch, ...]) -> BracketPlan:
    entrants = tuple(Entrant(number, lot=number) for number in range(1, lines + 1))
    options = Options(branches=branches)
    made = format_named("elimination").plan
    assert made is not None
    return made(StageState("elimination", 9, 5, entrants, options=options))


PLANS = st.one_of(
    st.builds(
        plan,
        st.sampled_from((2, 4, 8, 16)),
        st.sampled_from(((), FIRST_LOSSES, BOTH_BRANCHES)),
    ),
    st.builds(double_elimination, st.sampled_from((4, 8)), reset=st.booleans()),
)


@given(PLANS, st.data())
def test_every_entrant_has_one_way_and_the_bracket_ends(
    drawn: BracketPlan, data: st.DataObject
) -> None:
    event = full(drawn)
    places = [
        (node.number, side)
        for node in drawn.nodes
        for side, source in enumerate((node.top, node.bottom), start=1)
        if source.kind != "winner" and not node.is_reset
    ]
    for slot, side in data.draw(st.permutations(places)):
        if len(event.lines) >= drawn.lines + 4:
            break
        if preliminary.takes_late(drawn, event.lines.values(), (slot, side)):
            event.lines[len(event.lines) + 1] = preliminary.late_line(drawn, slot, side)
    event.plan = preliminary.with_preliminaries(drawn, event.lines.values())
    random = Random(data.draw(st.integers()))
    result = by_lot(random, walkovers=20)
    while True:
        walked = event.course()
        coming = [
            entrant
            for slot in walked.slots.values()
            if slot.is_undecided
            for entrant in (slot.top, slot.bottom)
            if entrant
        ]
        assert len(coming) == len(set(coming))
        if not walked.due():
            break
        event.outcomes.append(result(walked.due()[0]))
    assert not any(slot.is_undecided for slot in walked.slots.values())
    for entrant in event.lines:
        assert any(entrant in {one.one, one.two} for one in event.outcomes) or not lost(
            event, entrant
        )
    unbeaten = [entrant for entrant in event.lines if not lost(event, entrant)]
    assert len(unbeaten) <= 1 + sum(
        preliminary.section_of_line(drawn, line) != "main"
        for line in event.lines.values()
    )


def test_the_loser_goes_on_where_the_losers_of_that_match_go() -> None:
    drawn = plan(8, BOTH_BRANCHES)
    event = full(drawn)
    event.lines[9] = preliminary.late_line(drawn, 1, 1)
    event.plan = preliminary.with_preliminaries(drawn, event.lines.values())
    walked = event.course()
    first = walked.where_now(9)
    assert first is not None
    assert (first.top, first.bottom) == (1, 9)
    assert first.node.section == "main-preliminary"
    walked = event.play(stronger)
    sections = [slot.node.section for slot in walked.path(9)]
    assert sections[:2] == ["main-preliminary", "consolation-preliminary"]
    assert walked.slots[7].winner == 1


def test_two_late_entries_are_not_drawn_against_one_side() -> None:
    drawn = single_elimination(4)
    line = preliminary.late_line(drawn, 2, 2)
    assert preliminary.place_of_line(drawn, line) == (2, 2)
    assert not preliminary.takes_late(drawn, [line], (2, 2))
    assert preliminary.takes_late(drawn, [line], (2, 1))
    with pytest.raises(ValueError, match="side 2 of slot 2"):
        preliminary.with_preliminaries(drawn, [line, line])


def test_a_late_entry_in_the_consolation_has_no_place_in_the_main_bracket() -> None:
    drawn = plan(4, FIRST_LOSSES)
    slot = next(node.number for node in drawn.nodes if node.section == "consolation")
    lines = {1: 1, 2: 2, 3: 3, 4: 4, 5: preliminary.late_line(drawn, slot, 1)}
    entrants = tuple(Entrant(number, lot=lot) for number, lot in lines.items())
    whole = preliminary.with_preliminaries(drawn, lines.values())
    state = StageState("elimination", 9, 5, entrants, plan=whole)
    ranked = {row.entrant for row in single_standings(state, whole).rows}
    assert ranked == {1, 2, 3, 4}
    waiting = StageState("elimination", 9, 5, (*entrants, Entrant(6)), plan=whole)
    assert {row.entrant for row in single_standings(waiting, whole).rows} == ranked
