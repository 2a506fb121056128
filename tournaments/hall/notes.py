"""Notes at the desk: who may read them, what pages show, acts with their undo."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from matches.accounts import access as accounts_access
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.web import journal
from tournaments.hall.errors import NOTE_CHANGED, NOTE_NOT_READ, TOO_MANY_NOTES
from tournaments.hall.models import DeskNote, DeskNoteQuerySet
from tournaments.structure import access as structure_access
from tournaments.structure.access import DirectorVisit
from tournaments.structure.locking import locked_tournament
from tournaments.structure.models import Tournament

_DONE_SHOWN: Final = 50
_AT_A_GLANCE, _LINES = 200, 4
"""Letters and lines of a note that the desk shows without a click."""


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note as pages show it; `version` is that of the row."""

    pk: int
    version: int
    text: str
    facts: Sequence[str]

    @property
    def start(self) -> str:
        """The beginning of a long note, "" of one that is shown as it is."""
        first = self.text.split("\n", 1)[0]
        if len(self.text) <= _AT_A_GLANCE and self.text.count("\n") < _LINES:
            return ""
        return f"{first[:_AT_A_GLANCE]} …"


def standing_notes(tournament: Tournament) -> list[NoteLine]:
    """Return the notes that stand on the desk, the newest first. One query."""
    return _lines(_notes(tournament).open())


def done_notes(tournament: Tournament) -> list[NoteLine]:
    """Return the notes that were done last. One query."""
    return _lines(_notes(tournament).done()[:_DONE_SHOWN])


def note_line(note: DeskNote) -> NoteLine:
    """Return a note as pages show it: who wrote, changed and finished it, and when."""
    facts = [_signed(str(note.written_by or ""), note.written_at)]
    if note.changed_at:
        signed = _signed(str(note.changed_by or ""), note.changed_at)
        facts.append(_("changed: %(signed)s") % {"signed": signed})
    if note.done_at:
        signed = _signed(str(note.done_by or ""), note.done_at)
        facts.append(_("done: %(signed)s") % {"signed": signed})
    return NoteLine(note.pk, note.version, note.text, facts)


def _notes(tournament: Tournament) -> DeskNoteQuerySet:
    rows = DeskNote.objects.filter(tournament=tournament)
    return rows.select_related("written_by", "changed_by", "done_by")


def _lines(rows: DeskNoteQuerySet) -> list[NoteLine]:
    return [note_line(row) for row in rows]


def _signed(name: str, at: datetime) -> str:
    local = timezone.localtime(at)
    is_today = local.date() == timezone.localdate()
    style = "H:i" if is_today else "SHORT_DATETIME_FORMAT"
    time = formats.date_format(local, style)
    return f"{name}, {time}" if name else time


def for_notes(request: HttpRequest, slug: str) -> DirectorVisit:
    """Return the tournament, for people who may write the notes of its desk.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    return structure_access.tournament_for_director(request, slug, Act.NOTES)


def for_all_notes(request: HttpRequest, slug: str) -> DirectorVisit:
    """Return the tournament, for people who may read its notes, or send a new one.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    visit = structure_access.tournament_for_director(request, slug, Act.SEE_PRIVATE)
    if request.method == "POST":
        accounts_access.allowed(request, Act.NOTES, visit.tournament.pk)
    return visit


def note_of(visit: DirectorVisit, pk: int) -> DeskNote:
    """Return a note of the tournament, also a removed one. Raises Http404."""
    rows = DeskNote.objects.select_related(
        "tournament", "written_by", "changed_by", "done_by"
    )
    return get_object_or_404(rows, tournament=visit.tournament, pk=pk)


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
