"""Forgetting a person whose name stands in texts, written in every way."""

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.models import JournalEntry
from matches.player_page.forgetting import forget_person, preview
from tests import builders
from tournaments.hall.models import DeskNote
from tournaments.hall.notes import leave_note
from tournaments.models import Tournament
from tournaments.rounds.announcements.models import Announcement
from tournaments.rounds.announcements.services import AnnouncementPlan, announce
from tournaments.structure.marks import mark_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NAME = "Zebulon Quixwort"
WRITTEN = (
    "Ask zebulon quixwort about ZEBULON QUIXWORT",
    "Quixwort Zebulon pays for Zebulon J. Quixwort",
    "Z. Quixwort and Zébulon Quïxwort are one",
)


@pytest.fixture
def ada():
    return builders.director()


@pytest.fixture
def evening():
    return builders.evening("swiss", 4)


@pytest.fixture
def person():
    return builders.player(NAME)


def announced(evening, text, *, by):
    return announce(evening, AnnouncementPlan({"en": text}), by=by)


def stored():
    """Return the texts of notes, announcements and the log."""
    texts = DeskNote.objects.values_list("text", "former")
    said = Announcement.objects.values_list("texts", flat=True)
    log = JournalEntry.objects.values_list("details", flat=True)
    return str([*texts, *said, *log])


def test_no_text_names_who_was_forgotten_however_it_was_written(ada, evening, person):
    for text in WRITTEN:
        leave_note(evening, text, by=ada)
    shown = announced(evening, "Quixwort to table 3!", by=ada)
    found, mark = preview(person), mark_of(evening)
    assert found.left == []
    assert forget_person(player=person, known=NAME, by=ada) == []
    told = stored().casefold()
    assert "uixwort" not in told
    assert "zebulon" not in told
    assert mark_of(evening) != mark  # no page is kept that says it
    shown.refresh_from_db()
    assert shown.texts == {"en": f"{found.new_name} to table 3!"}


def test_what_has_a_part_of_the_name_is_shown_before_and_after(ada, evening, person):
    builders.player("Zoe Quixwort")
    note = leave_note(evening, "Ask Zebulon, not Zoe Quixwort", by=ada)
    announced(evening, "Quixwort to table 3!", by=ada)
    announced(evening, "Zoe Quixwort to table 4!", by=ada)
    Tournament.objects.update(name="Quixwort memorial", contact="zebulon@club.example")
    user = builders.reader("zebulon")
    log = reverse("log", args=[evening.slug])
    expected = {
        (note.text, reverse("notes", args=[evening.slug])),
        ("Quixwort to table 3!", log),
        ("Quixwort memorial", log),
        ("zebulon@club.example", log),
        ("zebulon", reverse("directors")),
    }
    found = preview(person)
    assert set(found.left) == expected

    browser = builders.signed_in(ada)
    address = reverse("player_forget", args=[person.key])
    before = browser.get(address).content.decode()
    done = browser.post(address, {"known": NAME, "sure": "on"})
    assert done.status_code == 200
    for page in (before, done.content.decode()):
        assert "Quixwort to table 3!" in page
        assert f'href="{log}"' in page
        assert "Zoe Quixwort to table 4!" not in page
    assert f">{found.new_name}</h1>" in " ".join(done.content.decode().split())
    person.refresh_from_db()
    assert person.name[:] == found.new_name
    user.refresh_from_db()
    assert user.username == "zebulon"
    # A second answer has nothing to show: the name is kept nowhere.
    again = browser.post(address, {"known": NAME, "sure": "on"})
    assert again.status_code == 302


def test_an_address_is_never_replaced(ada, person):
    made = builders.evening("swiss", 4, name="Evening")
    Tournament.objects.filter(pk=made.pk).update(
        slug="zebulon_quixwort", closed_at=timezone.now()
    )
    left = forget_person(player=person, known=NAME, by=ada)
    assert Tournament.objects.get(pk=made.pk).slug == "zebulon_quixwort"
    assert [text for text, _url in left] == ["zebulon_quixwort"]
