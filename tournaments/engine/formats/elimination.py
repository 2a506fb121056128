"""Knock-out: a bracket drawn once, whose matches follow from the results.

Lots and byes: see `bracket.lines`. Who loses is out, or goes on in a branch.
"""

from functools import lru_cache

from matches.rules.text import gettext_noop
from tournaments.engine.bracket import places
from tournaments.engine.bracket.branches import with_branches
from tournaments.engine.bracket.lines import check_undrawn, draw_lines, lines_of
from tournaments.engine.bracket.shapes import single_elimination
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
    """Return the bracket and its branches; the lines decide, never the results."""
    return state.plan or _plan(lines_of(state), state.options.branches)


@lru_cache(maxsize=32)
def _plan(lines: int, branches: tuple[Branch, ...]) -> BracketPlan:
    return with_branches(single_elimination(lines), branches)


def standings(state: StageState) -> Standings:
    """Rank by the round reached in the main bracket."""
    return places.single_standings(state, plan(state))


def is_finished(state: StageState) -> bool:
    """Return True if nothing is left to be played, in the branches neither."""
    return places.is_decided(state, plan(state))


def rounds(entrants: int, asked: int, options: Options) -> int:
    """Return ceil(log2 n), whatever was asked for."""
    return doubling_rounds(entrants)


ELIMINATION = Format(
    key="elimination",
    label=gettext_noop("Knock-out"),
    explanation=gettext_noop(
        "The lines are drawn once. Who loses is out, or goes on in a bracket of the "
        "losers; winners of neighbouring matches meet. A match begins as soon as both "
        "players are known."
    ),
    places=whatever_a_bye(
        gettext_noop(
            "The round reached decides. Who goes out in the same round shares the "
            "place."
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
    options=("byes", "seeded", "branches", "apart", "forbidden"),
    essential_options=(),
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
    browser_check=BrowserCheck(purpose="elimination:lines", order=LotOrder.LOTS),
)
