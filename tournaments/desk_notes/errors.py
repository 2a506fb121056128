"""Refusals of notes at the desk."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

NOTE_CHANGED = Refusal(
    "desk_notes.note_changed",
    gettext_noop(
        "Somebody else changed this note while you were writing. What it says now "
        "is below, and your text is still in the box. Press Save again to put it "
        "in its place."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The note was changed since the page was shown."""

NOTE_NOT_READ = Refusal(
    "desk_notes.note_not_read",
    gettext_noop(
        "Somebody else changed this note meanwhile. Read it again: it is not marked as "
        "done yet."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The text of the note was changed since the page was shown."""

TOO_MANY_NOTES = Refusal(
    "desk_notes.too_many",
    gettext_noop(
        "There are %(count)s notes at the desk already. Mark those as done that are."
    ),
)
"""The tournament has the largest number of notes."""
