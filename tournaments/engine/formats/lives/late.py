"""Late entry in lives: each missed round costs a life, but one life is left."""

from collections.abc import Mapping

from matches.rules.text import gettext_noop
from tournaments.engine.formats.base import Joining, LateEntry
from tournaments.engine.formats.common import HAS_LOSSES
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import DrawnPairing, Note, StageState

BEGINS = gettext_noop("Begins with %(lost)s of %(lives)s lives lost.")


def _next_round(state: StageState, number: int) -> Joining:
    return _from(state, state.next_round)


def _bye(state: StageState, bye: DrawnPairing) -> Joining:
    return _from(state, state.next_round - 1)


def _from(state: StageState, joined: int) -> Joining:
    lives = state.options.lives
    lost = min(joined - 1, lives - 1)
    return Joining(effects=(Note(BEGINS, {"lost": lost, "lives": lives}),))


def losses_so_far(state: StageState) -> Mapping[int, Note]:
    """Return a note with the losses of each entrant."""
    return {
        number: Note(HAS_LOSSES, {"losses": losses})
        for number, losses in tallies.count(state).losses.items()
    }


LATE = LateEntry(next_round=_next_round, bye=_bye)
