"""An ordered list of objects with keys: the formats, the tie-breaks."""

from collections.abc import Collection, Iterator
from typing import Protocol, TypeVar


class _HasKey(Protocol):
    @property
    def key(self) -> str: ...


_Entry = TypeVar("_Entry", bound=_HasKey)


class Registry(Collection[_Entry]):
    """No two entries have the same key."""

    def __init__(self, *entries: _Entry) -> None:
        self._entries: dict[str, _Entry] = {}
        for entry in entries:
            self.add(entry)

    def __iter__(self) -> Iterator[_Entry]:
        return iter(self._entries.values())

    def __contains__(self, entry: object) -> bool:
        return entry in self._entries.values()

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, entry: _Entry) -> None:
        if entry.key in self._entries:
            raise ValueError(f"the key {entry.key!r} is taken")
        self._entries[entry.key] = entry

    def get(self, key: str) -> _Entry | None:
        return self._entries.get(key)
