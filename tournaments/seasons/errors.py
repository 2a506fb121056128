"""Why a season cannot be made, changed or closed."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

SEASON_CHANGED = Refusal(
    "season.changed",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
"""The season is not the one that the form began with."""

SEASON_CLOSED = Refusal(
    "season.closed",
    "This season is closed. Reopen it to make changes.",
    status=HTTPStatus.CONFLICT,
)
"""The table is final."""

SEASON_EMPTY = Refusal(
    "season.empty",
    "No one is ranked in this season yet. Choose tournaments with results first.",
)
"""A season without an evening can neither be closed nor have a final."""

SEASON_RUNNING = Refusal(
    "season.running",
    "These tournaments of the season are still being played: %(names)s. Close them "
    "first.",
)
"""The table would change by itself after it was closed."""

TABLE_CHANGED = Refusal(
    "season.table_changed",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
"""A result was entered while a director looked at the table."""

DAYS_CROSSED = Refusal(
    "season.days_crossed",
    "The last day of the season is before its first day.",
)
"""The season would have no day."""

PAYS_NOTHING = Refusal(
    "season.pays_nothing",
    "With these rules no one would ever get a point. Award points for something.",
)
"""Neither attendance, nor matches, nor places pay."""

PLACES_MISSING = Refusal(
    "season.places_missing",
    "Enter points for first place, second place, and so on.",
)
"""Places pay by a list, and the list is empty."""

FEW_FINALISTS = Refusal(
    "season.few_finalists",
    "A final needs at least two players. Choose them.",
)
"""Fewer than two players were chosen."""

FINAL_THERE = Refusal(
    "season.final_there",
    "This season already has a final: %(name)s. Delete that tournament to create "
    "another one.",
    status=HTTPStatus.CONFLICT,
)
"""A season has one final."""
