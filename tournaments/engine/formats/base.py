"""The questions that every format answers.

A `Format` holds everything the product knows about a format. It has no defaults: a
missing answer is a TypeError when the module is imported, and `check_format` refuses
answers that contradict each other. `common` has answers that several formats share,
`families` whole sets of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from fractions import Fraction

from matches.rules.messages import Message
from tournaments.engine.errors import RESULTS_OUTSTANDING, STAGE_FINISHED
from tournaments.engine.plan import BracketPlan
from tournaments.engine.promises import Promise
from tournaments.engine.standings import Standings
from tournaments.engine.state import DrawnPairing, DrawnRound, Note, Options, StageState
from tournaments.engine.why.values import PairQuestion, PairReasons

BYES = (Fraction(1), Fraction(1, 2), Fraction(0))
"""The possible values of a bye in wins."""

LONGEST_KEY = 20
"""The most characters of a key, which is also the size of the database column."""


class RoundsAsked(Enum):
    """Whether a director sets the number of rounds of a stage."""

    YES = "yes"
    """The format ends after a number of rounds that the director must choose."""
    OPTIONAL = "optional"
    """It ends by itself, or after fewer rounds if the director chooses a number."""
    NO = "no"


class Ends(Enum):
    """The event that ends a stage."""

    WITH_ROUNDS = "rounds"
    """The last round that was planned, or the last match of a bracket."""
    WITH_RESULTS = "results"
    """The results; the number of rounds is not known beforehand."""
    NEVER = "never"
    """Nothing: free players are paired at any time, until the director stops."""


class Display(Enum):
    """The page on which a stage is shown."""

    ROUNDS = "rounds"
    BRACKET = "bracket"
    CROSSTABLE = "crosstable"


class Substitute(Enum):
    """When a latecomer can take the seat of an entrant that does not come."""

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
    """Withdrawal from a drawn stage.

    `title` says what it means; `effects` hold for every entrant. `can_void`: all
    results of the entrant can be voided.
    """

    title: Message
    effects: tuple[Message, ...]
    can_void: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One way of running a stage; everything the product knows about it.

    *Words.* `key` is stored, `label` shown. `explanation` says how rounds are drawn.
    `places` says how places are decided, by the worth of a bye in wins; %(tiebreaks)s
    stands for the columns of the standings. `rounds_hint` is the help text of the
    number of rounds. `display` is the page on which the stage is shown.

    *The draw.* `version` belongs to the draw record: raise it whenever the same state
    and seed would give another draw. `due` returns the entrants to be paired now and
    raises TooFewEntrantsError; `draw` is called after `check_ready`. `foresees` returns
    notes on the promises that no next draw can keep. `plan` returns the bracket as a
    graph, once its lines are drawn; it is None in a format of rounds. A stage with a
    plan is drawn once, and its matches follow from the results. `can_draw_ahead`: a
    round can be drawn while results are missing. `is_drawn_once`: the first draw
    decides all pairings, whatever the results. `has_byes`: an entrant without an
    opponent has a bye; otherwise they wait. `has_numbers`: the lots are player numbers,
    by which entrants find one another on paper. `can_rest`: an entrant can announce
    that they sit out a round; `standings` counts it as `options` say.

    *Options.* `options` are the fields of `Options` that the format reads,
    `essential_options` those asked at once for a new stage, `later_options` those that
    can be changed once a round is public.

    *Rounds.* `rounds` returns the number of rounds, from the number of entrants, the
    number asked for (0 for none) and the options; it is an upper bound unless `ends` is
    with rounds. `last_round` returns the number of the last round, None if it is not
    known beforehand.

    *Standings.* `standings` returns one row for each entrant, `groups` the standings of
    each group (empty without groups), `tiebreaks` the codes of the order between equal
    wins that a new stage has (empty if `options` does not name them), `lot_place` the
    meaning of a lot. `has` returns what a draft shows of each entrant, such as wins.
    `out` returns the entrants that cannot play on and may enter again; it is None in a
    format without such entrants. `through` returns the entrants that a next stage takes
    from place 1 on; None where it takes as many as it asks for. `losses` returns how
    many losses put an entrant out for good; None in a format without elimination.

    *People.* `late` is how an entrant joins late (None with a plan, where latecomers
    take a vacant line), `leaving` how one withdraws, `substitute` when a seat can
    change hands.

    *Proof.* `why` returns the reasons of a pairing, `promises` are the properties that
    the audit checks of every draw.
    """

    key: str
    label: str
    explanation: str
    places: Mapping[Fraction, str]
    rounds_hint: str
    display: Display

    version: int
    draw: Callable[[StageState, str], DrawnRound]
    due: Callable[[StageState], list[int]]
    foresees: Callable[[StageState], tuple[Note, ...]]
    plan: Callable[[StageState], BracketPlan] | None
    can_draw_ahead: bool
    is_drawn_once: bool
    has_byes: bool
    has_numbers: bool
    can_rest: bool

    options: tuple[str, ...]
    essential_options: tuple[str, ...]
    later_options: tuple[str, ...]

    rounds_asked: RoundsAsked
    rounds: Callable[[int, int, Options], int]
    last_round: Callable[[StageState], int | None]
    ends: Ends
    is_finished: Callable[[StageState], bool]

    standings: Callable[[StageState], Standings]
    groups: Callable[[StageState], Mapping[int, Standings]]
    lot_place: Callable[[int], LotPlace]
    tiebreaks: tuple[str, ...]
    has: Callable[[StageState], Mapping[int, Note]]
    out: Callable[[StageState], frozenset[int]] | None
    losses: Callable[[Options], int] | None
    through: Callable[[StageState], frozenset[int]] | None = None

    late: LateEntry | None
    leaving: Leaving
    substitute: Substitute

    why: Callable[[PairQuestion], PairReasons]
    promises: tuple[Promise, ...]

    @property
    def is_bracket(self) -> bool:
        """Whether the format is drawn once as a bracket."""
        return self.plan is not None

    @property
    def is_endless(self) -> bool:
        """Whether free players are paired at any time, without a last round."""
        return self.ends is Ends.NEVER

    @property
    def is_until_decided(self) -> bool:
        """Whether rounds are drawn until the results end the stage."""
        return self.ends is Ends.WITH_RESULTS


class FormatError(ValueError):
    """A format whose answers cannot all be right."""


WHO_PLAYS = {
    Promise.EVERYBODY_PLAYS,
    Promise.ONE_MAY_WAIT,
    Promise.EVERY_GROUP_PLAYS,
}


def check_format(known: Format) -> Format:
    """Return the format if its answers go together. Raises FormatError."""
    options = {field.name for field in fields(Options)}
    wrong = {
        "key": not known.key.isidentifier() or len(known.key) > LONGEST_KEY,
        "label": not known.label,
        "explanation": not known.explanation.endswith("."),
        "places": set(known.places) != set(BYES)
        or not all(text.endswith(".") for text in known.places.values()),
        "version": known.version < 1,
        "display": (known.display is Display.BRACKET) != known.is_bracket,
        "options": not set(known.options) <= options,
        "essential_options": not set(known.essential_options) <= set(known.options),
        "later_options": not set(known.later_options) <= set(known.options),
        "tiebreaks": bool(known.tiebreaks) != ("tiebreaks" in known.options),
        "rounds_asked": known.rounds_asked is RoundsAsked.YES
        and known.ends is not Ends.WITH_ROUNDS,
        "late": (known.late is None) != known.is_bracket,
        "is_drawn_once": known.is_bracket and not known.is_drawn_once,
        "has_byes": known.has_byes == (Promise.ONE_MAY_WAIT in known.promises),
        "has_numbers": known.has_numbers and known.is_bracket,
        "can_rest": known.can_rest and (known.is_bracket or known.is_endless),
        "out": Promise.LIVES_END in known.promises and known.out is None,
        "losses": (known.is_bracket or known.out is not None) and known.losses is None,
        "promises": len(WHO_PLAYS.intersection(known.promises)) != 1
        or len(set(known.promises)) != len(known.promises),
    }
    for name, is_wrong in wrong.items():
        if is_wrong:
            raise FormatError(f"the format {known.key!r}: {name} cannot be so")
    return known


def check_ready(known: Format, state: StageState) -> None:
    """Raise RESULTS_OUTSTANDING or STAGE_FINISHED if no round can follow."""
    waiting = open_rounds(state)
    if waiting and not (state.ahead and known.can_draw_ahead):
        raise RESULTS_OUTSTANDING(round=max(waiting), outstanding=len(waiting))
    if known.is_finished(_as_if_decided(state) if waiting else state):
        raise STAGE_FINISHED(rounds=state.next_round - 1)


def open_rounds(state: StageState) -> list[int]:
    """Return the round of each match that has no result."""
    # The same as `is_open`, inlined: it is evaluated for each match of a season.
    return [
        outcome.round
        for outcome in state.outcomes
        if outcome.winner is None and not outcome.nobody
    ]


def _as_if_decided(state: StageState) -> StageState:
    """Return the state with every open match won by its first entrant."""
    outcomes = (
        replace(outcome, winner=outcome.one) if outcome.is_open else outcome
        for outcome in state.outcomes
    )
    return replace(state, outcomes=tuple(outcomes))
