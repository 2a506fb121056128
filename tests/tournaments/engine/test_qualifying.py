"""Who goes on: as many of each group, the next of a group for who has left, lots."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine import Qualifier, Standing, Standings, by_lot_at, qualifiers

Places = Sequence[Sequence[int]]
"""The places of the entrants of each group; entrants are numbered through from 1."""


def standing(number: int, place: int) -> Standing:
    return Standing(place, False, number, 0, 0, 0, ())


def tables(places: Places) -> tuple[Standings, Mapping[int, Standings]]:
    """Return the standings of all, by place in the group alone, and of the groups."""
    groups, number = {}, 0
    for group, taken in enumerate(places, 1):
        rows = []
        for place in sorted(taken):
            number += 1
            rows.append(standing(number, place))
        groups[group] = Standings((), tuple(rows), provisional=False)
    rows = sorted(
        (row for table in groups.values() for row in table.rows),
        key=lambda row: (row.place, row.entrant),
    )
    return Standings((), tuple(rows), provisional=False), groups


def go_on(
    places: Places, best: int, *, seed: str = "night", gone: Collection[int] = ()
) -> tuple[list[Qualifier], list[tuple[int, int]]]:
    table, groups = tables(places)
    order = qualifiers(table, groups, seed=seed, gone=gone)
    return order[:best], list(by_lot_at(order, best))


def per_group(order: Sequence[Qualifier]) -> Counter[int]:
    return Counter(one.tie[0] for one in order)


def ranked(size: int) -> st.SearchStrategy[list[int]]:
    """Places of a group: shared ones count as the best of them."""
    levels = st.lists(st.integers(0, 2), min_size=size, max_size=size)
    return levels.map(
        lambda found: [1 + sum(other < one for other in found) for one in found]
    )


@given(
    st.lists(st.integers(2, 5).flatmap(ranked), min_size=2, max_size=6),
    st.integers(1, 2),
    st.text(min_size=1, max_size=3),
)
def test_each_group_sends_as_many_whoever_shares_places(
    places: Places, quota: int, seed: str
) -> None:
    order, ties = go_on(places, quota * len(places), seed=seed)
    assert set(per_group(order).values()) == {quota}
    inside = {one.entrant for one in order}
    for one, other in ties:
        assert one in inside
        assert other not in inside


@pytest.mark.parametrize(
    ("places", "best", "expected"),
    [
        ([[1, 1, 1, 4], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]], 8, [2, 2, 2, 2]),
        ([[1, 1, 1], [1, 2, 3], [1, 2, 3], [1, 2, 3]], 8, [2, 2, 2, 2]),
        ([[1, 1, 1, 4], [1, 2, 3, 4]], 4, [2, 2]),
        ([[1, 2, 2, 2], [1, 2, 3, 4]], 4, [2, 2]),
        ([[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 2]], 8, [2, 2, 2, 2]),
    ],
)
def test_the_quota_of_a_group(
    places: Places, best: int, expected: Sequence[int]
) -> None:
    order, _ties = go_on(places, best)
    found = per_group(order)
    assert [found[group] for group in range(1, len(places) + 1)] == expected


def test_all_whom_lots_concern_are_named() -> None:
    order, ties = go_on([[1, 1, 1, 4], [1, 2, 3, 4]], 4)
    assert {number for pair in ties for number in pair} == {1, 2, 3}
    assert go_on([[1, 1, 3, 4], [1, 2, 3, 4]], 4)[1] == []
    assert {one.entrant for one in order} >= {5, 6}


def test_the_best_thirds_are_level_and_a_lot_decides() -> None:
    places = [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]
    order, ties = go_on(places, 8)
    assert per_group(order).most_common(2)[1][1] == 3
    assert {number for pair in ties for number in pair} == {3, 7, 11}


def test_who_withdraws_makes_room_for_the_next_of_the_group() -> None:
    order, _ties = go_on([[1, 2, 3, 4], [1, 2, 3, 4]], 4, gone={1})
    assert {one.entrant for one in order} == {2, 3, 5, 6}


def test_lots_follow_from_the_seed() -> None:
    found = {
        tuple(one.entrant for one in go_on([[1, 1, 1], [1, 2, 3]], 4, seed=seed)[0])
        for seed in map(str, range(40))
    }
    assert len(found) > 3
    again = go_on([[1, 1, 1], [1, 2, 3]], 4, seed="7")
    assert again == go_on([[1, 1, 1], [1, 2, 3]], 4, seed="7")


def test_a_stage_without_groups_follows_its_standings() -> None:
    table, _groups = tables([[1, 2, 3, 3, 5]])
    order = qualifiers(table, {}, seed="night")
    assert [one.entrant for one in order][:2] == [1, 2]
    assert {number for pair in by_lot_at(order, 3) for number in pair} == {3, 4}
    assert list(by_lot_at(order, 4)) == []
