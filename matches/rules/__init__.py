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

from matches.rules.changes import ScoreChange, changes
from matches.rules.check_game import without_refused_beaver
from matches.rules.conditions import (
    LONGEST,
    SHORTEST,
    CrawfordDouble,
    GameRules,
    MatchRules,
    Score,
    Scoring,
)
from matches.rules.errors import GameError
from matches.rules.game import (
    LARGEST_CUBE,
    AwardReason,
    Checkers,
    Ending,
    GameResult,
    Kind,
    Side,
    is_cube_value,
)
from matches.rules.ledger import (
    AdjustmentFact,
    AdjustmentLine,
    AdjustmentReason,
    Entry,
    Fact,
    Ledger,
    Line,
    MatchScore,
    Phase,
)
from matches.rules.money import (
    MoneyFact,
    MoneyLine,
    MoneyRules,
    MoneySession,
    PaymentFact,
    PaymentLine,
    replay_session,
)
from matches.rules.refusals import Param, RuleError
from matches.rules.score import (
    apply,
    can_double,
    check_final,
    check_final_against,
    cube_values,
    replay,
    rescore,
)
from matches.rules.timing import (
    Clock,
    LateTariff,
    TimeProposal,
    TimeReason,
    TimeRule,
    late_penalty,
    propose_stopped,
    reserve_seconds,
)
