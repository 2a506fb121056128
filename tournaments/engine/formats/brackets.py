"""Brackets: lines drawn once, whose matches follow from the results.

Lots and byes: see `bracket.lines`; the ways of the losers: `bracket.shapes`.
"""

from collections.abc import Callable
from functools import lru_cache, partial

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine import format as usual
from tournaments.engine.bracket import places
from tournaments.engine.bracket.branches import with_branches
from tournaments.engine.bracket.lines import (
    check_undrawn,
    draw_lines,
    foresees_halves,
    lines_of,
)
from tournaments.engine.bracket.shapes import double_elimination, single_elimination
from tournaments.engine.format import Format
from tournaments.engine.pairing.foresight import refuse_drawn
from tournaments.engine.pairing.neighbours import DrawnPairs
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.plan import BracketPlan
from tournaments.engine.state import Branch, DrawnRound, Promise, StageState
from tournaments.engine.why.brackets import reasons


def draw(state: StageState, seed: str) -> DrawnRound:
    """Raises LINES_DRAWN if lines are there, TooFewEntrantsError, SAME_PERSON."""
    check_undrawn(state)
    usual.due_in_round(state)
    drawn = draw_lines(state, seed)
    pairs = [
        (pairing.one, pairing.two)
        for pairing in drawn.pairings
        if pairing.two is not None
    ]
    refuse_drawn(DrawnPairs(pairs, None), barred_pairs(state))
    return drawn


def single_plan(state: StageState) -> BracketPlan:
    """Return the bracket and its branches; the lines decide, never the results."""
    return state.plan or _single(lines_of(state), state.options.branches)


@lru_cache(maxsize=32)
def _single(lines: int, branches: tuple[Branch, ...]) -> BracketPlan:
    return with_branches(single_elimination(lines), branches)


def double_plan(state: StageState) -> BracketPlan:
    """Return both brackets, the final and the branches; the lines decide."""
    options = state.options
    return state.plan or _double(lines_of(state), options.branches, reset=options.reset)


@lru_cache(maxsize=32)
def _double(lines: int, branches: tuple[Branch, ...], *, reset: bool) -> BracketPlan:
    return with_branches(double_elimination(lines, reset=reset), branches)


def _is_finished(plan: Callable[[StageState], BracketPlan], state: StageState) -> bool:
    return places.is_decided(state, plan(state))


BRACKET = partial(
    Format,
    display=usual.Display.BRACKET,
    draw=draw,
    foresees=foresees_halves,
    can_draw_ahead=False,
    is_drawn_once=True,
    can_rest=False,
    rounds_asked=usual.RoundsAsked.NO,
    last_round=lambda _state: None,
    late=None,
    leaving=usual.Leaving(
        title=Message("leaving.bracket", "Withdraws; the next opponent advances.")
    ),
    substitute=usual.Substitute.FIRST_MATCH,
    promises=(Promise.EVERYBODY_PLAYS, Promise.LINES, Promise.LINES_KEPT_APART),
)
ELIMINATION = BRACKET(
    key="elimination",
    label=gettext_noop("Knockout"),
    explanation=gettext_noop(
        "The bracket is drawn once. Losers are out, or continue in a consolation "
        "bracket; winners of neighbouring matches meet. A match starts as soon as both "
        "players are known."
    ),
    places=usual.for_every_bye(
        gettext_noop(
            "Ranked by round reached. Players eliminated in the same round share the "
            "place."
        )
    ),
    plan=single_plan,
    options=("byes", "seeded", "seeds_by", "branches", "legs", "apart", "forbidden"),
    rounds=lambda entrants, _asked, _options: usual.doubling_rounds(entrants),
    is_finished=partial(_is_finished, single_plan),
    standings=lambda state: places.single_standings(state, single_plan(state)),
    losses=lambda _options: 1,
    why=partial(reasons, single_plan),
)
DOUBLE_ELIMINATION = BRACKET(
    key="double_elimination",
    label=gettext_noop("Double elimination"),
    explanation=gettext_noop(
        "The bracket is drawn once. Losers move to the lower bracket; the later the "
        "loss, the later they join. A second loss eliminates. The winners of both "
        "brackets meet in the final."
    ),
    places=usual.for_every_bye(
        gettext_noop(
            "Ranked by the round of the second loss. Players eliminated in the same "
            "round share the place."
        )
    ),
    plan=double_plan,
    options=("byes", "seeded", "seeds_by", "reset", "legs", "apart", "forbidden"),
    essential_options=("reset",),
    # A final played again is one more.
    rounds=lambda entrants, _asked, _options: 2 * usual.doubling_rounds(entrants),
    is_finished=partial(_is_finished, double_plan),
    standings=lambda state: places.double_standings(state, double_plan(state)),
    losses=lambda _options: 2,
    why=partial(reasons, double_plan),
)
