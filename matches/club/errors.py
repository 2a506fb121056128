"""Refusals of changing the settings of the club."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

CLUB_CHANGED = Refusal(
    "club.changed",
    gettext_noop(
        "Somebody else has changed this in the meantime. What you typed is still "
        "here: look at it once more, then save again."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A form was opened before the last change."""

NO_FORMER_CLUB = Refusal(
    "club.no_former",
    gettext_noop("Nothing was changed before, so there is nothing to bring back."),
    status=HTTPStatus.CONFLICT,
)
"""There is no former row."""
