"""Seeds of one group, kept apart for as long as it can be done."""

from dataclasses import replace
from itertools import combinations

import pytest

from tournaments.engine import DrawnRound, Entrant, Options, StageState, audit, draw
from tournaments.engine import explain as why
from tournaments.engine.audit.brackets import GROUP_AT_ONCE
from tournaments.engine.audit.wishes import SAME_GROUP
from tournaments.engine.bracket.keep_apart import APART, CROSSED, crossed

BYES = ("spread", "top", "bottom", "lots")


def qualified(groups: int, each: int, *, turned: bool = False) -> tuple[Entrant, ...]:
    """The winners of the groups, the seconds and so on; `turned`: seconds back."""
    found: list[Entrant] = []
    for place in range(each):
        order = range(1, groups + 1)
        for group in reversed(order) if turned and place % 2 else order:
            number = len(found) + 1
            found.append(Entrant(number, seed=number, group=str(group)))
    return tuple(found)


def cup(entrants: tuple[Entrant, ...], *, seeded: int = 99, **more) -> StageState:
    options = Options(seeded=seeded, **more)
    return StageState("elimination", 0, 7, entrants, options=options)


def soonest(state: StageState, drawn: DrawnRound) -> int:
    """The first round in which two of a group can meet."""
    return min(
        ((drawn.lots[one.number] - 1) ^ (drawn.lots[two.number] - 1)).bit_length()
        for one, two in combinations(state.entrants, 2)
        if one.group == two.group
    )


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("groups", "each", "first"),
    [
        *((2, 1, 0), (2, 2, 2), (4, 2, 3), (8, 2, 4)),
        *((2, 3, 2), (3, 3, 3), (3, 4, 3), (4, 4, 3)),
    ],
)
def test_two_of_a_group_meet_late(groups, each, first, turned):
    state = cup(qualified(groups, each, turned=turned))
    drawn = draw(state, "seed")
    assert audit(state, drawn) == ()
    assert first == 0 or soonest(state, drawn) >= first


@pytest.mark.parametrize(
    ("groups", "each", "first"), [(4, 2, 3), (8, 2, 4), (3, 4, 3), (4, 4, 3)]
)
def test_two_of_a_group_meet_late_if_only_their_winners_are_seeded(groups, each, first):
    state = cup(qualified(groups, each), seeded=groups)
    assert all(soonest(state, draw(state, f"{n}")) >= first for n in range(10))


@pytest.mark.parametrize("byes", BYES)
@pytest.mark.parametrize("seeded", [0, 3, 4, 8, 16])
@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
def test_whoever_is_not_seeded_is_kept_apart_as_well(byes, seeded, key):
    for groups, each in ((4, 2), (4, 3), (8, 2), (5, 3)):
        state = cup(qualified(groups, each), seeded=seeded, byes=byes)
        state = replace(state, format=key)
        drawn = draw(state, "seed")
        assert audit(state, drawn) == ()
        group = {one.number: one.group for one in state.entrants}
        assert all(
            group[one.one] != group[one.two]
            for one in drawn.pairings
            if one.two is not None
        )


def test_winners_stay_and_seconds_cross():
    """A1, B1, B2, A2: without an exchange both semi-finals are of one group."""
    drawn = draw(cup(qualified(2, 2, turned=True)), "seed")
    assert [(one.one, one.two) for one in drawn.pairings] == [(1, 3), (2, 4)]
    noted = [note for one in drawn.pairings for note in one.notes]
    assert [note.message for note in noted] == [CROSSED, CROSSED]
    assert [note.params["entrant"] for note in noted] == [3, 4]
    straight = draw(cup(qualified(2, 2)), "seed")
    assert [(one.one, one.two) for one in straight.pairings] == [(1, 4), (2, 3)]
    assert not any(one.notes for one in straight.pairings)


def test_the_rank_told_is_that_of_the_stage_before():
    state = cup(qualified(2, 2, turned=True))
    drawn = draw(state, "seed")
    told = why(state, drawn, drawn.pairings[0])
    seeds = [
        (note.params["entrant"], note.params["seed"])
        for note in told.facts
        if "seed" in note.params
    ]
    assert seeds == [(1, 1), (3, 3)]


def test_without_an_exchange_the_pairing_says_so():
    """Two groups, one second: the winner of the same group is all that is left."""
    entrants = qualified(2, 1)
    entrants = (*entrants, Entrant(3, seed=3, group="2"))
    state = cup(entrants)
    drawn = draw(state, "seed")
    assert audit(state, drawn) == ()
    assert [note.message for note in drawn.pairings[0].notes] == [APART["group"]]


def test_the_audit_finds_what_could_have_been_avoided():
    state = cup(qualified(2, 2, turned=True))
    plain = draw(cup(tuple(replace(one, group="") for one in state.entrants)), "seed")
    assert GROUP_AT_ONCE in {note.message for note in audit(state, plain)}
    by_lot = cup(qualified(2, 2), seeded=0)
    clash = {1: 1, 3: 2, 2: 3, 4: 4}
    at = {line: number for number, line in clash.items()}
    pairs = tuple(
        each._replace(one=at[line], two=at[line + 1], notes=())
        for each, line in zip(plain.pairings, (1, 3), strict=True)
    )
    found = audit(by_lot, DrawnRound(1, pairs, clash))
    assert SAME_GROUP in {note.message for note in found}


def test_who_is_missing_makes_ranks_of_neighbours():
    """The second of A has gone: the best third takes his place in the rank."""
    entrants = tuple(one for one in qualified(4, 3) if one.number != 5)
    state = cup(entrants)
    drawn = draw(state, "seed")
    assert audit(state, drawn) == ()


def test_who_has_nobody_to_be_kept_apart_from_is_not_moved() -> None:
    """Only 1 and 3 come from one group, and they meet in the last round already."""
    field = [Entrant(number, group=group) for number, group in enumerate("ABACD", 1)]
    at = {1: 1, 8: 2, 5: 3, 4: 4, 3: 5}
    assert crossed(at, field, size=8) == at
