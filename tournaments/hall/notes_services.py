"""Acts on notes at the desk, each with an undo."""

from typing import Final

from django.utils import timezone

from matches.accounts.models import User
from matches.web import journal
from tournaments.hall.notes_errors import NOTE_CHANGED, NOTE_NOT_READ, TOO_MANY_NOTES
from tournaments.hall.notes_models import DeskNote
from tournaments.structure.locking import locked_tournament
from tournaments.structure.models import Tournament

MOST_NOTES: Final = 50
_TOLD: Final = 80
"""The number of characters of a text in the log."""


def leave_note(tournament: Tournament, text: str, *, by: User | None) -> DeskNote:
    """Add a note; an equal text that is still open changes nothing.

    Raises TOO_MANY_NOTES.
    """
    with locked_tournament(tournament) as locked:
        standing = DeskNote.objects.filter(tournament=locked).open()
        same = standing.filter(text=text).first()
        if same is not None:
            return same
        count = standing.count()
        if count >= MOST_NOTES:
            raise TOO_MANY_NOTES(count=count)
        made = DeskNote.make(tournament=locked, text=text, written_by=by)
        _tell(made, "note_left", by=by)
    return made


def change_note(
    note: DeskNote, text: str, *, version: int, by: User | None
) -> DeskNote:
    """Change the text of a note; a note that was done is then open again.

    `version` is that of the note on the page. Raises NOTE_CHANGED.
    """
    with locked_tournament(note.tournament):
        note.refresh_from_db()
        if note.version != version:
            raise NOTE_CHANGED()
        if note.text == text and note.done_at is None and not note.is_gone:
            return note
        now = timezone.now()
        note.change(text=text, changed_at=now, **_by("changed", by), **_STANDING)
        _tell(note, "note_changed", by=by)
    return note


def finish_note(note: DeskNote, *, version: int, by: User | None) -> DeskNote:
    """Mark a note as done; one that is done already stays so. Raises NOTE_NOT_READ."""
    with locked_tournament(note.tournament):
        note.refresh_from_db()
        if note.done_at is not None or note.is_gone:
            return note
        if note.version != version:
            raise NOTE_NOT_READ()
        note.change(done_at=timezone.now(), **_by("done", by))
        _tell(note, "note_done", by=by)
    return note


def undo_note_change(note: DeskNote, version: int, *, by: User | None) -> None:
    """Undo the last change of a note, or redo it. Raises CHANGED_SINCE."""
    with locked_tournament(note.tournament):
        note.refresh_from_db()
        note.undo_change(version)
        _tell(note, "note_back", by=by)


_STANDING: Final[dict[str, object]] = {
    "is_gone": False,
    "done_at": None,
    "done_by_id": None,
}


def _by(act: str, by: User | None) -> dict[str, object]:
    return {f"{act}_by_id": None if by is None else by.pk}


def _tell(note: DeskNote, act: str, *, by: User | None) -> None:
    line = " ".join(note.text.split())
    shown = line if len(line) <= _TOLD else f"{line[:_TOLD]}…"
    journal.record_act(act=act, by=by, subject=note.tournament.subject, text=shown)
