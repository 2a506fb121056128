"""What a format is: the questions that it answers, and the usual answers.

A format is a folder of `formats` with one `Format`. Its defaults are those of a format
with a planned number of rounds, ranked by wins.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine.errors import (
    RESULTS_OUTSTANDING,
    STAGE_FINISHED,
    TOO_FEW_ENTRANTS,
)
from tournaments.engine.pairing.foresight import refuse_against_self, unavoidable
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.plan import BracketPlan
from tournaments.engine.standings import Standings, by_wins
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.schemes import list_scores, shown_points
from tournaments.engine.standings.tally import Tally
from tournaments.engine.standings.tiebreaks import tiebreaks_of
from tournaments.engine.state import (
    BYE_HIGHER,
    REMATCH,
    SECOND_BYE,
    DrawnPairing,
    DrawnRound,
    Note,
    Options,
    Promise,
    StageState,
    shown_wins,
)
from tournaments.engine.why.rounds import PairQuestion, PairReasons

BYES = (Fraction(1), Fraction(1, 2), Fraction(0))
"""The possible values of a bye in wins."""
FEWEST = 2
"""The smallest number of entrants of a round."""
BYE_LOWEST = Message(
    "draw.bye_lowest",
    "Bye for the lowest-placed player among those with the fewest byes (%(wins)s "
    "wins).",
)
BYE_LOT = Message("draw.bye_lot", "Random bye among the players with the fewest byes.")
PLACES_BY_WINS: Mapping[Fraction, str] = {
    Fraction(1): gettext_noop(
        "Ranked by wins (a bye counts as a win), then %(tiebreaks)s. Players still "
        "tied share the place."
    ),
    Fraction(1, 2): gettext_noop(
        "Ranked by wins (a bye counts as half a win), then %(tiebreaks)s. Players "
        "still tied share the place."
    ),
    Fraction(0): gettext_noop(
        "Ranked by wins (a bye counts for nothing), then %(tiebreaks)s. Players still "
        "tied share the place."
    ),
}
HAS_WINS = Message("draw.has_wins", "wins: %(wins)s")
HAS_POINTS = Message("draw.has_points", "points: %(points)s")
HAS_LOSSES = Message("draw.has_losses", "losses: %(losses)s")
NO_WINS_YET = Message("draw.no_wins_yet", "Wins credited for missed rounds: none.")
WINS_MISSED = Message("draw.wins_missed", "Wins credited for missed rounds: %(wins)s.")
ASKED_BYES = ("half_byes", "bye_free")
MISSED_ROUNDS = (*ASKED_BYES, "asked_worth", "absent_worth", "late_worth")
"""The options on rounds that an entrant does not play."""
LIST_OPTIONS = ("legs", "forbidden", "bye_to", "tiebreaks", "scoring", "unplayed")
"""The options of a format that pairs down a list, besides `MISSED_ROUNDS`."""


class RoundsAsked(Enum):
    YES = "yes"
    """The format ends after a number of rounds that the director must choose."""
    OPTIONAL = "optional"
    """It ends by itself, or after fewer rounds if the director chooses a number."""
    NO = "no"


class Ends(Enum):
    WITH_ROUNDS = "rounds"
    """The last round that was planned, or the last match of a bracket."""
    WITH_RESULTS = "results"
    """The results; the number of rounds is not known beforehand."""
    NEVER = "never"
    """Nothing: free players are paired at any time, until the director stops."""


class Display(Enum):
    ROUNDS = "rounds"
    BRACKET = "bracket"
    CROSSTABLE = "crosstable"


class Substitute(Enum):
    NEVER = "never"
    FIRST_MATCH = "first match"
    """Only before the first match: number or line go with the seat."""
    NEWEST_ROUND = "newest round"
    """In the newest round, for any entrant."""


@dataclass(frozen=True, slots=True)
class LotPlace:
    """The meaning of a lot: `group`, from 1, and number in it; group 0: no groups."""

    group: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """The effects of one way of late entry.

    `effects` are sentences. `lot` is a lot given at once, None if the next draw gives
    it or there is none. `refusal`: why this way is not possible, None if it is.
    """

    effects: tuple[Note, ...] = ()
    lot: int | None = None
    refusal: Note | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LateEntry:
    """Late entry in a format that is drawn round by round.

    `next_round` takes the state and the latecomer's number. `bye` takes the state and a
    bye of the current round, whose holder the latecomer would meet at once; it returns
    None if the format does not allow this.
    """

    next_round: Callable[[StageState, int], Joining]
    bye: Callable[[StageState, DrawnPairing], Joining | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """`effects` hold for every entrant. `can_void`: all results can be voided."""

    title: Message
    effects: tuple[Message, ...] = ()
    can_void: bool = False


def for_every_bye(text: str) -> Mapping[Fraction, str]:
    return dict.fromkeys(BYES, text)


def enough(numbers: list[int]) -> list[int]:
    """Return the entrants to be paired. Raises TooFewEntrantsError."""
    if len(numbers) < FEWEST:
        raise TOO_FEW_ENTRANTS(needed=FEWEST, present=len(numbers))
    return numbers


def due_numbers(state: StageState) -> list[int]:
    """Return the numbers of the entrants to be paired. Raises TooFewEntrantsError."""
    return enough([entrant.number for entrant in state.due()])


def due_in_round(state: StageState) -> list[int]:
    """Raises TooFewEntrantsError; SAME_PERSON if some could only meet themselves."""
    numbers = due_numbers(state)
    refuse_against_self(state, numbers)
    return numbers


def foresee_rematches(state: StageState) -> tuple[Note, ...]:
    numbers = [entrant.number for entrant in state.due()]
    tally = tallies.count_for_draw(state)
    return tuple(unavoidable(numbers, tally, barred_pairs(state)))


def nothing_foreseen(state: StageState) -> tuple[Note, ...]:
    return ()


def doubling_rounds(entrants: int) -> int:
    """Return ceil(log2 n): the rounds after which at most one is undefeated."""
    return max(entrants - 1, 0).bit_length()


def planned_rounds(entrants: int, asked: int, options: Options) -> int:
    """Return the rounds asked for, else those that leave one undefeated; at least 1."""
    return asked or max(doubling_rounds(entrants), 1)


def open_rounds(state: StageState) -> list[int]:
    # The same as `is_open`, inlined: it is evaluated for each match of a season.
    return [
        outcome.round
        for outcome in state.outcomes
        if outcome.winner is None and not outcome.nobody
    ]


def all_rounds_played(state: StageState) -> bool:
    return state.next_round > state.rounds and not open_rounds(state)


def rematch_notes(tally: Tally, one: int, two: int) -> tuple[Note, ...]:
    return (Note(REMATCH),) if tally.have_met(one, two) else ()


def bye_pairing(
    tally: Tally, heights: Mapping[int, int], holder: int, *, by_lot: bool = False
) -> DrawnPairing:
    """Return the bye with its reason; `heights` holds all entrants to be paired."""
    fewest = min(tally.byes[number] for number in heights)
    eligible = [number for number in heights if tally.byes[number] == fewest]
    if holder not in eligible:
        note = Note(SECOND_BYE)
    elif by_lot:
        note = Note(BYE_LOT)
    elif heights[holder] > min(heights[number] for number in eligible):
        note = Note(BYE_HIGHER)
    else:
        note = Note(BYE_LOWEST, {"wins": shown_wins(tally.wins[holder])})
    return DrawnPairing(holder, None, (note,))


def standings_by_wins(state: StageState) -> Standings:
    return by_wins(state, tiebreaks_of(state))


def wins_so_far(state: StageState) -> Mapping[int, Note]:
    tally = tallies.count_for_draw(state)
    return {
        number: Note(HAS_WINS, {"wins": shown_wins(wins)})
        for number, wins in tally.wins.items()
    }


def list_so_far(state: StageState) -> Mapping[int, Note]:
    """Return a note with what the list of the next draw is sorted by."""
    points = list_scores(state)
    if not points:
        return wins_so_far(state)
    return {
        number: Note(HAS_POINTS, {"points": shown_points(score)})
        for number, score in points.items()
    }


def missed_so_far(state: StageState, joined: int) -> Note:
    worth = Fraction(state.options.late_worth) * state.options.legs
    wins = worth * (joined - 1)
    return Note(WINS_MISSED, {"wins": shown_wins(wins)}) if wins else Note(NO_WINS_YET)


def player_numbers(
    state: StageState, numbers: Sequence[int], seed: str
) -> dict[int, int]:
    """Return new player numbers: for all in the first round, then for latecomers."""
    given: dict[int, int] = {}
    if state.outcomes:
        given = {
            entrant.number: entrant.lot
            for entrant in state.entrants
            if entrant.lot is not None
        }
    newcomers = [number for number in numbers if number not in given]
    drawn = by_lot(seed, f"{state.format}:{state.next_round}", newcomers)
    first = max(given.values(), default=0) + 1
    return {number: lot for lot, number in enumerate(drawn, start=first)}


def _joins(state: StageState, number: int) -> Joining:
    return Joining(effects=(missed_so_far(state, state.next_round),))


def _plays_bye(state: StageState, bye: DrawnPairing) -> Joining | None:
    # The round with the bye is drawn already, so the latecomer has not missed it.
    note = missed_so_far(state, state.next_round - 1)
    return Joining(effects=(note,) if note.message is WINS_MISSED else ())


JOINS_LATE = LateEntry(next_round=_joins, bye=_plays_bye)
"""With the wins that the stage gives for missed rounds."""
LEAVES_ROUNDS = Leaving(title=Message("leaving.rounds", "Withdraws; not drawn again."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One way of running a stage; everything the product knows about it.

    *Words.* `key` is stored, `label` shown. `explanation` says how rounds are drawn,
    `places` how places are decided, by the worth of a bye in wins; %(tiebreaks)s stands
    for the columns of the standings. `rounds_hint` is the help text of the number of
    rounds.

    *The draw.* `draw` is called after `check_ready`. `due` returns the entrants to be
    paired now and raises TooFewEntrantsError. `foresees` returns notes on the promises
    that no next draw can keep. `version` belongs to the draw record: raise it whenever
    the same state and seed would give another draw. `plan` returns the bracket as a
    graph, once its lines are drawn: such a stage is drawn once, and its matches follow
    from the results. `is_drawn_once`: the first draw decides all pairings, whatever the
    results. `has_byes`: an entrant without an opponent has a bye; otherwise they wait.
    `has_numbers`: the lots are player numbers, by which entrants find one another on
    paper. `can_rest`: an entrant can announce that they sit out a round.

    *Options.* `options` are the fields of `Options` that the format reads,
    `essential_options` those asked at once for a new stage, `later_options` those that
    can be changed once a round is public.

    *Rounds.* `rounds` returns their number, from the number of entrants, the number
    asked for (0 for none) and the options; it is an upper bound unless `ends` is with
    rounds. `last_round` returns the last one, None if it is not known beforehand.

    *Standings.* `standings` returns one row for each entrant, `groups` the standings of
    each group, empty without groups; `tiebreaks` are the codes of the order between
    equal wins that a new stage has; `lot_place` is the meaning of a lot; `has` returns
    what a draft shows of each entrant, such as wins. `out` returns the entrants that
    cannot play on and may enter again, `losses` how many losses put one out for good.
    `through` returns the entrants that a next stage takes from place 1 on; None where
    it takes as many as it asks for.

    *People.* `late`: how an entrant joins late (None with a plan, where latecomers take
    a vacant line). `leaving`: how one withdraws. `substitute`: when a seat can change
    hands.

    *Proof.* `why` returns the reasons of a pairing; `promises` are the properties that
    the audit checks of every draw.
    """

    key: str
    label: str
    explanation: str
    draw: Callable[[StageState, str], DrawnRound]
    why: Callable[[PairQuestion], PairReasons]
    promises: tuple[Promise, ...]
    places: Mapping[Fraction, str] = field(default_factory=lambda: PLACES_BY_WINS)
    rounds_hint: str = ""
    display: Display = Display.ROUNDS
    version: int = 1
    due: Callable[[StageState], list[int]] = due_in_round
    foresees: Callable[[StageState], tuple[Note, ...]] = foresee_rematches
    plan: Callable[[StageState], BracketPlan] | None = None
    can_draw_ahead: bool = True
    is_drawn_once: bool = False
    has_byes: bool = True
    has_numbers: bool = False
    can_rest: bool = True
    options: tuple[str, ...] = ()
    essential_options: tuple[str, ...] = ()
    later_options: tuple[str, ...] = ()
    rounds_asked: RoundsAsked = RoundsAsked.YES
    rounds: Callable[[int, int, Options], int] = planned_rounds
    last_round: Callable[[StageState], int | None] = lambda state: state.rounds
    ends: Ends = Ends.WITH_ROUNDS
    is_finished: Callable[[StageState], bool] = all_rounds_played
    standings: Callable[[StageState], Standings] = standings_by_wins
    groups: Callable[[StageState], Mapping[int, Standings]] = lambda _state: {}
    lot_place: Callable[[int], LotPlace] = lambda lot: LotPlace(0, lot)
    tiebreaks: tuple[str, ...] = ()
    has: Callable[[StageState], Mapping[int, Note]] = wins_so_far
    out: Callable[[StageState], frozenset[int]] | None = None
    through: Callable[[StageState], frozenset[int]] | None = None
    losses: Callable[[Options], int] | None = None
    late: LateEntry | None = JOINS_LATE
    leaving: Leaving = LEAVES_ROUNDS
    substitute: Substitute = Substitute.NEWEST_ROUND

    @property
    def is_bracket(self) -> bool:
        return self.plan is not None

    @property
    def is_endless(self) -> bool:
        return self.ends is Ends.NEVER

    @property
    def is_until_decided(self) -> bool:
        return self.ends is Ends.WITH_RESULTS


def check_ready(known: Format, state: StageState) -> None:
    waiting = open_rounds(state)
    if waiting and not (state.ahead and known.can_draw_ahead):
        raise RESULTS_OUTSTANDING(round=max(waiting), outstanding=len(waiting))
    if known.is_finished(_as_if_decided(state) if waiting else state):
        raise STAGE_FINISHED(rounds=state.next_round - 1)


def _as_if_decided(state: StageState) -> StageState:
    """Return the state with every open match won by its first entrant."""
    outcomes = (
        replace(outcome, winner=outcome.one) if outcome.is_open else outcome
        for outcome in state.outcomes
    )
    return replace(state, outcomes=tuple(outcomes))
