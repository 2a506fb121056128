"""The rule book of one backgammon match. Standard library only.

A match scored in five lines:

>>> from matches.rules import GameResult, Kind, MatchRules, Side, replay
>>> ada, bo = Side.ONE, Side.TWO
>>> games = [GameResult(ada, cube=2), GameResult(bo), GameResult(ada, Kind.GAMMON)]
>>> match = replay(MatchRules(length=5), games)
>>> print(match.shown.one, match.shown.two, match.phase)
4 1 crawford

Games that cannot be are refused, with a reason that says what to do:

>>> from matches.rules import RuleError, apply
>>> try:
...     apply(match, GameResult(bo, cube=2))
... except RuleError as refusal:
...     print(refusal)
This is the Crawford game: the cube stays at 1. Enter the game without a double.
"""

from matches.rules.errors import (
    FinalScoreError,
    GameError,
    MatchRulesError,
    Param,
    RuleError,
)
from matches.rules.final import check_final, check_final_against
from matches.rules.game import (
    LARGEST_CUBE,
    Ending,
    GameResult,
    Kind,
    Side,
    is_cube_value,
)
from matches.rules.score import (
    LONGEST,
    SHORTEST,
    Ledger,
    Line,
    MatchRules,
    Phase,
    Score,
    apply,
    cube_values,
    replay,
)

__all__ = [
    "LARGEST_CUBE",
    "LONGEST",
    "SHORTEST",
    "Ending",
    "FinalScoreError",
    "GameError",
    "GameResult",
    "Kind",
    "Ledger",
    "Line",
    "MatchRules",
    "MatchRulesError",
    "Param",
    "Phase",
    "RuleError",
    "Score",
    "Side",
    "apply",
    "check_final",
    "check_final_against",
    "cube_values",
    "is_cube_value",
    "replay",
]
