"""Limits guesses and requests from one source, without locking other people out.

The counters are in the cache. A cache that loses them only makes a limit less strict.
"""

import contextlib
import hashlib
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

WINDOW_SECONDS: Final = 15 * 60
PER_ACCOUNT: Final = 5
PER_ADDRESS: Final = 30
CODES_PER_ADDRESS: Final = 60
"""All phones in a playing hall share one address, so the limit is high. It is still
safe: there are 30⁸ sheet codes."""
DOCUMENTS_PER_ADDRESS: Final = 120
"""PDFs that have to be made; existing ones are not counted."""


def address_of(request: HttpRequest) -> str:
    """Return the IP address of a request; behind a proxy, the one the proxy saw."""
    # Only the last entry is from our proxy; a client can send the others itself.
    # Without a configured proxy the whole header is from the client and is ignored.
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if settings.SECURE_PROXY_SSL_HEADER and forwarded:
        return str(forwarded.rpartition(",")[2].strip())
    return str(request.META.get("REMOTE_ADDR", ""))


def is_throttled(*, username: str, address: str) -> bool:
    """Return True if an account or an address failed too often in this window."""
    by_account = counted("login", _account(username, address))
    return by_account >= PER_ACCOUNT or counted("login", address) >= PER_ADDRESS


def count_failure(*, username: str, address: str) -> None:
    """Count one wrong password, for the account and for the address."""
    for source in (_account(username, address), address):
        count("login", source)


def has_guessed_too_often(request: HttpRequest) -> bool:
    """Return True if too many wrong codes came from this address in this window."""
    return counted("codes", address_of(request)) >= CODES_PER_ADDRESS


def count_wrong_code(request: HttpRequest) -> None:
    """Count one code that does not exist."""
    count("codes", address_of(request))


def has_asked_too_often(request: HttpRequest) -> bool:
    """Return True if this address requested too many PDFs in this window."""
    return counted("documents", address_of(request)) >= DOCUMENTS_PER_ADDRESS


def count_document(request: HttpRequest) -> None:
    """Count one PDF that has to be made."""
    count("documents", address_of(request))


def count(kind: str, source: str) -> int:
    """Count one event of a source; return how many there were in this window.

    A window of `WINDOW_SECONDS` begins with the first event and does not move; after
    it the count starts again.
    """
    # `add` and `incr` are atomic in the cache: parallel requests are all counted. `add`
    # sets the end of the window and `incr` keeps it.
    key = _key(kind, source)
    if not cache.add(key, 1, WINDOW_SECONDS):
        with contextlib.suppress(ValueError):  # the key expired after `add`
            return int(cache.incr(key))
    return 1


def counted(kind: str, source: str) -> int:
    """Return how many events of a source there were in this window."""
    return int(cache.get(_key(kind, source), 0))


def _account(username: str, address: str) -> str:
    """Return the source for an account at one address.

    The address is part of it, so that a stranger cannot lock a director out.
    """
    return f"{username.casefold()} {address}"


def _key(kind: str, source: str) -> str:
    # A digest, because the cache should hold no names and addresses in clear text, and
    # because cache keys allow only some characters.
    return f"{kind}:{hashlib.sha256(source.encode()).hexdigest()}"
