"""The columns of standings, and what they say of two neighbours."""

from dataclasses import dataclass

from matches.rules.messages import Message

AHEAD = Message(
    "standings.ahead",
    "Ahead of %(other)s by %(tiebreak)s: %(value)s against %(other_value)s.",
)

KINDS = ("number", "percent", "decimal", "pr", "least")
"""The ways in which values are shown: `Column.kind`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the standings; higher values are better.

    `name` stands inside a sentence and, with a capital, heads the column; `explanation`
    says how it is computed. `reason` is the sentence on two neighbours that it
    separates; it may use %(other)s, %(value)s, %(other_value)s and %(tiebreak)s, which
    is `name`. `within_wins`: it compares entrants who are equal before it only, and
    does not apply where it gives all of them 0. `kind` is how values are shown:
    "number", "percent" (of 1), "decimal", "pr" (how many hundredths it is below 100, 0
    without one), or "least" (a number that is kept negative, because fewer are better).
    `ranks_first`: it stands before all tie-breaks, in place of the wins.
    """

    key: str
    name: str
    explanation: str
    reason: Message = AHEAD
    within_wins: bool = False
    kind: str = "number"
    ranks_first: bool = False
