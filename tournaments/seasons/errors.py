"""Why a season cannot be made, changed or closed."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

SEASON_CHANGED = Refusal(
    "season.changed",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
SEASON_CLOSED = Refusal(
    "season.closed",
    "This season is closed. Reopen it to make changes.",
    status=HTTPStatus.CONFLICT,
)
SEASON_EMPTY = Refusal(
    "season.empty",
    "No one is ranked in this season yet. Choose tournaments with results first.",
)
SEASON_RUNNING = Refusal(
    "season.running",
    "These tournaments of the season are still being played: %(names)s. Close them "
    "first.",
)
TABLE_CHANGED = Refusal(
    "season.table_changed",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
DAYS_CROSSED = Refusal(
    "season.days_crossed", "The last day of the season is before its first day."
)
PAYS_NOTHING = Refusal(
    "season.pays_nothing",
    "With these rules no one would ever get a point. Award points for something.",
)
PLACES_MISSING = Refusal(
    "season.places_missing", "Enter points for first place, second place, and so on."
)
FEW_FINALISTS = Refusal(
    "season.few_finalists", "A final needs at least two players. Choose them."
)
FINAL_THERE = Refusal(
    "season.final_there",
    "This season already has a final: %(name)s. Delete that tournament to create "
    "another one.",
    status=HTTPStatus.CONFLICT,
)
