"""The tournament engine: rounds drawn, standings computed, draws audited.

Pure values in, pure values out: no clock, no database, no hidden randomness. A round
drawn, for five entrants and a seed rolled with dice:

>>> from tournaments.engine import Entrant, Outcome, StageState, draw, standings
>>> field = tuple(Entrant(number) for number in range(1, 6))
>>> drawn = draw(StageState("swiss", 3, length=7, entrants=field), seed="3 1 6 4")
>>> [(pairing.one, pairing.two) for pairing in drawn.pairings]
[(2, 3), (4, 1), (5, None)]

Standings computed, from what became of these pairings:

>>> played = (Outcome(1, 2, 3, winner=2, points_one=7, points_two=4),
...           Outcome(1, 4, 1, winner=1, points_one=5, points_two=7),
...           Outcome(1, 5, None, winner=5))
>>> table = standings(StageState("swiss", 3, 7, field, outcomes=played))
>>> [(row.place, row.entrant, row.wins) for row in table.rows]
[(1, 2, 1), (2, 1, 1), (3, 5, 1), (4, 4, 0), (5, 3, 0)]
>>> print(table.rows[0].why)
Ahead of 1 by point difference: 3 against 2.

Every function raises UNKNOWN_FORMAT for a format that there is not.
"""

from dataclasses import replace

from tournaments.engine.audit import audit as audit_round
from tournaments.engine.bracket import places
from tournaments.engine.bracket.course import BracketCourse, Slot, course
from tournaments.engine.bracket.lines import meetings_ahead
from tournaments.engine.errors import UNKNOWN_FORMAT, TooFewEntrantsError
from tournaments.engine.format import (
    FEWEST,
    Display,
    Format,
    LateEntry,
    LotPlace,
    RoundsAsked,
    Substitute,
    check_ready,
)
from tournaments.engine.formats import FORMATS
from tournaments.engine.plan import VACANT, BracketPlan, Node
from tournaments.engine.qualifying import Qualifier, by_lot_at, qualifiers
from tournaments.engine.record import from_record, to_record
from tournaments.engine.standings import (
    Explained,
    Standing,
    Standings,
    explain_row,
    ranked_before,
    told,
)
from tournaments.engine.standings.schemes import (
    SCHEMES,
    Column,
    Scheme,
    bye_shown,
    scheme_of,
)
from tournaments.engine.standings.tiebreaks import TIEBREAKS, TieBreak
from tournaments.engine.state import (
    Branch,
    DrawnPairing,
    DrawnRound,
    Entrant,
    Note,
    Options,
    Outcome,
    Pin,
    StageState,
    Wins,
    shown_wins,
)
from tournaments.engine.why.rounds import PairQuestion, PairReasons, Swaps


def draw(state: StageState, seed: str, *, version: int | None = None) -> DrawnRound:
    """Draw the next round; the same state and seed always give the same round.

    `seed` is any text; once it is published, anyone can draw the round again. `version`
    is that of a record, None for the one known here.

    Raises RESULTS_OUTSTANDING, STAGE_FINISHED, TooFewEntrantsError.
    """
    known = format_named(state.format)
    check_ready(known, state)
    if version not in {None, known.version}:
        raise UNKNOWN_FORMAT(key=f"{known.key} {version}")
    return known.draw(state, seed)


def check(state: StageState) -> None:
    """Raise what `draw` would raise of a stage that is not ready for a round."""
    known = format_named(state.format)
    check_ready(known, state)
    known.due(state)


def foresee(state: StageState) -> tuple[Note, ...]:
    """Return notes on the promises that no next draw can keep."""
    known = format_named(state.format)
    return known.foresees(state) if len(state.due()) >= FEWEST else ()


def remarks(state: StageState, drawn: DrawnRound) -> tuple[Note, ...]:
    """Return what a director should know of a sound draw."""
    is_bracket = format_named(state.format).is_bracket
    return meetings_ahead(state, drawn) if is_bracket else ()


def standings(state: StageState) -> Standings:
    """Return one row for each entrant, best first, withdrawn ones included."""
    return format_named(state.format).standings(state)


def explain_place(state: StageState, number: int) -> Explained | None:
    """Return how a row came about, in its group if there are several, or None."""
    known = format_named(state.format)
    groups = known.groups(state).values()
    for table in groups if len(groups) > 1 else ():
        if explanation := explain_row(state, table, number):
            return explanation
    return explain_row(state, known.standings(state), number)


def section_standings(state: StageState, section: str) -> Standings:
    """Return one row for each entrant that has come, or will come, into a branch."""
    plan = format_named(state.format).plan
    if plan is None:
        raise UNKNOWN_FORMAT(key=f"{state.format} {section}")
    return places.branch_standings(state, plan(state), section)


def is_finished(state: StageState) -> bool:
    return format_named(state.format).is_finished(state)


def round_count(
    format_key: str, entrants: int, asked: int = 0, *, options: Options | None = None
) -> int:
    """`asked` counts if the format leaves the choice."""
    known = format_named(format_key)
    return known.rounds(entrants, asked, options or Options())


def audit(state: StageState, drawn: DrawnRound) -> tuple[Note, ...]:
    return audit_round(state, drawn, format_named(state.format).promises)


def explain(
    state: StageState,
    drawn: DrawnRound,
    pairing: DrawnPairing,
    *,
    slot: int | None = None,
    swaps: Swaps = (),
) -> PairReasons:
    asked = PairQuestion(state, drawn, pairing, slot, swaps)
    return format_named(state.format).why(asked)


def format_named(key: str) -> Format:
    known = FORMATS.get(key)
    if known is None:
        raise UNKNOWN_FORMAT(key=key)
    return known


def has_schedule(key: str) -> bool:
    """Return True if all rounds of a format are known once the first is drawn."""
    known = FORMATS.get(key)
    return known is not None and known.is_drawn_once and known.plan is None


def rounds_after(
    state: StageState, drawn: DrawnRound | None = None
) -> tuple[DrawnRound, ...]:
    """Return the rounds after the newest one, or after `drawn`."""
    known, found = FORMATS.get(state.format), list[DrawnRound]()
    if known is None or not has_schedule(state.format):
        return ()
    while True:
        if drawn is not None:
            state = _after(state, drawn)
        last = known.last_round(state)
        if not state.outcomes or last is None or state.next_round > last:
            return tuple(found)
        # Without a seed: a format with a schedule draws lots in its first round alone,
        # and that one is published already.
        drawn = known.draw(replace(state, ahead=True), "")
        if drawn.lots:
            return ()
        found.append(drawn)


def _after(state: StageState, drawn: DrawnRound) -> StageState:
    """Return the state once a round is published and nothing of it is played."""
    return replace(
        state,
        entrants=tuple(
            replace(entrant, lot=drawn.lots.get(entrant.number, entrant.lot))
            for entrant in state.entrants
        ),
        outcomes=(
            *state.outcomes,
            *(
                Outcome(
                    drawn.round,
                    pair.one,
                    pair.two,
                    winner=None if pair.two else pair.one,
                    played=False,
                )
                for pair in drawn.pairings
            ),
        ),
    )
