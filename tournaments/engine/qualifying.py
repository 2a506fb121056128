"""Who goes on to the next stage: the same number of each group, equals by lot."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.standings import Standings

LOTS_PURPOSE: Final = "qualifying"


class Qualifier(NamedTuple):
    """An entrant in the order in which they go on.

    `rank` is the place in the group, equals one after the other; in a stage without
    groups it is 1 for all. `place` is that among all entrants. `tie` is the place in
    the group that may be shared: a lot has decided between entrants of one group and
    tie, and between those of one rank and place.
    """

    entrant: int
    rank: int
    place: int
    tie: tuple[int, int]


def qualifiers(
    table: Standings,
    groups: Mapping[int, Standings],
    *,
    seed: str,
    gone: Collection[int] = (),
) -> list[Qualifier]:
    """Return the entrants of a stage in the order in which they go on.

    The first of each group go on before all the seconds, and so on, whoever shares a
    place: a tie inside a group is settled there. Those of one rank follow the standings
    of all, `table`. `seed` is that of the stage's first draw. `gone` have withdrawn:
    the next ones of their group move up.
    """
    parts = groups.values() if len(groups) > 1 else [table]
    numbers = [row.entrant for row in table.rows if row.entrant not in gone]
    drawn = by_lot(seed, LOTS_PURPOSE, numbers)
    lots = {number: lot for lot, number in enumerate(drawn)}
    places = {row.entrant: row.place for row in table.rows}
    order = []
    for group, part in enumerate(parts, 1):
        rows = sorted(
            (row for row in part.rows if row.entrant in lots),
            key=lambda row: (row.place, lots[row.entrant]),
        )
        order += [
            Qualifier(
                row.entrant,
                rank if len(groups) > 1 else 1,
                places[row.entrant],
                (group, row.place),
            )
            for rank, row in enumerate(rows, 1)
        ]
    in_groups = {one.entrant for one in order}
    order += [
        Qualifier(number, len(numbers) + 1, places[number], (0, places[number]))
        for number in numbers
        if number not in in_groups
    ]
    order.sort(key=lambda one: (one.rank, one.place, lots[one.entrant]))
    return order


def by_lot_at(order: Sequence[Qualifier], cut: int) -> Iterator[tuple[int, int]]:
    """Yield who goes on and who does not, where a lot decided between the two."""
    inside, outside = order[:cut], order[cut:]
    found: dict[tuple[int, int], None] = {}
    for one in inside:
        other = next((other for other in outside if _is_level(one, other)), None)
        if other is not None:
            found[one.entrant, other.entrant] = None
    for other in outside:
        one_level = next((one for one in inside if _is_level(one, other)), None)
        if one_level is not None:
            found[one_level.entrant, other.entrant] = None
    yield from found


def _is_level(one: Qualifier, other: Qualifier) -> bool:
    return one.tie == other.tie or (one.rank, one.place) == (other.rank, other.place)
