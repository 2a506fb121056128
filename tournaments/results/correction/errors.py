"""Refusals of correcting an old result."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

NOT_CORRECTABLE = Refusal(
    "correction.not_correctable",
    gettext_noop(
        "You can only correct a result that counts. Enter it on the match page."
    ),
)
"""There is no result yet, or the match is no part of the tournament any more."""

NOTHING_CHANGES = Refusal(
    "correction.nothing_changes",
    gettext_noop("This is already the recorded result."),
)
"""The corrected result is the one on record."""

PREVIEW_OUTDATED = Refusal(
    "correction.preview_outdated",
    gettext_noop(
        "Something has changed since you opened this page. Check the effects of the "
        "correction again, then apply it."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The effects of a correction are no longer those that the director saw."""

CHOICE_NEEDED = Refusal(
    "correction.choice_needed",
    gettext_noop("Choose what to do with the matches that follow."),
)
"""A correction can be dealt with in several ways."""
