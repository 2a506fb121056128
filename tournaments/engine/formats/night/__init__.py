"""Free club night: all players who are present and not at a table are paired."""

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
    LEAVES_ROUNDS,
    for_every_bye,
    no_groups,
    nothing_foreseen,
    plain_lot,
    unknown_beforehand,
    wins_so_far,
)
from tournaments.engine.formats.night.pairing import (
    draw,
    due,
    is_finished,
    rounds,
    standings,
)
from tournaments.engine.formats.night.why import WHY
from tournaments.engine.promises import Promise
from tournaments.engine.standings.tiebreaks import WIN_SHARE
from tournaments.engine.state import DrawnPairing, Note, StageState

SOON = Message("night.soon", "Gets a match in the next draw.")


def _joins(state: StageState, number: int) -> Joining:
    return Joining(effects=(Note(SOON),))


def _no_bye(state: StageState, bye: DrawnPairing) -> Joining | None:
    return None


NIGHT = Format(
    key="night",
    label=gettext_noop("Open play night"),
    explanation=gettext_noop(
        "Checked-in players who are free get a match: fewest matches first, preferably "
        "against a recent non-opponent of similar rating. An odd player waits for the "
        "next draw, as do two who have just played each other while others are still "
        "playing."
    ),
    places=for_every_bye(
        gettext_noop(
            "Ranked by wins, then %(tiebreaks)s. Players still tied share the place."
        )
    ),
    rounds_hint="",
    display=Display.ROUNDS,
    version=1,
    draw=draw,
    due=due,
    foresees=nothing_foreseen,
    plan=None,
    can_draw_ahead=True,
    is_drawn_once=False,
    has_byes=False,
    has_numbers=False,
    can_rest=False,
    options=("legs", "forbidden", "tiebreaks"),
    essential_options=(),
    later_options=(),
    rounds_asked=RoundsAsked.NO,
    rounds=rounds,
    last_round=unknown_beforehand,
    ends=Ends.NEVER,
    is_finished=is_finished,
    standings=standings,
    groups=no_groups,
    lot_place=plain_lot,
    has=wins_so_far,
    out=None,
    losses=None,
    late=LateEntry(next_round=_joins, bye=_no_bye),
    leaving=LEAVES_ROUNDS,
    substitute=Substitute.NEVER,
    why=WHY,
    promises=(
        Promise.ONE_MAY_WAIT,
        Promise.MOST_MATCHES_WAIT,
        Promise.BUSY_ARE_LEFT_OUT,
        Promise.FORBIDDEN_APART,
    ),
    tiebreaks=(WIN_SHARE.code,),
)
