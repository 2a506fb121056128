"""Tie-breaks: the one catalogue of criteria between equal numbers of wins.

A stage has an ordered list of them (`Options.tiebreaks`), each with its version, so
that a tie-break that is changed leaves the stages alone that were drawn before.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Final

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.registry import Registry
from tournaments.engine.standings.encounters import below_in_group
from tournaments.engine.standings.event import NOTHING, Event, in_halves
from tournaments.engine.standings.schemes import KINDS, Column
from tournaments.engine.state import StageState, Wins

Values = Sequence[Wins]
NO_PR: Final = 100
"""A PR is lower than this."""

LOTS_PURPOSE: Final = "standings"
"""The purpose of the lots that decide between equals: see `pairing.lots`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak(Column):
    """A column that is computed from the outcomes.

    `values` takes the event and the numbers of the entrants and returns one value for
    each, `scale` times as large as the value that is shown. With `within_wins`, `group`
    may stand in its place: it takes entrants who are equal in everything before and
    returns a value for each. `walkover_explanation` is the explanation where a
    walk-over counts as a score. `by_opponents`: it has no meaning where all have had
    the same opponents. `counts_unplayed`: the rule for matches that were not played
    matters. `by_ratings`, `by_lots`: it reads the ratings or PRs of entrants, or the
    seed of the lots; both are those of the first draw.
    """

    values: Callable[[Event, Sequence[int]], Values] | None = None
    group: Callable[[Event, Sequence[int]], Mapping[int, int]] | None = None
    scale: int = 1
    version: int = 1
    walkover_explanation: str = ""
    by_opponents: bool = False
    counts_unplayed: bool = False
    by_ratings: bool = False
    by_lots: bool = False

    @property
    def code(self) -> str:
        return f"{self.key}:{self.version}"


class TieBreakError(ValueError):
    """A tie-break whose answers cannot all be right."""


def check_tiebreak(known: TieBreak) -> TieBreak:
    explained = (known.explanation, known.walkover_explanation or ".")
    wrong = {
        "key": not known.key.isidentifier(),
        "name": not known.name,
        "explanation": not all(text.endswith(".") for text in explained),
        "values": (known.values is None) == (known.group is None),
        "group": known.group is not None and not known.within_wins,
        "kind": known.kind not in KINDS,
        "scale": known.scale < 1,
        "version": known.version < 1,
        "ranks_first": known.ranks_first,
    }
    for name, is_wrong in wrong.items():
        if is_wrong:
            raise TieBreakError(f"the tie-break {known.key!r}: {name} cannot be so")
    return known


def direct_encounter_once(event: Event, numbers: Sequence[int]) -> Values:
    """Count wins against entrants with equal wins, if all of them have met, else 0.

    Source: Vega manual on tie-breaks, "direct encounter". The group is all entrants
    with the same number of wins, compared once; for those still equal the next
    criterion decides. A walk-over is no encounter.
    """
    tally = event.tally
    groups = defaultdict(list)
    for number in numbers:
        groups[tally.wins[number]].append(number)
    values = dict.fromkeys(numbers, 0)
    for group in groups.values():
        others = len(group) - 1
        if all(
            len(set(event.opponents[number]).intersection(group)) >= others
            for number in group
        ):
            for number in group:
                values[number] = sum(map(group.__contains__, tally.beaten[number]))
    return list(values.values())


def buchholz(event: Event, numbers: Sequence[int]) -> Values:
    """Sum the scores of all opponents. Source: Vega manual on tie-breaks."""
    return [event.sums[number] for number in numbers]


def buchholz_cut_1(event: Event, numbers: Sequence[int]) -> Values:
    return [sum(event.opponents_scores[number][1:]) for number in numbers]


def buchholz_cut_2(event: Event, numbers: Sequence[int]) -> Values:
    return [sum(event.opponents_scores[number][2:]) for number in numbers]


def median(event: Event, numbers: Sequence[int]) -> Values:
    return [sum(event.opponents_scores[number][1:-1]) for number in numbers]


def sonneborn_berger(event: Event, numbers: Sequence[int]) -> Values:
    """Sum the scores of the opponents beaten, in quarters.

    An unplayed match adds as much of the score of the stand-in as it counts of a win.
    Source: Vega manual on tie-breaks, "Sonneborn-Berger", without draws.
    """
    return [
        2 * sum(event.as_opponent[other] for other in event.tally.beaten[number])
        + sum(
            event.stand_in(number, missed) * missed.gained
            for missed in event.unplayed.get(number, ())
        )
        for number in numbers
    ]


def progressive(event: Event, numbers: Sequence[int]) -> Values:
    """Sum the wins after each round. Source: Vega manual on tie-breaks."""
    after = event.rounds + 1
    worth = [2 * (after - place) for place in range(after)]
    sums: Counter[int] = Counter()
    for outcome in event.state.outcomes:
        if (winner := outcome.winner) is not None:
            sums[winner] += worth[outcome.round]
    less = in_halves(event.state.bye * event.matches) - 2  # than a win at the table
    for outcome in event.tally.unplayed:
        if outcome.two is None and outcome.winner is not None:
            sums[outcome.winner] += less * (after - outcome.round)
    for number in event.given.keys() & set(event.numbers):
        sums[number] += sum(
            points * (after - place) for place, points in event.given[number].items()
        )
    return [sums[number] for number in numbers]


def koya(event: Event, numbers: Sequence[int]) -> Values:
    """Count wins against opponents who have won at least as many as they lost."""
    won, lost = event.matches_won, event.tally.losses
    return [
        sum(won[other] >= lost[other] for other in event.tally.beaten[number])
        for number in numbers
    ]


def opponents_opponents(event: Event, numbers: Sequence[int]) -> Values:
    """Sum the Buchholz of all opponents; a stand-in has one's own."""
    values = []
    for number in numbers:
        total = sum(event.sums[other] for other in event.opponents[number])
        if event.rule != NOTHING:
            missed = event.unplayed.get(number, ())
            total += sum(one.matches for one in missed) * event.sums[number]
        values.append(total)
    return values


def point_difference(event: Event, numbers: Sequence[int]) -> Values:
    """Sum points won minus points lost; points beyond the match length do not count.

    Source: rules of the UK leagues, which cut winning scores to the match length.
    """
    won, lost = event.points.won, event.points.lost
    return [won[number] - lost[number] for number in numbers]


def full_difference(event: Event, numbers: Sequence[int]) -> Values:
    won, lost, beyond = event.points.won, event.points.lost, event.points.beyond
    return [won[number] - lost[number] + beyond[number] for number in numbers]


def points_won(event: Event, numbers: Sequence[int]) -> Values:
    return list(map(event.points.won.__getitem__, numbers))


def point_share(event: Event, numbers: Sequence[int]) -> Values:
    """Return the part that points won are of all points; 0 without any."""
    won, lost = event.points.won, event.points.lost
    return [share(won[number], won[number] + lost[number]) for number in numbers]


def win_share(event: Event, numbers: Sequence[int]) -> Values:
    """Return the part that wins are of wins and losses; byes do not count."""
    won, lost = event.matches_won, event.tally.losses
    return [share(won[number], won[number] + lost[number]) for number in numbers]


def share(part: Wins, whole: int) -> Wins:
    """Return a part of a whole as a fraction; 0 of nothing."""
    return Fraction(part, whole) if whole and part else 0


def matches_won(event: Event, numbers: Sequence[int]) -> Values:
    beaten = event.tally.beaten
    return [len(beaten[number]) for number in numbers]


def fewest_byes(event: Event, numbers: Sequence[int]) -> Values:
    byes = event.tally.byes
    return [-byes[number] for number in numbers]


def opponents_rating(event: Event, numbers: Sequence[int]) -> Values:
    """Return the mean rating of the opponents who have one, 0 if none has."""
    ratings = event.ratings
    if not ratings:
        return [0] * len(numbers)
    means: list[Wins] = []
    for number in numbers:
        met = [ratings[one] for one in event.opponents[number] if one in ratings]
        means.append(share(sum(met), 100 * len(met)))
    return means


def own_rating(event: Event, numbers: Sequence[int]) -> Values:
    if not event.ratings:
        return [0] * len(numbers)
    return [share(event.ratings.get(number, 0), 100) for number in numbers]


def own_pr(event: Event, numbers: Sequence[int]) -> Values:
    """Return how far the PR is below 100, in hundredths; 0 without one."""
    prs = event.prs
    if not prs:
        return [0] * len(numbers)
    return [100 * NO_PR - prs.get(number, 100 * NO_PR) for number in numbers]


def lots(event: Event, numbers: Sequence[int]) -> Values:
    """Return the place by lot, lower is better; 0 for all before the first draw."""
    seed = event.state.lots_seed
    if not seed:
        return [0] * len(numbers)
    place = _places_by_lot(seed, tuple(event.numbers))
    return [-place[number] for number in numbers]


@lru_cache(maxsize=16)
def _places_by_lot(seed: str, numbers: tuple[int, ...]) -> Mapping[int, int]:
    """Return the place of each entrant by lot: no result changes it."""
    digests = {number: lot_of(seed, number) for number in numbers}
    order = sorted(numbers, key=digests.__getitem__)
    return {number: place for place, number in enumerate(order, start=1)}


def lot_of(seed: str, number: int) -> str:
    """Return the lot of an entrant, made as those of a draw: see `pairing.lots`."""
    return sha256(f"{seed}:{LOTS_PURPOSE}:{number}".encode()).hexdigest()


DIRECT_ENCOUNTER_ONCE = TieBreak(
    key="direct",
    name=gettext_noop("head-to-head"),
    explanation=gettext_noop(
        "Wins against the other tied players, if they have all met."
    ),
    reason=Message(
        "standings.direct_encounter_reason", "Ahead of %(other)s on head-to-head."
    ),
    values=direct_encounter_once,
    within_wins=True,
)
DIRECT_ENCOUNTER = replace(
    DIRECT_ENCOUNTER_ONCE,
    version=2,
    explanation=gettext_noop(
        "Head-to-head results among the tied players, as a mini-table. Players still "
        "tied there are compared again among themselves. If not all of them have met, "
        "it only decides about players whom no missing match could overtake. A "
        "walkover does not count as a meeting."
    ),
    values=None,
    group=below_in_group,
)
BUCHHOLZ = TieBreak(
    key="buchholz",
    name=gettext_noop("Buchholz"),
    explanation=gettext_noop("The sum of all opponents’ wins."),
    reason=Message(
        "standings.buchholz_reason",
        "Ahead of %(other)s by Buchholz: %(value)s against %(other_value)s.",
    ),
    values=buchholz,
    scale=2,
    by_opponents=True,
    counts_unplayed=True,
)
BUCHHOLZ_CUT_1 = TieBreak(
    key="buchholz_cut1",
    name=gettext_noop("Buchholz cut 1"),
    explanation=gettext_noop(
        "The sum of all opponents’ wins, except the opponent with the fewest."
    ),
    values=buchholz_cut_1,
    scale=2,
    by_opponents=True,
    counts_unplayed=True,
)
BUCHHOLZ_CUT_2 = TieBreak(
    key="buchholz_cut2",
    name=gettext_noop("Buchholz cut 2"),
    explanation=gettext_noop(
        "The sum of all opponents’ wins, except the two with the fewest."
    ),
    values=buchholz_cut_2,
    scale=2,
    by_opponents=True,
    counts_unplayed=True,
)
MEDIAN = TieBreak(
    key="median",
    name=gettext_noop("median Buchholz"),
    explanation=gettext_noop(
        "The sum of all opponents’ wins, except the highest and the lowest."
    ),
    values=median,
    scale=2,
    by_opponents=True,
    counts_unplayed=True,
)
SONNEBORN_BERGER = TieBreak(
    key="sonneborn",
    name=gettext_noop("Sonneborn-Berger"),
    explanation=gettext_noop("The sum of the wins of beaten opponents."),
    reason=Message(
        "standings.sonneborn_berger_reason",
        "Ahead of %(other)s by Sonneborn-Berger: %(value)s against %(other_value)s.",
    ),
    values=sonneborn_berger,
    scale=4,
    counts_unplayed=True,
)
PROGRESSIVE = TieBreak(
    key="progressive",
    name=gettext_noop("progressive score"),
    explanation=gettext_noop(
        "The running total of wins after each round, so early wins count more."
    ),
    values=progressive,
    scale=2,
)
KOYA = TieBreak(
    key="koya",
    name=gettext_noop("Koya"),
    explanation=gettext_noop(
        "Wins against opponents with at least as many wins as losses."
    ),
    values=koya,
)
OPPONENTS_OPPONENTS = TieBreak(
    key="opponents_opponents",
    name=gettext_noop("the opponents’ Buchholz"),
    explanation=gettext_noop(
        "The sum of all opponents’ Buchholz scores; an unplayed round counts the "
        "player’s own."
    ),
    values=opponents_opponents,
    scale=2,
    by_opponents=True,
    counts_unplayed=True,
)
POINT_DIFFERENCE = TieBreak(
    key="difference",
    name=gettext_noop("point difference"),
    explanation=gettext_noop(
        "Points won minus points lost, capped at the match length; byes and walkovers "
        "do not count."
    ),
    walkover_explanation=gettext_noop(
        "Points won minus points lost, capped at the match length; a walkover counts "
        "as a score, byes do not count."
    ),
    reason=Message(
        "standings.point_difference_reason",
        "Ahead of %(other)s by point difference: %(value)s against %(other_value)s.",
    ),
    values=point_difference,
)
FULL_DIFFERENCE = TieBreak(
    key="full_difference",
    name=gettext_noop("full point difference"),
    explanation=gettext_noop(
        "Points won minus points lost, including points beyond the match length; byes "
        "and walkovers do not count."
    ),
    walkover_explanation=gettext_noop(
        "Points won minus points lost, including points beyond the match length; a "
        "walkover counts as a score, byes do not count."
    ),
    values=full_difference,
)
POINTS_WON = TieBreak(
    key="points_won",
    name=gettext_noop("points won"),
    explanation=gettext_noop(
        "Points won in all matches, capped at the match length; byes and walkovers do "
        "not count."
    ),
    walkover_explanation=gettext_noop(
        "Points won in all matches, capped at the match length; a walkover counts as a "
        "score, byes do not count."
    ),
    values=points_won,
)
POINT_SHARE = TieBreak(
    key="point_share",
    name=gettext_noop("share of points"),
    explanation=gettext_noop(
        "Points won as a percentage of all points played, capped at the match length; "
        "byes and walkovers do not count."
    ),
    walkover_explanation=gettext_noop(
        "Points won as a percentage of all points played, capped at the match length; "
        "a walkover counts as a score, byes do not count."
    ),
    values=point_share,
    kind="percent",
)
WIN_SHARE = TieBreak(
    key="win_share",
    name=gettext_noop("share of wins"),
    explanation=gettext_noop(
        "Matches won as a percentage of matches played; byes do not count."
    ),
    values=win_share,
    kind="percent",
)
MATCHES_WON = TieBreak(
    key="matches_won",
    name=gettext_noop("wins over the board"),
    explanation=gettext_noop(
        "Matches actually played and won; byes and walkovers do not count."
    ),
    values=matches_won,
)
FEWEST_BYES = TieBreak(
    key="fewest_byes",
    name=gettext_noop("fewest byes"),
    explanation=gettext_noop("How many byes a player had; fewer is better."),
    values=fewest_byes,
    kind="least",
)
OPPONENTS_RATING = TieBreak(
    key="opponents_rating",
    name=gettext_noop("the opponents’ rating"),
    explanation=gettext_noop(
        "Average rating of the opponents who have one, as of the first draw (late "
        "entries: current rating)."
    ),
    values=opponents_rating,
    by_opponents=True,
    by_ratings=True,
    kind="decimal",
)
OWN_RATING = TieBreak(
    key="rating",
    name=gettext_noop("own rating"),
    explanation=gettext_noop(
        "The player’s rating as of the first draw (late entries: current rating)."
    ),
    values=own_rating,
    by_ratings=True,
    kind="decimal",
)
OWN_PR = TieBreak(
    key="pr",
    name=gettext_noop("own PR"),
    explanation=gettext_noop(
        "Performance rating (PR) as of the first draw (late entries: current PR). "
        "Lower is better; players without one come last."
    ),
    values=own_pr,
    by_ratings=True,
    kind="pr",
)
LOTS = TieBreak(
    key="lots",
    name=gettext_noop("random number"),
    explanation=gettext_noop(
        "Player numbers from the random number of the first round, which anyone can "
        "recalculate: sorted by SHA-256 of “random number:standings:entry number”, "
        "lowest first."
    ),
    values=lots,
    by_lots=True,
    kind="least",
)

TIEBREAKS = Registry(
    DIRECT_ENCOUNTER,
    BUCHHOLZ_CUT_1,
    BUCHHOLZ,
    BUCHHOLZ_CUT_2,
    MEDIAN,
    SONNEBORN_BERGER,
    PROGRESSIVE,
    KOYA,
    OPPONENTS_OPPONENTS,
    POINT_DIFFERENCE,
    FULL_DIFFERENCE,
    POINTS_WON,
    POINT_SHARE,
    WIN_SHARE,
    MATCHES_WON,
    FEWEST_BYES,
    OPPONENTS_RATING,
    OWN_RATING,
    OWN_PR,
    LOTS,
    check=check_tiebreak,
)
"""The catalogue, in the order in which pages offer it."""

EARLIER: Final[Mapping[str, TieBreak]] = {
    DIRECT_ENCOUNTER_ONCE.code: DIRECT_ENCOUNTER_ONCE
}
"""Tie-breaks that are no longer offered, by code, for the stages that have them."""

PLAY_OFF: Final = "play_off:1"
"""The last code of a list whose equals play for the place, in a stage of their own."""

SHARED_AT_ONCE: Final = "shared:1"
"""The only code of a list in which nothing decides between equal wins."""

BEFORE_CHOICE: Final = (
    DIRECT_ENCOUNTER_ONCE.code,
    BUCHHOLZ.code,
    SONNEBORN_BERGER.code,
    POINT_DIFFERENCE.code,
)
"""The order of stages that were made before it could be chosen."""

BY_OPPONENTS_FIRST: Final = (
    DIRECT_ENCOUNTER.code,
    BUCHHOLZ_CUT_1.code,
    BUCHHOLZ.code,
    SONNEBORN_BERGER.code,
    PROGRESSIVE.code,
)
"""The usual order of a format in which all meet different opponents."""

ALL_MEET: Final = (DIRECT_ENCOUNTER.code, SONNEBORN_BERGER.code, POINT_DIFFERENCE.code)
"""The usual order of a format in which everybody meets everybody."""


def offered(*, all_meet: bool) -> tuple[TieBreak, ...]:
    """Return the tie-breaks that make sense where all meet, or where they do not."""
    return tuple(
        tiebreak for tiebreak in TIEBREAKS if not (all_meet and tiebreak.by_opponents)
    )


def tiebreak_of(code: str) -> TieBreak | None:
    known = TIEBREAKS.get(code.partition(":")[0])
    if known is not None and known.code == code:
        return known
    return EARLIER.get(code)


def known_tiebreaks(codes: Sequence[str]) -> tuple[TieBreak, ...]:
    found = map(tiebreak_of, codes)
    return tuple(tiebreak for tiebreak in found if tiebreak is not None)


def tiebreaks_of(state: StageState) -> tuple[TieBreak, ...]:
    codes = state.options.tiebreaks or BEFORE_CHOICE
    return tuple(
        replace(one, explanation=one.walkover_explanation)
        if state.walkover != "none" and one.walkover_explanation
        else one
        for one in known_tiebreaks(codes)
    )
