"""A mail server and a push service on this machine, as others see ours."""

import email
import json
import socket
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from matches.outgoing.models import Phone, Recipient


class Mailbox:
    """What a mail server got, and what it says to addresses and letters."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.rcpt: dict[str, str] = {}
        self.data = ""

    async def handle_RCPT(  # noqa: N802 - aiosmtpd calls it
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        refusal = self.rcpt.get(address)
        if refusal is None:
            envelope.rcpt_tos.append(address)
        return refusal or "250 OK"

    async def handle_DATA(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any
    ) -> str:
        if self.data:
            return self.data
        letter: Any = email.message_from_bytes(envelope.content, policy=default)
        self.letters.append(letter)
        return "250 OK"


@contextmanager
def mail_server(settings: Any) -> Iterator[Mailbox]:
    """Run a mail server, and let the product use it."""
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    controller.start()
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    settings.EMAIL_TIMEOUT = 5
    settings.DEFAULT_FROM_EMAIL = "club@example.org"
    try:
        yield mailbox
    finally:
        controller.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class PushService:
    """Push services and the browsers behind them, which decrypt what they get."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.keys: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = {}
        self.answers: dict[str, int] = {}
        self.got: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.goes_on = Event()

    def phone(self, recipient: Recipient, name: str = "phone") -> Phone:
        """Return a phone with keys that only its browser knows."""
        key, auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        self.keys[f"/{name}"] = key, auth
        return Phone.objects.create(
            recipient=recipient,
            endpoint=f"{self.address}/{name}",
            p256dh=text(point(key)),
            auth=text(auth),
        )

    def take(self, path: str, body: bytes, headers: dict[str, str]) -> int:
        if path not in self.answers:
            self.check_signature(headers["Authorization"])
            key, auth = self.keys[path]
            told = json.loads(decrypted(body, key=key, auth=auth))
            self.got.append((path, told, headers))
        return self.answers.get(path, 201)

    def check_signature(self, header: str) -> None:
        """Raise an error unless the site signed for this service (RFC 8292)."""
        scheme, token, key = header.replace(",", "").split()
        signed, _dot, signature = token.removeprefix("t=").rpartition(".")
        numbers = data(signature)
        halves = (int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
        public = ec.EllipticCurvePublicKey.from_encoded_point(
            ec.SECP256R1(), data(key.removeprefix("k="))
        )
        public.verify(
            utils.encode_dss_signature(*halves),
            signed.encode(),
            ec.ECDSA(hashes.SHA256()),
        )
        said = json.loads(data(signed.split(".")[1]))
        assert (scheme, said["aud"]) == ("vapid", self.address)
        assert said["sub"].startswith(("mailto:", "https:"))


@contextmanager
def push_service() -> Iterator[PushService]:
    class Listener(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(service.take(self.path, body, dict(self.headers)))
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()


def decrypted(body: bytes, *, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Return what a browser reads (RFC 8291), written apart from what encrypts."""
    salt, length = body[:16], body[20]
    theirs, sealed = body[21 : 21 + length], body[21 + length :]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    shared = key.exchange(ec.ECDH(), public)

    def derived(secret: bytes, mixed: bytes, info: bytes, size: int) -> bytes:
        return HKDF(hashes.SHA256(), size, mixed, info).derive(secret)

    info = b"WebPush: info\0" + point(key) + theirs
    secret = derived(shared, auth, info, 32)
    content = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert padded.endswith(b"\x02")
    return padded[:-1]


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def data(encoded: str) -> bytes:
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
