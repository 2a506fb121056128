"""The parts of a fragment, so that a page gets those that changed since it asked.

A part is an element whose tag begins with `<tr id="…" data-part` (or `li`, `p` and so
on) and holds no element of its own kind. Templates mark rows of long lists and what
changes with every result; the rest is the frame. If two versions have the same
frame, the parts that are new, changed or gone are sent alone: htmx swaps elements by
their id.
"""

import hashlib
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Final, NamedTuple

_LIVE: Final = '<div id="live"'
_END: Final = "</main>"
_POLL: Final = re.compile(r'hx-get="([^"]*[?;]f=([^"&]+)[^"]*)"')
_BEGIN: Final = re.compile(
    r'<(tr|li|p|div|nav|header|section|ul|dl|span) id="([^"]+)" data-part[ >]'
)
_OF_FORM: Final = "csrfmiddlewaretoken"
_FORM_KEY: Final = re.compile(rf'name="{_OF_FORM}" value="[^"]*"')
"""The token of a form: it differs in each response without a meaning."""
_AROUND: Final = {"tr": "tbody", "li": "ul"}
"""The element around a new part: a parser drops a row outside of a table."""
_SWAPPED: Final = " data-part"
_BYTES_EACH: Final = 150


@dataclass(frozen=True, slots=True)
class Parts:
    """A version of a fragment: a digest of each part and of the frame.

    `poll` is the address that the fragment polls, `mark` the version in it. `places` is
    the place of each part in the frame: consecutive parts have the same place.
    """

    mark: str
    poll: str
    frame: bytes
    ids: tuple[str, ...]
    digests: tuple[bytes, ...]
    places: tuple[int, ...]

    @property
    def size(self) -> int:
        """The approximate memory in bytes."""
        return _BYTES_EACH * (len(self.ids) + 1)


class _Part(NamedTuple):
    """A part of a fragment, from offset `start` to `end`."""

    tag: str
    id: str
    html: str
    start: int
    end: int


class Fragment:
    """A fragment, parsed once."""

    def __init__(self, html: str) -> None:
        self._html = _fragment(html)
        self._found = list(_parts_of(self._html))

    @cached_property
    def parts(self) -> Parts | None:
        """Its parts; None if it is not polled."""
        found = _POLL.search(self._html)
        if found is None:
            return None
        frame, places, end, length = [], [], 0, 0
        for part in self._found:
            frame.append(self._html[end : part.start])
            length += part.start - end
            places.append(length)
            end = part.end
        frame.append(self._html[end:])
        return Parts(
            mark=found[2],
            poll=unescape(found[1]),
            frame=_digest("".join(frame)),
            ids=tuple(part.id for part in self._found),
            digests=tuple(_digest(part.html) for part in self._found),
            places=tuple(places),
        )

    def changed_since(self, old: Parts) -> str | None:
        """Return the parts that turn the `old` version into this one, else None."""
        new = self.parts
        if new is None or new.frame != old.frame or not _can_follow(old, new):
            return None
        before = dict(zip(old.ids, old.digests, strict=True))
        now = set(new.ids)
        swaps = [_deleted(one) for one in old.ids if one not in now]
        for number, part in enumerate(self._found):
            if part.id not in before:
                place = _place_of(number, new, before)
                if not place:
                    return None
                swaps.append(_inserted(part, place))
            elif new.digests[number] != before[part.id]:
                swaps.append(_replaced(part))
        # Each part has its own template: a parser drops a row that follows another
        # element.
        return "".join(f"<template>{swap}</template>" for swap in swaps)


def parts_in(html: str) -> Parts | None:
    """Return the parts of a fragment, also of the one in a page.

    None if no part of the page is polled.
    """
    return Fragment(html).parts


def changed(html: str, old: Parts) -> str | None:
    """Return the parts that turn the `old` version of a fragment into this one.

    None if the frame differs too.
    """
    return Fragment(html).changed_since(old)


def _can_follow(old: Parts, new: Parts) -> bool:
    """Whether ids are unique, and the remaining ones keep their order and place."""
    was = dict(zip(old.ids, old.places, strict=True))
    now = dict(zip(new.ids, new.places, strict=True))
    if len(was) < len(old.ids) or len(now) < len(new.ids):
        return False  # a duplicate id: htmx could swap the wrong one
    stayed = [one for one in new.ids if one in was]
    is_in_order = stayed == [one for one in old.ids if one in now]
    return is_in_order and all(was[one] == now[one] for one in stayed)


def _place_of(number: int, new: Parts, before: Container[str]) -> str:
    """Return where a new part is put, as htmx writes it; "" if no part is beside it."""
    place = new.places[number]
    if number and new.places[number - 1] == place:
        return f"afterend:#{new.ids[number - 1]}"
    for one, where in zip(new.ids[number + 1 :], new.places[number + 1 :], strict=True):
        if where != place:
            break
        if one in before:
            return f"beforebegin:#{one}"
    return ""


def _replaced(part: _Part) -> str:
    return part.html.replace(_SWAPPED, f'{_SWAPPED} hx-swap-oob="true"', 1)


def _inserted(part: _Part, place: str) -> str:
    around = _AROUND.get(part.tag, "div")
    return f'<{around} hx-swap-oob="{place}">{part.html}</{around}>'


def _deleted(one: str) -> str:
    return f'<p id="{one}" hx-swap-oob="delete"></p>'


def _parts_of(html: str) -> Iterator[_Part]:
    """Yield the parts. Their ends are plain text: a pattern takes ten times as long."""
    begin = _BEGIN.search(html)
    while begin:
        tag, start = begin[1], begin.start()
        closing = f"</{tag}>"
        end = html.find(closing, begin.end())
        if end < 0:
            begin = _BEGIN.search(html, start + 1)
            continue
        end += len(closing)
        yield _Part(tag, begin[2], html[start:end], start, end)
        begin = _BEGIN.search(html, end)


def _fragment(html: str) -> str:
    """Return the polled part of a page, or of a fragment, without space around it."""
    start = html.find(_LIVE)
    end = html.rfind(_END)
    return html[max(start, 0) : end if end >= 0 else None].strip()


def _digest(text: str) -> bytes:
    if _OF_FORM in text:
        text = _FORM_KEY.sub("", text)
    return hashlib.blake2b(text.encode(), digest_size=8).digest()
