"""Double elimination: who has lost twice is out; the two brackets meet in a final.

Lots and byes: see `bracket.lines`. Where losers go: see `bracket.shapes`.
"""

from functools import lru_cache

from matches.rules.text import gettext_noop
from tournaments.engine.bracket import places
from tournaments.engine.bracket.branches import with_branches
from tournaments.engine.bracket.lines import check_undrawn, draw_lines, lines_of
from tournaments.engine.bracket.shapes import double_elimination
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
    LEAVES_BRACKET,
    doubling_rounds,
    due_numbers,
    no_groups,
    nobody_knows,
    plain_lot,
    whatever_a_bye,
    wins_so_far,
)
from tournaments.engine.plan import BracketPlan
from tournaments.engine.promises import Promise
from tournaments.engine.standings import Standings
from tournaments.engine.state import Branch, DrawnRound, Options, StageState
from tournaments.engine.why.brackets import BracketReasons


def draw(state: StageState, seed: str) -> DrawnRound:
    """Draw the lines of everybody who is due; it is done once only.

    Raises LinesDrawnError, TooFewEntrantsError.
    """
    check_undrawn(state)
    due_numbers(state)
    return draw_lines(state, seed)


def plan(state: StageState) -> BracketPlan:
    """Return both brackets, the final and the branches; the lines decide."""
    options = state.options
    drawn = state.plan
    return drawn or _plan(lines_of(state), options.branches, reset=options.reset)


@lru_cache(maxsize=32)
def _plan(lines: int, branches: tuple[Branch, ...], *, reset: bool) -> BracketPlan:
    return with_branches(double_elimination(lines, reset=reset), branches)


def standings(state: StageState) -> Standings:
    """Rank by how far everybody came; who still plays stands above who is out."""
    return places.double_standings(state, plan(state))


def is_finished(state: StageState) -> bool:
    """Return True if nothing is left to be played, in the branches neither."""
    return places.is_decided(state, plan(state))


def rounds(entrants: int, asked: int, options: Options) -> int:
    """Return the rounds up to the final, whatever was asked for.

    Two for each round of the main bracket; a final played again is one more.
    """
    return 2 * doubling_rounds(entrants)


DOUBLE_ELIMINATION = Format(
    key="double_elimination",
    label=gettext_noop("Double elimination"),
    explanation=gettext_noop(
        "The lines are drawn once. Who loses goes on in the lower bracket: the later "
        "they lose, the later they join. Who loses there is out. The winners of both "
        "brackets meet in the final."
    ),
    places=whatever_a_bye(
        gettext_noop(
            "The round of the second loss decides. Who goes out in the same round "
            "shares the place."
        )
    ),
    rounds_hint="",
    display=Display.BRACKET,
    version=1,
    draw=draw,
    due=due_numbers,
    plan=plan,
    can_draw_ahead=False,
    is_drawn_once=True,
    has_byes=True,
    options=("byes", "seeded", "reset", "apart", "forbidden"),
    essential_options=("reset",),
    later_options=(),
    rounds_asked=RoundsAsked.NO,
    rounds=rounds,
    last_round=nobody_knows,
    ends=Ends.WITH_ROUNDS,
    is_finished=is_finished,
    standings=standings,
    groups=no_groups,
    lot_place=plain_lot,
    has=wins_so_far,
    out=None,
    late=None,
    leaving=LEAVES_BRACKET,
    substitute=Substitute.FIRST_MATCH,
    why=BracketReasons(plan),
    promises=(Promise.EVERYBODY_PLAYS, Promise.LINES, Promise.LINES_KEPT_APART),
    browser_check=BrowserCheck(purpose="double_elimination:lines", order=LotOrder.LOTS),
)
