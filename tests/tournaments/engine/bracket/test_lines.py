"""Who stands on which line at first: seeds, byes, lots."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pytest

from tests.refusals import raises
from tests.simulate import field
from tournaments.engine import DrawnRound, Entrant, Options, StageState
from tournaments.engine.bracket.lines import (
    BYE_DRAWN,
    BYE_SEEDED,
    LINES_DRAWN,
    check_undrawn,
    draw_lines,
    lines_by_seed,
    lines_for,
    lines_of,
    seed_order,
)
from tournaments.engine.pairing.lots import by_lot

SIZES = [*range(2, 65), 100, 255, 257, 511, 512]
PLACEMENTS = ("spread", "top", "bottom", "lots")


def drawn(
    entrants: int | tuple[Entrant, ...], seed: str = "seed", **options: object
) -> DrawnRound:
    people = field(entrants) if isinstance(entrants, int) else entrants
    chosen = Options(**options)  # type: ignore[arg-type]
    return draw_lines(StageState("elimination", 0, 7, people, options=chosen), seed)


def rated(*ratings: int | None) -> tuple[Entrant, ...]:
    return tuple(
        Entrant(number, None if rating is None else Decimal(rating))
        for number, rating in enumerate(ratings, start=1)
    )


def vacant(found: DrawnRound) -> list[int]:
    lines = range(1, lines_for(len(found.lots)) + 1)
    return [line for line in lines if line not in found.lots.values()]


def test_lines_for():
    assert [lines_for(size) for size in (0, 1, 2, 3, 4, 5, 8, 9, 512)] == [
        *(2, 2, 2, 4, 4, 8, 8, 16, 512)
    ]


def test_seed_order():
    assert seed_order(2) == (1, 2)
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert seed_order(16)[:8] == (1, 16, 8, 9, 4, 13, 5, 12)
    assert lines_by_seed(8) == (1, 5, 7, 3, 4, 8, 6, 2)


@pytest.mark.parametrize("lines", [2, 4, 8, 16, 32, 64, 512])
def test_the_best_meet_as_late_as_possible(lines):
    """The best 2, 4, 8 and so on each have a part of the bracket for themselves."""
    by_seed = lines_by_seed(lines)
    parts = 2
    while parts <= lines:
        size = lines // parts
        assert len({(line - 1) // size for line in by_seed[:parts]}) == parts
        parts *= 2
    seeds = seed_order(lines)
    for line in range(0, lines, 2):
        assert seeds[line] + seeds[line + 1] == lines + 1


@pytest.mark.parametrize("byes", PLACEMENTS)
@pytest.mark.parametrize("size", SIZES)
def test_everybody_has_a_line(size, byes):
    found = drawn(size, byes=byes)
    lines = lines_for(size)
    assert set(found.lots) == {*range(1, size + 1)}
    assert len(set(found.lots.values())) == size
    assert set(found.lots.values()) <= {*range(1, lines + 1)}
    free = [pairing for pairing in found.pairings if pairing.two is None]
    assert len(free) == lines - size if size > 1 else 1
    assert len(found.pairings) == lines // 2
    matches = Counter((line - 1) // 2 for line in vacant(found))
    assert not matches or max(matches.values()) == 1


@pytest.mark.parametrize("byes", PLACEMENTS)
def test_pairings_are_neighbours_and_the_byes_last(byes):
    found = drawn(21, byes=byes)
    kinds = [pairing.two is None for pairing in found.pairings]
    assert kinds == sorted(kinds)
    for pairing in found.pairings:
        line = found.lots[pairing.one]
        if pairing.two is None:
            assert [note.message for note in pairing.notes] == [BYE_DRAWN]
            continue
        assert found.lots[pairing.two] == line + 1
        assert line % 2 == 1
        assert pairing.notes == ()


def test_where_byes_are():
    assert vacant(drawn(11)) == [2, 6, 8, 10, 14]
    assert vacant(drawn(11, byes="top")) == [2, 4, 6, 8, 10]
    assert vacant(drawn(11, byes="bottom")) == [8, 10, 12, 14, 16]
    many = {tuple(vacant(drawn(11, seed=str(n), byes="lots"))) for n in range(30)}
    assert len(many) > 20
    assert {line % 2 for lines in many for line in lines} == {0, 1}


def test_byes_by_lot_can_be_drawn_again_by_hand():
    """The rule of the module: first lots, but never a second one of a match."""
    found: list[int] = []
    for line in by_lot("3 1 6", "elimination:byes", range(1, 17)):
        partner = line + 1 if line % 2 else line - 1
        if partner not in found and len(found) < 5:
            found.append(line)
    assert vacant(drawn(11, seed="3 1 6", byes="lots")) == sorted(found)


def test_lines_can_be_drawn_again_by_hand():
    found = drawn(11, seed="3 1 6")
    order = by_lot("3 1 6", "elimination:lines", range(1, 12))
    assert sorted(found.lots, key=found.lots.__getitem__) == order


def test_who_is_not_due_has_no_line():
    people = (*field(4), Entrant(5, present=False), Entrant(6, joined=2))
    assert set(drawn(people).lots) == {1, 2, 3, 4}


def test_the_order_of_entrants_is_of_no_account():
    people = rated(*(1500 + 10 * (n % 4) for n in range(13)))
    chosen = {"seeded": 5, "byes": "lots", "apart": ("club",)}
    assert drawn(people, **chosen) == drawn(people[::-1], **chosen)


def test_seeds_by_rating():
    found = drawn(rated(1500, 1900, None, 1700, 1800, 1600, 1550, None), seeded=4)
    by_seed = lines_by_seed(8)
    best = [2, 5, 4, 6]
    assert [found.lots[number] for number in best] == [*by_seed[:4]]


def test_seeds_by_the_stage_before():
    """A seed beats any rating, and who has none comes after all who have."""
    people = rated(*range(2000, 1200, -100))
    people = tuple(
        replace(one, seed=9 - one.number if one.number != 8 else None) for one in people
    )
    found = drawn(people, seeded=8)
    order = sorted(found.lots, key=lambda one: seed_order(8)[found.lots[one] - 1])
    assert order == [7, 6, 5, 4, 3, 2, 1, 8]


def test_equal_seeds_are_placed_by_lot():
    people = rated(*(1500 for _ in range(8)))
    tops = {
        min(found.lots, key=found.lots.__getitem__)
        for found in (drawn(people, seed=str(n), seeded=2) for n in range(40))
    }
    assert len(tops) > 5


@pytest.mark.parametrize("size", [5, 9, 11, 13, 23])
def test_byes_to_the_highest_seeds(size):
    people = rated(*range(2000, 2000 - 10 * size, -10))
    byes = lines_for(size) - size
    for count in (1, byes, size):
        found = drawn(people, seeded=count)
        holders = {one.one: one for one in found.pairings if one.two is None}
        assert {*range(1, min(count, byes) + 1)} <= set(holders)
        for number, pairing in holders.items():
            expected = BYE_SEEDED if number <= count else BYE_DRAWN
            assert pairing.notes[0].message == expected


@pytest.mark.parametrize("byes", PLACEMENTS)
@pytest.mark.parametrize("size", [2, 3, 7, 9, 11, 16, 21, 33])
@pytest.mark.parametrize("count", [1, 2, 4, 8, 99])
def test_seeds_stand_on_their_lines_wherever_byes_are(size, byes, count):
    """As long as they are no more than half the bracket."""
    people = rated(*range(2000, 2000 - 10 * size, -10))
    lines = lines_for(size)
    found = drawn(people, byes=byes, seeded=count)
    assert len(set(found.lots.values())) == size
    kept = min(count, lines // 2, size)
    assert [found.lots[n] for n in range(1, kept + 1)] == [*lines_by_seed(lines)[:kept]]


def test_lines_of():
    state = StageState("elimination", 0, 7, field(9))
    assert lines_of(state) == 16
    assert lines_of(replace(state, entrants=())) == 2
    for byes in PLACEMENTS:
        lots = drawn(9, byes=byes).lots
        people = tuple(replace(one, lot=lots[one.number]) for one in state.entrants)
        late = (*people, Entrant(10), Entrant(11, present=False))
        assert lines_of(replace(state, entrants=late)) == 16


def test_a_bracket_is_drawn_once():
    state = StageState("elimination", 0, 7, field(4))
    check_undrawn(state)
    one = replace(state.entrants[0], lot=3)
    with raises(LINES_DRAWN):
        check_undrawn(replace(state, entrants=(one, *state.entrants[1:])))
