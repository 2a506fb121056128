"""Monrad: down the list of wins and player numbers, each meets the next one free."""

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.format import (
    ASKED_BYES,
    LIST_OPTIONS,
    MISSED_ROUNDS,
    WINS_MISSED,
    Format,
    Joining,
    LateEntry,
    Substitute,
    list_so_far,
    missed_so_far,
)
from tournaments.engine.formats.monrad.pairing import draw
from tournaments.engine.formats.monrad.why import WHY
from tournaments.engine.promises import Promise
from tournaments.engine.standings.tiebreaks import BY_OPPONENTS_FIRST
from tournaments.engine.state import DrawnPairing, Note, StageState

NUMBER_LATER = Message(
    "monrad.number_later",
    "Gets player number %(number)s, unless other late entries are drawn first.",
)
NUMBER = Message("monrad.number", "Gets player number %(number)s.")


def _next_round(state: StageState, number: int) -> Joining:
    later = Note(NUMBER_LATER, {"number": _next_number(state)})
    return Joining(effects=(missed_so_far(state, state.next_round), later))


def _bye(state: StageState, bye: DrawnPairing) -> Joining:
    lot = _next_number(state)
    missed = missed_so_far(state, state.next_round - 1)
    notes = (missed,) if missed.message is WINS_MISSED else ()
    return Joining(effects=(*notes, Note(NUMBER, {"number": lot})), lot=lot)


def _next_number(state: StageState) -> int:
    given = (entrant.lot for entrant in state.entrants if entrant.lot is not None)
    return max(given, default=0) + 1


MONRAD = Format(
    key="monrad",
    label=gettext_noop("Monrad"),
    explanation=gettext_noop(
        "Player numbers are drawn once. Each round, players are sorted by wins, then "
        "player number; from the top, each free player meets the next opponent not yet "
        "met."
    ),
    draw=draw,
    has_numbers=True,
    options=(*LIST_OPTIONS, *MISSED_ROUNDS),
    later_options=("bye_to", *ASKED_BYES),
    tiebreaks=BY_OPPONENTS_FIRST,
    has=list_so_far,
    late=LateEntry(next_round=_next_round, bye=_bye),
    substitute=Substitute.FIRST_MATCH,
    why=WHY,
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.LOWEST_BYE_FIRST,
        Promise.LIST_BY_POINTS,
        Promise.FORBIDDEN_APART,
    ),
)
