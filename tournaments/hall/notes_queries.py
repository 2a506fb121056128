"""Reads the notes of a desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from tournaments.hall.notes_models import DeskNote, DeskNoteQuerySet
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
