"""Why this pair after a director exchanged places: the draw is told, then the swaps."""

from dataclasses import replace

from matches.rules.refusals import Message
from tournaments.engine import DrawnPairing, Entrant, Note, Outcome, StageState, draw
from tournaments.engine import explain as why
from tournaments.engine.state import CHANGED, WAS_SWAPPED, DrawnRound, swapped
from tournaments.engine.why import groups, history, next_best
from tournaments.engine.why.rounds import DRAWN_AGAINST, DRAWN_FREE, Swaps

DRAWN = Message("test.drawn", "Drawn.")


def stage(key: str, size: int, *outcomes: Outcome) -> StageState:
    field = tuple(Entrant(number, lot=number) for number in range(1, size + 1))
    return StageState(key, 5, 7, field, outcomes)


def published(drawn: DrawnRound, swaps: Swaps) -> DrawnRound:
    """The round as the product stores it: what was swapped is marked."""
    after = drawn
    for first, second in swaps:
        after = swapped(after, first, second) or after
    pairings = tuple(
        each if each.notes else each._replace(notes=(Note(CHANGED),))
        for each in after.pairings
    )
    return replace(after, pairings=pairings)


def noted(drawn: DrawnRound) -> DrawnRound:
    """A drawn round in which every pairing has a note, as later rounds may have."""
    pairings = tuple(
        each._replace(notes=each.notes or (Note(DRAWN),)) for each in drawn.pairings
    )
    return replace(drawn, pairings=pairings)


def at(drawn: DrawnRound, number: int) -> DrawnPairing:
    return next(each for each in drawn.pairings if number in {each.one, each.two})


def against(number: int, other: int) -> Note:
    return Note(DRAWN_AGAINST, {"entrant": number, "other": other})


def exchange(first: int, second: int) -> Note:
    return Note(WAS_SWAPPED, {"entrant": first, "other": second})


# 1 beat 2, 3 beat 4 and 5 beat 6: the draw pairs two winners, a winner and a loser.
AFTER_ONE = stage(
    "swiss", 6, *(Outcome(1, one, one + 1, one, 7, 3) for one in (1, 3, 5))
)
SECOND = noted(draw(AFTER_ONE, "s"))
TOP, MIDDLE, LAST = ((each.one, each.two or 0) for each in SECOND.pairings)


def test_a_pairing_made_by_hand_tells_whom_the_two_were_drawn_against():
    swaps = ((TOP[0], MIDDLE[0]),)
    after = published(SECOND, swaps)
    found = why(AFTER_ONE, after, at(after, TOP[1]), swaps=swaps)
    assert found.facts[:3] == (
        against(MIDDLE[0], MIDDLE[1]),
        against(TOP[1], TOP[0]),
        exchange(*swaps[0]),
    )
    said = {note.message for note in (*found.facts, *found.next_best)}
    assert said.isdisjoint({CHANGED, groups.WINS.same, next_best.EQUAL})
    assert found.next_best


def test_other_pairings_are_told_as_drawn():
    swaps = ((TOP[0], MIDDLE[0]),)
    after = published(SECOND, swaps)
    found = why(AFTER_ONE, after, at(after, LAST[0]), swaps=swaps)
    assert found == why(AFTER_ONE, SECOND, at(SECOND, LAST[0]))


def test_swapped_there_and_back_is_as_drawn():
    swaps = ((TOP[0], MIDDLE[0]), (MIDDLE[0], TOP[0]))
    after = published(SECOND, swaps)
    pairing = at(after, TOP[0])
    assert pairing.notes == (Note(CHANGED),)
    found = why(AFTER_ONE, after, pairing, swaps=swaps)
    plain = at(SECOND, TOP[0])._replace(notes=())
    assert found == why(AFTER_ONE, SECOND, plain)


def test_all_swaps_of_a_place_are_told_in_order():
    swaps = ((TOP[0], MIDDLE[0]), (MIDDLE[0], LAST[0]))
    after = published(SECOND, swaps)
    told = {
        number: [
            note
            for note in why(AFTER_ONE, after, at(after, number), swaps=swaps).facts
            if note.message == WAS_SWAPPED
        ]
        for number in (TOP[1], MIDDLE[1], LAST[1])
    }
    first, second = exchange(*swaps[0]), exchange(*swaps[1])
    assert told == {
        TOP[1]: [first, second],
        MIDDLE[1]: [first],
        LAST[1]: [first, second],
    }


def test_a_bye_changes_its_holder():
    state = stage("swiss", 3)
    drawn = draw(state, "s")
    pair, bye = drawn.pairings
    swaps = ((pair.one, bye.one),)
    after = published(drawn, swaps)
    found = why(state, after, after.pairings[0], swaps=swaps)
    assert found.facts == (
        Note(DRAWN_FREE, {"entrant": bye.one}),
        against(pair.two or 0, pair.one),
        exchange(*swaps[0]),
    )
    found = why(state, after, after.pairings[1], swaps=swaps)
    assert found.facts == (against(pair.one, pair.two or 0), exchange(*swaps[0]))


def test_a_rematch_made_by_hand_is_dated():
    first = next(
        number for number in TOP if number % 2 and number + 1 not in TOP
    )  # a winner of the first round, whose opponent is in another pairing
    other = TOP[1] if first == TOP[0] else TOP[0]
    swaps = ((other, first + 1),)
    after = published(SECOND, swaps)
    found = why(AFTER_ONE, after, at(after, first), swaps=swaps)
    met = {note.params["round"] for note in found.facts if note.message == history.MET}
    assert met == {1}


def test_where_a_list_decides_nothing_is_compared():
    state = stage("monrad", 4)
    drawn = draw(state, "s")
    one, two = drawn.pairings
    swaps = ((one.one, two.one),)
    after = published(drawn, swaps)
    found = why(state, after, after.pairings[0], swaps=swaps)
    assert found.facts[-1] == exchange(*swaps[0])
    assert (found.unavailable, found.next_best) == ((), ())
