"""Why this pair in a bracket: lines, seeds, byes, and the matches people came from."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from matches.rules.refusals import Message
from tournaments import engine
from tournaments.engine import explain as why
from tournaments.engine.state import WAS_SWAPPED, swapped
from tournaments.engine.why import PairReasons, brackets

BRANCHES = (
    engine.Branch(),
    engine.Branch(section="last", of="consolation", pattern="first_loss"),
)


def drawn_bracket(
    size: int, key: str = "elimination", **options: object
) -> tuple[engine.StageState, engine.DrawnRound]:
    """Return a bracket with its lines drawn; entrant 1 is the best."""
    field = tuple(engine.Entrant(number, seed=number) for number in range(1, size + 1))
    chosen = replace(engine.Options(), **options)  # type: ignore[arg-type]
    state = engine.StageState(key, 5, 7, field, options=chosen)
    drawn = engine.draw(state, "s")
    field = tuple(replace(one, lot=drawn.lots[one.number]) for one in field)
    return replace(state, entrants=field), drawn


def slots_of(state: engine.StageState, drawn: engine.DrawnRound) -> list[engine.Slot]:
    plan_of = engine.format_named(state.format).plan
    assert plan_of is not None
    gone = [one.number for one in state.entrants if not one.present]
    walked = engine.course(
        plan_of(state),
        lines=drawn.lots,
        outcomes=state.outcomes,
        pins=state.pins,
        gone=gone,
    )
    return list(walked.slots.values())


def decided(
    state: engine.StageState, slot: engine.Slot, *, winner: int | None
) -> engine.StageState:
    assert slot.top
    assert slot.bottom
    outcome = engine.Outcome(
        slot.node.round,
        slot.top,
        slot.bottom,
        winner=winner,
        points_one=7,
        nobody=winner is None,
        played=winner is not None,
        slot=slot.node.number,
    )
    return replace(state, outcomes=(*state.outcomes, outcome))


def explained(
    state: engine.StageState, drawn: engine.DrawnRound, slot: engine.Slot
) -> PairReasons:
    sides = [side for side in (slot.top, slot.bottom) if side]
    pairing = engine.DrawnPairing(sides[0], sides[1] if len(sides) > 1 else None)
    return why(state, drawn, pairing, slot=slot.node.number)


def played(
    random: Random, state: engine.StageState, drawn: engine.DrawnRound
) -> Iterator[tuple[engine.StageState, engine.Slot]]:
    """Play a bracket to its end, mishaps included; yield every match and bye."""
    shown: set[int] = set()
    while True:
        slots = slots_of(state, drawn)
        for slot in slots:
            if slot.state in {"due", "bye"} and slot.node.number not in shown:
                shown.add(slot.node.number)
                yield state, slot
        due = [slot for slot in slots if slot.state == "due"]
        if not due:
            return
        for slot in due:
            winner = random.choice((slot.top, slot.bottom, slot.top, slot.bottom, None))
            state = decided(state, slot, winner=winner)
        if random.random() < 0.2:
            gone = random.choice(state.entrants)
            state = replace(
                state,
                entrants=tuple(
                    replace(one, present=one.present and one != gone)
                    for one in state.entrants
                ),
            )


def messages(notes: tuple[engine.Note, ...]) -> list[Message]:
    return [note.message for note in notes]


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
@pytest.mark.parametrize("byes", ["spread", "top", "bottom", "lots"])
def test_every_match_and_bye_has_reasons(key, byes):
    branches = BRANCHES if key == "elimination" else ()
    for size in (2, 3, 6, 11, 16):
        state, drawn = drawn_bracket(size, key, byes=byes, branches=branches)
        random = Random(f"{key} {byes} {size}")
        for pairing in drawn.pairings:
            assert why(state, drawn, pairing).facts
        for then, slot in played(random, state, drawn):
            found = explained(then, drawn, slot)
            assert len(found.facts) >= 2, slot
            assert found.next_best
            for note in (*found.facts, *found.next_best):
                assert "%(" not in str(note)


def test_first_round_names_lines_and_lots():
    state, drawn = drawn_bracket(4)
    pairing = drawn.pairings[0]
    found = why(state, drawn, pairing)
    lots = drawn.lots
    assert found.facts == (
        engine.Note(brackets.LINE, {"entrant": pairing.one, "line": lots[pairing.one]}),
        engine.Note(
            brackets.LINE, {"entrant": pairing.two, "line": lots[pairing.two or 0]}
        ),
        engine.Note(brackets.MEET, {"line": 1, "next": 2}),
    )
    assert messages(found.next_best) == [brackets.LOTS_ONLY]


def test_seeds_are_told_and_byes_go_to_vacant_lines():
    state, drawn = drawn_bracket(6, seeded=2)
    found = [why(state, drawn, each) for each in drawn.pairings if each.two is None]
    seeds = [
        note.params
        for each in found
        for note in each.facts
        if note.message == brackets.SEEDED
    ]
    assert {(one["entrant"], one["seed"]) for one in seeds} == {(1, 1), (2, 2)}
    for each in found:
        assert brackets.VACANT_LINE in messages(each.facts)
        assert brackets.VACANT_BY["spread"] in messages(each.facts)
        assert messages(each.next_best) == [brackets.RULES_FIRST]


def test_later_matches_name_where_the_two_come_from():
    state, drawn = drawn_bracket(4, branches=(engine.Branch(),))
    for slot in slots_of(state, drawn)[:2]:
        state = decided(state, slot, winner=slot.top)
    winners, losers = (
        explained(state, drawn, slot)
        for slot in slots_of(state, drawn)
        if slot.state == "due"
    )
    assert messages(winners.facts) == [brackets.WINNER] * 2
    assert messages(losers.facts) == [brackets.LOSER] * 2
    assert [note.params["slot"] for note in losers.facts] == [1, 2]
    assert messages(losers.next_best) == [brackets.NO_CHOICE]


def test_withdrawal_pin_and_correction_are_told():
    state, drawn = drawn_bracket(4)
    first, second, _ = slots_of(state, drawn)
    assert first.top
    assert first.bottom
    assert second.top
    state = decided(state, first, winner=first.top)
    state = decided(state, second, winner=second.top)
    gone = replace(
        state,
        entrants=tuple(
            replace(one, present=one.number != second.top) for one in state.entrants
        ),
    )
    final = slots_of(gone, drawn)[-1]
    found = explained(gone, drawn, final).facts
    assert messages(found) == [brackets.WINNER, brackets.VACANT_GONE]
    assert found[1].params["other"] == second.top

    pinned = replace(state, pins=(engine.Pin(3, 1, first.bottom),))
    found = explained(pinned, drawn, slots_of(pinned, drawn)[-1]).facts
    assert found[0] == engine.Note(brackets.PINNED, {"entrant": first.bottom})

    final = slots_of(state, drawn)[-1]
    over = decided(state, final, winner=final.top)
    corrected = replace(
        over,
        outcomes=(replace(over.outcomes[0], winner=first.bottom), *over.outcomes[1:]),
    )
    found = explained(corrected, drawn, final).facts
    assert found[0] == engine.Note(brackets.STANDS, {"entrant": first.top})


def test_a_final_played_again_says_so():
    state, drawn = drawn_bracket(2, "double_elimination")
    (first, *_) = slots_of(state, drawn)
    state = decided(state, first, winner=first.top)
    final = next(slot for slot in slots_of(state, drawn) if slot.state == "due")
    state = decided(state, final, winner=first.bottom)
    again = next(slot for slot in slots_of(state, drawn) if slot.state == "due")
    assert explained(state, drawn, again).facts[0].message == brackets.RESET


def test_a_place_stays_empty_for_who_lost_a_later_match():
    """Lines 2 and 6 are vacant: who had a bye can lose a first match in round 2."""
    state, drawn = drawn_bracket(6, branches=(engine.Branch(pattern="first_loss"),))
    slots = slots_of(state, drawn)
    bye, first = slots[:2]
    assert (bye.state, first.state) == ("bye", "due")
    state = decided(state, first, winner=first.top)
    second = slots_of(state, drawn)[4]
    assert {second.top, second.bottom} == {bye.top, first.top}
    state = decided(state, slots_of(state, drawn)[3], winner=slots[3].top)
    for winner, said in (
        (first.top, engine.Note(brackets.FIRST_LOSER, {"entrant": bye.top, "slot": 5})),
        (bye.top, engine.Note(brackets.VACANT_LATE, {"slot": 5})),
    ):
        after = decided(state, second, winner=winner)
        consolation = slots_of(after, drawn)[10]
        assert said in explained(after, drawn, consolation).facts


def test_a_place_that_a_pin_has_emptied():
    state, drawn = drawn_bracket(4)
    for slot in slots_of(state, drawn)[:2]:
        state = decided(state, slot, winner=slot.top)
    final = slots_of(state, drawn)[-1]
    left, right = final.top, final.bottom
    empty = replace(state, pins=(engine.Pin(3, 2, None),))
    found = explained(empty, drawn, slots_of(empty, drawn)[-1])
    assert found.facts == (
        engine.Note(brackets.WINNER, {"entrant": left, "slot": 1}),
        engine.Note(brackets.VACANT_PINNED),
    )
    loser = next(one for one in drawn.lots if one not in {left, right})
    gone = replace(
        state,
        pins=(engine.Pin(3, 2, loser),),
        entrants=tuple(
            replace(one, present=one.number != loser) for one in state.entrants
        ),
    )
    found = explained(gone, drawn, slots_of(gone, drawn)[-1])
    assert found.facts[1] == engine.Note(brackets.VACANT_GONE, {"other": loser})


def test_who_withdrew_before_the_first_match_leaves_the_line_empty():
    state, drawn = drawn_bracket(4)
    first = slots_of(state, drawn)[0]
    gone = replace(
        state,
        entrants=tuple(
            replace(one, present=one.number != first.bottom) for one in state.entrants
        ),
    )
    found = explained(gone, drawn, slots_of(gone, drawn)[0])
    assert found.facts == (
        engine.Note(brackets.LINE, {"entrant": first.top, "line": 1}),
        engine.Note(brackets.VACANT_GONE, {"other": first.bottom}),
    )


def test_a_match_played_on_a_line_of_others_stands():
    """The match names 3 and 2; by their lots 1 and 2 stand on its lines."""
    field = tuple(engine.Entrant(number, lot=number) for number in range(1, 5))
    outcome = engine.Outcome(1, 3, 2, winner=3, slot=1)
    state = engine.StageState("elimination", 2, 7, field, (outcome,))
    pairing = engine.DrawnPairing(3, 2)
    drawn = engine.DrawnRound(1, (pairing,), {number: number for number in range(1, 5)})
    assert why(state, drawn, pairing, slot=1).facts[:2] == (
        engine.Note(brackets.STANDS, {"entrant": 3}),
        engine.Note(brackets.LINE, {"entrant": 2, "line": 2}),
    )


def test_lines_that_a_director_swapped_are_told_as_drawn():
    state, drawn = drawn_bracket(4)
    one, other = drawn.pairings[0].one, drawn.pairings[1].one
    after = swapped(drawn, one, other)
    assert after is not None
    field = tuple(replace(each, lot=after.lots[each.number]) for each in state.entrants)
    state = replace(state, entrants=field)
    pairing = after.pairings[0]
    assert pairing.one == other
    others = (drawn.pairings[0].two or 0, drawn.pairings[1].two or 0)
    there_and_back = (others, others)
    found = why(state, after, pairing, swaps=(*there_and_back, (one, other), (one, 99)))
    assert found.facts == (
        engine.Note(brackets.LINE, {"entrant": other, "line": drawn.lots[other]}),
        engine.Note(WAS_SWAPPED, {"entrant": one, "other": other}),
        engine.Note(
            brackets.LINE,
            {"entrant": pairing.two, "line": drawn.lots[pairing.two or 0]},
        ),
        engine.Note(brackets.MEET, {"line": 1, "next": 2}),
    )
    assert found.next_best == ()
