"""Families of formats: functions that add the answers which their formats share.

The answers that differ are a `TypedDict` without defaults: a missing one is a TypeError
when the format is imported.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypedDict, Unpack

from matches.rules.messages import Message
from tournaments.engine.bracket import places
from tournaments.engine.bracket.lines import check_undrawn, draw_lines
from tournaments.engine.formats.base import (
    Display,
    Ends,
    Format,
    LateEntry,
    RoundsAsked,
    Substitute,
)
from tournaments.engine.formats.common import (
    LEAVES_BRACKET,
    LEAVES_ROUNDS,
    PLACES_BY_WINS,
    all_rounds_played,
    due_in_round,
    no_groups,
    plain_lot,
    rounds_asked,
    rounds_planned,
    standings_by_wins,
    unknown_beforehand,
    wins_so_far,
)
from tournaments.engine.pairing.one_person import refuse_drawn
from tournaments.engine.pairing.optimum import DrawnPairs
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.plan import BracketPlan
from tournaments.engine.promises import Promise
from tournaments.engine.standings import Standings
from tournaments.engine.standings.tiebreaks import BY_OPPONENTS_FIRST
from tournaments.engine.state import DrawnRound, Note, Options, StageState
from tournaments.engine.why.brackets import BracketReasons
from tournaments.engine.why.values import PairQuestion, PairReasons

HALVES = Message(
    "foresight.halves",
    "Pairs to be kept apart: %(count)s. They get slots in different halves where "
    "possible. They can still meet later, in the final or a consolation bracket.",
)
CAN_MEET = Message(
    "foresight.can_meet",
    "%(entrant)s and %(other)s should not meet. In the main bracket they can meet "
    "from round %(round)s of %(rounds)s on.",
)

DrawMethod = Callable[[StageState, str], DrawnRound]


class RoundsByWinsAnswers(TypedDict):
    """The own answers of a format of planned rounds, ranked by wins: see `Format`."""

    key: str
    label: str
    explanation: str
    version: int
    draw: DrawMethod
    has_numbers: bool
    options: tuple[str, ...]
    later_options: tuple[str, ...]
    foresees: Callable[[StageState], tuple[Note, ...]]
    late: LateEntry
    substitute: Substitute
    has: Callable[[StageState], Mapping[int, Note]]
    why: Callable[[PairQuestion], PairReasons]
    promises: tuple[Promise, ...]


def rounds_by_wins(**own: Unpack[RoundsByWinsAnswers]) -> Format:
    return Format(
        **own,
        places=PLACES_BY_WINS,
        rounds_hint="",
        display=Display.ROUNDS,
        due=due_in_round,
        plan=None,
        can_draw_ahead=True,
        is_drawn_once=False,
        has_byes=True,
        can_rest=True,
        essential_options=(),
        rounds_asked=RoundsAsked.YES,
        rounds=rounds_asked,
        last_round=rounds_planned,
        ends=Ends.WITH_ROUNDS,
        is_finished=all_rounds_played,
        standings=standings_by_wins,
        groups=no_groups,
        lot_place=plain_lot,
        out=None,
        losses=None,
        leaving=LEAVES_ROUNDS,
        tiebreaks=BY_OPPONENTS_FIRST,
    )


class BracketAnswers(TypedDict):
    """The own answers of a format with a bracket, besides its plan: see `Format`."""

    key: str
    label: str
    explanation: str
    places: Mapping[Fraction, str]
    version: int
    options: tuple[str, ...]
    essential_options: tuple[str, ...]
    rounds: Callable[[int, int, Options], int]
    standings: Callable[[StageState], Standings]
    losses: Callable[[Options], int]


def lines_drawn_once(
    *, plan: Callable[[StageState], BracketPlan], **own: Unpack[BracketAnswers]
) -> Format:
    """Return a format whose lines are drawn once; its matches follow from the results.

    It is finished when every match of the bracket and its branches is decided.
    """

    def is_finished(state: StageState) -> bool:
        return places.is_decided(state, plan(state))

    return Format(
        **own,
        plan=plan,
        foresees=foresees_halves,
        rounds_hint="",
        display=Display.BRACKET,
        draw=draw_once,
        due=due_in_round,
        can_draw_ahead=False,
        is_drawn_once=True,
        has_byes=True,
        has_numbers=False,
        can_rest=False,
        later_options=(),
        rounds_asked=RoundsAsked.NO,
        last_round=unknown_beforehand,
        ends=Ends.WITH_ROUNDS,
        is_finished=is_finished,
        groups=no_groups,
        tiebreaks=(),
        lot_place=plain_lot,
        has=wins_so_far,
        out=None,
        late=None,
        leaving=LEAVES_BRACKET,
        substitute=Substitute.FIRST_MATCH,
        why=BracketReasons(plan),
        promises=(Promise.EVERYBODY_PLAYS, Promise.LINES, Promise.LINES_KEPT_APART),
    )


def foresees_halves(state: StageState) -> tuple[Note, ...]:
    """Return for which rounds a bracket keeps pairs apart, if there are such pairs."""
    wishes, due = barred_pairs(state), {entrant.number for entrant in state.due()}
    count = sum(due.issuperset(pair) for pair in wishes.forbidden | wishes.same)
    return (Note(HALVES, {"count": count}),) if count else ()


def meetings_ahead(state: StageState, drawn: DrawnRound) -> tuple[Note, ...]:
    """Return from which round on pairs that are not to meet can meet in a bracket."""
    last = (max(drawn.lots.values(), default=1) - 1).bit_length()
    wishes, lots = barred_pairs(state), drawn.lots
    return tuple(
        Note(
            CAN_MEET,
            {
                "entrant": one,
                "other": two,
                "round": ((lots[one] - 1) ^ (lots[two] - 1)).bit_length(),
                "rounds": last,
            },
        )
        for one, two in sorted(wishes.forbidden | wishes.same)
        if one in lots and two in lots
    )


def draw_once(state: StageState, seed: str) -> DrawnRound:
    """Draw the lines of all entrants who are due.

    Raises LINES_DRAWN if there are lines already, TooFewEntrantsError, SAME_PERSON.
    """
    check_undrawn(state)
    due_in_round(state)
    drawn = draw_lines(state, seed)
    pairs = [
        (pairing.one, pairing.two)
        for pairing in drawn.pairings
        if pairing.two is not None
    ]
    refuse_drawn(DrawnPairs(pairs, None), barred_pairs(state))
    return drawn
