"""Slowing down whoever guesses passwords, without locking out whoever knows theirs."""

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


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from: behind a proxy, what the proxy saw."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if settings.SECURE_PROXY_SSL_HEADER and forwarded:
        return str(forwarded.rpartition(",")[2].strip())
    return str(request.META.get("REMOTE_ADDR", ""))


def is_throttled(*, username: str, address: str) -> bool:
    """Whether an account or an address has failed too often lately."""
    by_account: int = cache.get(_account(username, address), 0)
    by_address: int = cache.get(_address(address), 0)
    return by_account >= PER_ACCOUNT or by_address >= PER_ADDRESS


def count_failure(*, username: str, address: str) -> None:
    """Remember one wrong password."""
    for key in (_account(username, address), _address(address)):
        if not cache.add(key, 1, WINDOW_SECONDS):
            with contextlib.suppress(ValueError):  # it ran out this very moment
                cache.incr(key)


def has_guessed_too_often(request: HttpRequest) -> bool:
    """Whether too many wrong codes came from this address lately."""
    tries: int = cache.get(_codes(request), 0)
    return tries >= CODES_PER_ADDRESS


def count_wrong_code(request: HttpRequest) -> None:
    """Remember one code that opens nothing."""
    key = _codes(request)
    if not cache.add(key, 1, WINDOW_SECONDS):
        with contextlib.suppress(ValueError):  # it ran out this very moment
            cache.incr(key)


def _codes(request: HttpRequest) -> str:
    digest = hashlib.sha256(address_of(request).encode()).hexdigest()
    return f"codes:{digest}"


def _account(username: str, address: str) -> str:
    """Accounts are counted for each address: a stranger cannot lock a director out."""
    digest = hashlib.sha256(f"{username.casefold()} {address}".encode()).hexdigest()
    return f"login:{digest}"


def _address(address: str) -> str:
    return f"login:{hashlib.sha256(address.encode()).hexdigest()}"
