"""Refusals of correcting an old result."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

NOT_CORRECTABLE = Refusal(
    "correction.not_correctable",
    gettext_noop(
        "Only a result that counts can be corrected. Enter it on the page of the match."
    ),
)
"""There is no result yet, or the match is no part of the tournament any more."""

NOTHING_CHANGES = Refusal(
    "correction.nothing_changes",
    gettext_noop("This is the result on record: there is nothing to correct."),
)
"""The corrected result is the one on record."""

PREVIEW_OUTDATED = Refusal(
    "correction.preview_outdated",
    gettext_noop(
        "Something changed since this page was shown. Look at what the correction "
        "would change now, and apply it then."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The effects of a correction are no longer those that the director saw."""

CHOICE_NEEDED = Refusal(
    "correction.choice_needed",
    gettext_noop("Choose what happens to the matches that follow."),
)
"""A correction can be dealt with in several ways."""
