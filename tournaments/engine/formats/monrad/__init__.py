"""Monrad: down the list of wins and player numbers, each takes the next they can."""

from matches.rules.text import gettext_noop
from tournaments.engine.formats.base import (
    BrowserCheck,
    Display,
    Ends,
    Format,
    LotOrder,
    RoundsAsked,
    Substitute,
)
from tournaments.engine.formats.common import (
    LEAVES_ROUNDS,
    PLACES_BY_WINS,
    all_rounds_played,
    due_numbers,
    no_groups,
    plain_lot,
    rounds_asked,
    rounds_planned,
    standings_by_wins,
    wins_so_far,
)
from tournaments.engine.formats.monrad.late import LATE
from tournaments.engine.formats.monrad.pairing import draw
from tournaments.engine.formats.monrad.why import WHY
from tournaments.engine.promises import Promise

MONRAD = Format(
    key="monrad",
    label=gettext_noop("Monrad"),
    explanation=gettext_noop(
        "Player numbers are drawn once. Each round the list is sorted by wins, then by "
        "player number, and the highest free player meets the next one not yet met."
    ),
    places=PLACES_BY_WINS,
    rounds_hint="",
    display=Display.ROUNDS,
    version=1,
    draw=draw,
    due=due_numbers,
    plan=None,
    can_draw_ahead=True,
    is_drawn_once=False,
    has_byes=True,
    options=("legs",),
    essential_options=(),
    later_options=(),
    rounds_asked=RoundsAsked.YES,
    rounds=rounds_asked,
    last_round=rounds_planned,
    ends=Ends.WITH_ROUNDS,
    is_finished=all_rounds_played,
    standings=standings_by_wins,
    groups=no_groups,
    lot_place=plain_lot,
    has=wins_so_far,
    out=None,
    late=LATE,
    leaving=LEAVES_ROUNDS,
    substitute=Substitute.FIRST_MATCH,
    why=WHY,
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.LOWEST_BYE_FIRST,
        Promise.FORBIDDEN_APART,
    ),
    browser_check=BrowserCheck(purpose="monrad:1", order=LotOrder.LOTS),
)
