"""Posts to addresses of others, and to public ones only.

Who adds a webhook or a phone could otherwise ask, through this machine, what stands in
the network behind it.
"""

import ipaddress
import logging
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from matches.rules.refusals import Refusal, RuleError

SECONDS: Final = 5.0
NOT_PUBLIC = Refusal(
    "webhook.not_public",
    "Use a public address, with port 80, 443 or above 1023. The administrator can "
    "allow others.",
)
_PORTS: Final = {"http": 80, "https": 443}
_FREE_PORTS: Final = 1024
_GATEWAYS: Final = (
    ipaddress.ip_network("64:ff9b::/96"),
    ipaddress.ip_network("64:ff9b:1::/48"),
)
"""NAT64: whoever connects there is led to the IPv4 address in the last 32 bits."""
_UNICAST: Final = ipaddress.ip_network("2000::/3")

_Number: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

logger = logging.getLogger(__name__)


def post(address: str, body: bytes, headers: Mapping[str, str]) -> int | None:
    """Send a body; return the status, None without an answer.

    No redirect is followed.
    """
    try:
        return _send(urlsplit(address), body, headers)
    except RuleError:
        logger.warning("%s is not public: see CRAWFORD_WEBHOOK_NETWORKS", address)
    except (OSError, HTTPException, ValueError):
        pass
    return None


def check_address(address: str) -> None:
    """Raise NOT_PUBLIC for an address to which nothing is sent.

    A name that nobody knows may be known when there is something to send.
    """
    with suppress(OSError, UnicodeError):
        _target(urlsplit(address))


def is_allowed(number: str) -> bool:
    """Return whether a message may go to this IP address."""
    return all(map(_is_open, _destinations(ipaddress.ip_address(number))))


def _destinations(number: _Number) -> Iterator[_Number]:
    """Yield where a connection to an IP address may end: some have another inside."""
    if isinstance(number, ipaddress.IPv6Address):
        if number.ipv4_mapped:
            yield number.ipv4_mapped
            return
        if any(number in gateway for gateway in _GATEWAYS):
            yield ipaddress.IPv4Address(int(number) & 0xFFFFFFFF)
            if number in _GATEWAYS[0]:
                return
        yield from filter(None, (number.sixtofour, *(number.teredo or ())))
    yield number


def _is_open(number: _Number) -> bool:
    if any(number in network for network in settings.WEBHOOK_NETWORKS):
        return True
    # Deprecated and unassigned parts of IPv6 are no private ones for `is_global`.
    is_assigned = number.version == 4 or number in _UNICAST  # noqa: PLR2004
    return is_assigned and number.is_global and not number.is_multicast


def _target(parts: SplitResult) -> tuple[str, int]:
    """Return IP address and port to connect to. Raises NOT_PUBLIC, OSError, ValueError.

    A name must not have a single IP address to which nothing is sent: which of them
    answers is up to whoever wrote the name down.
    """
    try:
        port = parts.port or _PORTS[parts.scheme]
    except ValueError as error:
        raise NOT_PUBLIC() from error
    if port not in _PORTS.values() and port < _FREE_PORTS:
        raise NOT_PUBLIC()
    rows = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    numbers = [str(row[4][0]) for row in rows]
    if not (numbers and all(map(is_allowed, numbers))):
        raise NOT_PUBLIC()
    return numbers[0], port


def _send(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> int:
    # Connect to the checked address: a second DNS look-up could return another one.
    line = socket.create_connection(_target(parts), timeout=SECONDS)
    # The timeout of a socket counts from byte to byte: an address that sends one a
    # second would never be too slow.
    end = threading.Timer(SECONDS, _cut, [line])
    end.start()
    host = parts.hostname or ""
    try:
        if parts.scheme == "https":
            context = ssl.create_default_context()
            line = context.wrap_socket(line, server_hostname=host)
        exchange = HTTPConnection(host, parts.port or _PORTS[parts.scheme])
        exchange.sock = line
        own = {"User-Agent": "Crawford", "Connection": "close"}
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        exchange.request("POST", path, body, {**headers, **own})
        return exchange.getresponse().status
    finally:
        end.cancel()
        line.close()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):  # it is closed already
        line.shutdown(socket.SHUT_RDWR)
