"""The address on which the site listens, and the addresses that reach it."""

import fcntl
import os
import re
import socket
import struct
import sys
from dataclasses import dataclass

DEFAULT_PORT = 8000
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - a name for it, not a use
_LOCAL = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - names for it, not a use
BACKLOG = 512
UNREAD_SECONDS = 60
"""Seconds after which the system ends a connection whose other side reads nothing."""
_SIOCGIFADDR = 0x8915
_PORT_MOST = 65535
_BIND = re.compile(r"(?P<host>\[[0-9a-fA-F:]+\]|[^:\[\]\s]*)(:(?P<port>\d{1,5}))?")


class BindError(Exception):
    """The site cannot listen on the address; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Bind:
    """A host without brackets, and a port."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT

    @property
    def is_everywhere(self) -> bool:
        """Whether every network of the machine is served."""
        return self.host in EVERYWHERE

    @property
    def local_host(self) -> str:
        """The host by which this machine reaches itself there."""
        return _LOCAL.get(self.host, self.host)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse_bind(text: str) -> Bind:
    """Parse HOST:PORT, HOST, :PORT or PORT; an IPv6 host with a port needs brackets.

    Raises ValueError.
    """
    if text.isdigit():
        text = f":{text}"
    elif text.count(":") > 1 and "[" not in text:
        text = f"[{text}]"
    found = _BIND.fullmatch(text)
    if not found:
        raise ValueError(text)
    port = int(found["port"] or DEFAULT_PORT)
    if port > _PORT_MOST:
        raise ValueError(text)
    return Bind(found["host"].strip("[]") or Bind().host, port)


def listen(bind: Bind) -> socket.socket:
    """Open the listening socket. Raises BindError."""
    family = socket.AF_INET6 if ":" in bind.host else socket.AF_INET
    try:
        listener = socket.create_server(
            (bind.host, bind.port), family=family, backlog=BACKLOG
        )
    except PermissionError as error:
        raise BindError(
            f"Port {bind.port} needs more rights than this user has. "
            "Choose one above 1023, such as: ./run --bind 127.0.0.1:8000"
        ) from error
    except (OSError, UnicodeError) as error:
        following = Bind(bind.host, bind.port % _PORT_MOST + 1)
        raise BindError(
            f"Cannot listen on {bind}: {_reason(error)}. Another copy or another "
            f"program may be there; choose another port: ./run --bind {following}"
        ) from error
    if sys.platform.startswith("linux"):  # connections inherit it
        listener.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000
        )
    return listener


def _reason(error: OSError | UnicodeError) -> str:
    number = getattr(error, "errno", None) or 0
    # The error number of an unknown host is negative; `strerror` does not know it.
    return os.strerror(number) if number > 0 else str(error)


def machine_addresses() -> list[str]:
    """Return the IPv4 addresses of the machine, that of the default route first."""
    addresses = [address for address in [_outward_address()] if address]
    for _index, name in socket.if_nameindex():
        address = _interface_address(name)
        if address and not address.startswith("127.") and address not in addresses:
            addresses.append(address)
    return addresses


def machine_names() -> list[str]:
    """Return the names that a local network may use for this machine."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return sorted({name, short, f"{short}.local"} - {"", ".local", "localhost"})


def _outward_address() -> str:
    """Return the address of the default route, empty if there is none.

    `connect` on a UDP socket only selects a route; no packet is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))  # an address kept for documentation
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address


def _interface_address(name: str) -> str:
    if not sys.platform.startswith("linux"):
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            packed = fcntl.ioctl(
                probe, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15])
            )
        except OSError:
            return ""
    return socket.inet_ntoa(packed[20:24])
