"""Lives: an entrant is out after so many lost rounds; equal losses meet."""

from collections.abc import Mapping

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.formats.base import (
    Display,
    Ends,
    Format,
    Joining,
    LateEntry,
    RoundsAsked,
    Substitute,
)
from tournaments.engine.formats.common import (
    HAS_LOSSES,
    LEAVES_ROUNDS,
    for_every_bye,
    no_groups,
    plain_lot,
    unknown_beforehand,
)
from tournaments.engine.formats.lives.pairing import (
    draw,
    due,
    foresees,
    is_finished,
    out,
    rounds,
    standings,
)
from tournaments.engine.formats.lives.why import WHY
from tournaments.engine.promises import Promise
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import DrawnPairing, Note, StageState

BEGINS = Message("lives.begins", "Starts with %(lost)s of %(lives)s lives lost.")


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


LIVES = Format(
    key="lives",
    label=gettext_noop("Multiple lives"),
    explanation=gettext_noop(
        "Each player starts with a number of lives and loses one with each loss; at "
        "zero lives a player is out. Each round pairs players with equal or nearly "
        "equal losses who have not met; the rest is random. An odd player gets a bye, "
        "which costs no life."
    ),
    places=for_every_bye(
        gettext_noop(
            "Surviving players come first, by lives left; then players by the round "
            "they went out. Players eliminated in the same round share the place."
        )
    ),
    rounds_hint="",
    display=Display.ROUNDS,
    version=1,
    draw=draw,
    due=due,
    foresees=foresees,
    plan=None,
    can_draw_ahead=False,
    is_drawn_once=False,
    has_byes=True,
    has_numbers=False,
    can_rest=True,
    options=("lives", "survivors", "legs", "forbidden", "bye_to"),
    essential_options=("lives",),
    later_options=("survivors", "bye_to"),
    rounds_asked=RoundsAsked.NO,
    rounds=rounds,
    last_round=unknown_beforehand,
    ends=Ends.WITH_RESULTS,
    is_finished=is_finished,
    standings=standings,
    groups=no_groups,
    tiebreaks=(),
    lot_place=plain_lot,
    has=losses_so_far,
    out=out,
    losses=lambda options: options.lives,
    late=LateEntry(next_round=_next_round, bye=_bye),
    leaving=LEAVES_ROUNDS,
    substitute=Substitute.NEWEST_ROUND,
    why=WHY,
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.FEWEST_BYES_FIRST,
        Promise.KEPT_APART,
        Promise.LIVES_END,
    ),
)
