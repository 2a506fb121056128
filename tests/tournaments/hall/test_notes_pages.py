"""The pages of notes: what is typed stays, what nobody else may read."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.accounts.roles import Role
from matches.accounts.services import (
    accept_invitation,
    new_invitation_path,
)
from tests import builders
from tests.refusals import codes_of, says
from tournaments.hall import notes as services
from tournaments.hall.errors import NOTE_CHANGED, NOTE_NOT_READ
from tournaments.hall.models import LONGEST_TEXT, DeskNote
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

CLOCK = "Table 4's clock is broken"
SHOWN = "clock is broken"


def at(made: Tournament, name: str, *args: int) -> str:
    """Return an address of the desk of a tournament."""
    return reverse(name, args=[made.slug, *args])


def ada() -> Client:
    """Return the browser of a director."""
    return builders.signed_in(builders.director())


def test_a_note_is_left_by_a_form_and_done_on_the_desk() -> None:
    made, client = builders.evening(), ada()
    answer = client.post(at(made, "notes"), {"text": f"  {CLOCK}\r\nAsk Bo "})
    assert answer["Location"] == at(made, "tournament_desk")
    note = DeskNote.objects.get()
    assert note.text == f"{CLOCK}\nAsk Bo"
    desk = client.get(at(made, "tournament_desk")).content.decode()
    assert SHOWN in desk
    assert at(made, "note_back", note.pk, 1) in desk  # the undo of the message
    done = at(made, "note_done", note.pk, note.version)
    assert done in desk
    client.post(done)
    desk = client.get(at(made, "tournament_desk")).content.decode()
    assert SHOWN not in desk
    all_notes = client.get(at(made, "notes")).content.decode()
    assert SHOWN in all_notes
    client.post(at(made, "note_back", note.pk, 2))
    assert SHOWN in client.get(at(made, "tournament_desk")).content.decode()


def test_a_desk_that_asks_for_news_gets_a_new_note() -> None:
    made, client = builders.evening(), ada()
    desk = at(made, "tournament_desk")
    poll = client.get(desk).context["page"].poll_url
    asked = {"HX-Request": "true"}
    assert client.get(poll, headers=asked).status_code == 204
    services.leave_note(made, CLOCK, by=None)
    assert SHOWN in client.get(poll, headers=asked).content.decode()


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("x" * (LONGEST_TEXT + 1), "text:too_long"),
        (" \r\n ", "text:required"),
        ("a\x00b", "text:null_characters_not_allowed"),
    ],
)
def test_what_cannot_be_kept_is_said_and_stays_in_the_box(
    typed: str, error: str
) -> None:
    made, client = builders.evening(), ada()
    note = services.leave_note(made, CLOCK, by=None)
    for address in (at(made, "notes"), at(made, "note", note.pk)):
        answer = client.post(address, {"text": typed, "version": 1})
        assert answer.status_code == 422
        assert error in codes_of(answer)
        assert answer.context["form"]["text"].value() == typed
    assert DeskNote.objects.get().text == CLOCK


def test_a_note_of_the_longest_text_counts_the_end_of_a_line_once() -> None:
    made, client = builders.evening(), ada()
    text = "\r\n".join(["x" * 99] * 20)
    assert len(text) > LONGEST_TEXT - 1
    client.post(at(made, "notes"), {"text": f"{text}x"})
    assert len(DeskNote.objects.get().text) == LONGEST_TEXT
    assert "<details" in client.get(at(made, "notes")).content.decode()


def test_who_saves_after_somebody_else_sees_both_texts_and_decides() -> None:
    made, client = builders.evening(), ada()
    bo = builders.signed_in(builders.director("Bo"))
    note = services.leave_note(made, CLOCK, by=None)
    form = client.get(at(made, "note", note.pk)).context["form"]
    seen = form["version"].value()
    bo.post(at(made, "note", note.pk), {"text": "Bo has mended it", "version": seen})
    sent = {"text": "Ask Bo about it", "version": seen}
    answer = client.post(at(made, "note", note.pk), sent)
    assert answer.status_code == 409
    html = answer.content.decode()
    assert says(answer, NOTE_CHANGED.code)
    assert "Bo has mended it" in html
    assert "changed: Bo, " in html
    again = answer.context["form"]
    assert again["text"].value() == "Ask Bo about it"
    assert DeskNote.objects.get().text == "Bo has mended it"
    sent["version"] = again["version"].value()
    assert client.post(at(made, "note", note.pk), sent).status_code == 302
    assert DeskNote.objects.get().text == "Ask Bo about it"


def test_a_note_that_was_changed_is_not_done_before_it_is_read() -> None:
    made, client = builders.evening(), ada()
    note = services.leave_note(made, CLOCK, by=None)
    old = at(made, "note_done", note.pk, note.version)
    services.change_note(note, "And Bo pays", version=note.version, by=None)
    answer = client.post(old, follow=True)
    assert says(answer, NOTE_NOT_READ.code)
    assert "And Bo pays" in answer.content.decode()


def test_who_reads_and_who_writes_notes() -> None:
    made = builders.evening()
    owner = builders.director()
    note = services.leave_note(made, CLOCK, by=owner)
    builders.published_round(made)

    def joined(name: str, role: Role) -> Client:
        ends_at = timezone.now() + timedelta(hours=3)
        offer = {"role": role, "event": made.pk, "ends_at": ends_at}
        path = new_invitation_path(by=owner, **offer)
        return builders.signed_in(
            accept_invitation(
                token=path.split("/")[2], username=name, password=builders.PASSWORD
            )
        )

    desk, results = joined("Dea", Role.DESK), joined("Rut", Role.RESULTS)
    viewer = joined("Vera", Role.VIEWER)
    pages = {
        who: client.get(at(made, "tournament_desk")).content.decode()
        for who, client in (("desk", desk), ("results", results), ("viewer", viewer))
    }
    assert {who: SHOWN in page for who, page in pages.items()} == {
        "desk": True,
        "results": False,
        "viewer": True,
    }
    change = at(made, "note", note.pk)
    assert {who for who, page in pages.items() if change in page} == {"desk"}
    assert desk.post(change, {"text": "Mended", "version": 1}).status_code == 302
    for client in (results, viewer):
        assert client.post(change, {"text": "No", "version": 2}).status_code == 403
        assert client.post(at(made, "notes"), {"text": "No"}).status_code == 403
    assert DeskNote.objects.get().text == "Mended"


def test_no_public_page_and_no_file_has_a_note(client: Client) -> None:
    made = builders.evening()
    builders.published_round(made)
    services.leave_note(made, CLOCK, by=None)
    for path in ("", "entries/", "rounds/1/", "standings/", "rules/"):
        page = client.get(f"/tournaments/{made.slug}/{path}")
        assert page.status_code == 200
        assert SHOWN not in page.content.decode()
    answer = ada().get(reverse("tournament_file", args=[made.slug]))
    kept = answer.content
    assert json.loads(kept)["tournaments"]
    assert SHOWN not in kept.decode()
