"""Refusals that concern a whole tournament."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop

__all__ = [
    "TournamentClosedError",
]


class TournamentClosedError(RuleError):
    """The results are final."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("This tournament is closed. Reopen it to change something.")
        )
