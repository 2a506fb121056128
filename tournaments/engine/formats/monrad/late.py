"""Late entry in a Monrad: a latecomer gets the next free player number."""

from matches.rules.text import gettext_noop
from tournaments.engine.formats.base import Joining, LateEntry
from tournaments.engine.formats.common import NO_WINS_YET
from tournaments.engine.state import DrawnPairing, Note, StageState

NUMBER_LATER = gettext_noop(
    "Gets player number %(number)s, unless more latecomers are drawn."
)
NUMBER = gettext_noop("Gets player number %(number)s.")


def _next_round(state: StageState, number: int) -> Joining:
    later = Note(NUMBER_LATER, {"number": _next_number(state)})
    return Joining(effects=(Note(NO_WINS_YET), later))


def _bye(state: StageState, bye: DrawnPairing) -> Joining:
    lot = _next_number(state)
    return Joining(effects=(Note(NUMBER, {"number": lot}),), lot=lot)


def _next_number(state: StageState) -> int:
    given = (one.lot for one in state.entrants if one.lot is not None)
    return max(given, default=0) + 1


LATE = LateEntry(next_round=_next_round, bye=_bye)
