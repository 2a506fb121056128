"""Refusals of notes at the desk."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

NOTE_CHANGED = Refusal(
    "desk_notes.note_changed",
    gettext_noop(
        "Someone else changed this note while you were writing. Their version is below "
        "and yours is still in the box. Save again to replace it."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The note was changed since the page was shown."""

NOTE_NOT_READ = Refusal(
    "desk_notes.note_not_read",
    gettext_noop(
        "Someone else changed this note. Read it again; it is not marked as done yet."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The text of the note was changed since the page was shown."""

TOO_MANY_NOTES = Refusal(
    "desk_notes.too_many",
    gettext_noop("There are already %(count)s notes. Mark finished notes as done."),
)
"""The tournament has the largest number of notes."""
