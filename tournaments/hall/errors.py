"""Refusals of notes at the desk and of messages of players."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

NOTE_CHANGED = Refusal(
    "desk_notes.note_changed",
    "Someone else changed this note while you were writing. Their version is below and "
    "yours is still in the box. Save again to replace it.",
    status=HTTPStatus.CONFLICT,
)
"""The note was changed since the page was shown."""

NOTE_NOT_READ = Refusal(
    "desk_notes.note_not_read",
    "Someone else changed this note. Read it again; it is not marked as done yet.",
    status=HTTPStatus.CONFLICT,
)
"""The text of the note was changed since the page was shown."""

TOO_MANY_NOTES = Refusal(
    "desk_notes.too_many",
    "There are already %(count)s notes. Mark finished notes as done.",
)
"""The tournament has the largest number of notes."""


NOT_IN_PLAY = Refusal(
    "player_messages.not_in_play",
    "%(name)s has already withdrawn, so the message was not sent.",
)
"""The entry has withdrawn."""

ALREADY_DONE = Refusal(
    "player_messages.already_done",
    "The director has already dealt with your message.",
    status=HTTPStatus.CONFLICT,
)
"""The message that a player takes back does not wait any more."""

SENT_ANEW = Refusal(
    "player_messages.sent_anew",
    "The player has sent a new message. Read it again; it is not marked as done yet.",
    status=HTTPStatus.CONFLICT,
)
"""The message was changed since the page was shown."""
