"""The audit's own count of the points of a scoring scheme, in quarters of a point."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from tournaments.engine.state import BY_WINS, Outcome, StageState

WIN: Final[Mapping[str, int]] = {
    "two_one:1": 8,
    "three_one:1": 12,
    "three_two_one:1": 6,
    "hundred:1": 400,
}
"""The quarters of a point for a win without a match, by the code of the scheme."""

PER_PAIR: Final = "three_two_one:1"
BY_MARGIN: Final = "hundred:1"


def has_points(state: StageState) -> bool:
    return state.options.scoring != BY_WINS


def points_of_outcomes(state: StageState) -> Counter[int]:
    """Return the points of matches and byes; an open match is half a win for both."""
    code, total = state.options.scoring, Counter[int]()
    met: defaultdict[tuple[int, int], list[tuple[int, bool]]] = defaultdict(list)
    for one in sorted(state.outcomes, key=lambda outcome: outcome.round):
        if one.two is None:
            total[one.one] += int(state.bye * state.options.legs * WIN[code])
            continue
        is_open = one.winner is None and not one.nobody
        at_table = one.played and one.winner is not None
        for number, other in ((one.one, one.two), (one.two, one.one)):
            won = one.winner == number
            met[number, other].append((one.round, at_table or won))
            if is_open:
                total[number] += WIN[code] // 2
            elif code == BY_MARGIN:
                worth = 400 - 4 * state.rounds * _is_unfinished(state, one)
                total[number] += worth * won + 4 * _lead(state, one, number)
            elif code == PER_PAIR:
                total[number] += 4 * won
            else:
                total[number] += WIN[code] if won else 4 * at_table
    if code == PER_PAIR:
        for (number, _), matches in met.items():
            total[number] += 4 * sum(map(any, _pairs(matches, state.options.legs)))
    return total


def _pairs(matches: list[tuple[int, bool]], legs: int) -> Iterator[list[bool]]:
    """Yield the two matches of each pair: of a round, or the next two meetings."""
    groups: defaultdict[int, list[bool]] = defaultdict(list)
    for place, (number, counts) in enumerate(matches):
        groups[place // 2 if legs == 1 else number].append(counts)
    yield from groups.values()


def _is_unfinished(state: StageState, one: Outcome) -> bool:
    reached = max(one.points_one, one.points_two)
    return one.played and reached < (one.length or state.length)


def _lead(state: StageState, one: Outcome, number: int) -> int:
    if one.winner is None:
        return 0
    length = one.length or state.length
    noted = (one.points_one, one.points_two)
    if not one.played and noted == (0, 0):
        lost = {"none": length, "full": 0, "half": length // 2}[state.walkover]
        noted = (length, lost) if one.winner == one.one else (lost, length)
    first, second = (min(points, length) for points in noted)
    return first - second if number == one.one else second - first
