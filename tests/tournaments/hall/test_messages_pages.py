"""The buttons that tell the director: whose they are, and who sees what was told."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.roles import Role
from matches.accounts.services import (
    accept_invitation,
    new_invitation_path,
)
from tests import builders
from tests.refusals import says
from tournaments.entries.services import add_entries
from tournaments.hall.errors import ALREADY_DONE, SENT_ANEW
from tournaments.hall.messages import (
    SHOWN_WHEN_DONE,
    finish_message,
    own_messages,
    send_message,
)
from tournaments.hall.models import MessageKind
from tournaments.models import Entry, PlayerMessage, Tournament

pytestmark = pytest.mark.django_db

SAID = "I want to withdraw"


def running() -> tuple[Tournament, Entry, Entry]:
    """Return a tournament that runs, and two of its entries."""
    made = builders.evening()
    builders.published_round(made)
    one, other, *_more = made.entries.select_related("player").order_by("number")
    return made, one, other


def at(entry: Entry, *, key: str = "") -> str:
    """Return the address of the buttons of an entry."""
    args = [key or entry.player.link_key, entry.tournament.slug, entry.number]
    return reverse("tell_director", args=args)


def own_page(entry: Entry) -> str:
    """Return the own page of the player of an entry."""
    return Client().get(f"/p/{entry.player.link_key}/").content.decode()


def desk_of(client: Client, made: Tournament) -> str:
    """Return the desk as a browser gets it."""
    return client.get(reverse("tournament_desk", args=[made.slug])).content.decode()


def test_a_button_of_the_own_page_tells_the_desk_and_takes_it_back() -> None:
    made, entry, _other = running()
    ada = builders.signed_in(builders.director())
    before = own_page(entry)
    assert f'action="{at(entry)}"' in before
    # Nobody asks for a re-entry where there are no re-buys.
    assert before.count('name="kind"') == len(MessageKind) - 1
    assert SAID not in desk_of(ada, made)
    answer = Client().post(at(entry), {"kind": "withdraw"}, follow=True)
    told = answer.content.decode()
    assert [one.level_tag for one in answer.context["messages"]] == ["success"]
    assert 'value="back"' in told
    desk = desk_of(ada, made)
    assert SAID in desk
    assert reverse("entry_options", args=[made.slug, entry.number]) in desk
    Client().post(at(entry), {"kind": "late"})
    desk = desk_of(ada, made)
    assert "I’m running late" in desk
    assert SAID not in desk
    Client().post(at(entry), {"kind": "back"})
    assert "I’m running late" not in desk_of(ada, made)
    assert 'value="back"' not in own_page(entry)


def test_the_link_alone_is_the_key() -> None:
    made, entry, other = running()
    helper = _joined(made, Role.RESULTS, by=builders.director())
    for client in (Client(), helper):
        theirs = at(entry, key=other.player.link_key)
        assert client.post(theirs, {"kind": "late"}).status_code == 404
        unknown = at(entry, key="NOBODY2345NOBODY2345")
        assert client.post(unknown, {"kind": "late"}).status_code == 404
    assert Client().get(at(entry)).status_code == 405
    Tournament.objects.filter(pk=made.pk).update(visibility="private")
    assert Client().post(at(entry), {"kind": "late"}).status_code == 404
    assert not PlayerMessage.objects.exists()


@pytest.mark.parametrize("kind", ["", "early", "\x00", "x" * 5000])
def test_nonsense_is_one_sentence(kind: str) -> None:
    _made, entry, _other = running()
    answer = Client().post(at(entry), {"kind": kind}, follow=True)
    assert [one.level_tag for one in answer.context["messages"]] == ["error"]
    assert not PlayerMessage.objects.exists()


def test_the_desk_marks_a_message_as_done_and_undoes_it() -> None:
    made, entry, _other = running()
    ada = builders.signed_in(builders.director())
    message = send_message(entry, MessageKind.WITHDRAW, player=entry.player)
    done = reverse("message_done", args=[made.slug, message.pk, message.version])
    assert done in desk_of(ada, made)
    answer = ada.post(done, follow=True)
    back = reverse("message_back", args=[made.slug, message.pk, message.version + 1])
    assert back in answer.content.decode()
    assert SAID not in desk_of(ada, made)
    answer = Client().post(at(entry), {"kind": "back"}, follow=True)
    assert says(answer, ALREADY_DONE.code)
    ada.post(back)
    assert SAID in desk_of(ada, made)
    Client().post(at(entry), {"kind": "break"})
    answer = ada.post(done, follow=True)
    assert says(answer, SENT_ANEW.code)
    assert "I need a break" in answer.content.decode()


def test_a_desk_that_asks_for_news_gets_a_new_message() -> None:
    made, entry, _other = running()
    client = builders.signed_in(builders.director())
    desk = client.get(reverse("tournament_desk", args=[made.slug]))
    poll, asked = desk.context["page"].poll_url, {"HX-Request": "true"}
    assert client.get(poll, headers=asked).status_code == 204
    send_message(entry, MessageKind.WITHDRAW, player=entry.player)
    assert SAID in client.get(poll, headers=asked).content.decode()


def test_who_sees_messages_and_who_marks_them_as_done() -> None:
    made, entry, _other = running()
    owner, roles = builders.director(), (Role.DESK, Role.RESULTS, Role.VIEWER)
    message = send_message(entry, MessageKind.WITHDRAW, player=entry.player)
    done = reverse("message_done", args=[made.slug, message.pk, message.version])
    clients = {role: _joined(made, role, by=owner) for role in roles}
    pages = {role: desk_of(client, made) for role, client in clients.items()}
    assert {role for role in roles if SAID in pages[role]} == {Role.DESK, Role.VIEWER}
    assert {role for role in roles if done in pages[role]} == {Role.DESK}
    options = reverse("entry_options", args=[made.slug, entry.number])
    assert not any(options in page for page in pages.values())
    for role in (Role.RESULTS, Role.VIEWER):
        assert clients[role].post(done).status_code == 403
    assert clients[Role.DESK].post(done).status_code == 302
    elsewhere = builders.evening(name="Another evening")
    other = reverse("message_back", args=[elsewhere.slug, message.pk, 2])
    assert builders.signed_in(owner).post(other).status_code == 404


def test_no_public_page_and_no_file_has_a_message(client: Client) -> None:
    made, entry, _other = running()
    send_message(entry, MessageKind.WITHDRAW, player=entry.player)
    for path in ("", "entries/", "rounds/1/", "standings/", "rules/"):
        page = client.get(f"/tournaments/{made.slug}/{path}")
        assert page.status_code == 200
        assert SAID not in page.content.decode()
    player = client.get(reverse("player", args=[entry.player.key])).content.decode()
    assert SAID not in player
    ada = builders.signed_in(builders.director())
    kept = ada.get(reverse("tournament_file", args=[made.slug])).content.decode()
    assert json.loads(kept)["tournaments"]
    assert "withdraw" not in kept.replace("withdrawn_at", "")


def test_a_closed_tournament_offers_nothing_and_shows_nothing() -> None:
    made, entry, _other = running()
    message = send_message(entry, MessageKind.WITHDRAW, player=entry.player)
    Tournament.objects.filter(pk=made.pk).update(closed_at=timezone.now())
    assert at(entry) not in own_page(entry)
    assert SAID not in desk_of(builders.signed_in(builders.director()), made)
    finish_message(message, version=message.version, by=None)
    message.refresh_from_db()
    assert message.done_at is not None


def _joined(made: Tournament, role: Role, *, by: User) -> Client:
    ends_at = timezone.now() + timedelta(hours=3)
    offer = {"role": role, "event": made.pk, "ends_at": ends_at}
    path = new_invitation_path(by=by, **offer)
    user = accept_invitation(
        token=path.split("/")[2], username=f"A {role}", password=builders.PASSWORD
    )
    return builders.signed_in(user)


def test_an_open_own_page_learns_that_its_message_is_done() -> None:
    """A poll brings the part anew when something in it is, and else leaves it alone."""
    _made, entry, _other = running()
    by = builders.director()

    def news(told: str) -> str:
        path = f"/p/{entry.player.link_key}/"
        poll = Client().get(path, {"told": told}, headers={"HX-Request": "true"})
        return poll.content.decode()

    def mark() -> str:
        return own_messages(entry.player).mark

    blank = mark()
    assert "innerHTML:#tell" not in news(blank)
    message = send_message(entry, MessageKind.BREAK, player=entry.player)
    told = mark()
    assert "innerHTML:#tell" in news(blank)
    assert 'value="back"' in news(blank)
    assert "innerHTML:#tell" not in news(told)
    finish_message(message, version=message.version, by=by)
    done = news(told)
    assert "dealt with this" in done
    assert 'value="back"' not in done
    assert "innerHTML:#tell" not in news(mark())
    PlayerMessage.objects.update(done_at=timezone.now() - SHOWN_WHEN_DONE)
    assert "dealt with this" not in own_page(entry)


def test_entries_of_one_number_in_two_tournaments_are_told_apart() -> None:
    _made, entry, _other = running()
    second = builders.evening(who=0)
    Tournament.objects.update(date=timezone.localdate())
    add_entries(tournament=second, known=[entry.player], new=(), here=True, by=None)
    page = own_page(entry)
    ids = re.findall(r'id="(tell-[^"]+)"', page)
    assert len(ids) == len(set(ids)) == 4
    # Tournaments of one name would make landmarks of one name.
    landmarks = re.findall(r'<(?:section|nav|aside)[^>]* aria-label="([^"]+)"', page)
    assert len(landmarks) == len(set(landmarks))
