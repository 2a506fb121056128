"""Double elimination: two losses and out; the winners of both brackets meet.

`bracket.lines` has lots and byes, `bracket.shapes` the ways of the losers.
"""

from functools import lru_cache

from matches.rules.text import gettext_noop
from tournaments.engine.bracket import places
from tournaments.engine.bracket.branches import with_branches
from tournaments.engine.bracket.lines import lines_of
from tournaments.engine.bracket.shapes import double_elimination
from tournaments.engine.formats.common import doubling_rounds, for_every_bye
from tournaments.engine.formats.families import lines_drawn_once
from tournaments.engine.plan import BracketPlan
from tournaments.engine.standings import Standings
from tournaments.engine.state import Branch, Options, StageState


def plan(state: StageState) -> BracketPlan:
    """Return both brackets, the final and the branches; the lines decide."""
    options = state.options
    drawn = state.plan
    return drawn or _plan(lines_of(state), options.branches, reset=options.reset)


@lru_cache(maxsize=32)
def _plan(lines: int, branches: tuple[Branch, ...], *, reset: bool) -> BracketPlan:
    return with_branches(double_elimination(lines, reset=reset), branches)


def standings(state: StageState) -> Standings:
    """Rank by the round reached; entrants still in the stage come before those out."""
    return places.double_standings(state, plan(state))


def rounds(entrants: int, asked: int, options: Options) -> int:
    """Return the rounds up to the final, whatever was asked for.

    Two for each round of the main bracket; a final played again is one more.
    """
    return 2 * doubling_rounds(entrants)


DOUBLE_ELIMINATION = lines_drawn_once(
    key="double_elimination",
    label=gettext_noop("Double elimination"),
    explanation=gettext_noop(
        "The bracket is drawn once. Losers move to the lower bracket; the later the "
        "loss, the later they join. A second loss eliminates. The winners of both "
        "brackets meet in the final."
    ),
    places=for_every_bye(
        gettext_noop(
            "Ranked by the round of the second loss. Players eliminated in the same "
            "round share the place."
        )
    ),
    version=1,
    plan=plan,
    options=("byes", "seeded", "seeds_by", "reset", "apart", "forbidden"),
    essential_options=("reset",),
    rounds=rounds,
    standings=standings,
    losses=lambda _options: 2,
)
