"""The pages on which people choose, and the one on which sending begins."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.outgoing import recipients, sender
from matches.outgoing.models import Notification, Phone, Recipient
from tests import builders
from tests.matches.outgoing.servers import mail_server
from tests.matches.outgoing.test_push import AUTH, THEIRS

pytestmark = pytest.mark.django_db
SUBSCRIPTION = {
    "do": "phone",
    "endpoint": "https://push.example.org/abc",
    "p256dh": THEIRS,
    "auth": AUTH,
}


@pytest.fixture(autouse=True)
def sending(settings: Any) -> None:
    settings.EMAIL_HOST, settings.HTTPS = "mail.example.org", True
    settings.SECURE_SSL_REDIRECT = False
    sender.begin(by=None)


def test_a_player_chooses_on_the_own_page() -> None:
    player = builders.player("Anna Berg")
    phone, own = Client(), reverse("personal", args=[player.link_key])
    address = reverse("own_messages", args=[player.link_key])
    assert address in phone.get(own).content.decode()
    page = phone.get(address)
    assert 'name="kinds" value="call"' in page.content.decode()
    for bad in (
        "x" * 300 + "@example.org",
        "anna@example.org\nBcc: b@example.org",
        "a",
    ):
        answer = phone.post(address, {"do": "save", "email": bad})
        assert answer.status_code == 422
        assert not Recipient.objects.exists()
    sent = {"do": "save", "email": "anna@example.org", "kinds": ["draw"]}
    told = phone.post(address, sent, follow=True)
    assert "Saved." in told.content.decode()
    row = Recipient.objects.get()
    assert (row.player, row.email) == (player, "anna@example.org")
    assert [kind for kind, is_on in row.chosen.items() if is_on] == ["draw"]
    assert phone.post(address, sent | {"kinds": ["fly"]}).status_code == 422


def test_a_phone_is_added_and_turned_off() -> None:
    player = builders.player("Anna Berg")
    address = reverse("own_messages", args=[player.link_key])
    phone = Client()
    for bad in (
        {"endpoint": "http://push.example.org/abc"},
        {"endpoint": "https://push.example.org/" + "x" * 600},
        {"p256dh": "AAAA"},
        {"auth": ""},
    ):
        assert phone.post(address, SUBSCRIPTION | bad).status_code == 422
    assert phone.post(address, SUBSCRIPTION).status_code == 204
    assert phone.post(address, SUBSCRIPTION).status_code == 204
    assert Phone.objects.get().recipient.player == player
    assert "Turn off on 1 phone" in phone.get(address).content.decode()
    phone.post(address, {"do": "phone_off"})
    assert not Phone.objects.exists()


def test_one_tap_stops_all_and_a_mail_program_may_tap() -> None:
    recipient = recipients.with_email("anna@example.org", language="")
    stop = reverse("messages_stop", args=[recipient.link_key])
    browser = Client(enforce_csrf_checks=True)
    browser.get(stop, follow=True)  # scanners follow links
    recipient.refresh_from_db()
    assert recipient.stopped_at is None
    browser.post(stop, {"List-Unsubscribe": "One-Click"})
    recipient.refresh_from_db()
    assert recipient.stopped_at
    page = Client()
    chosen = reverse("messages_chosen", args=[recipient.link_key])
    assert "You have stopped all messages." in page.get(chosen).content.decode()
    page.post(chosen, {"do": "start"})
    recipient.refresh_from_db()
    assert recipient.stopped_at is None
    assert page.get(reverse("messages_chosen", args=["x" * 27])).status_code == 404


def test_the_own_page_starts_nothing_at_an_address_that_said_stop() -> None:
    player = builders.player("Anna Berg")
    recipient = Recipient.objects.create(player=player, email="anna@example.org")
    recipients.stop(recipient)
    address = reverse("own_messages", args=[player.link_key])
    Client().post(address, {"do": "start"})
    recipient.refresh_from_db()
    assert recipient.stopped_at
    assert Notification.objects.get().kind == "restart"


def test_the_administrator_begins_sends_a_test_and_reads_the_servers_words(
    settings: Any,
) -> None:
    sender.end(by=None)
    client = builders.signed_in(builders.director())
    address = reverse("site_messages")
    assert address in client.get(reverse("club_settings")).content.decode()
    assert "does not send messages" in client.get(reverse("desk")).content.decode()
    client.post(address, {"do": "begin"})
    assert sender.may_send()
    with mail_server(settings) as mailbox:
        mailbox.rcpt["bad@example.org"] = "550 5.1.1 Not here"
        refused = client.post(address, {"do": "test", "email": "bad@example.org"})
        assert refused.status_code == 422
        assert "550 5.1.1 Not here" in refused.content.decode()
        sent = {"do": "test", "email": "ada@example.org"}
        told = client.post(address, sent, follow=True).content.decode()
        assert "Test message sent to ada@example.org." in re.sub(r"<[^>]*>", "", told)
        assert len(mailbox.letters) == 1
    assert client.post(address, {"do": "test", "email": "x"}).status_code == 422
    client.post(address, {"do": "end"})
    assert not sender.may_send()


def test_without_a_server_or_https_no_page_promises_anything(settings: Any) -> None:
    settings.EMAIL_HOST, settings.HTTPS = "", False
    player = builders.player("Anna Berg")
    address = reverse("own_messages", args=[player.link_key])
    own = reverse("personal", args=[player.link_key])
    assert address not in Client().get(own).content.decode()
    page = Client().get(address).content.decode()
    assert 'name="email"' not in page
    assert "This site has no https address" in page
    client = builders.signed_in(builders.director())
    assert "CRAWFORD_SMTP" in client.get(reverse("site_messages")).content.decode()
    assert Client().get(reverse("site_messages")).status_code == 302
