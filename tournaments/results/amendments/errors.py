"""Refusals of undo and redo."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

AMENDMENT_PLAYED = Refusal(
    "amendment.played",
    gettext_noop(
        "This can no longer be undone or redone because play has continued: "
        "%(labels)s. "
        "Correct the result, or choose again for the player."
    ),
    status=HTTPStatus.CONFLICT,
)
"""Matches that an undo or redo would set aside have begun."""


AMENDMENT_FOLLOWED = Refusal(
    "amendment.followed",
    gettext_noop(
        "This can no longer be undone or redone because rounds have been published or "
        "unpublished since. Unpublish the last round first, or correct the result."
    ),
    status=HTTPStatus.CONFLICT,
)
"""Rounds were published or taken back since."""


AMENDMENT_NOT_LAST = Refusal(
    "amendment.not_last",
    gettext_noop("%(label)s was corrected later. Undo that correction first."),
    status=HTTPStatus.CONFLICT,
)
"""A later correction in the same division is in force."""


AMENDMENT_CHANGED = Refusal(
    "amendment.changed",
    gettext_noop(
        "This can no longer be undone or redone because something related has changed "
        "since. Edit it on its own page."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A fact that the act changed was changed again since."""


ENTRY_HAS_PLAYED = Refusal(
    "amendment.entry_has_played",
    gettext_noop(
        "%(name)s has already been drawn and cannot be removed. Withdraw them instead; "
        "their results are kept."
    ),
)
"""An entry that was drawn cannot be removed, only withdrawn."""
