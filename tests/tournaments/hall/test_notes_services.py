"""Notes at the desk: left, changed, done, undone; and who is in them."""

import pytest
from django.utils import translation

from matches.models import JournalEntry
from matches.player_page.forgetting import forget_person
from tests import builders
from tests.refusals import raises
from tournaments.hall import notes as services
from tournaments.hall.errors import NOTE_CHANGED, NOTE_NOT_READ, TOO_MANY_NOTES
from tournaments.hall.log import log_of
from tournaments.hall.models import DeskNote
from tournaments.hall.notes import done_notes, standing_notes
from tournaments.models import Tournament
from tournaments.rounds.announcements.errors import CHANGED_SINCE
from tournaments.structure.marks import mark_of

pytestmark = pytest.mark.django_db

CLOCK = "Table 4's clock is broken"
LATER = f"{CLOCK}; a new one lies in the box"


def standing(made: Tournament) -> list[str]:
    """Return what the notes on the desk say."""
    return [line.text for line in standing_notes(made)]


def test_a_note_stands_on_the_desk_until_it_is_done_and_that_is_undone() -> None:
    made, ada, bo = builders.evening(), builders.director(), builders.director("Bo")
    mark = mark_of(made).text
    note = services.leave_note(made, CLOCK, by=ada)
    assert standing(made) == [CLOCK]
    assert mark_of(made).text != mark
    services.change_note(note, LATER, version=note.version, by=bo)
    (line,) = standing_notes(made)
    assert line.text == LATER
    assert [fact.split(",")[0] for fact in line.facts] == ["Ada", "changed: Bo"]
    services.finish_note(note, version=note.version, by=ada)
    assert standing(made) == []
    (line,) = done_notes(made)
    assert line.facts[-1].startswith("done: Ada, ")
    services.undo_note_change(note, note.version, by=bo)
    assert standing(made) == [LATER]
    services.undo_note_change(note, note.version, by=bo)
    assert [standing(made), len(done_notes(made))] == [[], 1]


def test_leaving_and_changing_are_undone_and_done_again() -> None:
    made = builders.evening()
    note = services.leave_note(made, CLOCK, by=None)
    services.undo_note_change(note, note.version, by=None)
    assert standing(made) == []
    services.undo_note_change(note, note.version, by=None)
    services.change_note(note, LATER, version=note.version, by=None)
    services.undo_note_change(note, note.version, by=None)
    assert standing(made) == [CLOCK]
    with raises(CHANGED_SINCE):
        services.undo_note_change(note, 1, by=None)


def test_the_same_twice_is_one_note_and_nobody_leaves_any_number() -> None:
    made = builders.evening()
    first = services.leave_note(made, CLOCK, by=None)
    assert services.leave_note(made, CLOCK, by=None) == first
    for number in range(services.MOST_NOTES - 1):
        services.leave_note(made, f"Note {number}", by=None)
    with raises(TOO_MANY_NOTES):
        services.leave_note(made, "One more", by=None)
    services.finish_note(first, version=first.version, by=None)
    services.leave_note(made, CLOCK, by=None)
    assert len(standing(made)) == services.MOST_NOTES


def test_nothing_is_lost_when_two_change_or_finish_a_note() -> None:
    made = builders.evening()
    note = services.leave_note(made, CLOCK, by=None)
    mine, theirs = (DeskNote.objects.get(pk=note.pk) for _ in range(2))
    seen = note.version
    services.change_note(theirs, LATER, version=seen, by=None)
    with raises(NOTE_CHANGED):
        services.change_note(mine, "Mine", version=seen, by=None)
    with raises(NOTE_NOT_READ):
        services.finish_note(mine, version=seen, by=None)
    assert standing(made) == [LATER]
    services.finish_note(theirs, version=theirs.version, by=None)
    with raises(NOTE_CHANGED):
        services.change_note(mine, "Mine", version=seen, by=None)
    services.change_note(mine, "Mine", version=mine.version, by=None)
    assert [standing(made), done_notes(made)] == [["Mine"], []]
    services.undo_note_change(mine, mine.version, by=None)
    assert [line.text for line in done_notes(made)] == [LATER]


def test_the_log_tells_each_act() -> None:
    made, ada = builders.evening(), builders.director()
    note = services.leave_note(made, "Bo pays\ntomorrow", by=ada)
    services.change_note(note, LATER, version=note.version, by=ada)
    services.finish_note(note, version=note.version, by=ada)
    services.finish_note(note, version=note.version, by=ada)
    services.undo_note_change(note, note.version, by=ada)
    told = [(line.actor, line.text) for line in log_of(made, {"kind": "notes"}).lines]
    assert told == [
        ("Ada", f"Note at the desk restored: {LATER}"),
        ("Ada", f"Note at the desk done: {LATER}"),
        ("Ada", f"Note at the desk changed: {LATER}"),
        ("Ada", "Note added at the desk: Bo pays tomorrow"),
    ]
    with translation.override("da"):
        assert log_of(made, {"kind": "notes"}).lines[0].text.endswith(LATER)


def test_a_person_who_is_forgotten_leaves_the_notes_and_what_they_said_before() -> None:
    made, ada = builders.evening(), builders.director()
    person = builders.player("Viggo Thrane")
    note = services.leave_note(made, "Viggo Thrane pays tomorrow", by=ada)
    services.change_note(note, "Viggo Thrane has paid", version=note.version, by=ada)
    forget_person(player=person, known="Viggo Thrane", by=ada)
    note.refresh_from_db()
    kept = [
        note.text,
        note.former["text"],
        *JournalEntry.objects.values_list("details"),
    ]
    assert "Viggo" not in str(kept)
    assert note.text.endswith(" has paid")
    services.undo_note_change(note, note.version, by=ada)
    assert standing(made)[0].endswith(" pays tomorrow")
