"""What each desk in a browser shows, so that it gets what has changed since.

Every rendering of a desk has a key of its own, and the page sends it along when it asks
for news or saves a result. So it does not matter who else saved what meanwhile.
"""

import re
from secrets import token_hex
from typing import Final

from django.core.cache import cache

from matches.web.parts import Fragment, Parts

_KEY: Final = re.compile("[0-9a-f]{16}")
_KEPT_SECONDS: Final = 3600
_LONG: Final = 2
"""Changes that are longer than this part of the desk are not worth it."""
_TAG: Final = '<div id="desk"'


def new_key() -> str:
    """Return the key of one rendering."""
    return token_hex(8)


def remember(key: str, live: str) -> None:
    """Keep what a desk was made of."""
    _keep(key, Fragment(live))


def replacing(live: str) -> str:
    """Return a desk that replaces the one on the page."""
    return live.replace(_TAG, f'{_TAG} hx-swap-oob="true"', 1)


def changes(live: str, key: str, seen: str) -> str | None:
    """Return what turns the desk with the key `seen` into this one, which has `key`.

    None if that is not known, or about as long as the whole. Keeps this one as well.
    """
    fragment = Fragment(live)
    old: Parts | None = cache.get(_name(seen)) if _KEY.fullmatch(seen) else None
    _keep(key, fragment)
    text = fragment.changed_since(old) if old else None
    return text if text is not None and len(text) * _LONG < len(live) else None


def _keep(key: str, fragment: Fragment) -> None:
    if fragment.parts:
        cache.set(_name(key), fragment.parts, _KEPT_SECONDS)


def _name(key: str) -> str:
    return f"desk-shown:{key}"
