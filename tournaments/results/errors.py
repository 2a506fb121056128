"""Refusals of entering a result."""

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

WINNER_ADVANCED = Refusal(
    "result.winner_advanced",
    gettext_noop(
        "This would change the winner, but later matches (from round %(round)s) depend "
        "on it. Use “Correct this result” to see the effects and choose."
    ),
)
"""A correction would change who plays a round that is already drawn."""

LINE_UNREADABLE = Refusal(
    "result.line_unreadable",
    gettext_noop(
        "“%(typed)s” is not a result. Enter the match number and both scores in "
        "score-sheet order, for example 23 7 5."
    ),
)
"""The result box was given something else than a match and two scores."""

NO_SUCH_MATCH = Refusal(
    "result.no_such_match",
    gettext_noop(
        "There is no match M%(number)s in this tournament. The number is in the top "
        "right corner of the score sheet."
    ),
)
"""No match of this tournament has the number."""

NOT_OPEN_YET = Refusal(
    "result.not_open_yet",
    gettext_noop(
        "M%(number)s cannot be played yet because its players are not known. Enter the "
        "earlier results first."
    ),
)
"""The number is kept for a match of a bracket whose players are not known."""

RESULT_FED = Refusal(
    "result.fed",
    gettext_noop(
        "This would change the winner, but %(name)s was drawn from these standings. "
        "Use "
        "“Correct this result” to see the effects and choose."
    ),
)
"""A stage was drawn from standings in which the result counts."""
