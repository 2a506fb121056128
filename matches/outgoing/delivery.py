"""Sends what is due: by e-mail over one connection, to phones one by one.

A worker takes a message by moving its `due_at`, so that no two workers send the same
one; a worker that dies between sending and saying so makes one double. Threads send, so
that draws and papers do not wait for a server that hangs.
"""

import logging
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.utils import formataddr, make_msgid, parseaddr
from http import HTTPStatus
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.smtp import EmailBackend
from django.db import connection
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse, set_script_prefix
from django.utils import timezone, translation

from matches.outgoing import push
from matches.outgoing.kinds import KINDS, Channel, Letter
from matches.outgoing.models import Notification, NotificationState, Recipient
from matches.outgoing.sender import may_send
from matches.web.club import club
from matches.web.shown import public_names

PAUSES: Final = (60, 300, 1800, 7200, 21600)
"""Seconds before each further try."""
LEASE: Final = 120
"""Seconds for which a worker has a message: longer than sending it can take."""
AT_ONCE: Final = 100
_NO_MORE: Final = 500
"""SMTP codes from here on are final."""
_STATUS: Final = re.compile(r"(5\.\d+\.\d+)")
"""An enhanced status code (RFC 3463)."""
_NO_ADDRESS: Final = frozenset(
    {"5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"}
)
_busy: Final = {channel: threading.Lock() for channel in Channel}

logger = logging.getLogger(__name__)


def send_due() -> None:
    """Begin to send what is due; end what is too late. A chore of the workers."""
    now = timezone.now()
    waiting = Notification.objects.waiting()
    waiting.filter(expires_at__lte=now).end(NotificationState.EXPIRED)
    due = waiting.filter(due_at__lte=now).order_by()
    channels = set(due.values_list("channel", flat=True).distinct())
    if not channels or not may_send():
        return
    for channel, send in ((Channel.EMAIL, send_mail), (Channel.PUSH, send_push)):
        if channel in channels and _busy[channel].acquire(blocking=False):
            threading.Thread(target=_sent, args=(channel, send), daemon=True).start()


def _sent(channel: Channel, send: Callable[[], None]) -> None:
    try:
        send()
    except Exception:  # what was taken is due again when the lease ends
        logger.exception("messages were not sent by %s", channel)
    finally:
        connection.close()
        _busy[channel].release()


def send_mail() -> None:
    """Send the e-mails that are due over one connection."""
    server = EmailBackend()
    try:
        for message, letter in _taken(Channel.EMAIL):
            try:
                server.open()
                server.send_messages([email_of(message.recipient, letter)])
            except SMTPRecipientsRefused as error:
                code, text = next(iter(error.recipients.values()))
                _failed(message, _said(code, text), is_final=code >= _NO_MORE)
                if is_no_address(code, text):
                    rows = Recipient.objects.filter(email=message.recipient.email)
                    rows.update(refused_at=timezone.now())
            except SMTPDataError as error:
                is_final = error.smtp_code >= _NO_MORE
                _failed(message, reason(error), is_final=is_final)
            except (OSError, SMTPException) as error:
                server.connection = None  # it may be half dead: the next opens another
                _failed(message, reason(error))
                return  # the others would wait for the same
            else:
                _done(message)
    finally:
        try:
            server.close()
        except (OSError, SMTPException):
            logger.info("the mail server left without a word")


def send_push() -> None:
    """Send to phones what is due; a phone that is gone is deleted."""
    for message, letter in _taken(Channel.PUSH):
        phone = message.phone
        if phone is None:
            _failed(message, "", is_final=True)
            continue
        answer = push.send(phone, _push_text(message, letter), until=message.expires_at)
        if answer in push.GONE:
            phone.delete()
            _failed(message, f"HTTP {answer}", is_final=True)
        elif answer is None:
            _failed(message, "")
        elif answer // 100 == HTTPStatus.OK // 100:
            _done(message)
        else:
            is_final = answer == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            _failed(message, f"HTTP {answer}", is_final=is_final)


def _taken(channel: Channel) -> Iterator[tuple[Notification, Letter]]:
    """Yield the messages of a channel that are due, with their texts, and take each."""
    set_script_prefix(f"{settings.SITE_PATH}/")  # known in web requests only
    rows = Notification.objects.waiting().filter(channel=channel)
    due = rows.filter(due_at__lte=timezone.now(), expires_at__gt=timezone.now())
    for message in due.select_related("recipient", "phone").order_by("due_at", "pk")[
        :AT_ONCE
    ]:
        lease = timezone.now() + timedelta(seconds=LEASE)
        mine = rows.filter(pk=message.pk, due_at=message.due_at)
        if not mine.update(due_at=lease, tries=F("tries") + 1):
            continue
        message.refresh_from_db(fields=["due_at", "tries"])
        with _read_by(message.recipient):
            letter = KINDS[message.kind].write(message)
        if letter is None:
            Notification.objects.filter(pk=message.pk).end(NotificationState.DROPPED)
        else:
            yield message, letter


@contextmanager
def _read_by(recipient: Recipient) -> Iterator[None]:
    """Write in the language of a person and the club's zone, with public names."""
    language = recipient.language or club().usual_language
    zone = timezone.override(club().zone)
    with translation.override(language), zone, public_names():
        yield


def _done(message: Notification) -> None:
    Notification.objects.filter(pk=message.pk).end(NotificationState.SENT)


def _failed(message: Notification, answer: str, *, is_final: bool = False) -> None:
    """Note a failure: tried again after a pause, unless it is final."""
    rows = Notification.objects.filter(pk=message.pk)
    if is_final or message.tries > len(PAUSES):
        rows.end(NotificationState.FAILED, answer)
        return
    again = timezone.now() + timedelta(seconds=PAUSES[message.tries - 1])
    rows.waiting().update(due_at=again, answer=answer[:200])


def is_no_address(code: int, text: bytes | str) -> bool:
    """Return whether a server says that there is no such address, and nothing else.

    Its own rules (5.7) and a full mailbox (5.2.2) say nothing about the address.
    """
    status = _STATUS.match(
        text if isinstance(text, str) else text.decode(errors="replace")
    )
    return code >= _NO_MORE and (status is None or status[1] in _NO_ADDRESS)


def _said(code: int, text: bytes | str) -> str:
    words = text.decode(errors="replace") if isinstance(text, bytes) else text
    return f"{code} {words}"


def reason(error: Exception) -> str:
    """Return what went wrong with a mail server, in its own words."""
    if isinstance(error, SMTPRecipientsRefused):
        return _said(*next(iter(error.recipients.values())))
    code, text = getattr(error, "smtp_code", None), getattr(error, "smtp_error", "")
    if code is not None:
        return _said(code, text)
    return str(error) or type(error).__name__


# Texts ---------------------------------------------------------------------


def email_of(recipient: Recipient, letter: Letter) -> EmailMultiAlternatives:
    """Return a letter as an e-mail: text, and the same as HTML."""
    language, key = recipient.language or club().usual_language, recipient.link_key
    with translation.override(language):
        context = {
            "letter": letter,
            "club": club(),
            "url": settings.SITE_URL + letter.path,
            "choose": _address("messages_chosen", key) if key else "",
            "language": language,
        }
        text = render_to_string("matches/outgoing/email.txt", context)
        html = render_to_string("matches/outgoing/email.html", context | {"text": text})
    _name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    headers = {
        "Message-ID": make_msgid(domain=urlsplit(settings.SITE_URL).hostname),
        "Auto-Submitted": "auto-generated",
    }
    if key:
        headers["List-Unsubscribe"] = f"<{_address('messages_stop', key)}>"
    if key and settings.HTTPS:  # RFC 8058
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    email = EmailMultiAlternatives(
        " ".join(letter.title.split()),
        text,
        formataddr((club().title, address)),
        [recipient.email],
        headers=headers,
        reply_to=[letter.reply_to] if letter.reply_to else None,
    )
    email.attach_alternative(html, "text/html")
    return email


def _address(name: str, key: str) -> str:
    return settings.SITE_URL + reverse(name, args=[key])


def _push_text(message: Notification, letter: Letter) -> dict[str, object]:
    """Return the declarative form of a notification, which older browsers show too."""
    return {
        "web_push": 8030,
        "notification": {
            "title": letter.title,
            "body": "\n".join(letter.lines),
            "navigate": settings.SITE_URL + letter.path,
            "tag": message.topic,
            "lang": message.recipient.language or club().usual_language,
        },
    }
