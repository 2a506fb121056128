"""Tie-breaks: the one catalogue of criteria between equal numbers of wins.

A stage has an ordered list of them (`Options.tiebreaks`), each with its version, so
that a tie-break that is changed leaves the stages alone that were drawn before.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Final

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine.registry import Registry
from tournaments.engine.standings import terms
from tournaments.engine.standings.event import Event
from tournaments.engine.standings.schemes import Column
from tournaments.engine.standings.terms import TermsOf, below_in_group, total
from tournaments.engine.state import StageState, Wins

Values = Sequence[Wins]
NO_PR: Final = 100
"""A PR is lower than this."""

LOTS_PURPOSE: Final = "standings"
"""The purpose of the lots that decide between equals: see `pairing.lots`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak(Column):
    """A column that is computed from the outcomes.

    `terms` takes the event and the number of an entrant and yields what each match adds
    to the sum; with `parts` the sum is divided by what that returns. In their place
    `values` takes the event and the numbers of the entrants and returns one value for
    each, or, with `within_wins`, `group` takes entrants who are equal in everything
    before and returns a value for each. `walkover_explanation` is the explanation where
    a walk-over counts as a score. `by_opponents`: it has no meaning where all have had
    the same opponents. `counts_unplayed`: the rule for matches that were not played
    matters. `by_ratings`, `by_lots`: it reads the ratings or PRs of entrants, or the
    seed of the lots; both are those of the first draw.
    """

    terms: TermsOf | None = None
    parts: Callable[[Event, int], int] | None = None
    values: Callable[[Event, Sequence[int]], Values] | None = None
    group: Callable[[Event, Sequence[int]], Mapping[int, int]] | None = None
    version: int = 1
    walkover_explanation: str = ""
    by_opponents: bool = False
    counts_unplayed: bool = False
    by_ratings: bool = False
    by_lots: bool = False

    @property
    def code(self) -> str:
        return f"{self.key}:{self.version}"

    def of(self, event: Event) -> Values:
        """Return the values of all entrants; of one with a `group` all are equal."""
        if self.values is not None:
            return self.values(event, event.numbers)
        return [self._sum(event, number) for number in event.numbers]

    def _sum(self, event: Event, number: int) -> Wins:
        found = total(self.terms(event, number)) if self.terms else 0
        if self.parts is not None:
            return share(found, self.parts(event, number))
        return -found if self.kind == "least" else found


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


def share(part: Wins, whole: int) -> Wins:
    """Return a part of a whole as a fraction; 0 of nothing."""
    return Fraction(part, whole) if whole and part else 0


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
    terms=terms.of_opponents,
    by_opponents=True,
    counts_unplayed=True,
)
BUCHHOLZ_CUT_1 = TieBreak(
    key="buchholz_cut1",
    name=gettext_noop("Buchholz cut 1"),
    explanation=gettext_noop(
        "The sum of all opponents’ wins, except the opponent with the fewest."
    ),
    terms=terms.cut(1),
    by_opponents=True,
    counts_unplayed=True,
)
BUCHHOLZ_CUT_2 = TieBreak(
    key="buchholz_cut2",
    name=gettext_noop("Buchholz cut 2"),
    explanation=gettext_noop(
        "The sum of all opponents’ wins, except the two with the fewest."
    ),
    terms=terms.cut(2),
    by_opponents=True,
    counts_unplayed=True,
)
MEDIAN = TieBreak(
    key="median",
    name=gettext_noop("median Buchholz"),
    explanation=gettext_noop(
        "The sum of all opponents’ wins, except the highest and the lowest."
    ),
    terms=terms.cut(1, 1),
    by_opponents=True,
    counts_unplayed=True,
)
MEDIAN_2 = TieBreak(
    key="median2",
    name=gettext_noop("median Buchholz 2"),
    explanation=gettext_noop(
        "The sum of all opponents’ wins, except the two highest and the two lowest."
    ),
    terms=terms.cut(2, 2),
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
    terms=terms.of_beaten,
    counts_unplayed=True,
)
SONNEBORN_BERGER_CUT_1 = TieBreak(
    key="sonneborn_cut1",
    name=gettext_noop("Sonneborn-Berger cut 1"),
    explanation=gettext_noop(
        "The sum of the wins of beaten opponents, leaving out the opponent with the "
        "fewest wins, beaten or not."
    ),
    terms=terms.of_beaten_cut_1,
    counts_unplayed=True,
)
PROGRESSIVE = TieBreak(
    key="progressive",
    name=gettext_noop("progressive score"),
    explanation=gettext_noop(
        "The running total of wins after each round, so early wins count more."
    ),
    terms=terms.running(),
)
PROGRESSIVE_CUT_1 = TieBreak(
    key="progressive_cut1",
    name=gettext_noop("progressive score cut 1"),
    explanation=gettext_noop(
        "The running total of wins after each round, except the first."
    ),
    terms=terms.running(first=2),
)
KOYA = TieBreak(
    key="koya",
    name=gettext_noop("Koya"),
    explanation=gettext_noop(
        "Wins against opponents with at least as many wins as losses."
    ),
    terms=terms.of_strong,
)
OPPONENTS_OPPONENTS = TieBreak(
    key="opponents_opponents",
    name=gettext_noop("the opponents’ Buchholz"),
    explanation=gettext_noop(
        "The sum of all opponents’ Buchholz scores; an unplayed round counts the "
        "player’s own."
    ),
    terms=terms.of_their_opponents,
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
    terms=terms.points(lambda own, other: own - other),
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
    terms=terms.points(lambda own, other: own - other, is_capped=False),
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
    terms=terms.points(lambda own, _other: own),
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
    terms=terms.points(lambda own, _other: own),
    parts=lambda event, number: event.points.played_for(number),
    kind="percent",
)
WIN_SHARE = TieBreak(
    key="win_share",
    name=gettext_noop("share of wins"),
    explanation=gettext_noop(
        "Matches won as a percentage of matches played; byes do not count."
    ),
    terms=terms.won_anyhow,
    parts=lambda event, number: event.matches_won[number] + event.tally.losses[number],
    kind="percent",
)
MATCHES_WON = TieBreak(
    key="matches_won",
    name=gettext_noop("wins over the board"),
    explanation=gettext_noop(
        "Matches actually played and won; byes and walkovers do not count."
    ),
    terms=terms.won,
)
FEWEST_BYES = TieBreak(
    key="fewest_byes",
    name=gettext_noop("fewest byes"),
    explanation=gettext_noop("How many byes a player had; fewer is better."),
    terms=terms.byes,
    kind="least",
)
OPPONENTS_RATING = TieBreak(
    key="opponents_rating",
    name=gettext_noop("the opponents’ rating"),
    explanation=gettext_noop(
        "Average rating of the opponents who have one, as of the first draw (late "
        "entries: current rating)."
    ),
    terms=terms.of_ratings,
    parts=lambda event, number: sum(
        one in event.ratings for one in event.opponents[number]
    ),
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
    MEDIAN_2,
    SONNEBORN_BERGER,
    SONNEBORN_BERGER_CUT_1,
    PROGRESSIVE,
    PROGRESSIVE_CUT_1,
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
