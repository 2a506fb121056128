"""Slowing down whoever guesses or asks for too much, without locking out the others."""

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
"""A whole hall shares an address, and there are 30⁸ sheet codes."""
DOCUMENTS_PER_ADDRESS: Final = 120
"""PDFs to be made; those that are made already are not counted."""


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from: behind a proxy, what the proxy saw."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if settings.SECURE_PROXY_SSL_HEADER and forwarded:
        return str(forwarded.rpartition(",")[2].strip())
    return str(request.META.get("REMOTE_ADDR", ""))


def is_throttled(*, username: str, address: str) -> bool:
    """Whether an account or an address has failed too often lately."""
    by_account = counted("login", _account(username, address))
    return by_account >= PER_ACCOUNT or counted("login", address) >= PER_ADDRESS


def count_failure(*, username: str, address: str) -> None:
    """Remember one wrong password."""
    for source in (_account(username, address), address):
        count("login", source)


def has_guessed_too_often(request: HttpRequest) -> bool:
    """Whether too many wrong codes came from this address lately."""
    return counted("codes", address_of(request)) >= CODES_PER_ADDRESS


def count_wrong_code(request: HttpRequest) -> None:
    """Remember one code that opens nothing."""
    count("codes", address_of(request))


def has_asked_too_often(request: HttpRequest) -> bool:
    """Whether too many PDFs were asked for from this address lately."""
    return counted("documents", address_of(request)) >= DOCUMENTS_PER_ADDRESS


def count_document(request: HttpRequest) -> None:
    """Remember one PDF that has to be made."""
    count("documents", address_of(request))


def count(kind: str, source: str) -> int:
    """Count one event of a source; return how many there were in this window.

    A window begins with the first event and does not move: whoever waits long enough
    starts from nothing.
    """
    key = _key(kind, source)
    if not cache.add(key, 1, WINDOW_SECONDS):
        with contextlib.suppress(ValueError):  # the window ended this very moment
            return int(cache.incr(key))
    return 1


def counted(kind: str, source: str) -> int:
    """Return how many events of a source there were in this window."""
    return int(cache.get(_key(kind, source), 0))


def _account(username: str, address: str) -> str:
    """Accounts are counted for each address: a stranger cannot lock a director out."""
    return f"{username.casefold()} {address}"


def _key(kind: str, source: str) -> str:
    # A digest: addresses are nobody's business, and cache keys have an alphabet.
    return f"{kind}:{hashlib.sha256(source.encode()).hexdigest()}"
