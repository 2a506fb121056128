"""Refusals of changing the settings of the club."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

CLUB_CHANGED = Refusal(
    "club.changed",
    gettext_noop(
        "Someone else has changed this. Your input is still here: check it, then save "
        "again."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A form was opened before the last change."""

NO_FORMER_CLUB = Refusal(
    "club.no_former",
    gettext_noop("There is no earlier version to restore."),
    status=HTTPStatus.CONFLICT,
)
"""There is no former row."""
