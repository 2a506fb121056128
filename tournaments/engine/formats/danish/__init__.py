"""Danish system: down the list the first meets the second, the third the fourth."""

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
    JOINS_WITHOUT_WINS,
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
from tournaments.engine.formats.danish.pairing import draw
from tournaments.engine.formats.danish.why import WHY
from tournaments.engine.promises import Promise

DANISH = Format(
    key="danish",
    label=gettext_noop("Danish system"),
    explanation=gettext_noop(
        "Each round pairs neighbours on the list of the standings: the first meets the "
        "second, the third the fourth, even if they have met before. Numbers drawn "
        "once decide between equal players."
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
    late=JOINS_WITHOUT_WINS,
    leaving=LEAVES_ROUNDS,
    substitute=Substitute.NEWEST_ROUND,
    why=WHY,
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.LOWEST_BYE_FIRST,
        Promise.NEIGHBOURS_BY_WINS,
    ),
    browser_check=BrowserCheck(purpose="danish:1", order=LotOrder.LOTS),
)
