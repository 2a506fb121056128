"""The parts of a fragment, so that a phone gets those that changed since it asked.

A part is an element whose tag begins with `<tr id="…" data-part` (or `li`, `p` and so
on) and holds no element of its own kind. Templates mark rows of long lists and what
changes with every result; the rest is the frame. Where two versions have the same frame
and the same parts, the changed ones are sent alone, as htmx swaps elements by their id.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_LIVE: Final = '<div id="live"'
_END: Final = "</main>"
_MARK: Final = re.compile(r'hx-get="[^"]*[?;]f=([^"&]+)"')
_PART: Final = re.compile(
    r'<(tr|li|p|div|nav|header) id="([^"]+)" data-part[ >].*?</\1>', re.DOTALL
)
_SWAPPED: Final = " data-part"
_BYTES_EACH: Final = 150


@dataclass(frozen=True, slots=True)
class Parts:
    """What a version of a fragment consists of; of each part and the frame a digest."""

    mark: str
    frame: bytes
    ids: tuple[str, ...]
    digests: tuple[bytes, ...]

    @property
    def size(self) -> int:
        """The memory it takes, about."""
        return _BYTES_EACH * (len(self.ids) + 1)


def parts_in(html: str) -> Parts | None:
    """Return the parts of a fragment, also of the one in a page.

    None if there is none that is polled.
    """
    fragment = _fragment(html)
    found = _MARK.search(fragment)
    if found is None:
        return None
    parts = list(_PART.finditer(fragment))
    return Parts(
        mark=found[1],
        frame=_digest(_PART.sub("", fragment)),
        ids=tuple(part[2] for part in parts),
        digests=tuple(_digest(part[0]) for part in parts),
    )


def changed(html: str, old: Parts) -> str | None:
    """Return what turns the `old` version of a fragment into this one.

    None if the parts alone cannot.
    """
    new = parts_in(html)
    if new is None or (new.frame, new.ids) != (old.frame, old.ids):
        return None
    before = dict(zip(old.ids, old.digests, strict=True))
    if len(before) < len(old.ids):
        return None  # an id is there twice: which one to swap?
    # A template each: within one, a parser drops a row that follows another element.
    parts = _swaps(_fragment(html), before)
    return "".join(f"<template>{part}</template>" for part in parts)


def _swaps(fragment: str, before: dict[str, bytes]) -> Iterator[str]:
    for part in _PART.finditer(fragment):
        if _digest(part[0]) != before[part[2]]:
            yield part[0].replace(_SWAPPED, f'{_SWAPPED} hx-swap-oob="true"', 1)


def _fragment(html: str) -> str:
    """Return the polled part of a page, or of a fragment, without space around it."""
    start = html.find(_LIVE)
    end = html.rfind(_END)
    return html[max(start, 0) : end if end >= 0 else None].strip()


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=8).digest()
