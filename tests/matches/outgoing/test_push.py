"""Messages on phones: encrypted as RFC 8291 says, signed, and read by a browser."""

from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone

from matches.outgoing import delivery, push, sender
from matches.outgoing.models import Notification, NotificationState, Phone, Recipient
from matches.outgoing.services import tell
from tests.matches.outgoing.servers import (
    PushService,
    data,
    decrypted,
    push_service,
    text,
)
from tests.matches.outgoing.test_delivery import kind  # noqa: F401 - a fixture

HOUR = timedelta(hours=1)

# RFC 8291, appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
THEIRS = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNto"
    "IAiw4"
)
THEIR_KEY = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
OUR_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYL"
    "ocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyou"
    "BWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def key_of(number: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(data(number)), ec.SECP256R1())


def test_it_is_encrypted_as_the_example_of_the_rfc() -> None:
    sealed = push.encrypted(
        PLAIN,
        p256dh=data(THEIRS),
        auth=data(AUTH),
        salt=data(SALT),
        key=key_of(OUR_KEY),
    )
    assert text(sealed) == SEALED
    assert decrypted(sealed, key=key_of(THEIR_KEY), auth=data(AUTH)) == PLAIN


def test_each_message_has_its_own_key() -> None:
    sealed = {
        push.encrypted(PLAIN, p256dh=data(THEIRS), auth=data(AUTH)) for _time in "12"
    }
    assert len(sealed) == 2


def test_keys_that_are_none_are_refused() -> None:
    assert push.is_key(THEIRS, AUTH)
    off_the_curve = text(b"\x04" + b"\x01" * 64)
    for p256dh, auth in ((off_the_curve, AUTH), ("", ""), (THEIRS, "AAAA"), ("ø", "é")):
        assert not push.is_key(p256dh, auth)


@pytest.fixture
def service(settings: Any, db: None) -> Iterator[PushService]:
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    settings.SITE_URL = "https://club.example.org"
    sender.begin(by=None)
    with push_service() as running:
        yield running


def told(recipient: Recipient, version: str = "1") -> None:
    until = timezone.now() + HOUR
    tell(recipient, "test", topic="news", version=version, until=until)
    delivery.send_push()


@pytest.mark.usefixtures("kind")
def test_a_browser_reads_it(service: PushService) -> None:
    recipient = Recipient.objects.create(language="da")
    service.phone(recipient)
    told(recipient)
    [(_path, said, headers)] = service.got
    shown = said["notification"]
    assert said["web_push"] == 8030
    assert (shown["title"], shown["lang"], shown["tag"]) == ("Tørst", "da", "news")
    assert shown["navigate"] == "https://club.example.org/news/"
    assert 3500 < int(headers["TTL"]) <= 3600
    assert Notification.objects.get().state == NotificationState.SENT


@pytest.mark.usefixtures("kind")
@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_is_gone_is_deleted(service: PushService, status: int) -> None:
    recipient = Recipient.objects.create()
    service.phone(recipient)
    service.answers["/phone"] = status
    told(recipient)
    message = Notification.objects.get()
    assert (message.state, message.answer) == ("failed", f"HTTP {status}")
    assert not Phone.objects.exists()
    told(recipient, "2")
    assert Notification.objects.count() == 1


@pytest.mark.usefixtures("kind")
@pytest.mark.parametrize("status", [429, 500])
def test_a_busy_service_is_asked_again(service: PushService, status: int) -> None:
    recipient = Recipient.objects.create()
    service.phone(recipient)
    service.answers["/phone"] = status
    told(recipient)
    message = Notification.objects.get()
    assert (message.state, message.tries) == ("waiting", 1)
    assert message.due_at > timezone.now()
    assert Phone.objects.exists()
    service.answers.clear()
    Notification.objects.update(due_at=timezone.now())
    delivery.send_push()
    assert Notification.objects.get().state == NotificationState.SENT


@pytest.mark.usefixtures("kind")
def test_a_private_address_is_not_asked(service: PushService, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = []
    recipient = Recipient.objects.create()
    service.phone(recipient)
    told(recipient)
    assert not service.got
    assert Notification.objects.get().state == NotificationState.WAITING
