"""Web push: messages encrypted for one browser (RFC 8291), signed by the site (8292).

The key of the site is derived from its secret, so every machine of a site has the same
one. With another secret the phones have to ask for messages anew.
"""

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from email.utils import parseaddr
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from matches.outgoing.models import Phone
from matches.web.sending import post

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

GONE: Final = frozenset({HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
"""Answers after which a phone never takes a message again."""
MOST_BYTES: Final = 3993
SIGNED_SECONDS: Final = 12 * 3600
_RECORD: Final = 4096
_LAST: Final = b"\x02"
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""That of the curve P-256."""


def send(phone: Phone, told: dict[str, object], *, until: datetime) -> int | None:
    """Send a message to a phone; return the status, None without an answer."""
    text = json.dumps(told, ensure_ascii=False).encode()
    if len(text) > MOST_BYTES:
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    body = encrypted(text, p256dh=_bytes(phone.p256dh), auth=_bytes(phone.auth))
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(int((until - timezone.now()).total_seconds()), 0)),
        "Urgency": "high",
        "Authorization": signature(phone.endpoint),
    }
    return post(phone.endpoint, body, headers)


def encrypted(
    text: bytes,
    *,
    p256dh: bytes,
    auth: bytes,
    salt: bytes = b"",
    key: "EllipticCurvePrivateKey | None" = None,
) -> bytes:
    """Return a text encrypted for the public key and the secret of a browser.

    `salt` and `key` are new for each message. Raises ValueError: no point of the curve.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    curve = ec.SECP256R1()
    salt, key = salt or os.urandom(16), key or ec.generate_private_key(curve)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(curve, p256dh)
    mine = _point(key)
    shared = key.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, auth, b"WebPush: info\0" + p256dh + mine, length=32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", length=12)
    head = salt + _RECORD.to_bytes(4) + bytes([len(mine)]) + mine
    return head + AESGCM(content_key).encrypt(nonce, text + _LAST, None)


def signature(endpoint: str) -> str:
    """Return the header by which a push service knows this site."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, utils

    service = urlsplit(endpoint)
    said = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(time.time()) + SIGNED_SECONDS,
        "sub": _contact(),
    }
    parts = ({"typ": "JWT", "alg": "ES256"}, said)
    signed = ".".join(_text(json.dumps(part).encode()) for part in parts)
    made = _key().sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    numbers = b"".join(n.to_bytes(32) for n in utils.decode_dss_signature(made))
    return f"vapid t={signed}.{_text(numbers)}, k={public_key()}"


@cache
def public_key() -> str:
    """Return the key of the site, as browsers want it."""
    return _text(_point(_key()))


def is_key(p256dh: str, auth: str) -> bool:
    """Return whether these are the keys of a browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        return len(_bytes(auth)) == 16  # noqa: PLR2004 - RFC 8291
    except ValueError:
        return False


@cache
def _key() -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    secret = settings.SECRET_KEY.encode()
    number = int.from_bytes(_derived(secret, b"", b"Crawford web push", length=48))
    # Less than the order of the curve, and never 0.
    return ec.derive_private_key(number % (_ORDER - 1) + 1, ec.SECP256R1())


def _derived(secret: bytes, salt: bytes, info: bytes, *, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: "EllipticCurvePrivateKey") -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _contact() -> str:
    _name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return f"mailto:{address}" if settings.EMAIL_HOST else settings.SITE_URL


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
