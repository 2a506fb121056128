"""What a format must answer, and what formats share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from matches.rules.text import gettext_noop
from tournaments.engine.errors import (
    ResultsOutstandingError,
    StageFinishedError,
    TooFewEntrantsError,
)
from tournaments.engine.plan import Plan
from tournaments.engine.standings import Standings
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import (
    BYE_HIGHER,
    REMATCH,
    SECOND_BYE,
    DrawnRound,
    Note,
    Options,
    Pairing,
    StageState,
    shown,
)

FEWEST = 2
"""A round needs so many entrants."""

BYE_LOWEST = gettext_noop(
    "Bye for the lowest of those with the fewest byes; wins: %(wins)s."
)
PLACES_BY_WINS = gettext_noop(
    "Wins decide, and a bye counts as a win; then direct encounter, Buchholz, "
    "Sonneborn-Berger and point difference. Who is still equal shares the place."
)
PLACES_BY_BYE: Mapping[Fraction, str] = {
    Fraction(1, 2): gettext_noop(
        "Wins decide, and a bye counts as half a win; then direct encounter, Buchholz, "
        "Sonneborn-Berger and point difference. Who is still equal shares the place."
    ),
    Fraction(0): gettext_noop(
        "Wins decide, and a bye counts for nothing; then direct encounter, Buchholz, "
        "Sonneborn-Berger and point difference. Who is still equal shares the place."
    ),
}
"""What stands instead of `PLACES_BY_WINS` where a bye is not worth a win."""


@dataclass(frozen=True, slots=True)
class Format:
    """One way of running a stage; everything the product knows about it.

    `key` is stored, `label` shown; `explanation` says how rounds are drawn and
    `places_explanation` how places are decided, `places_by_bye` what takes its place
    where a bye is worth so much. `version` belongs to the draw record:
    raise it whenever the same state and seed would give another draw.
    `draw` may count on `check_ready`; `rounds` takes the number of entrants and the
    number of rounds asked for, 0 if none was.
    `plan`: the bracket as a graph, once its lines are drawn; None in a format of
    rounds. Such a stage is drawn once, its matches follow from the results.
    `options`: the fields of `Options` that it heeds. `can_draw_ahead`: a round can be
    drawn while results are missing.
    `is_endless`: whoever is free is paired at any time, until the director stops.
    `is_until_decided`: rounds are drawn until the results end it; `rounds` is a bound.
    `display`: "rounds", "bracket" or "crosstable". `earlier`: how older versions drew,
    so that their records can be checked for ever. `full_rounds`: how many rounds a
    schedule has that the options lengthen or shorten.
    `due`: who is to be paired now; it raises TooFewEntrantsError for too few.
    """

    key: str
    label: str
    explanation: str
    places_explanation: str
    version: int
    draw: Callable[[StageState, str], DrawnRound]
    standings: Callable[[StageState], Standings]
    rounds: Callable[[int, int], int]
    is_finished: Callable[[StageState], bool]
    places_by_bye: Mapping[Fraction, str] = field(default_factory=dict)
    plan: Callable[[StageState], Plan] | None = None
    options: tuple[str, ...] = ()
    can_draw_ahead: bool = False
    is_endless: bool = False
    is_until_decided: bool = False
    display: str = "rounds"
    full_rounds: Callable[[int, Options], int] | None = None
    earlier: Mapping[int, Callable[[StageState, str], DrawnRound]] = field(
        default_factory=dict
    )
    due: Callable[[StageState], list[int]] = field(default_factory=lambda: due_numbers)

    @property
    def is_bracket(self) -> bool:
        """Whether who loses is out, or goes on elsewhere in a bracket drawn once."""
        return self.plan is not None

    def places_explained(self, bye: Fraction) -> str:
        """Return how places are decided where a bye is worth so much."""
        return self.places_by_bye.get(bye, self.places_explanation)


def check_ready(known: Format, state: StageState) -> None:
    """Raise ResultsOutstandingError or StageFinishedError if no round can follow."""
    waiting = _open_rounds(state)
    if waiting and not (state.ahead and known.can_draw_ahead):
        raise ResultsOutstandingError(round=max(waiting), outstanding=len(waiting))
    if known.is_finished(_as_if_decided(state)):
        raise StageFinishedError(rounds=state.next_round - 1)


def _as_if_decided(state: StageState) -> StageState:
    """Return the state with every open match won by somebody."""
    outcomes = (
        replace(each, winner=each.one) if each.is_open else each
        for each in state.outcomes
    )
    return replace(state, outcomes=tuple(outcomes))


def due_numbers(state: StageState) -> list[int]:
    """Return who is due, by number; raise TooFewEntrantsError for less than two."""
    numbers = [entrant.number for entrant in state.due()]
    if len(numbers) < FEWEST:
        raise TooFewEntrantsError(needed=FEWEST, present=len(numbers))
    return numbers


def doubling_rounds(entrants: int) -> int:
    """Return ceil(log2 n): the rounds after which at most one is without loss."""
    return max(entrants - 1, 0).bit_length()


def rounds_asked(entrants: int, asked: int) -> int:
    """Return the rounds asked for; else those that leave one undefeated, at least 1."""
    return asked or max(doubling_rounds(entrants), 1)


def all_rounds_played(state: StageState) -> bool:
    """Tell whether the planned number of rounds has been drawn and decided."""
    return state.next_round > state.rounds and not _open_rounds(state)


def rematch_notes(tally: Tally, one: int, two: int) -> tuple[Note, ...]:
    """Note that two have met before, which only happens when it must."""
    return (Note(REMATCH),) if tally.have_met(one, two) else ()


def bye_pairing(tally: Tally, heights: Mapping[int, int], holder: int) -> Pairing:
    """Return the bye and why it is his; `heights` of everybody who was to be paired."""
    fewest = min(tally.byes[number] for number in heights)
    eligible = [number for number in heights if tally.byes[number] == fewest]
    if holder not in eligible:
        note = Note(SECOND_BYE)
    elif heights[holder] > min(heights[number] for number in eligible):
        note = Note(BYE_HIGHER)
    else:
        note = Note(BYE_LOWEST, {"wins": shown(tally.wins[holder])})
    return Pairing(holder, None, (note,))


def _open_rounds(state: StageState) -> list[int]:
    return [outcome.round for outcome in state.outcomes if outcome.is_open]
