"""Free club night: all players who are present and not at a table are paired."""

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.format import (
    Ends,
    Format,
    Joining,
    LateEntry,
    RoundsAsked,
    Substitute,
    for_every_bye,
    nothing_foreseen,
)
from tournaments.engine.formats.night.pairing import draw, due, standings
from tournaments.engine.formats.night.why import WHY
from tournaments.engine.promises import Promise
from tournaments.engine.standings.tiebreaks import WIN_SHARE
from tournaments.engine.state import Note, Options, StageState

ENDLESS = 99
"""The largest number of rounds of a stage, for a club night, which has no last one."""

SOON = Message("night.soon", "Gets a match in the next draw.")


def _joins(state: StageState, number: int) -> Joining:
    return Joining(effects=(Note(SOON),))


def _rounds(entrants: int, asked: int, options: Options) -> int:
    return asked or ENDLESS


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
    draw=draw,
    due=due,
    foresees=nothing_foreseen,
    has_byes=False,
    can_rest=False,
    options=("legs", "forbidden", "tiebreaks"),
    rounds_asked=RoundsAsked.NO,
    rounds=_rounds,
    last_round=lambda _state: None,
    ends=Ends.NEVER,
    is_finished=lambda _state: False,
    standings=standings,
    tiebreaks=(WIN_SHARE.code,),
    late=LateEntry(next_round=_joins, bye=lambda _state, _bye: None),
    substitute=Substitute.NEVER,
    why=WHY,
    promises=(
        Promise.ONE_MAY_WAIT,
        Promise.MOST_MATCHES_WAIT,
        Promise.BUSY_ARE_LEFT_OUT,
        Promise.FORBIDDEN_APART,
    ),
)
