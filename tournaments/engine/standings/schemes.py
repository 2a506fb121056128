"""Scoring schemes: the one catalogue of ways to count matches in points.

A stage ranks by wins, or by the points of a scheme (`Options.scoring`). The points of a
scheme are kept here in quarters, as whole numbers: half a win of a scheme with three
points for two matches is three quarters.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine.registry import Registry
from tournaments.engine.standings.tally import given_wins
from tournaments.engine.state import BY_WINS, Outcome, StageState, Wins, shown_wins

AHEAD = Message(
    "standings.ahead",
    "Ahead of %(other)s by %(tiebreak)s: %(value)s against %(other_value)s.",
)

KINDS = ("number", "percent", "decimal", "pr", "least")
"""The ways in which values are shown: `Column.kind`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the standings; higher values are better.

    `name` stands inside a sentence and, with a capital, heads the column; `explanation`
    says how it is computed. `reason` is the sentence on two neighbours that it
    separates; it may use %(other)s, %(value)s, %(other_value)s and %(tiebreak)s, which
    is `name`. `within_wins`: it compares entrants who are equal before it only, and
    does not apply where it gives all of them 0. `kind` is how values are shown:
    "number", "percent" (of 1), "decimal", "pr" (how many hundredths it is below 100, 0
    without one), or "least" (a number that is kept negative, because fewer are better).
    `ranks_first`: it stands before all tie-breaks, in place of the wins.
    """

    key: str
    name: str
    explanation: str
    reason: Message = AHEAD
    within_wins: bool = False
    kind: str = "number"
    ranks_first: bool = False


QUARTERS: Final = 4
"""The parts of a point in which scores are counted."""


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A decided match as one of its two entrants sees it.

    `is_played` is False for a walk-over, a match that was given up and a double
    forfeit. `lead` is points won minus points lost, none beyond the match length; of a
    match that was not played the score as it was noted, or else what the stage gives a
    walk-over. `opens`: of the two matches of a pair it is the first that the entrant
    played or won. `stopped_in` is the number of rounds of the stage for a match that
    was stopped by time, 0 for all others.
    """

    is_won: bool
    is_played: bool
    lead: int
    opens: bool
    stopped_in: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme(Column):
    """A column with points that stands before all tie-breaks, in place of the wins.

    `title` names it in a list of choices. `points` returns what a match counts, `win`
    is what stands for a win without a match: a bye, a round sat out. `in_pairs`: it
    counts the two matches of a pair together. `by_rounds`: it is meant for rounds in
    which not everybody meets everybody.
    """

    title: str
    points: Callable[[OwnMatch], int]
    win: Wins
    in_pairs: bool = False
    by_rounds: bool = False
    version: int = 1

    @property
    def code(self) -> str:
        return f"{self.key}:{self.version}"


def one_for_a_win(match: OwnMatch) -> int:
    return int(match.is_won)


def two_and_one(match: OwnMatch) -> int:
    return 2 if match.is_won else int(match.is_played)


def three_and_one(match: OwnMatch) -> int:
    return 3 if match.is_won else int(match.is_played)


def three_two_one(match: OwnMatch) -> int:
    """Return 1 for the pair of matches, once, and 1 for a win: 3, 2 or 1 in all."""
    return match.opens + match.is_won


def hundred_and_margin(match: OwnMatch) -> int:
    """Count 100 for a win, less the number of rounds if by time, and the margin."""
    return (100 - match.stopped_in) * match.is_won + match.lead


WINS = Scheme(
    key="wins",
    name=gettext_noop("wins"),
    title=gettext_noop("Wins"),
    explanation=gettext_noop("1 for a win, nothing for a loss."),
    points=one_for_a_win,
    win=1,
)
TWO_ONE = Scheme(
    key="two_one",
    name=gettext_noop("points"),
    title=gettext_noop("2 and 1"),
    explanation=gettext_noop(
        "2 for a win, 1 for a loss over the board, 0 for an unplayed match."
    ),
    points=two_and_one,
    win=2,
    ranks_first=True,
)
THREE_ONE = Scheme(
    key="three_one",
    name=gettext_noop("points"),
    title=gettext_noop("3 and 1"),
    explanation=gettext_noop(
        "3 for a win, 1 for a loss over the board, 0 for an unplayed match."
    ),
    points=three_and_one,
    win=3,
    ranks_first=True,
)
THREE_TWO_ONE = Scheme(
    key="three_two_one",
    name=gettext_noop("points"),
    title=gettext_noop("3, 2 and 1"),
    explanation=gettext_noop(
        "For two matches against the same opponent: 3 for winning both, 2 for one, 1 "
        "for none. While one is missing, a win counts 2 and a loss over the board 1; a "
        "player who plays neither gets 0."
    ),
    points=three_two_one,
    win=Fraction(3, 2),
    in_pairs=True,
    ranks_first=True,
)
HUNDRED_AND_MARGIN = Scheme(
    key="hundred",
    name=gettext_noop("points"),
    title=gettext_noop("100 and the margin"),
    explanation=gettext_noop(
        "The winner gets 100 plus the margin, the loser minus the margin: 5–2 gives "
        "103 and −3. Points beyond the match length do not count. A retired match "
        "counts at its score, with 100 for the other player. A win on time counts 100 "
        "minus the number of rounds, plus the margin."
    ),
    points=hundred_and_margin,
    win=100,
    by_rounds=True,
    ranks_first=True,
)

SCHEMES = Registry(WINS, TWO_ONE, THREE_ONE, THREE_TWO_ONE, HUNDRED_AND_MARGIN)
"""The catalogue, in the order in which pages offer it.

Sources: sydneybackgammoners.blogspot.com (100 and the margin), the leagues of the
Midlands (2 and 1), Bognor (3 and 1) and Cambridge (3, 2 and 1).
"""


def scheme_of(state: StageState) -> Scheme | None:
    code = state.options.scoring
    return None if code == BY_WINS else scheme_named(code)


def scheme_named(code: str) -> Scheme | None:
    known = SCHEMES.get(code.partition(":")[0])
    return known if known is not None and known.code == code else None


def offered(*, all_meet: bool) -> tuple[Scheme, ...]:
    """Return the schemes that make sense where all meet, or where they do not."""
    return tuple(scheme for scheme in SCHEMES if not (all_meet and scheme.by_rounds))


def scores(
    state: StageState, scheme: Scheme, *, for_draw: bool = False
) -> dict[int, int]:
    """In quarters of a point. `for_draw`: an open match is half a win for both."""
    found = match_points(state, scheme)
    win = in_quarters(scheme.win)
    for outcome in state.outcomes:
        if outcome.two is None and outcome.winner in found:
            found[outcome.one] += bye_points(state, scheme)
        elif for_draw and outcome.is_open:
            for number in (outcome.one, outcome.two):
                if number in found:
                    found[number] += win // 2
    for number, wins in given_wins(state).items():
        if number in found:
            found[number] += int(wins * win)
    return found


def list_scores(state: StageState) -> dict[int, Wins]:
    """Return the points by which a list of the next draw is sorted; empty by wins."""
    scheme = scheme_of(state)
    if scheme is None:
        return {}
    return {
        number: points // QUARTERS
        if points % QUARTERS == 0
        else Fraction(points, QUARTERS)
        for number, points in scores(state, scheme, for_draw=True).items()
    }


def match_points(state: StageState, scheme: Scheme) -> dict[int, int]:
    """Return what the matches alone have brought each entrant, in quarters."""
    found = {entrant.number: 0 for entrant in state.entrants}
    for _, number, match in own_matches(state, scheme):
        if number in found:
            found[number] += QUARTERS * scheme.points(match)
    return found


def bye_points(state: StageState, scheme: Scheme) -> int:
    """Return what a bye of the draw counts, in quarters of a point."""
    return int(state.bye * state.options.legs * in_quarters(scheme.win))


def bye_shown(state: StageState, scheme: Scheme) -> str:
    return str(shown_wins(Fraction(bye_points(state, scheme), QUARTERS)))


def shown_points(points: Wins) -> int | str:
    text = shown_wins(points)
    return str(text).replace("-", "−") if points < 0 else text


def in_quarters(points: Wins) -> int:
    return int(points * QUARTERS)


def own_matches(
    state: StageState, scheme: Scheme
) -> Iterator[tuple[int, int, OwnMatch]]:
    openers = _openers(state) if scheme.in_pairs else frozenset()
    for index, outcome in enumerate(state.outcomes):
        if outcome.two is None or outcome.is_open:
            continue
        lead, stopped = _lead(state, outcome), was_stopped(state, outcome)
        for number, sign in ((outcome.one, 1), (outcome.two, -1)):
            yield (
                index,
                number,
                OwnMatch(
                    is_won=outcome.winner == number,
                    is_played=outcome.played and outcome.winner is not None,
                    lead=sign * lead,
                    opens=(index, number) in openers,
                    stopped_in=state.rounds if stopped else 0,
                ),
            )


def was_stopped(state: StageState, outcome: Outcome) -> bool:
    """Return whether a match was played, but not to its end: it was stopped by time."""
    if not outcome.played or outcome.winner is None:
        return False
    return max(outcome.points_one, outcome.points_two) < (
        outcome.length or state.length
    )


def _lead(state: StageState, outcome: Outcome) -> int:
    """Return the points of the first minus those of the second."""
    if outcome.winner is None:
        return 0
    length = outcome.length or state.length
    one, two = min(outcome.points_one, length), min(outcome.points_two, length)
    if outcome.played or one or two:
        return one - two
    lead = {"none": 0, "full": length, "half": length - length // 2}[state.walkover]
    return lead if outcome.winner == outcome.one else -lead


def _openers(state: StageState) -> Collection[tuple[int, int]]:
    """Return the matches that count for a pair: place of the outcome, and entrant."""
    found = set()
    for pair in _pairs(state):
        seen = set()
        for index in pair:
            outcome = state.outcomes[index]
            has_met = outcome.played and outcome.winner is not None
            for number in (outcome.one, outcome.two):
                counts = has_met or outcome.winner == number
                if number is not None and counts and number not in seen:
                    seen.add(number)
                    found.add((index, number))
    return found


def _pairs(state: StageState) -> Iterator[list[int]]:
    met: Mapping[tuple[int, ...], list[int]] = defaultdict(list)
    order = sorted(
        range(len(state.outcomes)), key=lambda index: state.outcomes[index].round
    )
    for index in order:
        one = state.outcomes[index]
        if one.two is not None:
            in_round = (one.round,) if state.options.legs > 1 else ()
            met[(*sorted((one.one, one.two)), *in_round)].append(index)
    for places in met.values():
        for start in range(0, len(places), 2):
            yield places[start : start + 2]
