"""Refusals of entering a result."""

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

WINNER_ADVANCED = Refusal(
    "result.winner_advanced",
    gettext_noop(
        "This would change the winner, but later matches depend on this "
        "result, from round %(round)s on. Use “Correct this result”: it shows "
        "what would change, and lets you choose."
    ),
)
"""A correction would change who plays a round that is already drawn."""

LINE_UNREADABLE = Refusal(
    "result.line_unreadable",
    gettext_noop(
        "“%(typed)s” is not a result. Type the match number and both scores "
        "in the order of the score sheet, for example 23 7 5."
    ),
)
"""The result box was given something else than a match and two scores."""

NO_SUCH_MATCH = Refusal(
    "result.no_such_match",
    gettext_noop(
        "There is no match M%(number)s in this tournament. Look for the "
        "number in the top right corner of the score sheet."
    ),
)
"""No match of this tournament has the number."""

NOT_OPEN_YET = Refusal(
    "result.not_open_yet",
    gettext_noop(
        "M%(number)s cannot be played yet: it is not known who plays it. Enter the "
        "results of the matches before it first."
    ),
)
"""The number is kept for a match of a bracket whose players are not known."""

RESULT_FED = Refusal(
    "result.fed",
    gettext_noop(
        "This would change the winner, but %(name)s was drawn from these standings. "
        "Use “Correct this result”: it shows what would change, and lets you choose."
    ),
)
"""A stage was drawn from standings in which the result counts."""
