"""The data with which the result box checks a line while it is typed.

The browser has no rules of its own. It gets the pattern of a line, and the error of
each impossible final score for each match length.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from matches.rules import MatchRules, check_final
from matches.rules.errors import NO_WINNER, SCORE_TOO_HIGH, TWO_WINNERS
from matches.rules.refusals import RuleError
from tournaments.results.services import JOINED_SCORES, LINE_SO_FAR, MATCH_NUMBER

PATTERNS: Final = json.dumps(
    {"line": LINE_SO_FAR, "number": MATCH_NUMBER, "joined": JOINED_SCORES}
)
"""A line that may still become longer, the number that it begins with, and a line whose
scores are typed together."""

GOOD: Final = "."
_FAULTS: Final = {NO_WINNER: "n", TWO_WINNERS: "b", SCORE_TOO_HIGH: "o"}
_TEXTS: Final = {"n": "textNeither", "b": "textBoth", "o": "textOver"}
"""The names of the sentences in the page."""


def final_scores(lengths: Iterable[int]) -> dict[str, dict[str, object]]:
    """Return which final scores matches of these lengths can have, for the browser.

    For each length there is a line for every score of the first player. Its characters
    are for the scores of the second: `GOOD`, or the key of what is wrong. The last line
    and the last characters stand for all higher scores.
    """
    return {
        "texts": dict(_TEXTS),
        "lengths": {str(n): list(_table(n)) for n in sorted(set(lengths))},
    }


@lru_cache
def _table(length: int) -> tuple[str, ...]:
    rules, scores = MatchRules(length), range(length + 2)
    return tuple("".join(_judged(rules, one, two) for two in scores) for one in scores)


def _judged(rules: MatchRules, one: int, two: int) -> str:
    try:
        check_final(rules, one, two)
    except RuleError as error:
        return _FAULTS[error.refusal]
    return GOOD
