"""E-mail leaves once, in time, only from the site that sends, through a real server."""

import smtplib
import socket
from collections.abc import Iterator
from datetime import timedelta
from threading import Thread
from typing import Any
from unittest import mock

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone, translation
from django.utils.translation import gettext

from clubsite.environment import env_mail
from matches.models import JournalEntry
from matches.outgoing import delivery, kinds, recipients, sender, services
from matches.outgoing.kinds import Kind, Letter
from matches.outgoing.models import (
    Notification,
    NotificationState,
    Recipient,
    SendingSite,
)
from tests.matches.outgoing.servers import Mailbox, mail_server

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def kind() -> Iterator[None]:
    """A kind of messages that everybody gets, in the reader's language."""

    def write(message: Notification) -> Letter | None:
        if message.values.get("is_over"):
            return None
        title = "Tørst" if translation.get_language() == "da" else "Thirst"
        return Letter(title, (gettext("Saved."), "a < b"), "/news/", "Read")

    kept = dict(kinds.KINDS)
    kinds.register(Kind("test", "Test", write, at_night=True))
    kinds.register(Kind("by_day", "By day", write))
    yield
    kinds.KINDS.clear()
    kinds.KINDS.update(kept)


@pytest.fixture
def mailbox(settings: Any, kind: None) -> Iterator[Mailbox]:
    sender.begin(by=None)
    with mail_server(settings) as running:
        yield running


def told(recipient: Recipient, version: str = "1", **more: Any) -> int:
    return services.tell(
        recipient,
        **{
            "kind": "test",
            "topic": "news",
            "version": version,
            "until": timezone.now() + HOUR,
        }
        | more,
    )


def anna(**more: Any) -> Recipient:
    return Recipient.objects.create(email="anna@example.org", **more)


def states() -> list[str]:
    return list(Notification.objects.order_by("pk").values_list("state", flat=True))


def test_it_is_text_and_html_and_says_how_to_stop(
    mailbox: Mailbox, settings: Any
) -> None:
    settings.HTTPS, settings.SITE_URL = True, "https://club.example.org"
    recipient = anna(language="da")
    told(recipient)
    delivery.send_mail()
    [letter] = mailbox.letters
    assert (letter["To"], letter["Subject"]) == ("anna@example.org", "Tørst")
    assert letter["From"] == "Crawford <club@example.org>"
    stop = f"https://club.example.org/n/{recipient.link_key}/stop/"
    assert letter["List-Unsubscribe"].strip() == f"<{stop}>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["Auto-Submitted"] == "auto-generated"
    text, html = (
        letter.get_body((part,)).get_content()  # type: ignore[union-attr]
        for part in ("plain", "html")
    )
    assert text.splitlines()[:2] == ["Gemt.", "a < b"]
    assert "a &lt; b" in html
    assert '<html lang="da">' in html
    for body in (text, html):
        assert "https://club.example.org/news/" in body
    assert states() == ["sent"]


@pytest.mark.database
def test_the_same_is_said_once_and_a_newer_word_replaces_what_waits(
    mailbox: Mailbox,
) -> None:
    recipient = anna()
    assert [told(recipient), told(recipient), told(recipient, "2")] == [1, 0, 1]
    assert states() == ["dropped", "waiting"]
    delivery.send_mail()
    delivery.send_mail()
    assert len(mailbox.letters) == 1
    told(recipient, "3", values={"is_over": True})
    delivery.send_mail()
    assert (states()[-1], len(mailbox.letters)) == ("dropped", 1)


def test_an_address_that_is_refused_gets_no_more(mailbox: Mailbox) -> None:
    mailbox.rcpt["anna@example.org"] = "550 No such user"
    recipient = anna()
    told(recipient)
    delivery.send_mail()
    message = Notification.objects.get()
    assert (message.state, message.answer) == ("failed", "550 No such user")
    recipient.refresh_from_db()
    assert told(recipient, "2") == 0
    recipients.set_email(recipient, "anna.berg@example.org")
    assert told(recipient, "3") == 1


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        (550, b"5.1.1 User unknown", True),
        (550, "No such user here", True),
        (550, b"5.7.1 SPF check failed", False),
        (552, b"5.2.2 Mailbox full", False),
        (450, b"4.1.1 Greylisted", False),
    ],
)
def test_which_refusals_say_that_there_is_no_address(
    code: int, text: bytes | str, expected: bool
) -> None:
    assert delivery.is_no_address(code, text) is expected


@pytest.mark.parametrize("way", ["rcpt", "data"])
def test_a_refusal_for_now_is_tried_again(mailbox: Mailbox, way: str) -> None:
    recipient = anna()
    if way == "rcpt":
        mailbox.rcpt[recipient.email] = "451 Later"
    else:
        mailbox.data = "451 Later"
    told(recipient)
    delivery.send_mail()
    message = Notification.objects.get()
    assert (message.state, message.tries, message.answer) == ("waiting", 1, "451 Later")
    assert message.due_at > timezone.now() + timedelta(seconds=50)
    mailbox.rcpt.clear()
    mailbox.data = ""
    delivery.send_mail()
    assert mailbox.letters == []
    Notification.objects.update(due_at=timezone.now())
    delivery.send_mail()
    assert len(mailbox.letters) == 1


def test_it_is_given_up_after_the_last_pause(mailbox: Mailbox) -> None:
    mailbox.data = "451 Later"
    told(anna())
    for _try in range(len(delivery.PAUSES) + 1):
        assert states() == ["waiting"]
        Notification.objects.update(due_at=timezone.now())
        delivery.send_mail()
    assert states() == ["failed"]


def test_a_server_that_hangs_is_given_up(mailbox: Mailbox, settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = silent.getsockname()[1], 0.2
        told(anna())
        told(Recipient.objects.create(email="bo@example.org"))
        delivery.send_mail()
    first, second = Notification.objects.order_by("pk")
    assert (first.state, second.tries) == ("waiting", 0)
    assert "timed out" in first.answer


def test_a_server_that_dies_in_the_middle_loses_nothing(
    mailbox: Mailbox, settings: Any
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as dying:

        def die() -> None:
            line, _address = dying.accept()
            line.sendall(b"220 mail.example.org\r\n")
            line.recv(100)
            line.close()

        thread = Thread(target=die)
        thread.start()
        port, settings.EMAIL_PORT = settings.EMAIL_PORT, dying.getsockname()[1]
        told(anna())
        delivery.send_mail()
        thread.join()
    assert states() == ["waiting"]
    settings.EMAIL_PORT = port
    Notification.objects.update(due_at=timezone.now())
    delivery.send_mail()
    assert len(mailbox.letters) == 1


def test_what_is_late_is_not_sent(mailbox: Mailbox) -> None:
    told(anna())
    later = timezone.now() + 2 * HOUR
    with mock.patch("django.utils.timezone.now", return_value=later):
        delivery.send_due()
        delivery.send_mail()
    assert (states(), mailbox.letters) == ([NotificationState.EXPIRED], [])
    assert told(anna(), "2", until=timezone.now() - HOUR) == 0


@pytest.mark.database
def test_a_copy_of_the_data_sends_nothing_until_somebody_says_so(
    mailbox: Mailbox,
) -> None:
    told(anna())
    SendingSite.objects.update(identity="another machine")
    assert not sender.may_send()
    with mock.patch.object(delivery.threading, "Thread") as thread:
        delivery.send_due()
        thread.assert_not_called()
        sender.begin(by=None)
        delivery.send_due()
        thread.assert_called_once()
    delivery._busy["email"].release()
    assert JournalEntry.objects.filter(act="sending_on").exists()


def test_at_night_it_waits_for_the_morning(mailbox: Mailbox) -> None:
    night = timezone.now().replace(hour=22, minute=30)  # half past midnight, or eleven
    with mock.patch("django.utils.timezone.now", return_value=night):
        told(anna(), kind="by_day", until=night + 24 * HOUR)
        told(anna(), kind="test", until=night + 24 * HOUR)
        told(anna(), kind="by_day", until=night + 2 * HOUR)
    waits, *at_once = Notification.objects.order_by("pk")
    assert timezone.localtime(waits.due_at).strftime("%H:%M") == "08:00"
    assert [row.due_at for row in at_once] == [night, night]


def test_one_stop_is_for_everybody_with_the_address(mailbox: Mailbox) -> None:
    recipient, child = anna(), anna()
    told(recipient)
    recipients.stop(child)
    assert states() == ["dropped"]
    recipient.refresh_from_db()
    assert told(recipient, "2") == 0
    # Nor does it help to type the address once more.
    again = recipients.with_email("Anna@example.org", language="")
    assert told(again, "3") == 0
    # A link in a message starts them again, and only that.
    recipients.ask_to_start(again)
    delivery.send_mail()
    [letter] = mailbox.letters
    body = letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert f"/n/{again.link_key}/" in body
    recipients.start(again)
    recipient.refresh_from_db()
    assert told(recipient, "4") == 1


def test_nobody_is_flooded(mailbox: Mailbox) -> None:
    recipient = anna()
    written = [told(recipient, str(number)) for number in range(30)]
    assert sum(written) == services.MOST_AN_HOUR


def test_kinds_are_chosen(mailbox: Mailbox) -> None:
    recipient = anna()
    recipients.choose(recipient, ["by_day"], language="da")
    assert told(recipient) == 0
    assert told(recipient, kind="by_day") == 1


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtps://anna:p%40ss@mail.example.org", (465, "anna", "p@ss", False, True)),
        ("smtp://anna@mail.example.org", (587, "anna", "", True, False)),
        ("smtp+plain://mail.example.org:2525", (2525, "", "", False, False)),
    ],
)
def test_the_address_of_a_mail_server(
    monkeypatch: pytest.MonkeyPatch, url: str, expected: tuple[object, ...]
) -> None:
    monkeypatch.setenv("SMTP", url)
    monkeypatch.setenv("MAIL_FROM", "club@example.org")
    mail = env_mail("SMTP", "MAIL_FROM")
    assert mail.host == "mail.example.org"
    found = (mail.port, mail.user, mail.password, mail.starts_tls, mail.is_tls)
    assert found == expected


@pytest.mark.parametrize(
    "url", ["mail.example.org", "https://a@b", "smtps://", "smtp://h:port", "smtp://h"]
)
def test_another_address_stops_the_start_and_says_no_password(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("SMTP", url)
    with pytest.raises(ImproperlyConfigured):
        env_mail("SMTP", "MAIL_FROM")


def test_the_words_of_the_server_are_kept() -> None:
    error = smtplib.SMTPAuthenticationError(535, b"5.7.8 Bad credentials")
    assert delivery.reason(error) == "535 5.7.8 Bad credentials"
