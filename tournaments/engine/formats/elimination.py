"""Knock-out: a bracket drawn once, whose matches follow from the results.

Lots and byes: see `bracket.lines`. Losers are out, or go on in a branch.
"""

from functools import lru_cache

from matches.rules.text import gettext_noop
from tournaments.engine.bracket import places
from tournaments.engine.bracket.branches import with_branches
from tournaments.engine.bracket.lines import lines_of
from tournaments.engine.bracket.shapes import single_elimination
from tournaments.engine.formats.common import doubling_rounds, for_every_bye
from tournaments.engine.formats.families import lines_drawn_once
from tournaments.engine.plan import BracketPlan
from tournaments.engine.standings import Standings
from tournaments.engine.state import Branch, Options, StageState


def plan(state: StageState) -> BracketPlan:
    """Return the bracket and its branches; the lines decide, never the results."""
    return state.plan or _plan(lines_of(state), state.options.branches)


@lru_cache(maxsize=32)
def _plan(lines: int, branches: tuple[Branch, ...]) -> BracketPlan:
    return with_branches(single_elimination(lines), branches)


def standings(state: StageState) -> Standings:
    return places.single_standings(state, plan(state))


def rounds(entrants: int, asked: int, options: Options) -> int:
    return doubling_rounds(entrants)


ELIMINATION = lines_drawn_once(
    key="elimination",
    label=gettext_noop("Knockout"),
    explanation=gettext_noop(
        "The bracket is drawn once. Losers are out, or continue in a consolation "
        "bracket; winners of neighbouring matches meet. A match starts as soon as both "
        "players are known."
    ),
    places=for_every_bye(
        gettext_noop(
            "Ranked by round reached. Players eliminated in the same round share the "
            "place."
        )
    ),
    version=1,
    plan=plan,
    options=("byes", "seeded", "seeds_by", "branches", "apart", "forbidden"),
    essential_options=(),
    rounds=rounds,
    standings=standings,
    losses=lambda _options: 1,
)
