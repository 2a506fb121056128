"""Who should not meet is apart in a bracket as long as possible."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

import pytest

from tests.refusals import raises
from tests.simulate import NONE, field, played_on
from tournaments import engine
from tournaments.engine.bracket.lines import lines_for
from tournaments.engine.errors import SAME_PERSON
from tournaments.engine.formats.round_robin.pairing import group_of


def met_in(lots: Mapping[int, int], one: int, two: int) -> int:
    """Return the first round in which two can meet in the main bracket."""
    return ((lots[one] - 1) ^ (lots[two] - 1)).bit_length()


def rounds_of(entrants: int) -> int:
    return lines_for(entrants).bit_length() - 1


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
@pytest.mark.parametrize("size", [3, 4, 5, 8, 13, 16, 31, 64])
@pytest.mark.parametrize("byes", ["spread", "lots"])
def test_pairs_not_to_meet_are_in_different_halves(key, size, byes):
    barred = ((1, 2),) if size < 8 else ((1, 2), (2, 3), (4, 5))
    for seed in range(4):
        for kind in ("forbidden", "same"):
            never = barred if kind == "forbidden" else ()
            state = engine.StageState(
                *(key, 1, 7, field(size)),
                options=engine.Options(byes=byes, forbidden=never),
                same_person=barred if kind == "same" else (),
            )
            drawn = engine.draw(state, str(seed))
            assert {met_in(drawn.lots, *pair) for pair in barred} == {rounds_of(size)}
            assert engine.audit(state, drawn) == ()


def test_three_that_are_not_to_meet_are_in_different_quarters():
    barred = ((1, 2), (1, 3), (2, 3))
    for seed in range(10):
        state = engine.StageState(
            *("elimination", 1, 7, field(16)), options=engine.Options(forbidden=barred)
        )
        lots = engine.draw(state, str(seed)).lots
        assert sorted(met_in(lots, *pair) for pair in barred) == [3, 4, 4]


def test_a_person_comes_before_a_wish():
    """Of 1, 2 and 3 two are in one half: not those of one person."""
    state = engine.StageState(
        *("elimination", 1, 7, field(8)),
        options=engine.Options(forbidden=((1, 3), (2, 3))),
        same_person=((1, 2),),
    )
    for seed in range(10):
        lots = engine.draw(state, str(seed)).lots
        assert met_in(lots, 1, 2) == 3
        assert sorted((met_in(lots, 1, 3), met_in(lots, 2, 3))) == [2, 3]


def test_two_entries_of_one_person_alone_are_refused():
    state = engine.StageState("elimination", 1, 7, field(2), same_person=((1, 2),))
    with raises(SAME_PERSON, entrant=1, other=2):
        engine.draw(state, "s")


def after_groups(groups: int, size: int, seed: int) -> Iterator[engine.Entrant]:
    """Yield those who come from played groups, the best first."""
    state = engine.StageState(
        *("round_robin", 99, 7, field(groups * size)),
        options=engine.Options(groups=groups),
    )
    random = Random(seed)
    while not engine.is_finished(state):
        drawn = engine.draw(state, f"{seed}-{state.next_round}")
        state = played_on(state, drawn, random, mishaps=NONE)
    group = {one.number: str(group_of(one.lot or 0)) for one in state.entrants}
    for place, row in enumerate(engine.standings(state).rows, start=1):
        yield engine.Entrant(row.entrant, seed=place, group=group[row.entrant])


@pytest.mark.parametrize(
    ("groups", "size", "take", "seeded"),
    [(4, 3, 8, 8), (3, 4, 12, 12), (4, 4, 16, 16), (4, 4, 16, 4), (8, 4, 16, 8)],
)
def test_group_mates_meet_as_late_as_possible(groups, size, take, seeded):
    """Two of a group in the final at the earliest, three or four one round sooner."""
    for seed in range(12):
        entrants = tuple(after_groups(groups, size, seed))[:take]
        state = engine.StageState(
            *("elimination", 1, 7, entrants), options=engine.Options(seeded=seeded)
        )
        lots = engine.draw(state, str(seed)).lots
        for group in {one.group for one in entrants}:
            mates = [one.number for one in entrants if one.group == group]
            found = [met_in(lots, *pair) for pair in combinations(mates, 2)]
            sooner = max(len(mates) - 1, 0).bit_length() - 1
            assert min(found, default=9) >= rounds_of(take) - sooner


def test_three_from_one_group_who_shared_their_place():
    """Each of three beat one of the others: the group sends all, in three ranks."""
    groups = "42133324"
    entrants = tuple(
        engine.Entrant(number, seed=number, group=group)
        for number, group in enumerate(groups, start=1)
    )
    state = engine.StageState(
        "elimination", 1, 7, entrants, options=engine.Options(seeded=8)
    )
    for seed in range(10):
        lots = engine.draw(state, str(seed)).lots
        trio = [met_in(lots, *pair) for pair in combinations((4, 5, 6), 2)]
        assert sorted(trio) == [2, 3, 3]
        assert met_in(lots, 1, 8) == met_in(lots, 2, 7) == 3


def test_where_no_two_clash_at_once_the_first_seeds_keep_their_lines():
    """Groups of two and of three in a bracket of seven with four seeds."""
    groups = ("", "1", "3", "2", "3", "1", "2")
    entrants = tuple(
        engine.Entrant(number, seed=number if number <= 4 else None, group=group)
        for number, group in enumerate(groups, start=1)
    )
    options = engine.Options(seeded=4)
    state = engine.StageState("elimination", 1, 7, entrants, options=options)
    lots = engine.draw(state, "16").lots
    assert lots[1] == 1
    for one, two in ((2, 6), (4, 7), (3, 5)):
        assert met_in(lots, one, two) > 1
