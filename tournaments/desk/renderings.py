"""Stores what each desk in a browser shows, so that updates contain only changes.

Every rendering of a desk has a key, which the page sends when it polls or saves a
result. So each page gets the changes since its own rendering, from every user.
"""

import re
from secrets import token_hex
from typing import Final

from django.core.cache import cache

from matches.web.parts import Fragment, Parts

_KEY: Final = re.compile("[0-9a-f]{16}")
_KEPT_SECONDS: Final = 3600
_LONG: Final = 2
"""The largest size of changes, as a part of the size of the whole desk."""
_TAG: Final = '<div id="desk"'


def new_key() -> str:
    """Return the key of one rendering."""
    return token_hex(8)


def remember(key: str, live: str) -> None:
    """Store the parts of a rendering."""
    _keep(key, Fragment(live))


def replacing(live: str) -> str:
    """Return a fragment that replaces the whole desk on the page."""
    return live.replace(_TAG, f'{_TAG} hx-swap-oob="true"', 1)


def changes(live: str, key: str, seen: str) -> str | None:
    """Return the parts that turn the desk with the key `seen` into this one.

    None if `seen` is unknown or the parts are about as long as the whole. Stores this
    rendering, too.
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
