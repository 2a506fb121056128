"""Direct encounter: the matches of those who are still equal, as a table of their own.

Source: FIDE Handbook C.07 (2023), article 6: if all of them have met, the wins against
each other decide, and those who are equal there as well are compared again among
themselves. If not all have met, an entrant who is first whatever the missing matches
would bring is placed first, and so on.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tournaments.engine.standings.event import Event


def below_in_group(event: Event, group: Sequence[int]) -> dict[int, int]:
    """Return how many of a group each stands above, by the matches within it."""
    values: dict[int, int] = {}
    _place(event, tuple(group), values, below=0)
    return values


def _place(
    event: Event, group: tuple[int, ...], values: dict[int, int], *, below: int
) -> None:
    """Give the entrants of a group their values; `below` of the others are below it."""
    values.update(dict.fromkeys(group, below))
    if len(group) > most_decided(event) and not _all_met(event, group):
        return
    for part, lower in _parts(event, group):
        if len(part) < len(group):
            _place(event, part, values, below=below + lower)


def most_decided(event: Event) -> int:
    """In a larger group an entrant misses more matches than any can have won."""
    return 2 * event.rounds * max(event.matches, event.state.options.times) + 1


def _parts(
    event: Event, group: tuple[int, ...]
) -> Iterable[tuple[tuple[int, ...], int]]:
    won = wins_within(event, group)
    if _all_met(event, group):
        levels = defaultdict(list)
        for number in group:
            levels[won[number]].append(number)
        lower = 0
        for level in sorted(levels):
            yield tuple(levels[level]), lower
            lower += len(levels[level])
        return
    most = {number: won[number] + missing(event, number, group) for number in group}
    left = list(group)
    while len(left) > 1:
        first = max(left, key=lambda number: (won[number], -number))
        if any(most[other] >= won[first] for other in left if other != first):
            break
        left.remove(first)
        yield (first,), len(left)
    yield tuple(left), 0


def wins_within(event: Event, group: Sequence[int]) -> Mapping[int, int]:
    """Return the matches won against others of a group; a walk-over is none."""
    members = frozenset(group)
    return {
        number: sum(map(members.__contains__, event.tally.beaten[number]))
        for number in group
    }


def missing(event: Event, number: int, group: Sequence[int]) -> int:
    met = set(event.opponents[number])
    each = event.matches * event.state.options.times
    return each * sum(other != number and other not in met for other in group)


def _all_met(event: Event, group: Sequence[int]) -> bool:
    others = len(group) - 1
    members = frozenset(group)
    for number in group:
        met = event.opponents[number]
        if len(met) < others or len(members.intersection(met)) < others:
            return False
    return True
