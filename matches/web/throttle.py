"""Slows guesses and costly requests from one source, without locking other people out.

A right code is never refused. A hundred phones may share the address of a hall, so an
address is delayed, not blocked. Passwords are limited in `matches.accounts.adapter`.
docs/decisions/access.md has the reasons.

The counters are in a cache of their own, which pages cannot fill. If it loses them, a
limit is less strict for a while.
"""

import contextlib
import hashlib
import ipaddress
import secrets
from typing import Final

from django.conf import settings
from django.core import signing
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.connection import ConnectionProxy

WINDOW_SECONDS: Final = 15 * 60
FREE_CODES_PER_ADDRESS: Final = 60
"""Wrong codes from one address; there are 30⁸ sheet codes, and more personal links."""
LONGEST_DELAY_SECONDS: Final = 8
DOCUMENTS_PER_ADDRESS: Final = 120
"""PDFs that have to be made; existing ones are not counted."""
API_REQUESTS: Final = 3000
"""Requests of programs from one address: three each second, also behind a hall's."""
SEARCHES_PER_ADDRESS: Final = 1_500
"""Searches from one address; each typed letter may be one, and a hall shares it."""
DELAY_HEADER: Final = "Crawford-Delay"
"""Seconds by which the web server delays a response, without a waiting thread."""
KNOWN_SECONDS: Final = 365 * 24 * 60 * 60
_KNOWN_SALT: Final = "matches.web.throttle.known_browser"
_V6_SITE_BITS: Final = 64
_counters = ConnectionProxy(caches, "counters")


def address_of(request: HttpRequest) -> str:
    """Return the address of the client: IPv4, or the /64 network of IPv6."""
    meta = request.META
    return client_address(
        str(meta.get("REMOTE_ADDR", "")), str(meta.get("HTTP_X_FORWARDED_FOR", ""))
    )


def client_address(address: str, forwarded: str) -> str:
    """Return the client's address by that of the connection and `X-Forwarded-For`.

    Behind proxies it is the one that the outermost trusted proxy saw. Each proxy
    appends an entry to the header; what stands before those of our proxies was sent by
    the client and counts for nothing, as does a header with too few entries.
    """
    if proxies := settings.TRUSTED_PROXIES:
        entries = [entry.strip() for entry in forwarded.split(",") if entry.strip()]
        if len(entries) >= proxies:
            # From the end: a client can write anything in front, but not behind what
            # our own proxies append.
            address = entries[-proxies]
    return _network(address)


def _network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    # Every household and every phone has a /64 to choose addresses from.
    return str(ipaddress.ip_network((parsed.packed, _V6_SITE_BITS), strict=False))


# Passwords -----------------------------------------------------------------


def guesser(request: HttpRequest, username: str) -> str:
    """Return by what wrong passwords for a name are counted.

    It is the browser if this name signed in with it before, else its address.
    """
    return _known_browser(request, username.casefold()) or address_of(request)


def remember_browser(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Mark a browser that signed in, so that strangers cannot make it wait."""
    if _known_browser(request, name.casefold()):
        return
    value = signing.dumps([name.casefold(), secrets.token_hex(8)], salt=_KNOWN_SALT)
    response.set_cookie(
        settings.KNOWN_BROWSER_COOKIE_NAME,
        value,
        max_age=KNOWN_SECONDS,
        path=settings.SESSION_COOKIE_PATH,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _known_browser(request: HttpRequest, name: str) -> str:
    """Return the mark of this browser if this name signed in with it, else ""."""
    value = request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE_NAME, "")
    owner, mark = browser_mark(value)
    return mark if owner == name else ""


def browser_mark(value: str) -> tuple[str, str]:
    """Return the name that signed in with a browser, and its mark, by its cookie.

    Both are empty if the cookie is not ours.
    """
    try:
        name, mark = signing.loads(value, salt=_KNOWN_SALT, max_age=KNOWN_SECONDS)
    except (signing.BadSignature, TypeError, ValueError):
        return "", ""
    return str(name), str(mark)


# Codes and links -----------------------------------------------------------


def count_wrong_code(request: HttpRequest) -> bool:
    """Count a code that does not exist; return True if there were too many."""
    return count("codes", address_of(request)) > FREE_CODES_PER_ADDRESS


def slow_wrong_code(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Delay and return the response if many wrong codes came from the address."""
    over = counted("codes", address_of(request)) - FREE_CODES_PER_ADDRESS
    _slow(response, over)
    return response


def _slow(response: HttpResponse, over: int) -> None:
    if over > 0:
        response[DELAY_HEADER] = str(min(1 + over // 10, LONGEST_DELAY_SECONDS))


# Documents -----------------------------------------------------------------


def has_asked_too_often(request: HttpRequest) -> bool:
    """Return True if this address requested too many PDFs in this window."""
    return counted("documents", address_of(request)) >= DOCUMENTS_PER_ADDRESS


def count_document(request: HttpRequest) -> None:
    count("documents", address_of(request))


# Programs ------------------------------------------------------------------


def asks_too_often(source: str) -> bool:
    """Count a request of a program; return True if there were too many."""
    return count("api", source) > API_REQUESTS


# Searches ------------------------------------------------------------------


def slow_search(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Count a search; delay the response if very many came from the address."""
    over = count("searches", address_of(request)) - SEARCHES_PER_ADDRESS
    _slow(response, over)
    return response


# Counters ------------------------------------------------------------------


def count(kind: str, source: str) -> int:
    """Count one event of a source; return how many there were in this window.

    A window of `WINDOW_SECONDS` begins with the first event and does not move; after
    it the count starts again.
    """
    # `add` and `incr` are atomic in the cache: parallel requests are all counted. `add`
    # sets the end of the window and `incr` keeps it.
    key = _key(kind, source)
    if not _counters.add(key, 1, WINDOW_SECONDS):
        with contextlib.suppress(ValueError):  # the key expired after `add`
            return int(_counters.incr(key) or 1)  # nothing from a Redis that is away
    return 1


def counted(kind: str, source: str) -> int:
    """Return how many events of a source there were in this window."""
    return int(_counters.get(_key(kind, source), 0))


def _key(kind: str, source: str) -> str:
    # A digest, because the cache should hold no names and addresses in clear text, and
    # because cache keys allow only some characters.
    return f"{kind}:{hashlib.sha256(source.encode()).hexdigest()}"
