"""Tie-breaks: the one list of what may decide between equal numbers of wins."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from matches.rules.text import gettext_noop
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import Wins

Values = Sequence[Wins]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One criterion, the higher the better.

    `label` heads the column, `explanation` says how it is computed, `reason` is the
    sentence that tells two neighbours in the standings apart. `values` takes the tally
    and the numbers of the entrants and answers with one value for each.
    """

    key: str
    label: str
    explanation: str
    reason: str
    values: Callable[[Tally, Sequence[int]], Values]


def direct_encounter(tally: Tally, numbers: Sequence[int]) -> Values:
    """Count wins against those on equal wins, if all of them have met, else 0.

    Source: Vega manual on tie-breaks, "direct encounter". Reading taken where manuals
    differ: the group is everybody on the same number of wins, looked at once;
    who is still equal then goes on to the next criterion. A walk-over is no encounter.
    """
    groups = defaultdict(list)
    for number in numbers:
        groups[tally.wins[number]].append(number)
    values = dict.fromkeys(numbers, 0)
    for group in groups.values():
        if _all_met(tally, group):
            for number in group:
                values[number] = sum(map(group.__contains__, tally.beaten[number]))
    return list(values.values())


def _all_met(tally: Tally, group: Sequence[int]) -> bool:
    others = len(group) - 1
    for number in group:
        met = tally.beaten[number] + tally.lost_to[number]
        if len(met) < others or len(set(met).intersection(group)) < others:
            return False
    return True


def buchholz(tally: Tally, numbers: Sequence[int]) -> Values:
    """Sum the wins of all opponents met; byes and walk-overs add nothing.

    Source: Vega manual on tie-breaks, "Buchholz".
    """
    wins_of = tally.wins.__getitem__
    beaten, lost_to = tally.beaten, tally.lost_to
    return [
        sum(map(wins_of, beaten[number])) + sum(map(wins_of, lost_to[number]))
        for number in numbers
    ]


def sonneborn_berger(tally: Tally, numbers: Sequence[int]) -> Values:
    """Sum the wins of the opponents beaten; byes and walk-overs add nothing.

    Source: Vega manual on tie-breaks, "Sonneborn-Berger", without draws.
    """
    wins_of, beaten = tally.wins.__getitem__, tally.beaten
    return [sum(map(wins_of, beaten[number])) for number in numbers]


def point_difference(tally: Tally, numbers: Sequence[int]) -> Values:
    """Sum points won minus points lost; points beyond the match length do not count.

    Source: rules of the UK leagues, which cut winning scores to the match length.
    """
    return [tally.difference[number] for number in numbers]


DIRECT_ENCOUNTER = TieBreak(
    key="direct",
    label=gettext_noop("Direct encounter"),
    explanation=gettext_noop(
        "Wins against the others with as many wins, if all of them have met."
    ),
    reason=gettext_noop("Ahead of %(other)s by the direct encounter."),
    values=direct_encounter,
)
BUCHHOLZ = TieBreak(
    key="buchholz",
    label=gettext_noop("Buchholz"),
    explanation=gettext_noop("The sum of the wins of all opponents met."),
    reason=gettext_noop(
        "Ahead of %(other)s by Buchholz: %(value)s against %(other_value)s."
    ),
    values=buchholz,
)
SONNEBORN_BERGER = TieBreak(
    key="sonneborn",
    label=gettext_noop("Sonneborn-Berger"),
    explanation=gettext_noop("The sum of the wins of the opponents beaten."),
    reason=gettext_noop(
        "Ahead of %(other)s by Sonneborn-Berger: %(value)s against %(other_value)s."
    ),
    values=sonneborn_berger,
)
POINT_DIFFERENCE = TieBreak(
    key="difference",
    label=gettext_noop("Point difference"),
    explanation=gettext_noop(
        "Points won minus points lost; no match counts for more than its length, byes "
        "and walk-overs count for nothing."
    ),
    reason=gettext_noop(
        "Ahead of %(other)s by point difference: %(value)s against %(other_value)s."
    ),
    values=point_difference,
)

TIEBREAKS: tuple[TieBreak, ...] = (
    DIRECT_ENCOUNTER,
    BUCHHOLZ,
    SONNEBORN_BERGER,
    POINT_DIFFERENCE,
)

_WALKOVERS_COUNTED = replace(
    POINT_DIFFERENCE,
    explanation=gettext_noop(
        "Points won minus points lost; no match counts for more than its length, a "
        "walk-over counts as a score, and byes count for nothing."
    ),
)


def tiebreaks_of(walkover: str) -> tuple[TieBreak, ...]:
    """Return the tie-breaks as a stage with this `walkover` has to explain them."""
    if walkover == "none":
        return TIEBREAKS
    return (*TIEBREAKS[:-1], _WALKOVERS_COUNTED)
