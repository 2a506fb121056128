"""Refusals that concern a whole tournament."""

from matches.rules.refusals import Refusal

__all__ = ["TOURNAMENT_CLOSED"]


TOURNAMENT_CLOSED = Refusal(
    "tournament.closed", "This tournament is closed. Reopen it to make changes."
)
"""The results are final."""

RESULTS_STILL_MISSING = Refusal(
    "draw.results_still_missing",
    "Results are still missing: %(labels)s. Enter them first.",
)
"""Matches of the last round are still open."""
