"""Why a season cannot be made, changed or closed."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

SEASON_CHANGED = Refusal(
    "season.changed",
    gettext_noop(
        "Someone else has changed this. Check it again, then make your change."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The season is not the one that the form began with."""

SEASON_CLOSED = Refusal(
    "season.closed",
    gettext_noop("This season is closed. Reopen it to make changes."),
    status=HTTPStatus.CONFLICT,
)
"""The table is final."""

SEASON_EMPTY = Refusal(
    "season.empty",
    gettext_noop(
        "No one is ranked in this season yet. Choose tournaments with results first."
    ),
)
"""A season without an evening can neither be closed nor have a final."""

SEASON_RUNNING = Refusal(
    "season.running",
    gettext_noop(
        "These tournaments of the season are still being played: %(names)s. Close them "
        "first."
    ),
)
"""The table would change by itself after it was closed."""

TABLE_CHANGED = Refusal(
    "season.table_changed",
    gettext_noop(
        "The table has changed since you opened this page. Check it again, then close "
        "the season."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A result was entered while a director looked at the table."""

DAYS_CROSSED = Refusal(
    "season.days_crossed",
    gettext_noop("The last day of the season is before its first day."),
)
"""The season would have no day."""

PAYS_NOTHING = Refusal(
    "season.pays_nothing",
    gettext_noop(
        "With these rules no one would ever get a point. Award points for something."
    ),
)
"""Neither attendance, nor matches, nor places pay."""

PLACES_MISSING = Refusal(
    "season.places_missing",
    gettext_noop("Enter points for first place, second place, and so on."),
)
"""Places pay by a list, and the list is empty."""

FEW_FINALISTS = Refusal(
    "season.few_finalists",
    gettext_noop("A final needs at least two players. Choose them."),
)
"""Fewer than two players were chosen."""

FINAL_THERE = Refusal(
    "season.final_there",
    gettext_noop(
        "This season already has a final: %(name)s. Delete that tournament to create "
        "another one."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A season has one final."""
