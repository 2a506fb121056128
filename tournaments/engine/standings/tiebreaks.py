"""Tie-breaks: the one list of criteria between equal numbers of wins.

A new one is one more object in `TIEBREAKS`; pages, reasons and places follow.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.registry import Registry
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import Wins

Values = Sequence[Wins]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the standings; higher values are better.

    `label` heads the column, `name` stands inside a sentence, `explanation` says how it
    is computed. `reason` is the sentence on two neighbours in the standings that it
    separates; it may use %(other)s, %(value)s and %(other_value)s. `within_wins`: it
    compares entrants with equal wins only, and does not apply where it gives all of
    them 0.
    """

    key: str
    label: str
    name: str
    explanation: str
    reason: Message
    within_wins: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak(Column):
    """A column that is computed from the tally alone.

    `walkover_explanation` is the explanation where a walk-over counts as a score.
    `values` takes the tally and the numbers of the entrants and returns one value for
    each. `by_opponents`: it has no meaning where all have had the same opponents.
    """

    walkover_explanation: str
    values: Callable[[Tally, Sequence[int]], Values]
    by_opponents: bool


def direct_encounter(tally: Tally, numbers: Sequence[int]) -> Values:
    """Count wins against entrants with equal wins, if all of them have met, else 0.

    Source: Vega manual on tie-breaks, "direct encounter". Manuals differ; here the
    group is all entrants with the same number of wins, compared once; for those still
    equal the next criterion decides. A walk-over is no encounter.
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


_DIRECT = gettext_noop(
    "Wins against the others with as many wins, if all of them have met."
)
_BUCHHOLZ = gettext_noop("The sum of the wins of all opponents met.")
_SONNEBORN_BERGER = gettext_noop("The sum of the wins of the opponents beaten.")

DIRECT_ENCOUNTER = TieBreak(
    key="direct",
    label=gettext_noop("Direct encounter"),
    name=gettext_noop("direct encounter"),
    explanation=_DIRECT,
    walkover_explanation=_DIRECT,
    reason=Message(
        "standings.direct_encounter_reason",
        gettext_noop("Ahead of %(other)s by the direct encounter."),
    ),
    values=direct_encounter,
    by_opponents=False,
    within_wins=True,
)
BUCHHOLZ = TieBreak(
    key="buchholz",
    label=gettext_noop("Buchholz"),
    name=gettext_noop("Buchholz"),
    explanation=_BUCHHOLZ,
    walkover_explanation=_BUCHHOLZ,
    reason=Message(
        "standings.buchholz_reason",
        gettext_noop(
            "Ahead of %(other)s by Buchholz: %(value)s against %(other_value)s."
        ),
    ),
    values=buchholz,
    by_opponents=True,
    within_wins=False,
)
SONNEBORN_BERGER = TieBreak(
    key="sonneborn",
    label=gettext_noop("Sonneborn-Berger"),
    name=gettext_noop("Sonneborn-Berger"),
    explanation=_SONNEBORN_BERGER,
    walkover_explanation=_SONNEBORN_BERGER,
    reason=Message(
        "standings.sonneborn_berger_reason",
        gettext_noop(
            "Ahead of %(other)s by Sonneborn-Berger: %(value)s against %(other_value)s."
        ),
    ),
    values=sonneborn_berger,
    by_opponents=False,
    within_wins=False,
)
POINT_DIFFERENCE = TieBreak(
    key="difference",
    label=gettext_noop("Point difference"),
    name=gettext_noop("point difference"),
    explanation=gettext_noop(
        "Points won minus points lost; no match counts for more than its length, byes "
        "and walk-overs count for nothing."
    ),
    walkover_explanation=gettext_noop(
        "Points won minus points lost; no match counts for more than its length, a "
        "walk-over counts as a score, and byes count for nothing."
    ),
    reason=Message(
        "standings.point_difference_reason",
        gettext_noop(
            "Ahead of %(other)s by point difference: %(value)s against %(other_value)s."
        ),
    ),
    values=point_difference,
    by_opponents=False,
    within_wins=False,
)

TIEBREAKS = Registry(
    DIRECT_ENCOUNTER,
    BUCHHOLZ,
    SONNEBORN_BERGER,
    POINT_DIFFERENCE,
)
"""The criteria between equal wins, the most important first."""


def tiebreaks_of(walkover: str) -> tuple[TieBreak, ...]:
    """Return the tie-breaks with the explanations that hold for this `walkover`."""
    if walkover == "none":
        return tuple(TIEBREAKS)
    return tuple(
        replace(tiebreak, explanation=tiebreak.walkover_explanation)
        for tiebreak in TIEBREAKS
    )
