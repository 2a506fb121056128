"""Stores the bytes of pages up to a limit; the least recently used are dropped."""

import gzip
import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from clubsite.shared_pages.addresses import Key
from matches.web.parts import Parts

MOST_BYTES: Final = 32 * 1024 * 1024
REMEMBERED: Final = 6
"""Versions of which the parts are known, so that a phone gets what changed since."""
_OVERHEAD: Final = 2000
_FAST: Final = 6

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StoredBody:
    """A compressed body, with its uncompressed length."""

    zipped: bytes
    length: int

    @classmethod
    def of(cls, content: bytes) -> "StoredBody":
        """Return the content, compressed."""
        # Without the time in its header, the same content has the same bytes.
        return cls(gzip.compress(content, _FAST, mtime=0), len(content))

    @property
    def plain(self) -> bytes:
        """The content."""
        return gzip.decompress(self.zipped)


@dataclass(slots=True)
class Rendered:
    """One version of a page: status, headers and body, and its parts.

    `changes` holds, by the mark of an older version, what changed since; None where the
    whole page is the shorter answer.
    """

    mark: str
    made: float
    status: str
    headers: Headers
    body: StoredBody
    etag: str
    parts: Parts | None
    changes: dict[str, StoredBody | None] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The approximate memory in bytes."""
        parts = self.parts.size if self.parts else 0
        changes = sum(len(body.zipped) for body in self.changes.values() if body)
        return len(self.body.zipped) + parts + changes + _OVERHEAD


def etag_of(content: bytes) -> str:
    """Return the tag of a page; a weak one, because it may be sent compressed."""
    return f'W/"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'


@dataclass(slots=True)
class _Kept:
    rendered: Rendered | None = None
    known: OrderedDict[str, Parts] = field(default_factory=OrderedDict)

    @property
    def size(self) -> int:
        older = sum(parts.size for parts in self.known.values())
        return older + (self.rendered.size if self.rendered else _OVERHEAD)


class Store:
    """The newest version of each page, and the parts of a few older ones."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._sizes: dict[Key, int] = {}
        self._total = 0
        self._lock = threading.Lock()

    def get(self, key: Key) -> Rendered | None:
        """Return the newest version of a page, whatever its mark."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return None
            self._kept.move_to_end(key)
            return kept.rendered

    def put(self, key: Key, rendered: Rendered) -> None:
        """Keep a version instead of the former one."""
        with self._lock:
            self._at(key).rendered = rendered
            if rendered.parts:
                self._remember(key.asking(rendered.parts.poll), rendered.parts)
            self._count(key)

    def parts_of(self, key: Key, mark: str) -> Parts | None:
        """Return the parts of an older version of a fragment, if they are known."""
        with self._lock:
            kept = self._kept.get(key)
            return kept.known.get(mark) if kept else None

    @property
    def size(self) -> int:
        """The approximate memory of all pages, in bytes."""
        return self._total

    def _at(self, key: Key) -> _Kept:
        kept = self._kept.setdefault(key, _Kept())
        self._kept.move_to_end(key)
        return kept

    def _remember(self, key: Key, parts: Parts) -> None:
        known = self._at(key).known
        known[parts.mark] = parts
        known.move_to_end(parts.mark)
        while len(known) > REMEMBERED:
            known.popitem(last=False)
        self._count(key)

    def _count(self, key: Key) -> None:
        size = self._kept[key].size
        self._total += size - self._sizes.get(key, 0)
        self._sizes[key] = size
        while self._total > self._most and len(self._kept) > 1:
            gone, _kept = self._kept.popitem(last=False)
            self._total -= self._sizes.pop(gone)
