"""Swiss: equal wins play each other, nobody the same opponent twice."""

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
from tournaments.engine.formats.swiss.pairing import draw
from tournaments.engine.formats.swiss.why import WHY
from tournaments.engine.promises import Promise

SWISS = Format(
    key="swiss",
    label=gettext_noop("Swiss"),
    explanation=gettext_noop(
        "Each round pairs players with equal or nearly equal wins who have not met; "
        "lots decide the rest. An odd player out has a bye."
    ),
    places=PLACES_BY_WINS,
    rounds_hint="",
    display=Display.ROUNDS,
    version=2,
    draw=draw,
    due=due_numbers,
    plan=None,
    can_draw_ahead=True,
    is_drawn_once=False,
    has_byes=True,
    options=("apart", "apart_rounds", "forbidden", "legs"),
    essential_options=(),
    later_options=("apart", "apart_rounds"),
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
        Promise.NO_REMATCH,
        Promise.LOWEST_BYE_FIRST,
        Promise.KEPT_APART,
    ),
    browser_check=BrowserCheck(purpose="swiss:1:1", order=LotOrder.PAIRS),
)
