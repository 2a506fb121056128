"""Sending one signed message to an address of another site. No redirect is followed.

Private networks are allowed, because a hall may have a scoreboard there and only
directors add webhooks. Link-local addresses are never allowed, because cloud providers
serve secrets there. This machine itself is allowed only if the site has no https: it is
then a laptop in a hall and not a server.
"""

import hashlib
import hmac
import ipaddress
import socket
import ssl
import threading
import time
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

SECONDS: Final = 5.0
"""Seconds for the whole exchange."""
SIGNATURE: Final = "Crawford-Signature"


def send_signed(address: str, body: str, *, secret: str) -> int | None:
    """Send a body with its signature; return the status, None without an answer."""
    try:
        return _send(address, body.encode(), secret)
    except (OSError, HTTPException, ValueError):
        return None


def signature(body: bytes, *, secret: str, moment: int) -> str:
    """Return the header that proves who sent a body, and when."""
    signed = hmac.new(secret.encode(), b"%d." % moment + body, hashlib.sha256)
    return f"t={moment},v1={signed.hexdigest()}"


def is_allowed(found: str) -> bool:
    """Whether a message may go to this IP address."""
    address = ipaddress.ip_address(found.partition("%")[0])
    # ::ffff:169.254.169.254 is the same machine as 169.254.169.254 and no link-local
    # address by its IPv6 form.
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.is_link_local or address.is_multicast or address.is_unspecified:
        return False
    return not (address.is_loopback and settings.HTTPS)


def _send(address: str, body: bytes, secret: str) -> int | None:
    parts = urlsplit(address)
    is_safe = parts.scheme == "https"
    host = parts.hostname or ""
    port = parts.port or (443 if is_safe else 80)
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = [str(row[4][0]) for row in rows]
    if not numbers or not all(map(is_allowed, numbers)):
        return None
    # Connect to the checked address: a second DNS look-up could return another one.
    line = socket.create_connection((numbers[0], port), timeout=SECONDS)
    # The timeout of a socket counts from byte to byte: an address that sends one a
    # second would never be too slow.
    end = threading.Timer(SECONDS, _cut, [line])
    end.start()
    try:
        if is_safe:
            context = ssl.create_default_context()
            line = context.wrap_socket(line, server_hostname=host)
        connection = HTTPConnection(host, port)
        connection.sock = line
        moment = int(time.time())
        path = parts.path or "/"
        connection.request(
            "POST",
            f"{path}?{parts.query}" if parts.query else path,
            body,
            {
                "Content-Type": "application/json",
                "User-Agent": "Crawford",
                "Connection": "close",
                SIGNATURE: signature(body, secret=secret, moment=moment),
            },
        )
        return connection.getresponse().status
    finally:
        end.cancel()
        line.close()


def _cut(line: socket.socket) -> None:
    """Close a connection that takes too long, in whatever state it is."""
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
